import TestSupport
import Testing

@testable import ImageProcessingKit

/// A render's colour profile is written from what the photo's means, and nothing else of it is left.
@Suite struct MatrixShaperTests {
  private static func gamma(_ exponent: Double) -> [UInt8] {
    TestProfile.curve(1024) { MatrixShaperTests.power($0, exponent) }
  }

  private static func power(_ x: Double, _ exponent: Double) -> Double {
    ICCCurve.gamma(exponent).value(at: x)
  }

  /// The curve of sRGB (IEC 61966-2-1).
  private static func sRGB(_ x: Double) -> Double {
    x <= 0.04045 ? x / 12.92 : power((x + 0.055) / 1.055, 2.4)
  }

  /// What cameras, monitors and editors write.
  private static let usual: [(name: String, profile: [UInt8])] = [
    ("wide gamut, gamma 2.2", TestProfile.wideGamut),
    ("gamma 1", TestProfile.profile(curve: TestProfile.curve([]))),
    ("gamma 1.8", TestProfile.profile(curve: gamma(1.8))),
    ("gamma 2.4", TestProfile.profile(curve: gamma(2.4))),
    // A monitor that was measured in 17 steps, with a lifted black.
    ("monitor", TestProfile.profile(curve: TestProfile.curve(17) { 0.003 + 0.99 * power($0, 2.1) })),
    // A camera's, steeper in the dark, flat in the light.
    (
      "camera",
      TestProfile.profile(
        curve: TestProfile.curve(4096) { x in 1.2 * power(x, 1.9) / (1 + 0.2 * power(x, 1.9)) })
    ),
    (
      "function",
      TestProfile.profile(
        curve: Array("para\0\0\0\0".utf8) + [0, 3, 0, 0]
          + [2.2, 0.95, 0.05, 0.122, 0.06].flatMap { ByteOrder.bigEndian.number(Int($0 * 65_536), 4) })
    ),
  ]

  private func colors(_ profile: [UInt8], components: Int = 3) -> PhotoColors {
    PhotoColors(profile, components: components, isInverted: false)
  }

