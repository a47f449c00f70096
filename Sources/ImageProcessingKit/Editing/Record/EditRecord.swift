package import FoundationEssentials

/// The record of a photo's edit: the ordered list of what was done to it, and the files that belong to it.
package struct EditRecord: Sendable, Hashable {
  /// Who can read the data: declared here and nowhere else.
  package static let formatIdentifier = "org.faceblur.FaceBlur"
  /// The newest format that this code reads and writes.
  package static let formatVersion = SemanticVersion(1, 6, 0)
  /// The major version of films' records, which photos' never get: an older program takes such a record for a newer one.
  static let majorVersionOfFilms = 2
  /// The newest format without formats of renders. Its readers would write a photo's own format under any name.
  private static let versionOfKinds = SemanticVersion(1, 5, 0)
  /// The newest format without kinds. Its readers take every region for a face.
  private static let versionOfFaces = SemanticVersion(1, 4, 0)

  /// The format that the record is written in: the oldest one that says all there is to say, so that records of faces are the same
  /// as ever and every program that could read them can.
  package var writtenVersion: SemanticVersion {
    guard renders.allSatisfy({ $0.format == nil }) else { return Self.formatVersion }
    let isOfFaces = steps.allSatisfy { step in
      guard case .faceBlur(let settings) = step.adjustment else { return true }
      return settings.regions.allSatisfy { $0.kind == .default }
    }
    return isOfFaces ? Self.versionOfFaces : Self.versionOfKinds
  }

  /// The most steps that are kept; beyond, the oldest one that a later one has replaced is forgotten.
  package static let maxSteps = 64
  /// The most renders a record keeps track of.
  package static let maxRenders = 64

  /// A photo file as the record knows it again.
  package struct Source: Sendable, Hashable, Codable {
    /// For people; what counts is the hash.
    package var fileName: FilePath
    package var byteCount: Int
    /// Lower-case hexadecimal.
    package var sha256: String
    /// Upright size in pixels and the stored orientation.
    package var width: Int
    package var height: Int
    package var orientation: Orientation
    /// What viewers show of it, in upright pixels; nil for all of it.
    package var visible: PixelRect?

    /// The upright picture and what viewers show of it.
    package var frame: PictureFrame { PictureFrame(width: width, height: height, visible: visible) }
    /// By which places are found again where another version has taken the place of this one.
    var shape: UprightShape { UprightShape(width: width, height: height, orientation: orientation) }
  }

  /// An edit of another program that ours was made on top of.
  package struct Base: Sendable, Hashable {
    /// Its render, kept beside the original: what our renders are made from.
    package var photo: Source
    /// Its record file, byte for byte.
    package var record: [UInt8]
  }

  /// Of the picture that the regions lie in: what another program had made of the original, where the edit is on top of that.
  var shape: UprightShape { (base?.photo ?? source).shape }

  /// One adjustment on the list.
  package struct Step: Sendable, Hashable {
    package var adjustment: Adjustment
    /// False for a step that was taken back, until the next one takes its place.
    package var isEnabled = true
    /// In whole seconds.
    package var madeAt: Date
  }

  /// A file that the edit was rendered to.
  package struct Render: Sendable, Hashable, Codable {
    /// A bare name beside the original, else an absolute path.
    package var path: FilePath
    /// What was written there, in lower-case hexadecimal: a file that differs is no longer ours.
    package var sha256: String
    /// How many folders were made for it, the innermost first: reverting takes them away where they are empty.
    package var foldersMade: Int
    /// What it tells about the photo.
    package var metadata = MetadataPolicy.minimal
    package var hasThumbnail = false
    /// Whether a progressive photo stays progressive.
    package var keepsProgressive = false
    /// Which of its tiles are written anew; nil for those with hidden pixels.
    package var tiles: TileChoice?
    /// How it was made; nil in format 1.0.
    package var way: RenderSummary.Path?
    /// Its format; nil for the photo's own.
    package var format: RenderFormat?

    /// How it is stored.
    package var options: RenderOptions {
      var options = RenderOptions()
      options.keepsProgressive = keepsProgressive
      options.metadata = metadata
      options.hasThumbnail = hasThumbnail
      options.tiles = tiles ?? .hidden
      options.format = format ?? .original
      return options
    }
  }

  /// The file with the regions that was asked for, beside the original.
  package struct Sidecar: Sendable, Hashable, Codable {
    /// A bare name.
    package var name: FilePath
    /// What was written there, in lower-case hexadecimal.
    package var sha256: String
  }

  /// The original.
  package var source: Source
  /// Nil where the original itself is edited.
  package var base: Base?
  /// In the order in which they were made. Those that were taken back stand at the end.
  package var steps: [Step]
  /// The newest last; never empty in a record on disk.
  package var renders: [Render]
  package var sidecar: Sidecar?

  /// The photo that renders are made from, and that regions are of.
  package var photo: Source { base?.photo ?? source }

  /// What the steps amount to.
  package var state: EditState { EditState(steps.lazy.filter(\.isEnabled).map(\.adjustment)) }

  /// What renders may have been made of: the state, then what other steps amounted to, the newest first.
  var renderContents: some Sequence<RenderProof.Content> {
    let others = stride(from: steps.count, to: 0, by: -1).filter { $0 != currentStep }
    return ([currentStep] + others).lazy.compactMap { [steps] count in
      EditState(steps.prefix(count).lazy.map(\.adjustment)).renderContent
    }
  }

  /// The number of the step that the state is of, from 1; 0 for none.
  package var currentStep: Int { steps.count { $0.isEnabled } }

  /// A warning before a render is made from the record alone.
  package var renderWarning: String? {
    guard let metadata = renders.last?.metadata, metadata.keeps(.gps) else { return nil }
    return "its record lets the render tell where the photo was taken (\(metadata.text))"
  }

  /// The list with further adjustments at its end, in place of steps that were taken back.
  static func steps(_ steps: [Step], adding adjustments: [Adjustment], at time: Date) -> [Step] {
    guard !adjustments.isEmpty else { return steps }
    let time = Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down))
    return steps.filter(\.isEnabled) + adjustments.map { Step(adjustment: $0, madeAt: time) }
  }

  /// Forgets the oldest step that says nothing any more about the state; false where there is none.
  mutating func forgetOldestStep() -> Bool {
    let oldest = steps.indices.first { index in
      steps[(index + 1)...].contains { $0.isEnabled && $0.adjustment.kind == steps[index].adjustment.kind }
    }
    guard let oldest else { return false }
    steps.remove(at: oldest)
    return true
  }
}
