import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// What other people's programs find in our records.
@Suite struct PeerTests {
  private func record() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--cells", "4")
    return try scratch.read("portrait.AAE")
  }

  /// Who wrote a record, by exiftool's names.
  private func expectHeader(_ tags: [String: String], of record: [UInt8]) throws {
    let list = try RecordOnDisk(record).list
    let timestamp = try #require(list["adjustmentTimestamp"] as? Date)
    #expect(tags["XML:AdjustmentFormatIdentifier"] == "org.faceblur.FaceBlur")
    #expect(tags["XML:AdjustmentEditorBundleID"] == "org.faceblur.FaceBlur")
    #expect(tags["XML:AdjustmentFormatVersion"] == list["adjustmentFormatVersion"] as? String)
    #expect(tags["XML:AdjustmentBaseVersion"] == "0")
    let written = try #require(tags["XML:AdjustmentTimestamp"])
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy:MM:dd HH:mm:ssX"
    #expect(format.date(from: written) == timestamp)
    #expect(tags["File:FileType"] == "AAE")
    #expect(!tags.keys.contains { $0.hasSuffix(":Warning") || $0.hasSuffix(":Error") })
  }

  @Test func exiftoolReadsWhoWroteTheRecord() throws {
    let record = try record()
    try expectHeader(#require(ExifTool.tags(of: ["a.AAE": record])["a.AAE"]), of: record)
  }

  @Test(.enabled(if: Peers.hasExifTool, "`make peers` fetches exiftool 13"))
  func exiftoolReadsWhatTheRecordHolds() throws {
    let record = try record()
    let files = ["a.AAE": record]
    let tags = try #require(try ExifTool.tags(of: files, asNumbers: true, by: Peers.exifTool)["a.AAE"])
    try expectHeader(tags, of: record)
    let settings = try RecordOnDisk(record).settings
    #expect(tags["JSON:AdjustmentsIdentifier"] == "FaceBlur")
    #expect(tags["JSON:FormatVersion"] == tags["XML:AdjustmentFormatVersion"])
    #expect(tags["JSON:MetadataOrientation"] == "1")
    #expect(tags["JSON:MetadataMasterWidth"] == "512")
    #expect(tags["JSON:VersionInfoAppVersion"] == FaceBlurVersion.current)
    #expect(tags["JSON:AdjustmentsSettingsCells"] == "4")
    #expect(tags["JSON:AdjustmentsSettingsStyle"] == "mosaic")
    #expect(tags["JSON:AdjustmentsSettingsRegionsId"] == "f1")
    #expect(tags["JSON:AdjustmentsSettingsRegionsState"] == "applied")
    let rect = try #require(
      (settings["regions"] as? [[String: Any]])?.first?["rect"] as? [String: Double])
    for (side, name) in [("x", "X"), ("y", "Y"), ("width", "Width"), ("height", "Height")] {
      let read = tags["JSON:AdjustmentsSettingsRegionsRect\(name)"].flatMap(Double.init)
      #expect(try abs(#require(read) - #require(rect[side])) < 1e-9)
    }
  }

  @Test(.enabled(if: Peers.areThere, "`make peers` fetches osxphotos"))
  func osxphotosReadsTheRecord() throws {
    let record = try record()
    let onDisk = try RecordOnDisk(record)
    let read = try Peers.osxphotos(record)
    #expect(read["format_id"] as? String == "org.faceblur.FaceBlur")
    #expect(read["editor"] as? String == "org.faceblur.FaceBlur")
    #expect(read["base_version"] as? Int == 0)
    #expect(read["format_version"] as? String == onDisk.list["adjustmentFormatVersion"] as? String)
    #expect(read["adjustment_format_version"] as? String == read["format_version"] as? String)
    let timestamp = try #require(read["timestamp"] as? String)
    #expect(ISO8601DateFormatter().date(from: timestamp) == onDisk.list["adjustmentTimestamp"] as? Date)
    #expect(read["orientation"] as? Int == 1)
    let adjustments = try #require(read["adjustments"] as? [[String: Any]])
    let written = try #require(onDisk.payload["adjustments"] as? [[String: Any]])
    #expect(adjustments.count == 1)
    #expect(NSArray(array: adjustments) == NSArray(array: written))
    let version = try #require(read["version_info"] as? [String: Any])
    #expect(version["appVersion"] as? String == FaceBlurVersion.current)
  }

  /// The records that stand for those of other programs are what osxphotos takes for such.
  @Test(.enabled(if: Peers.areThere, "`make peers` fetches osxphotos"))
  func osxphotosReadsTheRecordsOfOtherPrograms() throws {
    let photos = try Peers.osxphotos(ForeignRecords.photos())
    #expect(photos["format_id"] as? String == "com.apple.photo")
    #expect(photos["format_version"] as? String == "1.5")
    #expect((photos["adjustments"] as? [[String: Any]])?.map { $0["identifier"] as? String } == ["Crop"])
    for record in [ForeignRecords.propertyList(), ForeignRecords.archive(), ForeignRecords.withoutData()] {
      let read = try Peers.osxphotos(record)
      #expect(read["format_id"] is String)
      #expect((read["adjustments"] as? [Any])?.isEmpty == true)
    }
  }
}
