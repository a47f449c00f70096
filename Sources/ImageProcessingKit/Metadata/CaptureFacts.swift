package import FoundationEssentials

/// When and where a photo was taken, as far as its EXIF says so in values that can be.
public struct CaptureFacts: Sendable, Hashable {
  /// A place on Earth, in degrees of WGS 84.
  public struct Location: Sendable, Hashable {
    /// −90…90, north is positive.
    public let latitude: Double
    /// −180…180, east is positive.
    public let longitude: Double
    /// Metres above sea level; nil where the photo does not say.
    public let altitude: Double?
  }

  /// DateTimeOriginal, in whole seconds. Where the photo does not say how far its clock was from UTC, the clock is read
  /// as UTC: on every machine alike, and in UTC it shows what the camera's did.
  package let creationDate: Date?
  /// OffsetTimeOriginal: how far the camera's clock was ahead of UTC; nil where the photo does not say.
  package let secondsFromGMT: Int?
  package let location: Location?
}

extension CaptureFacts {
  init(_ exif: EXIFBlock) {
    secondsFromGMT = Self.offset(exif)
    creationDate = Self.clock(exif)?.addingTimeInterval(-Double(secondsFromGMT ?? 0))
    location = Self.location(exif)
  }

  /// The camera's clock as UTC; nil where it shows no time that there is: 30 February, or zeros.
  private static func clock(_ exif: EXIFBlock) -> Date? {
    guard case .text(let text)? = exif[.dateTimeOriginal] else { return nil }
    let numbers = numbers(in: text)
    guard numbers.count == 6 else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(
      calendar: calendar, year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
      minute: numbers[4], second: numbers[5])
    return numbers[0] > 0 && components.isValidDate ? components.date : nil
  }

  /// Nil where the offset is no time zone's: they reach from −12:00 to +14:00.
  private static func offset(_ exif: EXIFBlock) -> Int? {
    guard case .text(let text)? = exif[.offsetTimeOriginal] else { return nil }
    let numbers = numbers(in: text)
    guard numbers.count == 2, numbers[1] < 60 else { return nil }
    let seconds = numbers[0] * 3600 + numbers[1] * 60
    let signed = text.first == UInt8(ascii: "-") ? -seconds : seconds
    return (-12 * 3600...14 * 3600).contains(signed) ? signed : nil
  }

  /// Runs of digits; `EXIFTag` has checked that they are short.
  private static func numbers(in text: [UInt8]) -> [Int] {
    text.split { !(0x30...0x39).contains($0) }.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
  }

  private static func location(_ exif: EXIFBlock) -> Location? {
    guard let latitude = degrees(exif, .gpsLatitude, .gpsLatitudeReference, negative: "S", limit: 90),
      let longitude = degrees(exif, .gpsLongitude, .gpsLongitudeReference, negative: "W", limit: 180)
    else { return nil }
    return Location(latitude: latitude, longitude: longitude, altitude: altitude(exif))
  }

  /// Degrees, minutes and seconds with their hemisphere (Exif 2.32, 4.6.6); nil unless all is there and on Earth.
  private static func degrees(
    _ exif: EXIFBlock, _ tag: EXIFTag, _ reference: EXIFTag, negative: String, limit: Double
  ) -> Double? {
    guard case .text(let hemisphere)? = exif[reference] else { return nil }
    let parts = exif.rationals(tag).compactMap { $0 }
    // Rounded up, a minute has 60 seconds.
    guard parts.count == 3, parts[1] <= 60, parts[2] <= 60 else { return nil }
    let degrees = parts[0] + parts[1] / 60 + parts[2] / 3600
    guard degrees <= limit else { return nil }
    return hemisphere == Array(negative.utf8) ? -degrees : degrees
  }

  /// 0 is above and 1 below sea level; what Exif 3.0 adds is not relative to the sea. Above is what EXIF means where
  /// it does not say.
  private static func altitude(_ exif: EXIFBlock) -> Double? {
    guard let height = exif.rationals(.gpsAltitude).first ?? nil else { return nil }
    switch exif[.gpsAltitudeReference] {
    case nil, .numbers([0]): return height
    case .numbers([1]): return -height
    default: return nil
    }
  }
}
