public import FoundationEssentials

/// The payload of adjustment data: compact JSON in raw DEFLATE, in the shape that other readers walk.
///
/// `{"adjustments":[{"identifier":…,"settings":{…}}],"formatVersion":…,"metadata":{…},"versionInfo":{…}}`
struct AdjustmentPayload: Codable {
  struct Adjustment: Codable {
    var identifier: String
    var formatIdentifier: String
    var formatVersion: String
    var enabled: Bool
    var settings: FaceBlurAdjustment
  }

  /// The photo's size and orientation under the names that Apple's own records use.
  struct Metadata: Codable {
    var masterWidth: Int
    var masterHeight: Int
    var orientation: Int
  }

  struct VersionInfo: Codable {
    var appVersion: String
    var platform: String
    var schemaRevision: Int
  }

  var adjustments: [Adjustment]
  var formatVersion: String
  var metadata: Metadata
  var versionInfo: VersionInfo

  private static let adjustmentName = "FaceBlur"
  /// A payload that inflates to more is refused: 194 KB can hold 200 MB.
  private static let maxInflatedBytes = 8 << 20

  init(_ adjustment: FaceBlurAdjustment) {
    let version = FaceBlurAdjustment.formatVersion.description
    adjustments = [
      Adjustment(
        identifier: Self.adjustmentName, formatIdentifier: FaceBlurAdjustment.formatIdentifier,
        formatVersion: version, enabled: true, settings: adjustment)
    ]
    formatVersion = version
    metadata = Metadata(
      masterWidth: adjustment.source.width, masterHeight: adjustment.source.height,
      orientation: adjustment.source.orientation.rawValue)
    versionInfo = VersionInfo(appVersion: FaceBlurVersion.current, platform: "Linux", schemaRevision: 1)
  }

  func encoded() throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try RawDeflate.compress([UInt8](try encoder.encode(self)))
    } catch {
      throw .damaged("it cannot be written")
    }
  }

  static func decode(_ data: [UInt8]) throws(RecordError) -> AdjustmentPayload {
    let json: [UInt8]
    do throws(RawDeflate.Failure) {
      json = try RawDeflate.decompress(data, limit: maxInflatedBytes)
    } catch {
      switch error {
      case .tooLarge: throw .tooLarge("its data inflates to more than \(maxInflatedBytes) bytes")
      case .damaged, .outOfMemory: throw .damaged("its data does not inflate")
      }
    }
    do {
      return try JSONDecoder().decode(AdjustmentPayload.self, from: Data(json))
    } catch {
      throw .damaged("its settings are not what this version writes")
    }
  }
}

extension FaceBlurAdjustment {
  /// Whether adjustment data can be taken up: our identifier, our major version, no newer minor.
  public static func canHandle(_ data: AdjustmentData) -> Bool {
    data.formatIdentifier == formatIdentifier
      && SemanticVersion(data.formatVersion).map(formatVersion.canRead) ?? false
  }

  /// Reads the settings from adjustment data.
  /// - Throws: `RecordError` where it is another program's, a newer version's, or damaged.
  public init(_ data: AdjustmentData) throws(RecordError) {
    guard data.formatIdentifier == Self.formatIdentifier else {
      throw .foreign(identifier: data.formatIdentifier, version: data.formatVersion)
    }
    guard Self.canHandle(data) else { throw .newer(version: data.formatVersion) }
    let payload = try AdjustmentPayload.decode(data.data)
    guard payload.adjustments.count == 1, let only = payload.adjustments.first else {
      throw .damaged("it does not hold exactly one adjustment")
    }
    try only.settings.validate()
    self = only.settings
  }

  /// The adjustment data that holds these settings.
  /// - Throws: `RecordError` where they cannot be written.
  public func adjustmentData(timestamp: Date) throws(RecordError) -> AdjustmentData {
    let payload = try AdjustmentPayload(self).encoded()
    guard
      let data = AdjustmentData(
        formatIdentifier: Self.formatIdentifier, formatVersion: Self.formatVersion.description, data: payload,
        timestamp: timestamp)
    else { throw .damaged("its data is empty") }
    return data
  }
}
