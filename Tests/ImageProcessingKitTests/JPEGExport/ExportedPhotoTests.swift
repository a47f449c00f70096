import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos of other formats whose renders are JPEGs, from the file to the record.
@Suite struct ExportedPhotoTests {
  /// A photo in which a red patch stands for a face, and what people see of it, by another program's account or by how it was made.
  private struct Example {
    let name: String
    let file: [UInt8]
    let seen: PixelBuffer
  }

  private static let size = (width: 150, height: 110)

  /// Gray that gets lighter to the right and downwards, with a red patch, and a green one beside it where it is asked for.
  private static func picture(hasGreen: Bool = false) -> PixelBuffer {
    var picture = PixelBuffer(width: size.width, height: size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        // Squares, by which a picture that is moved by one pixel is another.
        let square = (x / 5 + y / 7) % 2 * 30
        let level = UInt8(40 + 110 * x / size.width + 70 * y / size.height + square)
        let isRed = (84..<108).contains(x) && (30..<54).contains(y)
        let isGreen = hasGreen && (112..<132).contains(x) && (32..<52).contains(y)
        picture[x, y] = isRed ? (240, 20, 20) : isGreen ? (20, 220, 20) : (level, level, level)
      }
    }
    return picture
  }

  private static func heif(
    _ codec: TestHEIF.Codec, tile: (width: Int, height: Int)?, _ properties: [TestHEIF.Property],
    hasGreen: Bool = false
  ) throws -> [UInt8] {
    var kind = TestHEIF.Kind(codec, tile: tile)
    kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
    kind.properties = properties
    return try TestHEIF.photo(TestHEVC.Picture(picture(hasGreen: hasGreen), chroma: .full), kind).bytes
  }

  private static let crop = TestHEIF.Property.crop(
    to: PixelBox(x: 21, y: 11, width: 113, height: 83), of: size.width, size.height)

  /// Every way to turn a HEIF, with padding and without, and cut or not.
  private static func heifs() throws -> [Example] {
    var examples: [Example] = []
    for tile in [(width: 64, height: 64), nil] {
      for cut in [[], [crop]] {
        for turns in 0..<4 {
          // Mirrored where everything else is done as well.
          for axis in tile != nil && !cut.isEmpty ? [nil, 0, 1] : [nil] {
            let properties =
              cut + (turns == 0 ? [] : [.rotation(turns)]) + (axis.map { [.mirror($0)] } ?? [])
            let file = try heif(.hevc, tile: tile, properties)
            let name =
              "\(tile == nil ? "single" : "grid"), \(cut.isEmpty ? "whole" : "cut"), \(turns) turns, mirror \(axis ?? -1)"
            examples.append(Example(name: name, file: file, seen: try TestHEIF.pixels(of: file)))
          }
        }
      }
    }
    let avif = try heif(.av1, tile: (width: 64, height: 64), [crop, .rotation(1)])
    examples.append(Example(name: "AVIF", file: avif, seen: try TestHEIF.pixels(of: avif)))
    return examples
  }

  /// The EXIF that turns a photo.
  private static func exif(_ orientation: Orientation) -> [UInt8] {
    let segment = TestJPEG.oriented([0xFF, 0xD8], orientation)
    // Behind the start of image, the marker, the length and the signature.
    return Array(segment.dropFirst(2 + 2 + 2 + 6))
  }

  private static func turned(_ orientation: Orientation) throws -> [Example] {
    let seen = picture()
    let stored = seen.stored(for: orientation)
    let png = TestPNGChunks(try TestPNG.encode(stored))
      .inserting([TestPNGChunk("eXIf", exif(orientation))], before: "IDAT").bytes
    let tiff = try TestTIFF.encode(
      stored, .rgb8,
      TestTIFF.Coding {
        $0.compression = .deflate
        $0.orientation = orientation.rawValue
      })
    let webp = try TestWebP.photo(TestWebP.Picture(stored), .lossless, exif: exif(orientation)).bytes
    return [("PNG", png), ("TIFF", tiff), ("WebP", webp)].map { name, file in
      Example(name: "\(name) \(orientation)", file: file, seen: seen)
    }
  }

  /// Blurs a photo as a JPEG.
  private func blur(
    _ file: [UInt8], _ detector: any FaceDetecting = PatchDetector()
  ) throws -> (report: PhotoReport, photo: FilePath, render: FilePath, bytes: [UInt8], folder: ScratchFolder)
  {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(file, "photo.bin"))
    var settings = BlurPipeline.Settings()
    settings.renderOptions.format = .jpeg
    var outputs = OutputGuard(originals: [photo], force: false)
    let target = FilePath(folder.path("render.jpg"))
    let report = try BlurPipeline(detector: detector, settings: settings)
      .blur(photo, to: target, guardedBy: &outputs)
    return (report, photo, target, try folder.read("render.jpg"), folder)
  }

  private static func isColored(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) -> Bool {
    Int(max(pixel.red, pixel.green)) - Int(min(pixel.red, pixel.green)) > 60
  }

  /// What is wrong with a render's picture, given what people see of the photo.
  private func flaws(_ render: [UInt8], _ seen: PixelBuffer) throws -> [String] {
    // Another decoder than the one that is used here.
    let shown = try TestJPEG.decodeIndependently(render)
    guard (shown.width, shown.height) == (seen.width, seen.height) else {
      return ["\(shown.width) × \(shown.height)"]
    }
    var patch = (left: Int.max, top: Int.max, right: 0, bottom: 0)
    for y in 0..<seen.height {
      for x in 0..<seen.width where Self.isColored(seen[x, y]) {
        patch = (min(patch.left, x), min(patch.top, y), max(patch.right, x), max(patch.bottom, y))
      }
    }
    guard patch.left < patch.right else { return ["nothing was to be hidden"] }
    var flaws: [String] = []
    var (sum, count) = (0.0, 0)
    for y in 0..<seen.height {
      for x in 0..<seen.width {
        if Self.isColored(shown[x, y]) { flaws.append("seen at \(x), \(y)") }
        // A region reaches out by its margin and to whole units.
        let isNear =
          (patch.left - 24...patch.right + 24).contains(x) && (patch.top - 24...patch.bottom + 24).contains(y)
        guard !isNear else { continue }
        let distance = Double(Int(shown[x, y].green) - Int(seen[x, y].green))
        (sum, count) = (sum + distance * distance, count + 1)
      }
    }
    // 38 dB.
    if count == 0 || sum / Double(count) > 10.3 { flaws.append("another picture: \(sum / Double(count))") }
    return Array(flaws.prefix(3))
  }

  private func expectHidden(_ example: Example) throws {
    let blurred = try blur(example.file)
    #expect(blurred.report.applied.count == 1, "\(example.name)")
    let flaws = try flaws(blurred.bytes, example.seen)
    #expect(flaws.isEmpty, "\(example.name): \(flaws)")
    #expect(blurred.report.notes.contains { $0.hasSuffix("to JPEG") }, "\(blurred.report.notes)")
    let verifier = PhotoVerifier(detector: PatchDetector())
    let verdict = try verifier.verify(
      blurred.render, against: blurred.photo,
      regionsOf: FilePath(blurred.folder.path("photo.AAE")))
    #expect(verdict.problems.isEmpty && verdict.isClean, "\(example.name): \(verdict.problems)")
    // The photo itself as a JPEG, with nothing hidden.
    let open = try JPEGContainer().export(of: PhotoFormats.standard.open(example.file).content)
    let copy = FilePath(try blurred.folder.write(Array(open.fileBytes), "open.jpg"))
    #expect(try !verifier.verify(copy, against: blurred.photo).problems.isEmpty, "\(example.name)")
  }

  @Test func hidesWhatIsSeenInEveryHEIFHoweverItIsTurnedAndCut() throws {
    for example in try Self.heifs() { try expectHidden(example) }
  }

  @Test(arguments: Orientation.allCases)
  func hidesWhatIsSeenHoweverAPhotoIsTurned(orientation: Orientation) throws {
    for example in try Self.turned(orientation) { try expectHidden(example) }
  }

  /// What the second look sees is in fractions of the JPEG, and the region in those of all that the HEIC codes.
  @Test func growsAtTheRightPlace() throws {
    for properties in [[], [.rotation(1)], [Self.crop], [Self.crop, .rotation(3)]] as [[TestHEIF.Property]] {
      let file = try Self.heif(.hevc, tile: (width: 64, height: 64), properties, hasGreen: true)
      let blurred = try blur(file, PatchDetector(seesGreenLast: true))
      let flaws = try flaws(blurred.bytes, try TestHEIF.pixels(of: file))
      #expect(flaws.isEmpty, "\(flaws)")
      #expect(blurred.report.notes.contains { $0.contains("grew") }, "\(blurred.report.notes)")
    }
  }

  @Test func isRenderedAgainFromItsRecordAndTakenBack() throws {
    let blurred = try blur(Self.heif(.hevc, tile: (width: 64, height: 64), [Self.crop, .rotation(1)]))
    var outputs = OutputGuard(originals: [blurred.photo], force: false)
    let again = try StatePipeline(settings: BlurPipeline.Settings())
      .renderAgain(blurred.photo, to: nil, guardedBy: &outputs)
    #expect(again.outputs.render == blurred.render)
    #expect(try blurred.folder.read("render.jpg") == blurred.bytes)
    let record = try #require(try RecordFile.ours(at: FilePath(blurred.folder.path("photo.AAE"))))
    #expect(record.renders.map(\.format) == [.jpeg] && record.writtenVersion.description == "1.6.0")
    _ = try EditRevert.revert(try EditSession.beginReverting(blurred.photo))
    #expect(try blurred.folder.contents().keys.sorted() == ["photo.bin"])
  }

  /// A JPEG stays what it is, to the last byte, and its record says nothing of formats.
  @Test func changesNothingOfJPEGs() throws {
    let photo = try TestJPEG.encode(Self.picture(), TestJPEG.Kind { $0.sampling = (2, 1) })
    let blurred = try blur(photo)
    let folder = try ScratchFolder()
    let copy = FilePath(try folder.write(photo, "photo.bin"))
    var outputs = OutputGuard(originals: [copy], force: false)
    _ = try BlurPipeline(detector: PatchDetector())
      .blur(copy, to: FilePath(folder.path("render.jpg")), guardedBy: &outputs)
    #expect(try folder.read("render.jpg") == blurred.bytes)
    let record = try #require(try RecordFile.ours(at: FilePath(blurred.folder.path("photo.AAE"))))
    #expect(record.renders.map(\.format) == [nil] && record.writtenVersion.description == "1.4.0")
  }

  @Test func keepsWideColorsAndMakesSRGBOfOthers() throws {
    func export(_ colors: TestHEIF.Property) throws -> JPEGPhoto {
      var kind = TestHEIF.Kind()
      kind.colors = [colors]
      let file = try TestHEIF.photo(TestHEVC.Picture(Self.picture(), chroma: .full), kind).bytes
      let export = try JPEGContainer().export(of: PhotoFormats.standard.open(file).content)
      return try #require(export as? JPEGPhoto)
    }
    #expect(try export(.colors(primaries: 12, transfer: 13, matrix: 6)).colors.profile == .known(.displayP3))
    #expect(try export(.colors(primaries: 1, transfer: 13, matrix: 6)).colors.profile == .none)
    let odd = TestProfile.table(side: 3) { ($0.green, $0.blue * $0.blue, $0.red) }
    #expect(try export(.profile(odd)).colors.profile == .none)
  }

  @Test func isAsFineInColorAsThePhotoAndGrayWhereThatIs() throws {
    func sampling(_ file: [UInt8]) throws -> [Int] {
      let export = try JPEGContainer().export(of: PhotoFormats.standard.open(file).content)
      return try TestJPEG.read(Array(export.fileBytes)).components.map(\.blocksPerUnit.h)
    }
    func heic(_ chroma: TestHEVC.Chroma) throws -> [UInt8] {
      try TestHEIF.photo(TestHEVC.Picture(Self.picture(), chroma: chroma)).bytes
    }
    #expect(try sampling(heic(.half)) == [2, 1, 1])
    #expect(try sampling(heic(.full)) == [1, 1, 1])
    #expect(try sampling(TestPNG.encode(Self.picture())) == [1, 1, 1])
    #expect(try sampling(TestPNG.encode(Self.picture(), .gray8)) == [1])
  }

  /// What is transparent is white, as viewers show it.
  @Test func putsTransparentPhotosOnWhite() throws {
    var picture = TestWebP.Picture(Self.picture())
    picture = picture.replacing(where: { x, y in x < 40 && y < 40 }) { x, y, channel in
      channel == 3 ? 0 : picture[x, y][channel]
    }
    let file = try TestWebP.photo(picture, .lossless).bytes
    let export = try JPEGContainer().export(of: PhotoFormats.standard.open(file).content)
    let shown = try TestJPEG.decodeIndependently(Array(export.fileBytes))
    #expect(shown[16, 16] == (255, 255, 255) && shown[100, 90].red < 250)
  }

  @Test func refusesWhatIsTooWideForAJPEG() throws {
    let photo = try PhotoFormats.standard.open(TestPNG.encode(PixelBuffer(width: 65_501, height: 8)))
    let error = #expect(throws: FaceBlurError.self) { try JPEGContainer().export(of: photo.content) }
    #expect(error?.kind == .photoTooLarge)
  }

  /// Regions of which viewers see nothing have no place in what holds nothing else.
  @Test func dropsRegionsThatNobodySees() throws {
    let frame = PictureFrame(
      width: 200, height: 100, visible: PixelRect(x: 100, y: 0, width: 100, height: 100))
    let plan = try GatedRender.plan([
      NormalizedRect(x: 0.6, y: 0.2, width: 0.1, height: 0.2),
      NormalizedRect(x: 0.1, y: 0.2, width: 0.1, height: 0.2),
    ])
    let shown = plan.shown(in: frame)
    #expect(shown.regions.map(\.id) == ["f1"])
    let rect = try #require(shown.regions.first?.rect)
    #expect(abs(rect.x - 0.2) < 1e-9 && abs(rect.width - 0.2) < 1e-9 && abs(rect.y - 0.2) < 1e-9)
    #expect(plan.shown(in: PictureFrame(width: 200, height: 100)) == plan)
  }
}

/// Sees red patches, or where there is none and it is told so, green ones.
private final class PatchDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "patch", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 640
  private let seesGreenLast: Bool

  init(seesGreenLast: Bool = false) { self.seesGreenLast = seesGreenLast }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    if let red = box(in: picture, { Int($0.red) - Int($0.green) > 100 }) { return [red] }
    guard seesGreenLast, let green = box(in: picture, { Int($0.green) - Int($0.red) > 100 }) else {
      return []
    }
    return [green]
  }

  private func box(
    in picture: PixelBuffer, _ isMeant: ((red: UInt8, green: UInt8, blue: UInt8)) -> Bool
  ) -> DetectedFace? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for y in 0..<picture.height {
      for x in 0..<picture.width where isMeant(picture[x, y]) {
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
    }
    guard right >= left else { return nil }
    let box = PixelBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    return DetectedFace(rect: box.normalized(width: picture.width, height: picture.height), score: 0.9)
  }
}
