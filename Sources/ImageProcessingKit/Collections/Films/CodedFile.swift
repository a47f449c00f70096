/// The code of one film's pictures, on disk, so that a run does not code anew what another one had coded when it ended.
///
/// It stands where looks do (see `LookFile`), holds no more than the render is to hold, and is believed in nothing: the render is proven at
/// its end. A file that cannot be read or written keeps nothing, and no run fails for it.
final class CodedFile: CodedMemory {
  private let path: FilePath
  private var file: GrowingFile?
  /// Pictures behind the place in the file.
  private var known = 0
  private var isWriting = false
  /// Whether it was had, and not by somebody else.
  private var wasOurs = false
  /// Whether it takes room on the disk.
  private(set) var takesRoom = false

  /// Says what it is, and of which version.
  private static let mark = Array("FaceBlur code 1".utf8)
  private static let lengthBytes = 4
  /// No picture's code is longer (`fbc_packet_bytes`).
  private static let mostBytes = 1 << 28
  private static let fileExtension = "code"

  /// - Parameters:
  ///   - folder: is there.
  ///   - sha256: of the film, in hexadecimal.
  ///   - basis: whatever decides how it is scrubbed, in hexadecimal.
  init(in folder: FilePath, of sha256: String, basis: String) {
    path = KeptFilm(in: folder, of: sha256, basis: basis).path(Self.fileExtension)
  }

  func begin(_ key: String) {
    let head = Self.mark + Array(key.utf8)
    known = 0
    file = nil
    // What is whole is counted first: of half a part nothing counts.
    if let counted = GrowingFile(path), counted.read(head.count) == head {
      while Self.read(counted) != nil { known += 1 }
    }
    file = GrowingFile(path)
    guard let file else { return }
    wasOurs = true
    isWriting = false
    if file.read(head.count) != head {
      known = 0
      isWriting = file.cut(at: 0) && file.append(head)
    }
  }

  func next(
    _ count: Int, _ take: ([UInt8]) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) -> Bool {
    guard let file, !isWriting else { return false }
    guard count <= known else {
      isWriting = file.cut(at: file.position)
      self.file = isWriting ? file : nil
      return false
    }
    known -= count
    takesRoom = true
    for _ in 0..<count {
      guard let code = Self.read(file) else { throw .changedMeanwhile(path) }
      try take(code)
    }
    return true
  }

  func keep(_ code: [UInt8]) {
    guard isWriting, let file else { return }
    let record = BigEndian.bytes(code.count, Self.lengthBytes) + code
    takesRoom = true
    isWriting = file.append(record + GrowingFile.check(record))
    // What would be missing cannot be made up for by what comes behind.
    if !isWriting { self.file = nil }
  }

  /// Takes the file away, once nobody needs it any more.
  func remove() {
    file = nil
    guard wasOurs else { return }
    try? FileStep.remove(path).perform()
  }

  /// The next picture; nil where none is, or it is not as it was written.
  private static func read(_ file: GrowingFile) -> [UInt8]? {
    guard let length = file.read(lengthBytes), BigEndian.number(length[...]) <= mostBytes,
      let code = file.read(BigEndian.number(length[...])),
      file.read(GrowingFile.checkBytes) == GrowingFile.check(length + code)
    else { return nil }
    return code
  }
}

extension FaceBlurError {
  fileprivate static func changedMeanwhile(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(.notReadable, path, "it changed while it was read", advice: "run the command again")
  }
}
