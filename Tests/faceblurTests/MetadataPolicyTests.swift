import Foundation
import TestSupport
import Testing

/// What a render tells under each policy: exactly what the policy allows, by exiftool's account.
@Suite struct MetadataPolicyTests {
  private static let density = [
    "IFD0:XResolution": "300", "IFD0:YResolution": "300", "IFD0:ResolutionUnit": "2",
  ]
  private static let date = [
    "ExifIFD:DateTimeOriginal": "2024:05:04 12:30:45", "ExifIFD:CreateDate": "2024:05:04 12:30:46",
    "ExifIFD:OffsetTimeOriginal": "-03:30", "ExifIFD:OffsetTimeDigitized": "+02:00",
    "ExifIFD:SubSecTimeOriginal": "123",
  ]
  private static let lensModel = ["ExifIFD:LensModel": "AG 24-70mm F2.8"]
  private static let make = ["IFD0:Make": "Acme Optical"]
  private static let artist = ["IFD0:Artist": "Ann Artist"]
  /// Rationals are compared as fractions, so that a value that was reduced or rounded is found.
  private static let shot = [
    "ExifIFD:ExposureTime": "0.004", "ExifIFD:FNumber": "2.8", "ExifIFD:ExposureProgram": "3",
    "ExifIFD:ISO": "400", "ExifIFD:ShutterSpeedValue": "\(pow(2, -7.966))",
    "ExifIFD:ApertureValue": "\(pow(2, 2.971 / 2))", "ExifIFD:ExposureCompensation": "\(-2.0 / 3)",
    "ExifIFD:MaxApertureValue": "\(pow(2, 1.5))", "ExifIFD:MeteringMode": "5",
    "ExifIFD:LightSource": "10", "ExifIFD:Flash": "16", "ExifIFD:FocalLength": "50",
    "ExifIFD:FocalLengthIn35mmFormat": "75", "ExifIFD:ExposureMode": "1", "ExifIFD:WhiteBalance": "1",
    "ExifIFD:DigitalZoomRatio": "1.5", "ExifIFD:SceneCaptureType": "2",
  ]
  private static let standard = merged(
    density, date, make, lensModel, artist, shot,
    [
      "IFD0:Model": "Acme One", "ExifIFD:LensInfo": "24 70 2.8 2.8", "ExifIFD:LensMake": "Acme Glass",
      "IFD0:Copyright": "(c) 2024 Ann Artist",
    ])
  private static let place = [
    "GPS:GPSVersionID": "2 3 0 0", "GPS:GPSLatitudeRef": "N",
    "GPS:GPSLatitude": "\(48 + 51.0 / 60 + 29.507 / 3600)",
    "GPS:GPSLongitudeRef": "W", "GPS:GPSLongitude": "\(2 + 17.0 / 60 + 40.2361 / 3600)",
    "GPS:GPSAltitudeRef": "0", "GPS:GPSAltitude": "35.17",
  ]
  private static let coarsePlace = [
    "GPS:GPSVersionID": "2 3 0 0", "GPS:GPSLatitudeRef": "N", "GPS:GPSLatitude": "48.86",
    "GPS:GPSLongitudeRef": "W", "GPS:GPSLongitude": "2.29",
  ]

  private static func merged(_ tags: [String: String]...) -> [String: String] {
    tags.reduce(into: [:]) { $0.merge($1) { first, _ in first } }
  }

  /// What a policy lets through, apart from what decoding needs.
  private static func allowed(_ policy: String?) -> [String: String] {
    switch policy {
    case "none": [:]
    case nil, "minimal": merged(density, date)
    case "standard": standard
    case "standard+gps": merged(standard, place)
    case "+gps=coarse": merged(density, date, coarsePlace)
    case "standard-Make-artist":
      standard.filter { make[$0.key] == nil && artist[$0.key] == nil }
    case "minimal,+LensModel": merged(density, date, lensModel)
    case "-date": density
    default: [:]
    }
  }

  @Test(arguments: PolicyRun.policies, ByteOrder.allCases)
  func tellsExactlyWhatThePolicyAllows(policy: String?, order: ByteOrder) throws {
    let dots = Self.allowed(policy).keys.contains("IFD0:XResolution") ? ("300", "1") : ("1", "0")
    let wanted = Self.merged(
      Self.allowed(policy),
      [
        "IFD0:Orientation": "6", "ExifIFD:ExifVersion": "0232", "ExifIFD:ColorSpace": "65535",
        "InteropIFD:InteropIndex": "R03", "JFIF:JFIFVersion": "1 1", "JFIF:XResolution": dots.0,
        "JFIF:YResolution": dots.0, "JFIF:ResolutionUnit": dots.1,
      ])
    let told = try PolicyRun.all.get().tags(policy, order)
    #expect(Set(told.keys) == Set(wanted.keys), "\(policy ?? "default")")
    for (tag, value) in wanted {
      let found = told[tag] ?? "nothing"
      // exiftool says the one number with more digits than the other.
      let isEqual =
        if let a = Double(value), let b = Double(found) { abs(a - b) < 1e-6 } else { value == found }
      #expect(isEqual, "\(policy ?? "default"): \(tag) is \(found), not \(value)")
    }
  }

  @Test(arguments: PolicyRun.policies, ByteOrder.allCases)
  func neverTellsASerialNumberANameOrAProgram(policy: String?, order: ByteOrder) throws {
    let render = try #require(PolicyRun.all.get().renders[PolicyRun.name(policy, order)])
    for secret in CameraPhoto.secrets {
      #expect(!ByteSearch.contains(render, Array(secret.utf8)), "\(policy ?? "default"): \(secret)")
    }
  }

  @Test(arguments: PolicyRun.policies)
  func keepsTheColourProfileUnlessToldOtherwise(policy: String?) throws {
    for order in ByteOrder.allCases {
      let render = try #require(PolicyRun.all.get().renders[PolicyRun.name(policy, order)])
      let carried = TestProfile.carried(by: render)
      // The same colours, but nobody's name.
      #expect(ByteSearch.contains(carried, Array("rXYZ".utf8)))
      #expect(!ByteSearch.contains(carried, Array("Wide gamut".utf8)))
    }
  }

  // Nobody can tell from the file's own time when a photo without a date was blurred.
  @Test(arguments: PolicyRun.policies)
  func givesRendersWithoutADateAFixedDayAsFileTime(policy: String?) throws {
    for order in ByteOrder.allCases {
      let modified = try #require(PolicyRun.all.get().modified[PolicyRun.name(policy, order)])
      let isFixed = modified == Date(timeIntervalSince1970: 946_684_800)
      #expect(isFixed == (policy == "none" || policy == "-date"), "\(policy ?? "default"): \(modified)")
    }
  }

  @Test func hasAllTheTagsItLooksForInItsPhotos() throws {
    let tags = try ExifTool.tags(
      of: ["photo.jpg": CameraPhoto.jpeg(.littleEndian)], asNumbers: true)["photo.jpg"]
    for tag in Self.merged(Self.standard, Self.place).keys {
      #expect(tags?[tag] != nil, "\(tag)")
    }
    let all = (tags ?? [:]).values.joined(separator: "\n")
    for secret in CameraPhoto.secrets {
      #expect(all.contains(secret) || secret.hasPrefix("MAKER"), "\(secret)")
    }
  }
}
