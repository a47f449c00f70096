import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a JPEG XL's code says of its picture, as the reader, the gate and libjxl see it.
@Suite struct JPEGXLHeaderTests {
  private func readers(_ code: [UInt8]) -> (photo: JPEGXLHeader?, gate: ExaminedJPEGXLHeader?) {
    (try? JPEGXLHeader(code), try? ExaminedJPEGXLHeader(code))
  }

  @Test func bothReadersReadEverySize() throws {
    var random = SplitMix(seed: 8)
    for number in 0..<2000 {
      let length = Int.random(in: 0...3, using: &random)
      let most = [1 << 9, 1 << 13, 1 << 18, 1 << 30][length]
      var header = TestJXL.Header(
        width: .random(in: 1...most, using: &random), height: .random(in: 1...most, using: &random))
      header.length = number % 3 == 0 ? length : nil
      if number % 5 == 0 {
        header.isSmall = true
        header.width = 8 * .random(in: 1...32, using: &random)
        header.height = 8 * .random(in: 1...32, using: &random)
      }
      header.ratio = number % 4 == 0 ? .random(in: 0...7, using: &random) : 0
      header.orientation = .random(in: 1...8, using: &random)
      if number % 7 == 0 { header.intrinsicSize = [300, 200] }
      header.hasPreview = number % 11 == 0
      let (height, ratio) = (header.height, header.ratio)
      let ratios = [(1, 1), (6, 5), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
      let width = ratio == 0 ? header.width : height * ratios[ratio - 1].0 / ratios[ratio - 1].1
      let (photo, gate) = readers(header.bytes)
      #expect(photo?.width == width && photo?.height == height, "\(header)")
      #expect(photo?.orientation.rawValue == header.orientation, "\(header)")
      #expect(gate?.width == width && gate?.height == height, "\(header)")
      #expect(gate?.orientation == photo?.orientation && gate?.hasPreview == header.hasPreview, "\(header)")
    }
  }

  /// Of every size and turn, as libjxl writes and reads them.
  @Test(arguments: Orientation.allCases)
  func readsWhatLibjxlWrites(orientation: Orientation) throws {
    for size in [(1, 1), (8, 8), (40, 30), (256, 256), (300, 200), (32, 24), (17, 600), (1025, 2)] {
      let picture = PixelBuffer(width: size.0, height: size.1, red: 90, green: 50, blue: 20)
      for change: (inout TestJXL.Coding) -> Void in [{ $0.distance = 0 }, { $0.distance = 2 }] {
        let code = try TestJXL.encode(
          picture,
          TestJXL.Coding {
            change(&$0)
            ($0.orientation, $0.hasContainer, $0.effort) = (orientation, false, 1)
          })
        let (photo, gate) = readers(Array(code.prefix(JPEGXLHeader.maxBytes)))
        #expect(photo?.width == size.0 && photo?.height == size.1 && photo?.orientation == orientation)
        #expect(gate?.width == size.0 && gate?.height == size.1 && gate?.orientation == orientation)
      }
    }
  }

  @Test func bothRefuseWhatNoJPEGIs() throws {
    let picture = GatedRender.picture()
    for change: (inout TestJXL.Coding) -> Void in [{ $0.frames = 2 }, { $0.hasAlpha = true }] {
      let code = try TestJXL.encode(
        picture,
        TestJXL.Coding {
          change(&$0)
          $0.hasContainer = false
        })
      let (photo, gate) = readers(Array(code.prefix(JPEGXLHeader.maxBytes)))
      #expect(photo == nil && gate == nil)
    }
  }

  /// Whatever the bits, both read the same or both refuse; neither reads beyond them.
  @Test func bothReadersAgreeOnAnyBits() {
    var random = SplitMix(seed: 9)
    var (read, refused) = (0, 0)
    for _ in 0..<20_000 {
      let code =
        [0xFF, 0x0A]
        + (0..<Int.random(in: 0...24, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
      let (photo, gate) = readers(code)
      #expect((photo == nil) == (gate == nil), "\(code)")
      guard let photo, let gate else {
        refused += 1
        continue
      }
      read += 1
      #expect(
        (photo.width, photo.height) == (gate.width, gate.height) && photo.orientation == gate.orientation,
        "\(code)")
    }
    #expect(read > 1000 && refused > 1000)
  }
}
