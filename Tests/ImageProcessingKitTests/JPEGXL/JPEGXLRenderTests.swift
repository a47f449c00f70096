import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos and renders of JPEG XLs that were made of JPEGs.
@Suite struct JPEGXLRenderTests {
  @Test(arguments: JPEGXLCase.kinds)
  func isTheJPEGThatItWasMadeOf(kind: TestJPEG.Kind) throws {
    let example = try JPEGXLCase(kind)
    let photo = try JPEGXLCase.photo(example.file)
    let jpeg = try JPEGContainer().open(FileBytes(example.jpeg), limits: ImageLimits())
    #expect(photo.geometry == jpeg.geometry && photo.isGray == jpeg.isGray)
    #expect(try photo.displayImage(fitting: 60).pixels == jpeg.displayImage(fitting: 60).pixels)
    var (own, others): ([PixelBuffer], [PixelBuffer]) = ([], [])
    try photo.forEachBand { own += $0.views }
    try jpeg.forEachBand { others += $0.views }
    #expect(!own.isEmpty && own == others)
    #expect(try photo.thumbnail() == jpeg.thumbnail())
  }

  /// A render is the JPEG's render, and libjxl, which shows it, gives that back.
  @Test(arguments: JPEGXLCase.kinds)
  func rendersAsTheJPEG(kind: TestJPEG.Kind) throws {
    for keepsProgressive in [false, true] {
      var options = RenderOptions()
      options.keepsProgressive = keepsProgressive
      let example = try JPEGXLCase(kind, options: options)
      let (render, jpeg) = (try example.render(), try example.renderOfJPEG())
      #expect(try TestJXL.jpeg(of: render.bytes) == jpeg.bytes)
      #expect((render.path, render.notes, render.warnings) == (jpeg.path, jpeg.notes, jpeg.warnings))
      #expect(try example.render().bytes == render.bytes)
      #expect(try example.refusal(of: render.bytes, madeBy: render.path) == nil)
    }
  }

  /// What other people's decoder shows of a render is outside the areas what it shows of the photo, and in them something else. Where
  /// colours are as fine as luma, they are predicted from it, which rounds differently from file to file.
  @Test(arguments: JPEGXLCase.kinds)
  func showsThePhotoOutsideTheAreas(kind: TestJPEG.Kind) throws {
    let example = try JPEGXLCase(kind)
    let render = try example.render()
    let photo = try JPEGXLCase.photo(example.file)
    let areas = example.plan.areas(on: photo.geometry)
    let (before, after) = (try TestJXL.read(example.file), try TestJXL.read(render.bytes))
    #expect(before.orientation == after.orientation && after.extraChannels == 0 && !after.isAnimated)
    let (width, height) = (photo.geometry.unitWidth, photo.geometry.unitHeight)
    var (changed, kept, inside, farthest) = (0, 0, 0, 0)
    for y in 0..<before.picture.height {
      for x in 0..<before.picture.width {
        func isInside(_ x: Int, _ y: Int) -> Bool {
          areas.contains { $0.contains(unitX: x / width, unitY: y / height) }
        }
        let isSame = before.picture[x, y] == after.picture[x, y]
        if isInside(x, y) {
          inside += 1
          kept += isSame ? 1 : 0
        } else if !isSame, !isNear(before.picture[x, y], after.picture[x, y]) {
          // Coarser colours are made finer with those beside them, and those as fine as luma are predicted from it in squares of 64 pixels.
          let isBeside =
            (-2...2).contains { dx in (-2...2).contains { isInside(max(x + dx, 0), max(y + $0, 0)) } }
            || width == 8
              && (0..<64).contains { row in
                (0..<64).contains { isInside(x / 64 * 64 + $0, y / 64 * 64 + row) }
              }
          changed += isBeside ? 0 : 1
          if !isBeside { farthest = max(farthest, distance(before.picture[x, y], after.picture[x, y])) }
        }
      }
    }
    #expect(changed == 0 && kept * 4 < inside, "\(changed) by up to \(farthest), \(kept) of \(inside)")
  }

