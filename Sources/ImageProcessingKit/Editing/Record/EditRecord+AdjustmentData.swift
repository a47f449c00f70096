package import FoundationEssentials

extension EditRecord {
  /// A payload that inflates to more is refused: 194 KB can hold 200 MB.
  private static let maxInflatedBytes = 8 << 20

  /// Whether adjustment data can be taken up: our identifier, our major version, no newer minor.
  package static func canHandle(_ data: AdjustmentData) -> Bool {
    data.formatIdentifier == formatIdentifier
      && SemanticVersion(data.formatVersion).map(formatVersion.canRead) ?? false
  }

  /// Reads the record from adjustment data of any version that can be handled.
  /// - Throws: `FaceBlurError` where it is another program's, a newer version's, or damaged.
  package init(_ data: AdjustmentData) throws(FaceBlurError) {
    guard data.formatIdentifier == Self.formatIdentifier else {
      throw .foreignRecord(identifier: data.formatIdentifier, version: data.formatVersion)
    }
    guard Self.canHandle(data), let version = SemanticVersion(data.formatVersion) else {
      throw .newerRecord(version: data.formatVersion)
    }
    let json: [UInt8]
    do throws(RawDeflate.Failure) {
      json = try RawDeflate.decompress(data.data, limit: Self.maxInflatedBytes)
    } catch {
      switch error {
      case .tooLarge: throw .recordTooLarge("its data inflates to more than \(Self.maxInflatedBytes) bytes")
      case .damaged, .outOfMemory: throw .damagedRecord("its data does not inflate")
      }
    }
    self = try RecordMigration.read(json, of: version, madeAt: data.timestamp)
    try validate()
  }

  /// The adjustment data that holds this record.
  /// - Throws: `FaceBlurError` where it cannot be written.
  package func adjustmentData(timestamp: Date) throws(FaceBlurError) -> AdjustmentData {
    guard steps.allSatisfy({ Self.isTime($0.madeAt) }) else {
      throw .damagedRecord("the time of a step is out of range")
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json: [UInt8]
    do {
      json = [UInt8](try encoder.encode(RecordPayload(self)))
    } catch {
      throw .damagedRecord("it cannot be written")
    }
    guard json.count <= Self.maxInflatedBytes else {
      throw .recordTooLarge("\(json.count) bytes of settings, the limit is \(Self.maxInflatedBytes)")
    }
    guard let compressed = try? RawDeflate.compress(json),
      let data = AdjustmentData(
        formatIdentifier: Self.formatIdentifier, formatVersion: writtenVersion.description,
        data: compressed, timestamp: timestamp)
    else { throw .damagedRecord("it cannot be written") }
    return data
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
