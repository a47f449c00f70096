internal import Foundation
@testable internal import ImageProcessingKit

/// A folder with a photo, whose record is what is fuzzed, and a second photo that no record of the first may touch.
struct EditedFolder {
  let source: EditRecord.Source
  private let folder: URL
  private let photo: [UInt8]

  init() {
    // In memory where there is such a folder: each input is a file.
    let memory = URL(filePath: "/dev/shm")
    let base = access(memory.path, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory
    folder = base.appending(path: "faceblur-record-fuzzer-\(getpid())")
    var picture = PixelBuffer(width: 61, height: 43, red: 200, green: 120, blue: 40)
    for place in 0..<43 { picture[place, place] = (0, UInt8(5 * place), 255) }
    guard let jpeg = try? DisplayFile.encode(picture),
      (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
      let opened = try? PhotoFormats.standard.open(jpeg, limits: ImageLimits())
    else { fatalError("the photo cannot be made") }
    photo = jpeg
    source = EditRecord.Source(
      fileName: "photo.jpg", of: opened, sha256: SHA256.hexDigest(of: jpeg))
    for name in Self.photos { write(jpeg, name) }
  }

  private static let photos = ["photo.jpg", "neighbour.jpg"]

  private func write(_ bytes: [UInt8], _ name: String) {
    guard (try? Data(bytes).write(to: folder.appending(path: name))) != nil else {
      fatalError("\(name) cannot be written")
    }
  }

  /// Takes the record up and renders the edit, without giving the render a name.
  func check(_ record: [UInt8]) {
    write(record, "photo.AAE")
    let path = FilePath(folder.path).appending("photo.jpg")
    _ = try? RecordListing.read(of: path)
    if let session = try? EditSession.begin(path), !session.state.changesNothing {
      let outputs = OutputGuard(originals: [path], force: false)
      let target = FilePath(folder.path).appending("render.jpg")
      if let output = try? session.render(to: .init(target: target), lookingAgain: nil, guardedBy: outputs) {
        _ = consume output
      }
      session.cancel()
    }
    for name in Self.photos {
      precondition(bytes(of: name) == photo, "\(name) is not what it was")
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    precondition(
      names.sorted() == ["neighbour.jpg", "photo.AAE", "photo.jpg"], "\(names): something was left behind")
    precondition(bytes(of: "photo.AAE") == record, "the record is not what it was")
  }

  /// Not by Foundation, which leaks where a file is empty.
  private func bytes(of name: String) -> [UInt8]? {
    try? EditFiles.bytes(of: FilePath(folder.path).appending(FilePath(name)))
  }
}
