internal import FoundationEssentials

/// What the data of our records is: compact JSON in raw DEFLATE, which other readers of such files can read, too.
extension AdjustmentData {
  /// The JSON.
  /// - Throws: `FaceBlurError` where it does not inflate, or to more than the limit.
  func payload(within limits: RecordLimits) throws(FaceBlurError) -> [UInt8] {
    do throws(RawDeflate.Failure) {
      return try RawDeflate.decompress(data, limit: limits.payloadBytes)
    } catch {
      switch error {
      case .tooLarge: throw .recordTooLarge("its data inflates to more than \(limits.payloadBytes) bytes")
      case .damaged, .outOfMemory: throw .damagedRecord("its data does not inflate")
      }
    }
  }

  /// Data of ours that holds a payload; always the same for the same one.
  /// - Parameters:
  ///   - payload: becomes the JSON.
  ///   - version: of the format that it is in.
  ///   - timestamp: when the edit was made.
  ///   - limits: that a reader has.
  /// - Throws: `FaceBlurError` where it cannot be written, or not be read again.
  static func holding(
    _ payload: some Encodable, of version: SemanticVersion, timestamp: Date, within limits: RecordLimits
  ) throws(FaceBlurError) -> AdjustmentData {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json: [UInt8]
    do {
      json = [UInt8](try encoder.encode(payload))
    } catch {
      throw .damagedRecord("it cannot be written")
    }
    guard json.count <= limits.payloadBytes else {
      throw .recordTooLarge("\(json.count) bytes of settings, the limit is \(limits.payloadBytes)")
    }
    guard let compressed = try? RawDeflate.compress(json),
      let data = AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: version.description, data: compressed,
        timestamp: timestamp)
    else { throw .damagedRecord("it cannot be written") }
    return data
  }
}
