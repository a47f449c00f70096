/// A photo or film that a run over a collection has put into its target, where a person corrects it. What is decided about it is kept
/// in the collection's journal, and every later run holds it; nothing is written beside the source.
///
/// While this value lives, no run and no other edit of the collection begins.
package final class CollectionOutput {
  /// As it was named.
  package var path: FilePath { output.path }
  let collection: OpenedCollection
  let output: KnownOutput

  /// What the photo was made from.
  package var source: FilePath { output.source }

  /// Finds the collection that a photo is an output of: by the journal beside the photo's folder or one of those above it.
  /// - Parameters:
  ///   - path: a photo in a target.
  ///   - state: the folder of the journal, where it lies elsewhere.
  ///   - force: whether a file that faceblur did not write gives way.
  ///   - wording: how the reports say what a person does the client's way.
  /// - Returns: nil where the photo lies in no collection's target.
  /// - Throws: `FaceBlurError` where it lies in one and is no output, a run is going on, or the journal cannot be read.
  package static func find(
    _ path: FilePath, state: FilePath? = nil, force: Bool = false,
    wording: @escaping @Sendable (Advice.Remedy) -> String = \.description
  ) throws(FaceBlurError) -> CollectionOutput? {
    guard let folder = path.folder.resolvedWhereItExists else { return nil }
    if let state {
      guard let root = try OpenedCollection.target(of: state, around: folder) else {
        let root = try OpenedCollection.target(of: state)
        let moved = OpenedCollection.movedTarget(of: state, around: folder.appending(path.name))
        throw FaceBlurError(
          .refused, path, "it is not in \(root), which \(state) holds the journal of",
          advice: moved.map { .onJournal(in: state, of: root, for: $0) })
      }
      return try CollectionOutput(path, in: folder, of: root, state: state, force: force, wording)
    }
    guard let root = OpenedCollection.root(above: folder) else { return nil }
    return try CollectionOutput(path, in: folder, of: root, state: nil, force: force, wording)
  }

  /// The target that a file lies in, or would lie in, by the journals beside its folder and those above it; nil where it is in none.
  /// - Parameter state: the folder of a journal that lies elsewhere, whose target counts, too.
  package static func target(around path: FilePath, state: FilePath? = nil) -> FilePath? {
    guard let folder = path.folder.resolvedWhereItExists else { return nil }
    if let root = OpenedCollection.root(above: folder) { return root }
    return state.flatMap { try? OpenedCollection.target(of: $0, around: folder) }
  }

  private init(
    _ path: FilePath, in folder: FilePath, of root: FilePath, state: FilePath?, force: Bool,
    _ wording: @escaping @Sendable (Advice.Remedy) -> String
  ) throws(FaceBlurError) {
    collection = try OpenedCollection(of: root, state: state, force: force, wording: wording)
    let place = FilePath(
      bytes: folder.appending(path.name).bytes.dropFirst(root.appending(".").bytes.count - 1))
    output = try collection.output(at: place, called: path)
  }

  /// What was found in the photo and decided about it.
  /// - Throws: `FaceBlurError` where the journal's entry cannot be read.
  package func listing() throws(FaceBlurError) -> RecordListing { try output.listing() }

  /// Changes what is decided about the photo, and makes it anew from the source; then writes the collection's reports.
  /// - Parameters:
  ///   - change: what is to be decided otherwise.
  ///   - detector: looks for faces where that is asked for, and at what was obscured.
  ///   - pictures: what else is to be drawn, and whether anything is written at all.
  /// - Throws: `FaceBlurError`; the output and what was decided are then as they were, unless the reports alone could not be written.
  package func change(
    _ change: OutputChange, _ pictures: BlurPipeline.Settings, lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> PhotoReport {
    let changed = try collection.change(output, change, pictures, lookingWith: detector)
    if changed.isWritten { try collection.report() }
    return changed.report
  }
}
