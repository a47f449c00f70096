package import FoundationEssentials

extension EditRecord {
  /// Whether adjustment data can be taken up: our identifier, our major version, no newer minor.
  package static func canHandle(_ data: AdjustmentData) -> Bool {
    data.formatIdentifier == formatIdentifier
      && SemanticVersion(data.formatVersion).map(formatVersion.canRead) ?? false
  }

  /// Whether data of ours is of a film.
  static func isOfFilm(_ data: AdjustmentData) -> Bool {
    SemanticVersion(data.formatVersion)?.major == majorVersionOfFilms
  }

  /// Reads the record from adjustment data of any version that can be handled.
  /// - Throws: `FaceBlurError` where it is another program's, a newer version's, a film's, or damaged.
  package init(_ data: AdjustmentData) throws(FaceBlurError) {
    guard data.formatIdentifier == Self.formatIdentifier else {
      throw .foreignRecord(identifier: data.formatIdentifier, version: data.formatVersion)
    }
    if Self.isOfFilm(data) { throw .recordOfFilm }
    guard Self.canHandle(data), let version = SemanticVersion(data.formatVersion) else {
      throw .newerRecord(version: data.formatVersion)
    }
    let json = try data.payload(within: .photo)
    self = try RecordMigration.read(json, of: version, madeAt: data.timestamp)
    try validate()
  }

  /// The adjustment data that holds this record.
  /// - Throws: `FaceBlurError` where it cannot be written.
  package func adjustmentData(timestamp: Date) throws(FaceBlurError) -> AdjustmentData {
    guard steps.allSatisfy({ Self.isTime($0.madeAt) }) else {
      throw .damagedRecord("the time of a step is out of range")
    }
    return try AdjustmentData.holding(
      RecordPayload(self), of: writtenVersion, timestamp: timestamp, within: .photo)
  }

  /// The content of the record file. Where it would be too large, steps that a later one has replaced are forgotten,
  /// the oldest first.
  /// - Throws: `FaceBlurError` of kind `recordTooLarge` where even the state alone does not fit.
  mutating func fileContent(timestamp: Date) throws(FaceBlurError) -> [UInt8] {
    while steps.count > Self.maxSteps, forgetOldestStep() {}
    // What would not be read again is not written.
    try validate()
    while true {
      do {
        return try adjustmentData(timestamp: timestamp).fileContent()
      } catch {
        guard error.kind == .recordTooLarge, forgetOldestStep() else { throw error }
      }
    }
  }
}
