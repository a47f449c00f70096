internal import Synchronization

/// Records of ours in folders by the content that they are of, to find one that was left behind when its photo or film was renamed. Each folder
/// is read once, however many edits begin in it: all edits of a run share one value.
package final class LeftRecords: Sendable {
  private struct Place: Hashable {
    let records: FilePath
    let originals: FilePath
    let isThorough: Bool
  }

  private let known = Mutex<[Place: [String: [FilePath]]]>([:])

  package init() {}

  /// The records that may be of a content, as they were when this folder was asked for first. One that cannot be read is left out.
  /// - Parameters:
  ///   - sha256: of the content, in lower-case hexadecimal.
  ///   - folder: that the records are in.
  ///   - originals: the folder of the photos and films.
  ///   - isThorough: whether every record is read; else only those whose photo is gone or was touched after they were written.
  func records(
    of sha256: String, in folder: FilePath, ofOriginalsIn originals: FilePath, thoroughly isThorough: Bool
  ) -> [FilePath] {
    let place = Place(records: folder, originals: originals, isThorough: isThorough)
    return known.withLock { known in
      let records = known[place] ?? Self.read(place)
      known[place] = records
      return records[sha256] ?? []
    }
  }

  private static func read(_ place: Place) -> [String: [FilePath]] {
    let owners = place.isThorough ? [:] : owners(in: place.originals)
    var records: [String: [FilePath]] = [:]
    for name in Folder.names(in: place.records) where ["AAE", "aae"].contains(name.pathExtension) {
      let path = place.records.appending(name)
      guard place.isThorough || !isSettled(path, owners[name.stem] ?? []),
        let source = try? RecordFile.source(at: path)
      else { continue }
      records[source.sha256, default: []].append(path)
    }
    return records
  }

  /// The photos and films of a folder by the names that their records may have, without the ending. A film has none by its stem: that may as well
  /// be of a photo beside it that is gone.
  private static func owners(in folder: FilePath) -> [FilePath: [FilePath]] {
    var owners: [FilePath: [FilePath]] = [:]
    for name in Folder.names(in: folder) where FileSignature.isOriginalName(name) {
      let path = folder.appending(name)
      owners[name, default: []].append(path)
      if !FileSignature.isFilmName(name) { owners[name.stem, default: []].append(path) }
    }
    return owners
  }

  /// Whether a record's photo is there and nobody has renamed or written it since the record was written.
  private static func isSettled(_ record: FilePath, _ owners: [FilePath]) -> Bool {
    guard !owners.isEmpty, let written = FileStamp(of: record)?.modified else { return false }
    return owners.allSatisfy { owner in FileStamp.changed(at: owner).map { $0 < written } ?? false }
  }
}