  private typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

  private func isNear(_ a: Pixel, _ b: Pixel) -> Bool { distance(a, b) <= 2 }

  private func distance(_ a: Pixel, _ b: Pixel) -> Int {
    [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  /// Viewers go by the code, and the JPEG by its EXIF: both say the same of photo and render.
  @Test(arguments: Orientation.allCases, [false, true])
  func isTurnedAsTheJPEGIs(orientation: Orientation, isLittleEndian: Bool) throws {
    let jpeg = TestJPEG.oriented(
      try TestJPEG.encode(GatedRender.picture()), orientation, littleEndian: isLittleEndian)
    let example = try JPEGXLCase(jpeg)
    let photo = try JPEGXLCase.photo(example.file)
    #expect(photo.geometry.orientation == orientation)
    let render = try example.render()
    let (before, after) = (try TestJXL.read(example.file), try TestJXL.read(render.bytes))
    #expect(before.orientation == orientation.rawValue && after.orientation == orientation.rawValue)
    #expect((before.picture.width, before.picture.height) == (after.picture.width, after.picture.height))
    #expect(photo.geometry.uprightSize == (after.picture.width, after.picture.height))
    #expect(try photo.opening(render: render.bytes).geometry == photo.geometry)
    #expect(try example.refusal(of: render.bytes) == nil)
    for file in [example.file, render.bytes] {
      file.withUnsafeBufferPointer {
        #expect(JPEGXLGate().shape(of: $0).orientation == orientation)
        let judge = HiddenPictureJudge(detector: nil)
        #expect(
          JPEGXLGate().inspection(of: $0, policy: .minimal, judge: judge).shape.orientation == orientation)
      }
    }
  }

  /// Its EXIF may lie in the file as it is, where other programs look for it; a JPEG is had back with it.
  @Test func isNotReadWhereItsPartsSayAnotherTurn() throws {
    let jpeg = TestJPEG.oriented(try TestJPEG.encode(GatedRender.picture()), .right)
    let file = try TestJXL.photo(jpeg)
    let block = try #require(TestJXL.content(of: "Exif", in: file.bytes))
    func unpacked(_ block: [UInt8]) -> [UInt8] {
      file.changing { file in file.change("brob") { $0 = TestJXL.Box("Exif", block) } }.bytes
    }
    #expect(try TestJXL.jpeg(of: unpacked(block)) == jpeg)
    #expect(try JPEGXLCase.photo(unpacked(block)).geometry.orientation == .right)
    let other = TestJPEG.oriented([0xFF, 0xD8, 0xFF, 0xD9], .left).dropFirst(12).dropLast(2)
    let error = #expect(throws: FaceBlurError.self) { try JPEGXLCase.photo(unpacked([0, 0, 0, 0] + other)) }
    #expect(error?.kind == .unsupportedPhoto, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func keepsWhatThePolicyKeeps() throws {
    var options = RenderOptions()
    options.metadata = .everything
    options.hasThumbnail = true
    let jpeg = try Carrier.all[0].build(TestPhotos.astronaut())
    let example = try JPEGXLCase(jpeg, options: options)
    let render = try example.render()
    #expect(try TestJXL.jpeg(of: render.bytes) == example.renderOfJPEG().bytes)
    #expect(try example.refusal(of: render.bytes) == nil)
    var bare = options
    bare.hasThumbnail = false
    #expect(try example.refusal(of: render.bytes, options: bare)?.blockKind == "exifThumbnail")
  }

  /// A profile that cannot be written anew: the JPEG is converted, and the file with it.
  @Test func convertsColorsThatCannotBeCarriedOver() throws {
    let carrier = try #require(Carrier.all.first { $0.name == "Pixels as a profile's lookup table" })
    let jpeg = try carrier.build(TestJPEG.encode(GatedRender.picture()))
    let example = try JPEGXLCase(jpeg)
    let photo = try JPEGXLCase.photo(example.file)
    let own = try JPEGContainer().open(FileBytes(jpeg), limits: ImageLimits())
    guard let expected = try own.conversion() else { return #expect(try photo.conversion() == nil) }
    let conversion = try #require(try photo.conversion())
    #expect(conversion.warnings == expected.warnings)
    let file = conversion.photo.fileBytes
    let had = try TestJXL.jpeg(of: file.copy(0..<file.count))
    #expect(had == expected.photo.fileBytes.copy(0..<expected.photo.fileBytes.count))
    try LeakGate(format: .jpegXL).checkConversion(conversion.photo, of: photo)
    #expect(throws: FaceBlurError.self) {
      try LeakGate(format: .jpegXL).checkConversion(photo, of: conversion.photo)
    }
    let render = try example.render()
    #expect(try TestJXL.jpeg(of: render.bytes) == example.renderOfJPEG().bytes)
  }

  @Test(arguments: [TestJPEG.Kind(), TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) }])
  func changesTonesAsTheJPEG(kind: TestJPEG.Kind) throws {
    let example = try JPEGXLCase(kind)
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    let photo = try JPEGXLCase.photo(example.file)
    let jpeg = try JPEGContainer().open(FileBytes(example.jpeg), limits: ImageLimits())
    let (toned, expected) = (try photo.toning(filters), try jpeg.toning(filters))
    #expect(try TestJXL.jpeg(of: toned.bytes) == expected.bytes)
    #expect(toned.notes == expected.notes)
    let gate = LeakGate(format: .jpegXL)
    try gate.checkTones(
      of: FileBytes(toned.bytes), against: photo, filters: filters, options: RenderOptions())
    #expect(throws: FaceBlurError.self) {
      try gate.checkTones(
        of: FileBytes(toned.bytes), against: photo, filters: ToneFilters(sepia: 0.9), options: RenderOptions()
      )
    }
    // The same JPEG in another code.
    let other = try TestJXL.photo(expected.bytes, .init { $0.effort = 2 }).changing { $0.cutCode([20, 30]) }
    #expect(throws: FaceBlurError.self) {
      try gate.checkTones(
        of: FileBytes(other.bytes), against: photo, filters: filters, options: RenderOptions())
    }
  }

  /// A hidden region tells nothing: whatever is in it, the file is the same to the last byte.
  @Test(arguments: [ObscuringStyle.mosaic, .blur, .fill])
  func rendersAreTheSameWhateverIsInside(style: ObscuringStyle) throws {
    for kind in JPEGXLCase.kinds where !kind.hasOptimizedTables {
      let base = GatedRender.picture()
      let example = try JPEGXLCase(TestJPEG.encode(base, kind), style)
      let geometry = try JPEGXLCase.photo(example.file).geometry
      let areas = example.plan.areas(on: geometry)
      var random = SplitMix(seed: 5)
      let renders = try (0..<4).map { number in
        var picture = base
        for y in 0..<base.height {
          for x in 0..<base.width
          where number > 0
            && areas.contains(where: {
              $0.contains(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
            })
          {
            let level: UInt8 = number == 1 ? 0 : number == 2 ? 255 : .random(in: 0...255, using: &random)
            picture[x, y] = (level, level / 2, 255 - level)
          }
        }
        return try example.render(of: TestJXL.transcode(TestJPEG.encode(picture, kind))).bytes
      }
      #expect(Set(renders).count == 1, "\(kind)")
    }
  }

  /// How a file is coded makes no difference to its render.
  @Test func rendersAreTheSameHoweverTheFileWasCoded() throws {
    let example = try JPEGXLCase()
    let render = try example.render().bytes
    var files = try [1, 3, 9].map { effort in
      try TestJXL.transcode(example.jpeg, .init { $0.effort = effort })
    }
    let file = try TestJXL(example.file)
    files += [file.changing { $0.cutCode() }.bytes, file.changing { $0.cutCode([3, 4]) }.bytes]
    for other in files { #expect(try example.render(of: other).bytes == render) }
  }
}
