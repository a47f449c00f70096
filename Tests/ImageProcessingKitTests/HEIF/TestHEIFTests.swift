import ImageProcessingKit
import TestSupport
import Testing

/// Files that tests build hold the picture that libheif sees in them.
@Suite struct TestHEIFTests {
  private static let kinds = TestHEVC.Chroma.allCases.flatMap { chroma in
    [8, 10].map { (chroma, $0) }
  }

  /// How far two pictures of the same size are from each other where they differ most.
  private static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
    guard one.width == other.width, one.height == other.height else { return 256 }
    return zip(one.bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test(arguments: kinds, TestHEIF.Codec.allCases)
  func libheifSeesASinglePicture(kind: (chroma: TestHEVC.Chroma, depth: Int), codec: TestHEIF.Codec) throws {
    let (chroma, depth) = kind
    let picture = TestHEVC.Picture.noise(width: 72, height: 40, chroma: chroma, depth: depth)
    let file = try TestHEIF.photo(picture, TestHEIF.Kind(codec)).bytes
    let summary = try TestHEIF.summary(of: file)
    #expect(summary.width == 72 && summary.height == 40 && summary.depth == depth)
    #expect(summary.profile == TestProfile.wideGamut && summary.topLevelCount == 1)
    #expect(try TestHEIF(file).picture() == picture)
    #expect(try Self.difference(TestHEIF.pixels(of: file), picture.pixels) <= 3)
  }

  @Test(arguments: kinds, TestHEIF.Codec.allCases)
  func libheifSeesAGrid(kind: (chroma: TestHEVC.Chroma, depth: Int), codec: TestHEIF.Codec) throws {
    let (chroma, depth) = kind
    let picture = TestHEVC.Picture.noise(width: 150, height: 100, chroma: chroma, depth: depth)
    let heic = try TestHEIF.photo(picture, TestHEIF.Kind(codec, tile: (64, 64)))
    #expect(heic.tiles == [1, 2, 3, 4, 5, 6] && heic.primary == 7)
    let summary = try TestHEIF.summary(of: heic.bytes)
    #expect(summary.width == 150 && summary.height == 100 && summary.topLevelCount == 1)
    #expect(try TestHEIF(heic.bytes).picture() == picture)
    #expect(try Self.difference(TestHEIF.pixels(of: heic.bytes), picture.pixels) <= 3)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func libheifSeesAPhonesPhoto(codec: TestHEIF.Codec) throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let picture = TestHEVC.Picture(portrait)
    for turns in 0..<4 {
      let file = try TestHEIF.phone(
        picture, TestHEIF.Kind(codec, tile: (256, 256)), turns: turns
      ).bytes
      let summary = try TestHEIF.summary(of: file)
      #expect(summary.width == 512 && summary.height == 512 && summary.topLevelCount == 1)
      #expect(summary.thumbnailCount == 1 && summary.auxiliaryTypes == [TestHEIF.Auxiliary.gainMap.rawValue])
      #expect(summary.metadata.map(\.type) == ["Exif", "mime"])
      #expect(try TestHEIF(file).picture() == picture)
      #expect(try Self.difference(TestHEIF.pixels(of: file, isTransformed: false), picture.pixels) <= 3)
      let upright = picture.pixels.stored(for: [Orientation.up, .right, .down, .left][turns])
      #expect(try Self.difference(TestHEIF.pixels(of: file), upright) <= 3, "\(turns) turns")
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func isTakenApartAndPutTogether(codec: TestHEIF.Codec) throws {
    let picture = TestHEVC.Picture.noise(width: 128, height: 96)
    let heic = try TestHEIF.phone(picture, TestHEIF.Kind(codec, tile: (64, 64)), turns: 1).changing {
      $0.groups = [TestHEIF.Group("altr", id: 99, [7, 5])]
    }
    let other = try TestHEIF(heic.bytes)
    #expect(other.items == heic.items && other.groups == heic.groups && other.primary == heic.primary)
    #expect(other.bytes == heic.bytes)
    #expect(TestBox.list(heic.bytes).map(\.type) == ["ftyp", "meta", "mdat"])
    #expect(TestBox.list(heic.bytes).last?.range.upperBound == heic.bytes.count)
  }
}

extension TestHEIFTests {
  private static func carriers(_ codec: TestHEIF.Codec) -> [Carrier] {
    codec == .hevc ? Carrier.heic : Carrier.avif
  }

  private static func hostile(_ codec: TestHEIF.Codec) -> (small: [HostileFile], large: [HostileFile]) {
    codec == .hevc
      ? (HostileFile.heic, HostileFile.largeHEIC) : (HostileFile.avif, HostileFile.largeAVIF)
  }

  private static func odd(_ codec: TestHEIF.Codec) throws -> [OddHEIF] {
    try (codec == .hevc ? OddHEIF.heic : OddHEIF.avif).get()
  }

  @Test(arguments: Carrier.heic + Carrier.avif)
  func everyCarrierHidesSomethingBesideTheSamePicture(_ carrier: Carrier) throws {
    let codec = TestHEIF.Codec.allCases.first { $0.fileExtension == carrier.fileExtension } ?? .hevc
    let isOther = Carrier.thatLibheifShowsOtherwise(codec).contains(carrier.name)
    for photo in [try TestPhotos.closeUp(codec), try TestPhotos.closeUpSingle(codec)] {
      let planted = try carrier.build(photo)
      #expect(try !HiddenPicture.traces(inHEIF: planted).isEmpty)
      let before = try TestHEIF.pixels(of: photo)
      let after = try? TestHEIF.pixels(of: planted, isStrict: false)
      #expect((after == nil) == Carrier.thatLibheifRefuses(codec).contains(carrier.name) || isOther)
      #expect(after == nil || (after != before) == isOther)
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func thePortraitHidesNothing(codec: TestHEIF.Codec) throws {
    for photo in [try TestPhotos.closeUp(codec), try TestPhotos.closeUpSingle(codec)] {
      #expect(try HiddenPicture.traces(inHEIF: photo).isEmpty)
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func hasACarrierOfEachNameOnce(codec: TestHEIF.Codec) {
    let carriers = Self.carriers(codec)
    #expect(Set(carriers.map(\.fileName)).count == carriers.count && carriers.count > 100)
    let hostile = Self.hostile(codec).small + Self.hostile(codec).large
    #expect(Set(hostile.map(\.fileName)).count == hostile.count)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func everyHostileFileIsAsLibheifSeesIt(codec: TestHEIF.Codec) throws {
    let picture = TestHEVC.Picture.noise(width: 64, height: 64, seed: 7)
    let photo = try TestHEIF.phone(picture, TestHEIF.Kind(codec, tile: (32, 32)), turns: 3).bytes
    let before = try TestHEIF.pixels(of: photo)
    for file in Self.hostile(codec).small where file.isPhoto {
      let after = try? TestHEIF.pixels(of: file.build(photo), isStrict: false)
      #expect(after == before, "\(file)")
    }
    for file in Self.hostile(codec).small + Self.hostile(codec).large {
      #expect(try file.build(photo) != photo, "\(file)")
    }
    for cut in TestHEIF.truncations(of: photo) {
      let after = try? TestHEIF.pixels(of: cut)
      #expect(after == nil || cut.count > photo.count / 2)
    }
  }

  @Test(arguments: try OddHEIF.heic.get() + OddHEIF.avif.get())
  func libheifShowsOddFiles(_ odd: OddHEIF) throws {
    #expect(try TestHEIF(odd.file).picture() == odd.picture)
    let shown = Result { try TestHEIF.pixels(of: odd.file, isTransformed: false) }
    guard odd.isReadByLibheif else {
      #expect(throws: TestHEVC.Failure.self) { try shown.get() }
      return
    }
    let pixels = try shown.get()
    let difference = Self.difference(pixels, odd.picture.pixels(isFullRange: odd.isFullRange))
    #expect(difference <= 3, "\(pixels.width) × \(pixels.height)")
    if let expected = try odd.shown {
      #expect(try Self.difference(TestHEIF.pixels(of: odd.file), expected) <= 3)
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func hasAnOddFileOfEachNameOnce(codec: TestHEIF.Codec) throws {
    let names = try Self.odd(codec).map(\.name)
    #expect(Set(names).count == names.count && names.count > 100)
  }
}