  /// The most by which two profiles' colours differ over a grid of samples, in levels of 255.
  private func difference(_ first: [UInt8], _ second: [UInt8]) throws -> Int {
    var samples: [UInt8] = []
    let steps = Array(stride(from: UInt8(0), through: 240, by: 16)) + [1, 2, 3, 5, 8, 13, 21, 34, 250, 255]
    for red in steps {
      for green in steps { samples += steps.flatMap { [red, green, $0] } }
    }
    func shown(_ profile: [UInt8]) throws -> [UInt8] {
      guard let transform = ColorTransform(profile, .rgb, isOurs: false) else {
        throw FaceBlurError.emptyPhoto
      }
      var result = [UInt8](repeating: 0, count: samples.count)
      let isDone = samples.withUnsafeBufferPointer { samples in
        result.withUnsafeMutableBufferPointer { transform.apply(samples, into: $0) }
      }
      #expect(isDone)
      return result
    }
    return zip(try shown(first), try shown(second)).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test func writesTheColoursOfUsualProfilesAnew() throws {
    for (name, profile) in Self.usual {
      let written = try #require(colors(profile).renderProfile, "\(name)")
      #expect(try difference(profile, written) <= 1, "\(name)")
      #expect(ICCInspection.objection(to: written) == nil, "\(name)")
      #expect(colors(written).renderProfile == written, "\(name)")
    }
  }

  @Test func theTransformTellsProfilesApart() throws {
    #expect(try difference(Self.usual[0].profile, Self.usual[1].profile) > 20)
  }

  @Test func writesEachKnownSpaceAsTheSameBytes() throws {
    for space in KnownColorSpace.allCases {
      let profile = space.profile
      #expect(colors(profile, components: profile[16] == UInt8(ascii: "G") ? 1 : 3).profile == .known(space))
      #expect(
        ICCInspection.known.contains(SHA256.hexDigest(of: profile)),
        "\(space): \(SHA256.hexDigest(of: profile))")
    }
    #expect(ICCInspection.known.count == KnownColorSpace.allCases.count)
    // Under another name, with a table for a curve, and with more than that.
    let other = TestProfile.profile(
      curve: TestProfile.curve(1024, Self.sRGB), others: [("face", Array("data".utf8) + [0, 0, 0, 0, 7])])
    #expect(colors(other).profile == .known(.sRGB))
    #expect(colors(other).renderProfile == KnownColorSpace.sRGB.profile)
    #expect(
      colors(TestProfile.gray(curve: TestProfile.curve(256, Self.sRGB)), components: 1).profile
        == .known(.graySRGB))
    #expect(colors(KnownColorSpace.displayP3.profile, components: 1).profile == .known(.displayP3))
  }

  @Test func holdsNothingOfAStrangersProfileButItsNumbers() throws {
    let shaped = Self.usual.compactMap { colors($0.profile).renderProfile }
    #expect(Set(shaped.map(\.count)).count == 1)
    let written = try #require(shaped.first)
    #expect(written.count < 1024)
    for byte in [8, 30, 40, 50, 90, 120, 132, 300] {
      var forged = written
      forged[byte] ^= 1
      #expect(ICCInspection.objection(to: forged) != nil, "\(byte)")
    }
    #expect(ICCInspection.objection(to: written + [0]) != nil)
    // The curve of the blue ends the profile: one that falls, and one that rises.
    var falling = written
    falling.replaceSubrange((written.count - 2)..., with: [0, 1])
    #expect(ICCInspection.objection(to: falling) == "its numbers are those of no colour space")
    for (_, profile) in Self.usual { #expect(ICCInspection.objection(to: profile) != nil) }
  }

  // The letters by which other files are told, as a rising curve may have them.
  @Test func aCurveMayRiseThroughLettersThatFilesBeginWith() throws {
    var entries = (0..<64).map { index -> UInt16 in
      let value: Int = index < 32 ? index * 800 : 0x7A00 + (index - 32) * 1000
      return UInt16(value)
    }
    entries[30...31] = [0x6674, 0x7970]
    let profile = TestProfile.profile(curve: TestProfile.curve(entries))
    let written = try #require(colors(profile).renderProfile)
    try #require(ByteSearch.contains(written, Array("ftyp".utf8)))
    let header = JPEGHeaderWriter(jfif: nil, exif: [], colorProfile: written, adobeTransform: nil)
    let file: [UInt8] = [0xFF, 0xD8] + header.segments() + [0xFF, 0xD9]
    file.withUnsafeBufferPointer {
      let blocks = JPEGInspection($0, policy: .none, judge: HiddenPictureJudge(detector: nil)).blocks
      #expect(
        blocks.map(\.kind) == [.colorProfile] && blocks.allSatisfy { $0.isAllowed && $0.mayShowFace == .no })
    }
  }

  @Test func convertsWhatCannotBeWrittenAnew() {
    let falling = TestProfile.curve(256) { 1 - $0 }
    let steps = TestProfile.curve(256) { $0 < 0.5 ? 0.1 : 0.9 }
    let long = TestProfile.curve((0..<5000).map { UInt16($0) })
    let reasons: [(profile: [UInt8], reason: String)] = [
      (TestProfile.profile(curve: falling), "one of its curves falls"),
      (TestProfile.profile(curve: steps), "one of its curves is not smooth"),
      (TestProfile.profile(curve: long), "it has no curve that can be read"),
      (TestProfile.table(side: 3) { $0 }, "it tells colours by tables"),
      (
        TestProfile.profile([("rXYZ", TestProfile.point(3, 3, 3))]), "its primary colours are none"
      ),
    ]
    for (profile, reason) in reasons {
      let colors = colors(profile)
      guard case .foreign(_, reason) = colors.profile else {
        Issue.record("\(reason): \(colors.profile)")
        continue
      }
      #expect(colors.renderProfile == nil && colors.warnings.isEmpty)
    }
  }

  // The root of less than nothing, at one of the places where a written curve has an entry and no sample lies.
  @Test func survivesAFunctionThatIsNoneBetweenSamples() {
    let place = 31.0 / 63
    let numbers = [2.4, 1, -place - 0.0002, 0, place - 0.0002].map { Int(($0 * 65_536).rounded()) }
    let function =
      Array("para\0\0\0\0".utf8) + [0, 3, 0, 0]
      + numbers.flatMap { ByteOrder.bigEndian.number($0, 4) }
    let isNone = ICCCurve(function).map { $0.value(at: place).isNaN && $0.isRising }
    #expect(isNone == true)
    #expect(colors(TestProfile.profile(curve: function)).renderProfile == nil)
  }

  private func makesColors(_ transform: borrowing ColorTransform) -> Bool {
    let row = (0..<(12 * transform.samples.channels)).map { UInt8(truncatingIfNeeded: $0 * 37) }
    var rgb = [UInt8](repeating: 0, count: 36)
    return row.withUnsafeBufferPointer { row in
      rgb.withUnsafeMutableBufferPointer { transform.apply(row, into: $0) }
    }
  }

  // A damaged profile is written, converted or dropped; nothing of it traps, and the gate knows what is written.
  @Test func survivesAnyBytes() throws {
    var random = SplitMix(seed: 5)
    let seeds = Self.usual.map(\.profile) + [TestProfile.table(side: 3) { $0 }, TestProfile.inks()]
    for seed in seeds {
      for _ in 0..<150 {
        var profile = seed
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          let place = Int.random(in: 12..<profile.count, using: &random)
          profile[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
        }
        for components in [1, 3, 4] {
          let colors = colors(profile, components: components)
          if let written = colors.renderProfile { #expect(ICCInspection.objection(to: written) == nil) }
          if let transform = try colors.transform() {
            let isMade = makesColors(transform)
            #expect(isMade)
          }
        }
      }
    }
  }
}
