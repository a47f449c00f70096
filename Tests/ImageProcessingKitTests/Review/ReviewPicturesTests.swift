import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a person decides by is what they get, comes from memory where it may not be anywhere else, and takes no more of
/// it than was said.
@Suite struct ReviewPicturesTests {
  private static let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)

  private func display(_ path: FilePath, _ side: Int) throws -> (photo: Photo, pixels: PixelBuffer) {
    let photo = try PhotoFormats.standard.open(InputFile.open(path).readAll(limit: 1 << 26))
    return (photo, try photo.displayImage(fitting: photo.geometry.frame.longSide(showing: side)).pixels)
  }

  /// The same pixels as a preview of `show` has, at every size, in every style and with every look.
  @Test func showWhatAPreviewShows() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.astronaut())
    for side in [200, 1600] {
      for style in ObscuringStyle.offered {
        for filters in [ToneFilters(), ToneLook.chrome.filters, ToneLook.vignette.filters] {
          let plan = try ReviewedPictures.plan([Self.face], style)
          var (photo, expected) = try display(path, side)
          expected.show(plan, filters, of: photo)
          #expect(
            try review.picture(path, .shown(longSide: side), plan, filters)
              == ReviewedPictures.coded(expected.visible(in: photo.geometry.frame)))
        }
      }
    }
  }

  /// And what a render shows at that size, but for how a JPEG rounds.
  @Test func showWhatTheRenderShows() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.astronaut())
    let plan = try ReviewedPictures.plan([Self.face])
    let render = try GatedRender(TestPhotos.astronaut(), plan).bytes
    for side in [128, 300, 512] {
      let rendered = try PhotoFormats.standard.open(render).displayImage(fitting: side).pixels
      let shown = try review.picture(path, .shown(longSide: side), plan)
      #expect(try ReviewedPictures.difference(shown, ReviewedPictures.coded(rendered)) < 1)
    }
  }

  /// Two photos that differ in what is hidden alone look the same in every style that tells nothing, and whatever the tones are.
  @Test func tellNothingOfWhatIsHidden() throws {
    let review = try ReviewedPictures()
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var other = portrait
    other.paste(
      TestPhotos.noise(
        width: TestPhotos.astronautFace.width, height: TestPhotos.astronautFace.height, seed: 4),
      x: TestPhotos.astronautFace.x, y: TestPhotos.astronautFace.y)
    let paths = [
      try review.add(TestPNG.encode(portrait), "a.png"), try review.add(TestPNG.encode(other), "b.png"),
    ]
    for style in ObscuringStyle.offered where !style.revealsContent {
      let plan = try ReviewedPictures.plan([Self.face], style)
      let kinds: [ReviewPicture] =
        [.shown(longSide: 512), .shown(longSide: 200)]
        + ToneLook.allCases.map { .look(ReviewLook(filters: $0.filters)) }
        + ObscuringStyle.offered.filter { !$0.revealsContent }.map { .look(ReviewLook(style: $0)) }
      for kind in kinds {
        for filters in [ToneFilters(), ToneLook.posterize.filters] {
          let shown = try paths.enumerated().map { number, path in
            try review.pictures.picture(number, at: path, kind, plan: plan, filters: filters)
          }
          #expect(shown[0] == shown[1], "\(style) \(kind)")
        }
      }
    }
  }

  @Test func showTheOriginalAndOtherLooks() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.astronaut())
    let plan = try ReviewedPictures.plan([Self.face])
    let original = try review.picture(path, .original(longSide: 300), plan, ToneFilters(sepia: 1))
    #expect(try original == ReviewedPictures.coded(display(path, 300).pixels))
    // A look is small, of the photo in that style or with these filters, and what is hidden is hidden.
    var small = AreaResampler.shrink(try display(path, 1600).pixels, toLongSide: 320)
    let photo = try display(path, 320).photo
    small.show(try ReviewedPictures.plan([Self.face], .fill), ToneFilters(sepia: 0.4), of: photo)
    let look = try review.picture(
      path, .look(ReviewLook(style: .fill)), plan, ToneFilters(sepia: 0.4))
    #expect(try look == ReviewedPictures.coded(small, quality: DisplayFile.pageQuality))
    let sepia = try review.picture(path, .look(ReviewLook(filters: ToneLook.sepia.filters)), plan)
    #expect(sepia != look && max(sepia.width, sepia.height) == 320)
  }

  /// A mark at a known place of the upright photo is where the picture is said to show it.
  @Test(arguments: Orientation.allCases)
  func cutTheFaceOutWhereItIs(orientation: Orientation) throws {
    let review = try ReviewedPictures()
    let (width, height) = (900, 700)
    for mark in [
      PixelBox(x: 400, y: 300, width: 24, height: 32), PixelBox(x: 0, y: 0, width: 40, height: 40),
      PixelBox(x: 870, y: 660, width: 30, height: 40), PixelBox(x: 200, y: 40, width: 300, height: 260),
    ] {
      var picture = PixelBuffer(width: width, height: height, red: 40, green: 60, blue: 80)
      picture.paste(
        PixelBuffer(width: mark.width, height: mark.height, red: 230, green: 200, blue: 30), x: mark.x,
        y: mark.y)
      let file = try TestJPEG.oriented(
        TestJPEG.encode(
          picture.stored(for: orientation), TestJPEG.Kind { ($0.quality, $0.sampling) = (98, (1, 1)) }),
        orientation)
      let path = try review.add(file, "\(mark.x).jpg")
      let plan = try ReviewedPictures.plan([mark.normalized(width: width, height: height)])
      try check(
        try review.picture(path, .face("f1"), plan, key: mark.x), mark,
        ReviewedFace(plan.regions[0].rect, in: PictureFrame(width: width, height: height)))
    }
  }

  /// - Parameter mark: in a photo's upright pixels.
  private func check(_ shown: PixelBuffer, _ mark: PixelBox, _ face: ReviewedFace) throws {
    let scale = Double(shown.width) / Double(face.rect.width)
    #expect(max(shown.width, shown.height) <= 640 && scale <= 4)
    #expect(abs(Double(shown.height) / Double(face.rect.height) - scale) < 0.01)
    // A pixel of the photo from the mark's edges it is clear what is seen.
    var count = 0
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        let (left, top) = (
          Double(face.rect.x) + (Double(x) + 0.5) / scale - Double(mark.x),
          Double(face.rect.y) + (Double(y) + 0.5) / scale - Double(mark.y)
        )
        let near = 2.0
        let isInside =
          left > near && left < Double(mark.width) - near && top > near && top < Double(mark.height) - near
        let isOutside =
          left < -near || left > Double(mark.width) + near || top < -near || top > Double(mark.height) + near
        guard isInside || isOutside else { continue }
        count += (shown[x, y].red > 135) == isInside ? 0 : 1
      }
    }
    #expect(count == 0)
    #expect(abs(face.place.x * Double(face.rect.width) + Double(face.rect.x) - Double(mark.x)) < 1e-6)
  }

  /// Of a HEIC that codes more than is shown, regions are fractions of all of it, and so are those of what is shown.
  @Test(arguments: [TestHEIF.Codec.hevc, .av1])
  func cutTheFaceOutOfAPaddedPhoto(codec: TestHEIF.Codec) throws {
    let review = try ReviewedPictures()
    let mark = PixelBox(x: 260, y: 200, width: 32, height: 24)
    var picture = PixelBuffer(width: 500, height: 372, red: 40, green: 60, blue: 80)
    picture.paste(
      PixelBuffer(width: mark.width, height: mark.height, red: 230, green: 200, blue: 30), x: mark.x,
      y: mark.y)
    // Four by three tiles, of which the last ones reach beyond the picture.
    let file = try TestHEIF.photo(
      TestHEVC.Picture(picture, chroma: .full, depth: 8), TestHEIF.Kind(codec, tile: (128, 128))
    ).bytes
    let path = try review.add(file, "a.heic")
    let frame = try PhotoFormats.standard.open(file).geometry.frame
    #expect((frame.visible.width, frame.visible.height) == (500, 372) && !frame.isWhole)
    let rect = PixelBox(x: mark.x + frame.visible.x, y: mark.y + frame.visible.y, width: 32, height: 24)
    let plan = try ReviewedPictures.plan([rect.normalized(width: frame.width, height: frame.height)])
    try check(
      try review.picture(path, .face("f1"), plan), rect, ReviewedFace(plan.regions[0].rect, in: frame))
    // What is shown is what viewers show, and the mark is hidden in it.
    let shown = try review.picture(path, .shown(longSide: 500), plan)
    #expect((shown.width, shown.height) == (500, 372))
    #expect((0..<24).allSatisfy { y in (0..<32).allSatisfy { x in shown[260 + x, 200 + y].red < 100 } })
    let original = try review.picture(path, .original(longSide: 500), plan)
    #expect(original[276, 212].red > 200)
  }

  /// The faces of a photo are cut out at once, and each is its own.
  @Test func showEachFaceOfAGroup() throws {
    let review = try ReviewedPictures()
    let (picture, boxes) = try TestPhotos.group(columns: 3, rows: 2)
    let path = try review.add(TestJPEG.encode(picture))
    let rects = boxes.map { $0.normalized(width: picture.width, height: picture.height) }
    let plan = try ReviewedPictures.plan(rects)
    let order = [3, 0, 5, 1, 2, 4]
    let whole = try display(path, .max).pixels
    for index in order {
      let face = ReviewedFace(rects[index], in: PictureFrame(width: picture.width, height: picture.height))
      let shown = try review.picture(path, .face("f\(index + 1)"), plan)
      let frame = PictureFrame(width: picture.width, height: picture.height, visible: face.rect)
      let expected = face.picture(AreaResampler.shrink(whole.visible(in: frame), toLongSide: 640))
      #expect(try shown == ReviewedPictures.coded(expected), "\(index)")
    }
    let error = #expect(throws: FaceBlurError.self) {
      try review.pictures.picture(0, at: path, .face("f9"), plan: plan, filters: ToneFilters())
    }
    #expect(error?.kind == .unknownRegion)
  }

  /// Whatever is asked for, no more is kept than was allowed, and what is shown does not depend on it.
  @Test func keepNoMoreThanAllowed() throws {
    let (group, boxes) = try TestPhotos.group(columns: 2, rows: 2)
    let plan = try ReviewedPictures.plan(
      boxes.map { $0.normalized(width: group.width, height: group.height) })
    let picture = AreaResampler.shrink(group, toLongSide: 640)
    let kinds: [ReviewPicture] =
      [.shown(longSide: 400), .original(longSide: 600), .look(ReviewLook(style: .blur))]
      + plan.regions.map { .face($0.id) }
    var all: [[[UInt8]]] = []
    for limit in [0, 700_000, 150 << 20] {
      let review = try ReviewedPictures(limit: limit)
      var pictures: [[UInt8]] = []
      for key in 0..<3 {
        let path = try review.add(TestJPEG.encode(picture), "\(key).jpg")
        for kind in kinds {
          pictures.append(
            try review.pictures.picture(key, at: path, kind, plan: plan, filters: ToneFilters()))
          #expect(review.pictures.keptBytes <= limit)
        }
      }
      if limit > 100 << 20 { #expect(review.pictures.keptBytes > 1 << 20) }
      all.append(pictures)
    }
    #expect(Set(all).count == 1)
  }

  @Test func forgetWhatWasUsedLongestAgo() {
    var memory = BoundedMemory<String, Int>(limit: 100)
    memory.keep(1, for: "a", bytes: 40)
    memory.keep(2, for: "b", bytes: 40)
    #expect(memory.value(of: "a") == 1)
    memory.keep(3, for: "c", bytes: 40)
    #expect(memory.value(of: "b") == nil && memory.value(of: "a") == 1 && memory.value(of: "c") == 3)
    #expect(memory.bytes == 80)
    // More than there is room for is not kept, and what had its name is gone.
    memory.keep(4, for: "a", bytes: 101)
    #expect(memory.value(of: "a") == nil && memory.bytes == 40)
    memory.keep(5, for: "c", bytes: 60)
    #expect(memory.value(of: "c") == 5 && memory.bytes == 60 && memory.count == 1)
    memory.remove("c")
    memory.remove("c")
    #expect(memory.bytes == 0 && memory.count == 0)
  }

  /// Nothing that shows a face is written anywhere.
  @Test func writeNothing() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.astronaut())
    let before = try review.folder.contents()
    let plan = try ReviewedPictures.plan([Self.face])
    for kind: ReviewPicture in [.shown(longSide: 300), .original(longSide: 300), .face("f1")] {
      _ = try review.picture(path, kind, plan)
    }
    #expect(try review.folder.contents() == before)
  }

  @Test func readAFileAnewThatWasChanged() throws {
    let review = try ReviewedPictures()
    let path = try review.add(TestPhotos.astronaut())
    let plan = try ReviewedPictures.plan([Self.face])
    let before = try review.picture(path, .original(longSide: 200), plan)
    let face = try review.picture(path, .face("f1"), plan)
    _ = try review.add(TestPhotos.graceHopper())
    let after = try review.picture(path, .original(longSide: 200), plan)
    #expect(after != before && after.height == 200 && after.width < 200)
    #expect(try review.picture(path, .face("f1"), plan) != face)
    try FileManager.default.removeItem(atPath: path.description)
    let error = #expect(throws: FaceBlurError.self) {
      try review.picture(path, .original(longSide: 200), plan)
    }
    #expect(error?.file == path)
  }

  @Test func nameTheFileThatIsNoPhoto() throws {
    let review = try ReviewedPictures()
    let path = try review.add(Array("no photo".utf8))
    for kind: ReviewPicture in [.shown(longSide: 300), .face("f1")] {
      let error = #expect(throws: FaceBlurError.self) {
        try review.picture(path, kind, ReviewedPictures.plan([Self.face]))
      }
      #expect(error?.file == path && error?.kind != .internalError)
    }
    // Whoever failed has left nothing that others wait for.
    _ = try review.add(TestPhotos.astronaut())
    #expect(throws: Never.self) {
      try review.picture(path, .face("f1"), ReviewedPictures.plan([Self.face]))
    }
  }

  /// Many at once get what one gets.
  @Test func serveManyThreads() throws {
    let review = try ReviewedPictures(limit: 2 << 20)
    let plan = try ReviewedPictures.plan([Self.face])
    let paths = try (0..<3).map { try review.add(TestPhotos.astronaut(), "\($0).jpg") }
    let kinds: [ReviewPicture] = [
      .shown(longSide: 400), .original(longSide: 400), .face("f1"), .look(ReviewLook(style: .fill)),
    ]
    let expected = try kinds.map {
      try review.pictures.picture(0, at: paths[0], $0, plan: plan, filters: ToneFilters())
    }
    let wrong = Monitor(0)
    let next = Monitor(0)
    let pictures = review.pictures
    let threads = WorkerThreads(8) {
      for _ in 0..<10 {
        let turn = next.update { number in
          number += 1
          return number
        }
        let (key, kind) = (turn % paths.count, turn % kinds.count)
        let got = try? pictures.picture(key, at: paths[key], kinds[kind], plan: plan, filters: ToneFilters())
        if got != expected[kind] { wrong.update { $0 += 1 } }
      }
    }
    threads.join()
    #expect(wrong.update { $0 } == 0)
  }
}
