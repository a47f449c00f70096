/// What is refused whatever is edited.
extension PhotoAsset {
  /// Nothing is recorded of it: of a render, because the record is its original's.
  var noRecord: FaceBlurError {
    guard let owner = Self.original(ofRender: original) else { return FaceBlurError.noRecord.naming(record) }
    return FaceBlurError.isRender(of: owner).naming(original)
  }

  /// Says before any work is done what could be named instead of a folder that cannot be written to: memory cards and shares are
  /// read-only.
  /// - Throws: `FaceBlurError` of kind `notWritable`.
  func refuseUnwritable(_ target: FilePath, keepingRecord keepsRecord: Bool) throws(FaceBlurError) {
    func isClosed(_ folder: FilePath) -> Bool {
      // One that is missing is made in the next one above.
      var folder = folder
      while !folder.exists, folder.folder != folder { folder = folder.folder }
      return folder.isFolder && !Folder.isWritable(folder)
    }
    if keepsRecord, isClosed(record.folder) {
      throw FaceBlurError(
        .notWritable, record,
        "no permission to write the edit record there",
        advice: isClosed(target.folder)
          ? "\(.nameRecordFolder), or \(.keepNoRecord); and for the render, \(.nameOutput) than \(target)"
          : "\(.nameRecordFolder), or \(.keepNoRecord)")
    }
    if isClosed(target.folder) {
      throw FaceBlurError(
        .notWritable, target, "no permission to write there", advice: "\(.nameOutput)")
    }
  }

  /// A file that the edit needs as it is never gives way to a render, whatever the guard allows.
  /// - Parameter others: what is needed beside the original and the record.
  /// - Throws: `FaceBlurError` of kind `refused` where the target is one of these.
  func refuseNeeded(_ target: FilePath, with others: [FilePath] = []) throws(FaceBlurError) {
    let identity = FileIdentity(of: target)
    let place = target.resolvedWhereItExists
    let isNeeded = ([original, record] + others).contains { path in
      path.resolvedWhereItExists == place || identity.map { $0 == FileIdentity(of: path) } ?? false
    }
    guard !isNeeded else {
      throw FaceBlurError(
        .refused, target, "the edit needs this file as it is", advice: "name another one for the render")
    }
  }
}
