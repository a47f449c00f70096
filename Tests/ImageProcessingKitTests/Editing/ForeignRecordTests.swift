import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Records of other programs: who wrote them can be told, whatever their data is.
@Suite struct ForeignRecordTests {
  @Test func tellsWhoWroteARecord() throws {
    let time = Date(timeIntervalSince1970: 1_716_735_153)
    for (file, identifier, version) in [
      (ForeignRecords.photos(), "com.apple.photo", "1.5"),
      (ForeignRecords.propertyList(), "com.niksoftware.snapseed", "2.0"),
      (ForeignRecords.archive(), "com.shinobicontrols.filtster", "1.0"),
    ] {
      let read = try AdjustmentData(fileContent: file)
      #expect(read.formatIdentifier == identifier)
      #expect(read.formatVersion == version)
      #expect(read.timestamp == time)
      #expect(!EditRecord.canHandle(read))
      #expect(throws: FaceBlurError.foreignRecord(identifier: identifier, version: version)) {
        try EditRecord(read)
      }
    }
  }

  @Test func refusesARecordWithoutData() throws {
    #expect(throws: FaceBlurError.damagedRecord("its adjustment data is empty")) {
      try AdjustmentData(fileContent: ForeignRecords.withoutData())
    }
  }

  /// A binary list holds times as numbers, so a forged one can hold any.
  @Test(arguments: ["1.2.0", "1.0.0"], [Double.nan, .infinity, -1e300])
  func refusesATimeThatIsNone(_ version: String, _ seconds: Double) throws {
    let golden = try PropertyListSerialization.propertyList(
      from: Data(TestPhotos.goldenRecord(version)), format: nil)
    var list = try #require(golden as? [String: Any])
    let place = Date(timeIntervalSinceReferenceDate: 123_456_789)
    list["adjustmentTimestamp"] = place
    var file = [UInt8](
      try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0))
    func bytes(_ seconds: Double) -> [UInt8] {
      withUnsafeBytes(of: seconds.bitPattern.bigEndian) { [UInt8]($0) }
    }
    let range = try #require(Data(file).firstRange(of: Data(bytes(place.timeIntervalSinceReferenceDate))))
    file.replaceSubrange(range, with: bytes(seconds))
    #expect(throws: FaceBlurError.damagedRecord("its time is out of range")) {
      _ = try AdjustmentData(fileContent: file)
    }
  }

  /// The records are of the kinds that they are said to be.
  @Test func keepsTheDataAsItIs() throws {
    let json = try RawDeflate.decompress(
      AdjustmentData(fileContent: ForeignRecords.photos()).data, limit: 1 << 20)
    let payload = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    let adjustments = try #require(payload["adjustments"] as? [[String: Any]])
    #expect(adjustments.map { $0["identifier"] as? String } == ["Crop"])

    let plain = try list(in: ForeignRecords.propertyList())
    #expect(plain["filterName"] as? String == "CIPhotoEffectNoir")

    let archive = try list(in: ForeignRecords.archive())
    #expect(archive["$archiver"] as? String == "NSKeyedArchiver")
    #expect((archive["$objects"] as? [Any])?.contains { $0 as? String == "CISepiaTone" } == true)
  }

  private func list(in file: [UInt8]) throws -> [String: Any] {
    let data = Data(try AdjustmentData(fileContent: file).data)
    return try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
  }
}
