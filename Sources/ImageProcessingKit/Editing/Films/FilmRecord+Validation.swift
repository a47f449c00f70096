extension FilmRecord {
  /// Ticks: what a number with a fraction can say exactly.
  static let allowedTimes = -Double(FilmLimits.maxTicks)...Double(FilmLimits.maxTicks)

  /// Checks every value that a file could have set: nothing of a record is trusted.
  func validate() throws(FaceBlurError) {
    guard plan.tracks.count <= FilmPlan.maxTracks else {
      throw .recordTooLarge(counted(plan.tracks.count, "track"))
    }
    let points = plan.tracks.reduce(0) { $0 + $1.points.count }
    guard points <= FilmPlan.maxPoints else { throw .recordTooLarge(counted(points, "point")) }
    if let flaw = FilmPlan.flaw(in: plan.tracks) { throw .damagedRecord(flaw) }
    guard plan.strength.lattice == .picture else { throw .damagedRecord("its cells are those of old photos") }
    guard detector.isSound else { throw .damagedRecord("the detector is out of range") }
    try source.validate()
    guard renders.allSatisfy({ SHA256.isHexDigest($0.sha256) }) else { throw Self.notADigest }
    guard !renders.isEmpty, renders.count <= EditRecord.maxRenders,
      renders.allSatisfy({ $0.path.isSingleName || $0.path.isAbsolute }),
      renders.allSatisfy({ (0...FilePath.maxLevels).contains($0.foldersMade) })
    else { throw .damagedRecord("it does not say where its render is") }
    guard renders.allSatisfy({ Making.allowedQualities.contains($0.making.quality) }) else {
      throw .damagedRecord("a quality is out of range")
    }
  }

  fileprivate static let notADigest = FaceBlurError.damagedRecord("a hash is not 64 hexadecimal digits")
}

extension FilmRecord.Source {
  private static let allowedSides = 1...FilmLimits.maxSide
  private static let allowedTimescales = 1...Int(UInt32.max)
  /// In seconds: longer than any film within the limits.
  private static let allowedDurations = 0...1e12

  fileprivate func validate() throws(FaceBlurError) {
    guard SHA256.isHexDigest(sha256) else { throw FilmRecord.notADigest }
    guard Self.allowedSides.contains(width), Self.allowedSides.contains(height), byteCount >= 0 else {
      throw .damagedRecord("the film's size is out of range")
    }
    guard Self.allowedDurations.contains(duration), (1...FilmLimits.maxSamples).contains(pictures),
      Self.allowedTimescales.contains(timescale), FilmRecord.allowedTimes.contains(Double(start))
    else { throw .damagedRecord("the film's times are out of range") }
  }
}
