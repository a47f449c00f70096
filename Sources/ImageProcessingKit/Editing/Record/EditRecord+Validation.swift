internal import FoundationEssentials

extension EditRecord {
  /// The largest record of another program that fits into ours.
  static let maxBaseRecordBytes = AdjustmentData.maxFileBytes / 2

  /// Whether a step or a record can be of a time; one that does not say when it was made is of the distant past.
  static func isTime(_ time: Date) -> Bool {
    // As numbers: a date that is no number is in every range of dates.
    (Date.distantPast.timeIntervalSince1970...Date.distantFuture.timeIntervalSince1970)
      .contains(time.timeIntervalSince1970)
  }

  /// Checks every value that the file could have set: nothing of a record is trusted.
  func validate() throws(FaceBlurError) {
    guard steps.count <= Self.maxSteps else { throw .recordTooLarge(counted(steps.count, "step")) }
    for step in steps { try step.adjustment.validate() }
    guard steps.allSatisfy({ Self.isTime($0.madeAt) }) else {
      throw .damagedRecord("the time of a step is out of range")
    }
    // A step that was taken back never stands before one that was not.
    guard !zip(steps, steps.dropFirst()).contains(where: { !$0.isEnabled && $1.isEnabled }) else {
      throw .damagedRecord("its steps are out of order")
    }
    guard currentStep > 0 else { throw .damagedRecord("it holds no adjustment") }
    try Self.validate(source)
    if let base {
      try Self.validate(base.photo)
      guard base.photo.fileName.isSingleName, base.record.count <= Self.maxBaseRecordBytes else {
        throw .damagedRecord("what it says of the edit beneath is out of range")
      }
    }
    guard renders.allSatisfy({ Self.isDigest($0.sha256) }) else { throw Self.notADigest }
    guard !renders.isEmpty, renders.count <= Self.maxRenders,
      renders.allSatisfy({ $0.path.isSingleName || $0.path.isAbsolute }),
      renders.allSatisfy({ (0...FilePath.maxLevels).contains($0.foldersMade) })
    else { throw .damagedRecord("it does not say where its render is") }
    if let sidecar {
      guard Self.isDigest(sidecar.sha256) else { throw Self.notADigest }
      guard sidecar.name.isSingleName else { throw .damagedRecord("its sidecar is not beside the photo") }
    }
  }

  private static func validate(_ source: Source) throws(FaceBlurError) {
    guard isDigest(source.sha256) else { throw notADigest }
    guard PictureFrame.allowedSides.contains(source.width),
      PictureFrame.allowedSides.contains(source.height), source.byteCount >= 0
    else { throw .damagedRecord("the photo's size is out of range") }
    let whole = PixelRect(x: 0, y: 0, width: source.width, height: source.height)
    guard source.visible?.lies(in: whole) ?? true else {
      throw .damagedRecord("what is shown of the photo is out of range")
    }
  }

  private static let notADigest = FaceBlurError.damagedRecord("a hash is not 64 hexadecimal digits")

  /// Hashes become parts of file names, so nothing else may stand there.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
