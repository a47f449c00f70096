import TestSupport
import Testing

@testable import ImageProcessingKit

/// Whoever decides about a face sees it as every viewer shows it: what is blank to most is a face to some.
@Suite struct ReviewViewsTests {
  private static let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
  private static let elsewhere = NormalizedRect(x: 0.75, y: 0.75, width: 0.125, height: 0.125)

  private func tile(
    _ review: ReviewedPictures, _ path: FilePath, _ plan: RegionPlan, _ view: Int, region: String = "f1"
  ) throws -> PixelBuffer? {
    try review.pictures.face(0, at: path, region, view: view, plan: plan).map(ReviewedPictures.decoded)
  }

  /// What is cut out of a picture for a face, as it comes out of a JPEG.
  private func crop(_ picture: PixelBuffer, _ rect: NormalizedRect = face) throws -> PixelBuffer {
    let face = ReviewedFace(rect, in: PictureFrame(width: picture.width, height: picture.height))
    let frame = PictureFrame(width: picture.width, height: picture.height, visible: face.rect)
    return try ReviewedPictures.coded(
      face.picture(AreaResampler.shrink(picture.visible(in: frame), toLongSide: 640)))
  }

  private func gray(_ picture: PixelBuffer) -> PixelBuffer {
    var picture = picture
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let level = picture[x, y].green
        picture[x, y] = (level, level, level)
      }
    }
    return picture
  }

  @Test func showAFaceThatOthersShowOverBlack() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.portraitInAlpha(), "a.png")
    let plan = try ReviewedPictures.plan([Self.face])
    // Its colours without alpha are as white as what lies over white.
    #expect(try review.pictures.views(0, at: path) == [.overBlack])
    #expect(try review.picture(path, .face("f1"), plan).bytes.allSatisfy { $0 == 255 })
    let portrait = gray(try TestPhotos.pixels(of: TestPhotos.astronaut()))
    let shown = try #require(try tile(review, path, plan, 1))
    #expect(try ReviewedPictures.difference(shown, crop(portrait)) < 1)
    let original = try review.picture(path, .original(longSide: 512, view: 1), plan)
    #expect(try ReviewedPictures.difference(original, ReviewedPictures.coded(portrait)) < 1)
    #expect(try review.picture(path, .original(longSide: 512), plan).bytes.allSatisfy { $0 == 255 })
    // What is hidden is hidden there, too, and what stays open is seen.
    for style in ObscuringStyle.offered where !style.revealsContent {
      let hidden = try ReviewedPictures.plan([Self.face], style)
      let render = try review.picture(path, .shown(longSide: 512, view: 1), hidden)
      var expected = portrait
      expected.show(
        hidden, ToneFilters(), of: try PhotoFormats.standard.open(TestPNG.encode(portrait)))
      #expect(try ReviewedPictures.difference(render, ReviewedPictures.coded(expected)) < 1, "\(style)")
      #expect(try ReviewedPictures.difference(crop(render), shown) > 2, "\(style)")
    }
  }

  /// A hole around one face: it is shown without the hole, and the other one, which all viewers show alike, once.
  @Test func showWhatLiesBeneathAHole() throws {
    let review = try ReviewedPictures()
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let box = TestPhotos.astronautFace
    let picture = TestPNG.Picture(portrait, .rgba8).replacing(where: { box.contains($0, $1) }) {
      x, y, channel in
      channel == 3 ? 0 : UInt16(portrait.bytes[3 * (y * portrait.width + x) + channel])
    }
    let path = try review.add(TestPNG.encode(picture), "a.png")
    let plan = try ReviewedPictures.plan([Self.face, Self.elsewhere])
    #expect(try review.pictures.views(0, at: path) == [.overBlack, .opaque, .alpha])
    #expect(try tile(review, path, plan, 2) == crop(portrait))
    let black = try #require(try tile(review, path, plan, 1))
    let middle = black[black.width / 2, black.height / 2]
    #expect(max(middle.red, middle.green, middle.blue) < 8)
    // Alpha is the same all over the other one: nothing to be looked at.
    for view in 1...3 { #expect(try tile(review, path, plan, view, region: "f2") == nil) }
    #expect(try tile(review, path, plan, 3) != nil)
    // In whatever order they are asked for, and whatever is kept.
    let small = try ReviewedPictures(limit: 0)
    let again = try small.add(TestPNG.encode(picture), "a.png")
    for (region, view) in [("f2", 2), ("f1", 2), ("f2", 1), ("f1", 1)] {
      #expect(
        try tile(small, again, plan, view, region: region) == tile(review, path, plan, view, region: region))
      #expect(small.pictures.keptBytes == 0)
    }
  }

  /// Words on light that have a face vanish in black, in a PNG and in a JPEG.
  @Test func showWhatWordsOnLightHide() throws {
    let review = try ReviewedPictures()
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let gamma = try TestPNG.encode(
      TestPNG.Picture(portrait, .rgb8),
      TestPNG.Coding { $0.first = [TestPNGChunk("gAMA", ByteOrder.bigEndian.number(500, 4))] })
    let jpeg = try TestJPEG.encode(portrait, TestJPEG.Kind { ($0.quality, $0.sampling) = (98, (1, 1)) })
    // To the twelfth power.
    let steep = TestProfile.profile(curve: TestProfile.curve([12 << 8]))
    let profiled = JPEGParts.inserting(TestProfile.segments(steep), into: jpeg)
    let plan = try ReviewedPictures.plan([Self.face])
    for (file, name) in [(gamma, "a.png"), (profiled, "a.jpg")] {
      let path = try review.add(file, name)
      #expect(try review.pictures.views(0, at: path) == [.unmanaged], "\(name)")
      let shown = try #require(try tile(review, path, plan, 1))
      #expect(try ReviewedPictures.difference(shown, crop(portrait)) < 4, "\(name)")
      let usual = try review.picture(path, .face("f1"), plan)
      #expect(ReviewedPictures.difference(usual, shown) > 40, "\(name)")
    }
  }

  @Test func areOneOfUsualPhotos() throws {
    let review = try ReviewedPictures()
    let plan = try ReviewedPictures.plan([Self.face])
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let p3 = JPEGParts.inserting(
      TestProfile.segments(KnownColorSpace.displayP3.profile), into: try TestPhotos.astronaut())
    let photos = try [
      ("a.jpg", TestPhotos.astronaut()), ("b.jpg", p3), ("c.png", TestPNG.encode(portrait)),
      // Its alpha is full everywhere.
      ("d.png", TestPNG.encode(portrait, .rgba8)), ("e.tif", TestTIFF.encode(portrait)),
      ("f.heic", TestHEIF.photo(TestHEVC.Picture(portrait), TestHEIF.Kind(.hevc) { $0.colors = [] }).bytes),
      ("g.webp", TestPhotos.closeUpWebP()),
    ]
    for (name, file) in photos {
      let path = try review.add(file, name)
      #expect(try review.pictures.views(0, at: path).isEmpty, "\(name)")
      for kind: ReviewPicture in [.shown(longSide: 200, view: 1), .original(longSide: 200, view: 1)] {
        let error = #expect(throws: FaceBlurError.self) { try review.picture(path, kind, plan) }
        #expect(error?.kind == .invalidArgument, "\(name)")
      }
      #expect(throws: FaceBlurError.self) { try tile(review, path, plan, 1) }
    }
  }

  @Test func areRefusedWhereThereAreNone() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.portraitInAlpha(), "a.png")
    let plan = try ReviewedPictures.plan([Self.face])
    for view in [-1, 0, 2, .max, .min] {
      let error = #expect(throws: FaceBlurError.self) { try tile(review, path, plan, view) }
      #expect(error?.kind == .invalidArgument, "\(view)")
      guard view != 0 else { continue }
      #expect(throws: FaceBlurError.self) {
        try review.picture(path, .shown(longSide: 100, view: view), plan)
      }
    }
    #expect(throws: FaceBlurError.self) { try tile(review, path, plan, 1, region: "f9") }
  }

  /// Of two photos that are white to most viewers nobody can say that they show the same thing.
  @Test func areNeverTakenForLikeness() throws {
    let review = try ReviewedPictures()
    func subject(_ key: Int) throws -> ReviewPictures.Subject {
      let region = PlannedRegion(id: "f1", rect: Self.face, score: 0.4, origin: .detected)
      return (key, try review.add(TestPhotos.portraitInAlpha(), "\(key).png"), region)
    }
    #expect(try !review.pictures.likeness(subject(0), subject(1)))
  }

  /// A photo says that viewers differ, whatever is done to it; one that they show alike says nothing.
  @Test(arguments: [false, true]) func areToldWithThePhoto(isOutput: Bool) throws {
    let folder = try ReviewFolder()
    try folder.scratch.write(TestPhotos.portraitInAlpha(), "photos/blank.png")
    if isOutput { try folder.scrub() }
    let session = try isOutput ? folder.open() : folder.openPhotos()
    let usual = try session.photo("one.jpg")
    #expect(usual.views.isEmpty && usual.warnings.isEmpty)
    let number = try session.number("blank.png")
    for photo in [try session.photo(number), try session.change("blank.png", .exclude(["f1"]))] {
      #expect(photo.views == [.overBlack])
      #expect(photo.warnings.filter { $0.contains("some viewers show it otherwise: over black") }.count == 1)
    }
    let face = try #require(try session.face(number, "f1", view: 1))
    let portrait = gray(try TestPhotos.pixels(of: TestPhotos.astronaut()))
    #expect(try ReviewedPictures.difference(ReviewedPictures.decoded(face), crop(portrait)) < 1)
    // What is left open is seen in what the render will show there.
    let shown = try session.picture(number, .shown(longSide: 512, view: 1))
    #expect(try ReviewedPictures.difference(crop(ReviewedPictures.decoded(shown)), crop(portrait)) < 4)
  }
}
