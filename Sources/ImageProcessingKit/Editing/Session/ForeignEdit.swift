/// Another program's edit of a photo, as it lies beside it: what an edit of ours begins from.
struct ForeignEdit {
  /// What the other program made of the photo.
  let photo: Photo
  /// Its record file, byte for byte.
  let record: [UInt8]
  /// Where its render will be kept.
  let base: FilePath
  /// Of the render, in lower-case hexadecimal.
  let sha256: String

  /// - Throws: `FaceBlurError` where its render is not there or cannot be read: the original is never edited in its place.
  static func open(
    _ record: [UInt8], of owner: RecordOwner, _ asset: PhotoAsset, _ reader: PhotoReader
  ) throws(FaceBlurError) -> ForeignEdit {
    guard record.count <= EditRecord.maxBaseRecordBytes else {
      throw .recordTooLarge("\(record.count) bytes of another program's").naming(asset.record)
    }
    guard asset.defaultRender.exists else {
      throw .foreignWithoutRender(
        identifier: owner.formatIdentifier, version: owner.formatVersion, asset.defaultRender,
        readable: reader.formats.names
      ).naming(asset.record)
    }
    let render = try OriginalPhoto.open(asset.defaultRender, with: reader, locked: false)
    let sha256 = render.sha256()
    // Under the name of one that cannot be read nothing is kept.
    let free = asset.baseNames.map(asset.original.folder.appending).first { path in
      !path.exists || (try? EditFiles.sha256(of: path)) == sha256
    }
    guard let free else {
      throw FaceBlurError(
        .refused, asset.original.folder.appending(asset.baseNames[0]),
        "the other program's edit is kept under this name, and files are there", advice: "move them away")
    }
    return ForeignEdit(photo: render.photo, record: record, base: free, sha256: sha256)
  }

  /// What our record says of it.
  var inRecord: EditRecord.Base {
    EditRecord.Base(
      photo: EditRecord.Source(fileName: base.name, of: photo, sha256: sha256), record: record)
  }
}

extension EditRecord.Source {
  /// - Parameter sha256: of the photo's file.
  init(fileName: FilePath, of photo: Photo, sha256: String) {
    let frame = photo.geometry.frame
    self.init(
      fileName: fileName, byteCount: photo.fileBytes.count, sha256: sha256, width: frame.width,
      height: frame.height, orientation: photo.geometry.orientation,
      visible: frame.isWhole ? nil : frame.visible)
  }
}
