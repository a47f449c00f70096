import ImageProcessingKit
import TestSupport
import Testing

/// Files that tests build hold the picture that libheif sees in them.
@Suite struct TestHEICTests {
  private static let kinds = TestHEVC.Chroma.allCases.flatMap { chroma in
    [8, 10].map { (chroma, $0) }
  }

  /// How far two pictures of the same size are from each other where they differ most.
  private static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int {
    guard one.width == other.width, one.height == other.height else { return 256 }
    return zip(one.bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  @Test(arguments: kinds)
  func libheifSeesASinglePicture(chroma: TestHEVC.Chroma, depth: Int) throws {
    let picture = TestHEVC.Picture.noise(width: 72, height: 40, chroma: chroma, depth: depth)
    let file = try TestHEIC.single(picture).bytes
    let summary = try TestHEIC.summary(of: file)
    #expect(summary.width == 72 && summary.height == 40 && summary.depth == depth)
    #expect(summary.profile == TestProfile.wideGamut && summary.topLevelCount == 1)
    #expect(try TestHEIC(file).picture() == picture)
    #expect(try Self.difference(TestHEIC.pixels(of: file), picture.pixels) <= 3)
  }

  @Test(arguments: kinds)
  func libheifSeesAGrid(chroma: TestHEVC.Chroma, depth: Int) throws {
    let picture = TestHEVC.Picture.noise(width: 150, height: 100, chroma: chroma, depth: depth)
    let heic = try TestHEIC.photo(picture, .grid(64, 64))
    #expect(heic.tiles == [1, 2, 3, 4, 5, 6] && heic.primary == 7)
    let summary = try TestHEIC.summary(of: heic.bytes)
    #expect(summary.width == 150 && summary.height == 100 && summary.topLevelCount == 1)
    #expect(try TestHEIC(heic.bytes).picture() == picture)
    #expect(try Self.difference(TestHEIC.pixels(of: heic.bytes), picture.pixels) <= 3)
  }

  @Test func libheifSeesAPhonesPhoto() throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let picture = TestHEVC.Picture(portrait)
    for turns in 0..<4 {
      let file = try TestHEIC.phone(picture, tile: (256, 256), turns: turns).bytes
      let summary = try TestHEIC.summary(of: file)
      #expect(summary.width == 512 && summary.height == 512 && summary.topLevelCount == 1)
      #expect(summary.thumbnailCount == 1 && summary.auxiliaryTypes == [TestHEIC.Auxiliary.gainMap.rawValue])
      #expect(summary.metadata.map(\.type) == ["Exif", "mime"])
      #expect(try TestHEIC(file).picture() == picture)
      #expect(try Self.difference(TestHEIC.pixels(of: file, isTransformed: false), picture.pixels) <= 3)
      let upright = picture.pixels.stored(for: [Orientation.up, .right, .down, .left][turns])
      #expect(try Self.difference(TestHEIC.pixels(of: file), upright) <= 3, "\(turns) turns")
    }
  }

  @Test func isTakenApartAndPutTogether() throws {
    let picture = TestHEVC.Picture.noise(width: 128, height: 96)
    let heic = try TestHEIC.phone(picture, turns: 1).changing {
      $0.groups = [TestHEIC.Group("altr", id: 99, [7, 5])]
    }
    let other = try TestHEIC(heic.bytes)
    #expect(other.items == heic.items && other.groups == heic.groups && other.primary == heic.primary)
    #expect(other.bytes == heic.bytes)
    #expect(TestBox.list(heic.bytes).map(\.type) == ["ftyp", "meta", "mdat"])
    #expect(TestBox.list(heic.bytes).last?.range.upperBound == heic.bytes.count)
  }
}

extension TestHEICTests {
  @Test(arguments: Carrier.heic)
  func everyCarrierHidesSomethingBesideTheSamePicture(_ carrier: Carrier) throws {
    let isOther = Carrier.heicThatLibheifShowsOtherwise.contains(carrier.name)
    for photo in [try TestPhotos.closeUpHEIC(), try TestPhotos.closeUpSingleHEIC()] {
      let planted = try carrier.build(photo)
      #expect(try !HiddenPicture.traces(inHEIC: planted).isEmpty)
      let before = try TestHEIC.pixels(of: photo)
      let after = try? TestHEIC.pixels(of: planted, isStrict: false)
      #expect((after == nil) == Carrier.heicThatLibheifRefuses.contains(carrier.name))
      #expect(after == nil || (after != before) == isOther)
    }
  }

  @Test func thePortraitHidesNothing() throws {
    for photo in [try TestPhotos.closeUpHEIC(), try TestPhotos.closeUpSingleHEIC()] {
      #expect(try HiddenPicture.traces(inHEIC: photo).isEmpty)
    }
  }

  @Test func hasACarrierOfEachNameOnce() {
    #expect(Set(Carrier.heic.map(\.fileName)).count == Carrier.heic.count && Carrier.heic.count > 100)
    let hostile = HostileFile.heic + HostileFile.largeHEIC
    #expect(Set(hostile.map(\.fileName)).count == hostile.count)
  }

  @Test func everyHostileFileIsAsLibheifSeesIt() throws {
    let picture = TestHEVC.Picture.noise(width: 64, height: 64, seed: 7)
    let photo = try TestHEIC.phone(picture, tile: (32, 32), turns: 3).bytes
    let before = try TestHEIC.pixels(of: photo)
    for file in HostileFile.heic where file.isPhoto {
      let after = try? TestHEIC.pixels(of: file.build(photo), isStrict: false)
      #expect(after == before, "\(file)")
    }
    for file in HostileFile.heic + HostileFile.largeHEIC {
      #expect(try file.build(photo) != photo, "\(file)")
    }
    for cut in TestHEIC.truncations(of: photo) {
      let after = try? TestHEIC.pixels(of: cut)
      #expect(after == nil || cut.count > photo.count / 2)
    }
  }
}

extension TestHEICTests {
  @Test(arguments: try OddHEIC.all.get())
  func libheifShowsOddFiles(_ odd: OddHEIC) throws {
    #expect(try TestHEIC(odd.file).picture() == odd.picture)
    let shown = Result { try TestHEIC.pixels(of: odd.file, isTransformed: false) }
    guard odd.isReadByLibheif else {
      #expect(throws: TestHEVC.Failure.self) { try shown.get() }
      return
    }
    let pixels = try shown.get()
    let difference = Self.difference(pixels, odd.picture.pixels(isFullRange: odd.isFullRange))
    #expect(difference <= 3, "\(pixels.width) × \(pixels.height)")
    if let expected = try odd.shown {
      #expect(try Self.difference(TestHEIC.pixels(of: odd.file), expected) <= 3)
    }
  }

  @Test func hasAnOddFileOfEachNameOnce() throws {
    let names = try OddHEIC.all.get().map(\.name)
    #expect(Set(names).count == names.count && names.count > 100)
  }
}
