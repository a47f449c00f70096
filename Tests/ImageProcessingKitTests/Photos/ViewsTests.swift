import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo is looked at as often as viewers show it differently: once, as a rule.
@Suite struct ViewsTests {
  /// Sees what it is told to see, and counts how often it looks.
  private final class CountingDetector: FaceDetecting {
    let identity = DetectorIdentity.byHand
    let longestLook = 200
    private(set) var looks = 0
    private let seen: [[DetectedFace]]

    init(_ seen: [[DetectedFace]] = []) { self.seen = seen }

    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
      defer { looks += 1 }
      return looks < seen.count ? seen[looks] : []
    }
  }

  private func looks(at jpeg: [UInt8]) throws -> Int {
    let detector = CountingDetector()
    _ = try detector.faces(in: PhotoFormats.standard.open(jpeg).displayImage(fitting: detector.longestLook))
    return detector.looks
  }

  private func picture(_ kind: TestJPEG.Kind = TestJPEG.Kind()) throws -> [UInt8] {
    try TestJPEG.encode(TestPhotos.noise(width: 48, height: 40, seed: 3), kind)
  }

  private func with(_ profile: [UInt8], _ jpeg: [UInt8]) -> [UInt8] {
    JPEGParts.inserting(TestProfile.segments(profile), into: jpeg)
  }

  @Test func looksOnceAtNearlyEveryPhoto() throws {
    #expect(try looks(at: picture()) == 1)
    for space in KnownColorSpace.allCases where space.profile[16] == UInt8(ascii: "R") {
      #expect(try looks(at: with(space.profile, picture())) == 1, "\(space)")
    }
    let gray = try picture(TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) })
    #expect(try looks(at: gray) == 1)
    for space in KnownColorSpace.allCases {
      #expect(try looks(at: with(space.profile, gray)) == 1, "\(space)")
    }
    // Broken ones are ignored by viewers, too.
    #expect(try looks(at: with(Array(TestProfile.wideGamut.prefix(200)), picture())) == 1)
  }

  @Test func looksTwiceAtWhatViewersShowDifferently() throws {
    let linear = TestProfile.profile(curve: TestProfile.curve([]))
    let table = TestProfile.table(side: 3) { $0 }
    for profile in [linear, table] { #expect(try looks(at: with(profile, picture())) == 2) }
  }

  @Test func looksAtInksWithAndWithoutBlack() throws {
    for keepsColors in [false, true] {
      let inks = try picture(
        TestJPEG.Kind { ($0.components, $0.keepsColors, $0.sampling) = (4, keepsColors, (1, 1)) })
      #expect(try looks(at: inks) == 2)
      #expect(try looks(at: with(TestProfile.inks(), inks)) == 3)
      // Nobody knows which way round they are.
      let adobe = try #require(JPEGParts.segments(of: inks).first { $0.marker == 0xEE })
      if keepsColors {
        #expect(try looks(at: Array(inks[..<adobe.range.lowerBound] + inks[adobe.range.upperBound...])) == 4)
      }
    }
  }

  @Test func theViewsAreOfOneSizeAndTurnedAlike() throws {
    for photo in ProfilePhoto.all {
      let shown = try PhotoFormats.standard.open(TestJPEG.oriented(photo.build(), .right)).displayImage(
        fitting: 100)
      for view in shown.otherViews {
        #expect(
          (view.pixels.width, view.pixels.height) == (shown.pixels.width, shown.pixels.height), "\(photo)")
      }
    }
  }

  @Test func aFaceThatOneViewShowsIsAFaceAndOneThatTwoShowIsOne() throws {
    func face(_ x: Double, _ score: Double, _ look: String) -> DetectedFace {
      DetectedFace(rect: NormalizedRect(x: x, y: 0.2, width: 0.2, height: 0.2), score: score, seenBy: [look])
    }
    let picture = PixelBuffer(width: 8, height: 8)
    var image = DisplayImage(pixels: picture, warnings: [])
    image.otherViews = [.overBlack, .opaque].map { DisplayView(kind: $0, pixels: picture) }
    let detector = CountingDetector([
      [face(0.1, 0.7, "a")], [face(0.12, 0.9, "b"), face(0.5, 0.8, "b")], [face(0.5, 0.8, "c")],
    ])
    let faces = try detector.faces(in: image)
    #expect(detector.looks == 3)
    #expect(faces.map(\.score) == [0.9, 0.8] && faces.map(\.rect.x) == [0.12, 0.5])
    #expect(faces.map(\.seenBy) == [["b", "a"], ["b", "c"]])
    // In one place there may be two things.
    var plate = face(0.1, 0.7, "a")
    plate.kind = SubjectKind("licence-plate")
    let both = try CountingDetector([[plate], [face(0.1, 0.9, "b")], [plate]]).faces(in: image)
    #expect(both.map(\.kind) == [.face, plate.kind])
  }

  /// A converted unit is made of the same unit of the photo alone.
  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)])
  func aConvertedPhotoMixesNoUnits(h: Int, v: Int) throws {
    let profile = TestProfile.profile(curve: TestProfile.curve(256) { 1 - $0 })
    for (components, isProgressive) in [(3, false), (3, true), (1, false), (4, false)] {
      let kind = TestJPEG.Kind {
        ($0.components, $0.isProgressive) = (components, isProgressive)
        $0.sampling = components == 1 ? (1, 1) : (h, v)
      }
      var pictures = [TestPhotos.noise(width: 96, height: 96, seed: 1)]
      pictures.append(pictures[0])
      // Another picture in units of its own; what lies outside is coded alike.
      let other = TestPhotos.noise(width: 96, height: 96, seed: 2)
      for y in 32..<64 {
        for x in 32..<64 { pictures[1][x, y] = other[x, y] }
      }
      let its =
        components == 4
        ? TestProfile.inks()
        : components == 1 ? TestProfile.gray(curve: TestProfile.curve(256) { 1 - $0 }) : profile
      let converted = try pictures.map { picture in
        let photo = try PhotoFormats.standard.open(with(its, TestJPEG.encode(picture, kind))).content
        let made = try #require(try photo.conversion()).photo
        #expect(made.geometry == photo.geometry)
        return try TestJPEG.read(Array(made.fileBytes))
      }
      for (first, second) in zip(converted[0].components, converted[1].components) {
        for y in 0..<first.heightInBlocks {
          for x in 0..<first.widthInBlocks {
            let left = x * 96 / first.widthInBlocks, top = y * 96 / first.heightInBlocks
            if (32..<64).contains(left), (32..<64).contains(top) { continue }
            #expect(first.block(x, y) == second.block(x, y), "\(kind) \(x) \(y)")
          }
        }
      }
    }
  }

  @Test func theGateTellsAConvertedPhotoFromAnother() throws {
    for photo in ProfilePhoto.all where photo.isConverted {
      let original = try PhotoFormats.standard.open(photo.build()).content
      let conversion = try #require(try original.conversion(), "\(photo)")
      #expect(throws: Never.self) { try ConversionCheck.check(conversion.photo, of: original) }
      // The samples as they are stored, without the profile.
      let profiles = JPEGParts.segments(of: Array(original.fileBytes)).filter { $0.marker == 0xE2 }.map(
        \.range)
      var stored = Array(original.fileBytes)
      for range in profiles.reversed() { stored.removeSubrange(range) }
      let plain = try PhotoFormats.standard.open(stored).content
      #expect(throws: FaceBlurError.changedOutside, "\(photo)") {
        try ConversionCheck.check(plain, of: original)
      }
      // One coefficient of one block.
      var changed = Array(conversion.photo.fileBytes)
      let middle = changed.count * 3 / 4
      changed[middle] ^=
        changed[middle] == 0xFF || changed[middle - 1] == 0xFF || changed[middle] == 0xFE ? 0 : 1
      guard changed != Array(conversion.photo.fileBytes),
        let other = try? PhotoFormats.standard.open(changed, limits: .none).content
      else {
        continue
      }
      #expect(throws: FaceBlurError.self) { try ConversionCheck.check(other, of: original) }
    }
  }

  @Test func refusesNoMemoryToAnybodyButAHostileProfile() {
    // As many tables as a profile may have bytes.
    let huge = TestProfile.table(side: 80) { $0 }
    #expect(huge.count > 3_000_000)
    let colors = PhotoColors(huge, components: 3, isInverted: false)
    #expect(colors.renderProfile == nil)
    let larger = huge + [UInt8](repeating: 0, count: 2 << 20)
    #expect(PhotoColors(larger, components: 3, isInverted: false).profile == .none)
  }
}
