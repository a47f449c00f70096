import TestSupport
import Testing

@testable import ImageProcessingKit

/// JPEGs that were made of photos of other formats before the gate, as they should be and of other pictures.
@Suite struct ExportCheckTests {
  private static let kind = TestJPEG.Kind { ($0.quality, $0.sampling) = (92, (1, 1)) }
  private static let picture = GatedRender.picture()

  private static func original(_ picture: PixelBuffer = picture) throws -> Photo {
    try PhotoFormats.standard.open(TestPNG.encode(picture))
  }

  private func refusal(of export: [UInt8], from original: Photo) throws -> FaceBlurError? {
    do throws(FaceBlurError) {
      try LeakGate(format: .jpeg).checkExport(JPEGPhoto(export, limits: .none), of: original)
      return nil
    } catch {
      return error
    }
  }

  /// The judge needs no JPEG of the writer's: another encoder's will do.
  @Test(arguments: [(1, 1), (2, 2)])
  func takesWhatShowsThePhoto(sampling: (h: Int, v: Int)) throws {
    var kind = Self.kind
    kind.sampling = sampling
    #expect(try refusal(of: TestJPEG.encode(Self.picture, kind), from: Self.original()) == nil)
    let export = try JPEGContainer().export(of: Self.original().content)
    #expect(try refusal(of: Array(export.fileBytes), from: Self.original()) == nil)
  }

  @Test func refusesAPictureThatIsMovedTurnedOrAnother() throws {
    var moved = PixelBuffer(width: 117, height: 101, red: 90, green: 90, blue: 90)
    moved.paste(Self.picture, x: 16, y: 0)
    var lowered = PixelBuffer(width: 117, height: 101, red: 90, green: 90, blue: 90)
    lowered.paste(Self.picture, x: 0, y: 1)
    var dotted = Self.picture
    for x in 40..<44 { dotted[x, 50] = (255, 255, 255) }
    let others = [
      moved, lowered, dotted, Self.picture.stored(for: .upMirrored), Self.picture.stored(for: .down),
      GatedRender.picture(seed: 12),
    ]
    for other in others {
      #expect(try refusal(of: TestJPEG.encode(other, Self.kind), from: Self.original()) == .changedOutside)
    }
  }

  /// Coarse quantisers would let any picture pass.
  @Test(arguments: [5, 50, 91, 93, 100])
  func refusesAnotherQuality(quality: Int) throws {
    var kind = Self.kind
    kind.quality = quality
    #expect(try refusal(of: TestJPEG.encode(Self.picture, kind), from: Self.original()) == .changedOutside)
  }

  @Test func refusesAnotherShape() throws {
    var larger = PixelBuffer(width: 128, height: 112)
    larger.paste(Self.picture, x: 0, y: 0)
    let shapes = [
      try TestJPEG.encode(larger, Self.kind),
      try TestJPEG.encode(Self.picture.stored(for: .right), Self.kind),
      TestJPEG.oriented(try TestJPEG.encode(Self.picture, Self.kind), .upMirrored),
    ]
    for shape in shapes {
      #expect(try refusal(of: shape, from: Self.original()) == .otherShape)
    }
  }

  @Test func refusesWhatIsNoPicture() throws {
    let export = TestJPEG.inserting(
      [(0xFE, Array("Ann".utf8))], into: try TestJPEG.encode(Self.picture, Self.kind))
    let refusal = try #require(try refusal(of: export, from: Self.original()))
    #expect(refusal.kind == .leak(.block("comment")), "\(refusal)")
  }

  /// A gray JPEG has no place for colours that the photo has.
  @Test func refusesGrayOfAPhotoWithColors() throws {
    let kind = TestJPEG.Kind { ($0.quality, $0.components, $0.sampling) = (92, 1, (1, 1)) }
    #expect(try refusal(of: TestJPEG.encode(Self.picture, kind), from: Self.original()) == .changedOutside)
    var gray = Self.picture
    for y in 0..<gray.height {
      for x in 0..<gray.width {
        let level = gray[x, y].green
        gray[x, y] = (level, level, level)
      }
    }
    #expect(try refusal(of: TestJPEG.encode(gray, kind), from: Self.original(gray)) == nil)
  }

  /// What lies beyond the part that viewers show is in no JPEG.
  @Test func refusesThePaddingOfAGrid() throws {
    var kind = TestHEIF.Kind.grid(64, 64)
    kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
    let photo = try PhotoFormats.standard.open(
      TestHEIF.photo(TestHEVC.Picture(Self.picture, chroma: .full), kind).bytes)
    #expect(photo.geometry.uprightSize == (128, 128) && photo.geometry.visibleSize == (117, 101))
    let whole = try photo.displayImage(fitting: .max).pixels
    #expect(try refusal(of: TestJPEG.encode(whole, Self.kind), from: photo) == .otherShape)
    var seen = PixelBuffer(width: 117, height: 101)
    seen.paste(whole, x: 0, y: 0)
    #expect(try refusal(of: TestJPEG.encode(seen, Self.kind), from: photo) == nil)
    var beside = PixelBuffer(width: 117, height: 101)
    beside.paste(whole, x: -11, y: -27)
    #expect(try refusal(of: TestJPEG.encode(beside, Self.kind), from: photo) == .changedOutside)
  }

  /// The JPEG in a JPEG XL is that very one.
  @Test func takesNoOtherJPEGForThatInAJPEGXL() throws {
    let jpeg = try TestJPEG.encode(Self.picture, Self.kind)
    let photo = try PhotoFormats.standard.open(TestJXL.transcode(jpeg))
    let export = try JPEGContainer().export(of: photo.content)
    #expect(Array(export.fileBytes) == jpeg)
    #expect(try refusal(of: jpeg, from: photo) == nil)
    let other = try TestJPEG.encode(GatedRender.picture(seed: 12), Self.kind)
    #expect(try refusal(of: other, from: photo) == .changedOutside)
  }

  /// Formats that nothing is made of.
  @Test func isAskedOfJPEGsAlone() throws {
    let photo = try Self.original()
    #expect(throws: FaceBlurError.self) { try PNGContainer().export(of: photo.content) }
    #expect(throws: FaceBlurError.self) { try LeakGate(format: .png).checkExport(photo.content, of: photo) }
  }
}
