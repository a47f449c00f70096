internal import Synchronization

/// Records of ours in folders by the content that they are of, to find one that was left behind when its photo or film was renamed. Each folder
/// is read once, however many edits begin in it: all edits of a run share one value.
///
/// All records are read, whatever the times of files say: a copy of the folder may have others, and a clock may have been wrong.
package final class LeftRecords: Sendable {
  /// What is in a folder.
  private struct Read {
    /// By the content that they are of, with the name of its file.
    var records: [String: [(path: FilePath, name: FilePath)]] = [:]
    var unread: [FilePath] = []

    init(_ folder: FilePath) {
      // What does not say whose it is may be ours.
      let ours = EditRecord.formatIdentifier
      for name in Folder.names(in: folder) where ["AAE", "aae"].contains(name.pathExtension) {
        let path = folder.appending(name)
        if let source = try? RecordFile.source(at: path) {
          records[source.sha256, default: []].append((path, source.name))
        } else if (try? RecordFile.owner(at: path))?.formatIdentifier ?? ours == ours {
          unread.append(path)
        }
      }
    }
  }

  private struct Known {
    var folders: [FilePath: Read] = [:]
    /// The photos and films of each folder by their sizes in bytes.
    var originals: [FilePath: [Int: [FilePath]]] = [:]
    /// By record.
    var owners: [FilePath: FilePath] = [:]
  }

  private let known = Mutex(Known())

  package init() {}

  /// The records that may be of a content and the name that each holds, as they were when this folder was asked for first.
  /// - Parameters:
  ///   - sha256: of the content, in lower-case hexadecimal.
  ///   - folder: that the records are in.
  func records(of sha256: String, in folder: FilePath) -> [(path: FilePath, name: FilePath)] {
    read(folder).records[sha256] ?? []
  }

  /// What may be a record of ours and cannot be taken up, likewise.
  func unread(in folder: FilePath) -> [FilePath] { read(folder).unread }

  /// The photos and films in a folder that had a size in bytes when this was asked of the folder first.
  func originals(of byteCount: Int, in folder: FilePath) -> [FilePath] {
    known.withLock { known in
      let bySize = known.originals[folder] ?? Self.originals(in: folder)
      known.originals[folder] = bySize
      return bySize[byteCount] ?? []
    }
  }

  private static func originals(in folder: FilePath) -> [Int: [FilePath]] {
    var bySize: [Int: [FilePath]] = [:]
    for name in Folder.names(in: folder) where FileSignature.isOriginalName(name) {
      let path = folder.appending(name)
      if let size = FileStamp(of: path.resolved ?? path)?.size { bySize[size, default: []].append(path) }
    }
    return bySize
  }

  /// The photo or film that was found to be the one of a record; nil where none was yet.
  func owner(of record: FilePath) -> FilePath? { known.withLock { $0.owners[record] } }

  /// Notes the photo or film of a record, so that the next copy of it need not find it again.
  func note(_ owner: FilePath, of record: FilePath) { known.withLock { $0.owners[record] = owner } }

  private func read(_ folder: FilePath) -> Read {
    known.withLock { known in
      let read = known.folders[folder] ?? Read(folder)
      known.folders[folder] = read
      return read
    }
  }
}
