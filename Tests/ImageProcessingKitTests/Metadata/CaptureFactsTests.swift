import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct CaptureFactsTests {
  private func facts(_ order: ByteOrder = .bigEndian, _ change: (inout CapturedPhoto) -> Void) throws
    -> CaptureFacts
  {
    var photo = CapturedPhoto()
    change(&photo)
    return try PhotoFormats.standard.open(photo.jpeg(order)).captureFacts
  }

  private func date(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }

  @Test(arguments: ByteOrder.allCases)
  func tellsWhenAndWhereACamerasPhotoWasTaken(order: ByteOrder) throws {
    let facts = try PhotoFormats.standard.open(CameraPhoto.jpeg(order)).captureFacts
    #expect(try facts.creationDate == date("2024-05-04T12:30:45-03:30"))
    #expect(facts.secondsFromGMT == -12_600)
    let location = try #require(facts.location)
    #expect(abs(location.latitude - 48.858_196_4) < 1e-7)
    #expect(abs(location.longitude - -2.294_510_0) < 1e-7)
    #expect(location.altitude == 35.17)
  }

  @Test func tellsNothingWhereThePhotoDoesNot() throws {
    let facts = try PhotoFormats.standard.open(TestPhotos.astronaut()).captureFacts
    #expect(facts == CaptureFacts(creationDate: nil, secondsFromGMT: nil, location: nil))
  }

  @Test func takesAClockWithoutATimeZoneForUTC() throws {
    let facts = try facts { $0.date = "1999:12:31 23:59:59" }
    #expect(try facts.creationDate == date("1999-12-31T23:59:59Z"))
    #expect(facts.secondsFromGMT == nil)
  }

  @Test(arguments: [
    ("+14:00", 50_400), ("-12:00", -43_200), ("+00:00", 0), ("-00:30", -1800), ("+14:01", nil),
    ("-12:01", nil),
    ("+99:99", nil), ("+01:60", nil), ("01:00", nil), ("Z", nil),
  ])
  func takesOnlyOffsetsThatTimeZonesHave(offset: String, expected: Int?) throws {
    let facts = try facts {
      $0.date = "2024:05:04 12:30:45"
      $0.offset = offset
    }
    #expect(facts.secondsFromGMT == expected)
    #expect(
      try facts.creationDate == date("2024-05-04T12:30:45Z").addingTimeInterval(-Double(expected ?? 0)))
  }

  @Test(arguments: [
    "2023:02:29 12:00:00", "2024:13:01 12:00:00", "2024:00:10 12:00:00", "2024:04:31 12:00:00",
    "2024:05:04 24:00:00", "2024:05:04 12:60:00", "2024:05:04 12:00:60", "0000:00:00 00:00:00",
    "0000:01:01 00:00:00", "    :  :     :  :  ", "2024:05:04", "2024-05-04 12:00:00", "",
  ])
  func takesNoTimeThatThereIsNot(text: String) throws {
    #expect(try facts { $0.date = text }.creationDate == nil)
  }

  @Test func knowsLeapYears() throws {
    #expect(try facts { $0.date = "2024:02:29 12:00:00" }.creationDate == date("2024-02-29T12:00:00Z"))
  }

  @Test func knowsTheFourQuartersOfTheEarth() throws {
    for (north, east) in [("N", "E"), ("N", "W"), ("S", "E"), ("S", "W")] {
      let location = try facts {
        $0.latitudeReference = north
        $0.longitudeReference = east
      }.location
      #expect(location?.latitude == (north == "N" ? 1 : -1) * (48 + 51.0 / 60 + 30.0 / 3600))
      #expect(location?.longitude == (east == "E" ? 1 : -1) * (2 + 17.0 / 60 + 40.0 / 3600))
      #expect(location?.altitude == nil)
    }
  }

  @Test(arguments: [nil, 0, 1, 2, 3])
  func knowsHeightsAboveAndBelowTheSea(reference: Int?) throws {
    let location = try facts {
      $0.altitudeReference = reference
      $0.altitude = [(4305, 10)]
    }.location
    let expected: Double? =
      switch reference {
      case nil, 0: 430.5
      case 1: -430.5
      default: nil
      }
    #expect(try #require(location).altitude == expected)
  }

  @Test func keepsThePlaceWhereTheHeightIsNoNumber() throws {
    let location = try #require(try facts { $0.altitude = [(1, 0)] }.location)
    #expect(location.altitude == nil)
  }

  @Test func takesTheEdgesOfTheEarthAndNothingBeyond() throws {
    #expect(try facts { $0.latitude = [(90, 1), (0, 1), (0, 1)] }.location?.latitude == 90)
    #expect(try facts { $0.longitude = [(180, 1), (0, 1), (0, 1)] }.location?.longitude == 180)
    for latitude in [
      [(90, 1), (0, 1), (1, 100)], [(48, 0), (0, 1), (0, 1)], [(48, 1), (0, 0), (0, 1)],
      [(48, 1), (51, 1), (0, 0)], [(48, 1), (61, 1), (0, 1)], [(48, 1), (0, 1), (61, 1)],
      [(0xFFFF_FFFF, 1), (0, 1), (0, 1)], [(-48, 1), (0, 1), (0, 1)], [(48, 1), (0, 1)], [(48, 1)],
      [(48, 1), (0, 1), (0, 1), (0, 1)],
    ] {
      #expect(try facts { $0.latitude = latitude }.location == nil, "\(latitude)")
    }
    #expect(try facts { $0.longitude = [(180, 1), (0, 1), (1, 1)] }.location == nil)
    for reference in [nil, "X", "", "NN"] {
      #expect(try facts { $0.latitudeReference = reference }.location == nil)
      #expect(try facts { $0.longitudeReference = reference }.location == nil)
    }
  }
}
