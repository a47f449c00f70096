/// An original: its file open for reading only, and the photo in it.
struct OriginalPhoto: ~Copyable {
  let file: InputFile
  let photo: Photo
  let byteCount: Int

  /// - Parameters:
  ///   - locked: whether other sessions are kept from editing the photo while this value lives.
  ///   - reader: makes a photo of the file's bytes.
  /// - Throws: `FaceBlurError` where the file cannot be read, is no photo, or is being edited.
  static func open(
    _ path: FilePath, with reader: PhotoReader, locked: Bool
  ) throws(FaceBlurError) -> OriginalPhoto {
    let file = try InputFile.open(path)
    if locked { try file.lock() }
    let bytes = try file.readAll(limit: reader.limits.maxFileBytes)
    let photo = try naming(path, try reader.open(bytes))
    return OriginalPhoto(file: file, photo: photo, byteCount: bytes.count)
  }

  /// Lower-case hexadecimal. It is computed each time, and who only looks for faces needs none.
  func sha256() -> String { SHA256.hexDigest(of: photo.fileBytes) }
}
