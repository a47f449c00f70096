import ImageProcessingKit

/// Photos whose faces are seen by some viewers only: those that heed colour profiles, or those that go about inks in a certain
/// way.
public struct ProfilePhoto: Sendable, CustomStringConvertible {
  public let name: String
  /// Whether its colours cannot be told by a profile that a render carries.
  public let isConverted: Bool
  public let build: @Sendable () throws -> [UInt8]

  public var description: String { name }
  public var fileName: String { name.filter { $0.isLetter || $0.isNumber } + ".jpg" }

  /// Stored as red, green and blue, so that no sample is another by way of YCbCr.
  private static let plain = TestJPEG.Kind {
    ($0.keepsColors, $0.quality, $0.sampling) = (true, 98, (1, 1))
  }

  public static let all: [ProfilePhoto] = [
    ProfilePhoto(name: "inverted curves", isConverted: true) {
      try stored(TestProfile.profile(curve: TestProfile.curve(256) { light(1 - $0) })) { 255 - $0 }
    },
    ProfilePhoto(name: "shuffled curves", isConverted: true) {
      // Eight stretches, each in another's place.
      let places = [5, 2, 7, 0, 3, 6, 1, 4]
      let curve = TestProfile.curve(256) { x in
        let level = Int((x * 255).rounded())
        return light(Double((places.firstIndex(of: level / 32) ?? 0) * 32 + level % 32) / 255)
      }
      return try stored(TestProfile.profile(curve: curve)) { UInt8(places[Int($0) / 32] * 32 + Int($0) % 32) }
    },
    ProfilePhoto(name: "faint samples and a steep curve", isConverted: true) {
      // All of the picture in five levels of a hundred.
      let curve = TestProfile.curve(256) { x in light(min(max((x * 255 - 100) / 48, 0), 1)) }
      return try stored(TestProfile.profile(curve: curve)) { UInt8(100 + Int($0) * 48 / 255) }
    },
    ProfilePhoto(name: "a table that inverts", isConverted: true) {
      let table = TestProfile.table(side: 17) { (light(1 - $0.red), light(1 - $0.green), light(1 - $0.blue)) }
      return try stored(table) { 255 - $0 }
    },
    ProfilePhoto(name: "XYB", isConverted: true) {
      // Red and green as their mean and half of what they differ by.
      let table = TestProfile.table(side: 17) { sample in
        (light(sample.green + sample.red - 0.5), light(sample.green - sample.red + 0.5), light(sample.blue))
      }
      return try photo(table, plain) { red, green, blue in
        (UInt8((Int(red) - Int(green) + 255) / 2), UInt8((Int(red) + Int(green)) / 2), blue)
      }
    },
    ProfilePhoto(name: "gray inverted", isConverted: true) {
      let gray = TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) }
      return try photo(TestProfile.gray(curve: TestProfile.curve(256) { light(1 - $0) }), gray) {
        (255 - $0, 255 - $1, 255 - $2)
      }
    },
    ProfilePhoto(name: "samples of light itself", isConverted: false) {
      try stored(TestProfile.profile(curve: TestProfile.curve([]))) { sample in
        UInt8((light(Double(sample) / 255) * 255).rounded())
      }
    },
    ProfilePhoto(name: "face under full black", isConverted: false) { try inks(black: 0) },
    ProfilePhoto(name: "face under full black with a profile", isConverted: true) {
      JPEGParts.inserting(TestProfile.segments(TestProfile.inks()), into: try inks(black: 0))
    },
    ProfilePhoto(name: "inks with a profile", isConverted: true) {
      JPEGParts.inserting(TestProfile.segments(TestProfile.inks()), into: try inks(black: 255))
    },
    ProfilePhoto(name: "inks the other way round", isConverted: false) {
      // Without Adobe's marker, and with its numbers.
      var jpeg = try inks(black: 255)
      if let adobe = JPEGParts.segments(of: jpeg).first(where: { $0.marker == 0xEE }) {
        jpeg.removeSubrange(adobe.range)
      }
      return jpeg
    },
  ]

  /// The light that sRGB's samples show (IEC 61966-2-1), nearly.
  static func light(_ sample: Double) -> Double {
    let x = min(max(sample, 0), 1)
    // The cube of a line that has the curve's ends and is one level off between.
    return x * (x * (x * 0.305_306_011 + 0.682_171_111) + 0.012_522_878)
  }

  private static func stored(
    _ profile: [UInt8], _ sample: (UInt8) -> UInt8
  ) throws -> [UInt8] {
    try photo(profile, plain) { (sample($0), sample($1), sample($2)) }
  }

  /// The portrait with other samples.
  private static func photo(
    _ profile: [UInt8], _ kind: TestJPEG.Kind,
    _ samples: (UInt8, UInt8, UInt8) -> (UInt8, UInt8, UInt8)
  ) throws -> [UInt8] {
    var picture = try TestPhotos.pixels(of: TestPhotos.astronaut())
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture[x, y]
        let (red, green, blue) = samples(pixel.red, pixel.green, pixel.blue)
        picture[x, y] = (red, green, blue)
      }
    }
    return JPEGParts.inserting(TestProfile.segments(profile), into: try TestJPEG.encode(picture, kind))
  }

  /// The portrait in three inks under one black.
  private static func inks(black: UInt8) throws -> [UInt8] {
    try TestJPEG.encode(
      TestPhotos.pixels(of: TestPhotos.astronaut()),
      TestJPEG.Kind {
        ($0.components, $0.keepsColors, $0.sampling, $0.black) = (4, true, (1, 1), black)
      })
  }
}
