/// The formats that photos are read in, told apart by their first bytes.
package struct PhotoFormats: Sendable {
  /// All that this library has.
  package static let standard = PhotoFormats([.jpeg, .png, .heic, .avif, .tiff, .webp, .jpegXL])

  /// The first that recognises a file is taken.
  package let all: [PhotoFormat]

  package init(_ all: [PhotoFormat]) { self.all = all }

  /// As many of a file's first bytes tell its format.
  static let headBytes = 64

  /// - Parameter head: a file's first bytes, `headBytes` of them where there are so many.
  /// - Returns: nil where it is of none of these formats.
  func format(of head: some Collection<UInt8>) -> PhotoFormat? {
    let head = Array(head.prefix(Self.headBytes))
    return all.first { $0.container.recognizes(head) }
  }

  /// The format of a file by its first bytes; nil where it cannot be read or is of none of these.
  package func format(ofFile path: FilePath) -> PhotoFormat? {
    guard let file = try? InputFile.open(path), let head = try? file.bytes(at: 0, count: Self.headBytes)
    else {
      return nil
    }
    return format(of: head)
  }

  /// The name of a file of some format: the given one, unless its ending is that of another format.
  package func name(_ path: FilePath, for format: PhotoFormat) -> FilePath {
    let ending = path.pathExtension
    guard let own = format.fileExtensions.first, !format.fileExtensions.contains(ending.lowercased()),
      fileExtensions.contains(ending.lowercased())
    else { return path }
    let isUpper = ending == ending.uppercased()
    return path.folder.appending(
      FilePath(bytes: path.name.stem.bytes + Array(".\(isUpper ? own.uppercased() : own)".utf8)))
  }

  /// Why a file is not opened that is of none of these formats, by its first bytes.
  func notAPhoto(_ head: [UInt8]) -> FaceBlurError {
    .notAPhoto(kind: FileSignature.kind(of: head), readable: names)
  }

  /// Whether files with this ending are photos, in these formats or in others.
  func isPhotoExtension(_ ending: String) -> Bool {
    let ending = ending.lowercased()
    return FileSignature.photoExtensions.contains(ending) || fileExtensions.contains(ending)
  }

  /// The endings of the formats' names, in lower case.
  package var fileExtensions: Set<String> { Set(all.flatMap(\.fileExtensions)) }

  /// What people call them: "JPEG", "JPEG, PNG or HEIC".
  package var names: String {
    let names = all.map(\.name)
    guard names.count > 1, let last = names.last else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " or " + last
  }

  /// Opens a photo from the bytes of its file. Nothing of the picture's size is allocated.
  /// - Throws: `FaceBlurError` where the bytes are not a photo of one of these formats or exceed the limits.
  package func open(_ bytes: FileBytes, limits: ImageLimits = ImageLimits()) throws(FaceBlurError) -> Photo {
    guard !bytes.isEmpty else { throw .emptyPhoto }
    guard let format = format(of: bytes) else { throw notAPhoto(Array(bytes.prefix(Self.headBytes))) }
    return Photo(try format.container.open(bytes, limits: limits), format)
  }

  /// The same, from an array.
  package func open(_ bytes: [UInt8], limits: ImageLimits = ImageLimits()) throws(FaceBlurError) -> Photo {
    try open(FileBytes(bytes), limits: limits)
  }
}
