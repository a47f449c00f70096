import Testing

@testable import ImageProcessingKit

@Suite struct PlanarConversionTests {
  private struct Sample {
    let matrix: Int
    let rgb: (UInt8, UInt8, UInt8)
    let planes: [UInt8]
  }

  /// Full colours as the tables of ITU-R BT.601 and BT.709 give them.
  private static let samples = [
    Sample(matrix: 1, rgb: (255, 0, 0), planes: [63, 102, 240]),
    Sample(matrix: 1, rgb: (0, 255, 0), planes: [173, 42, 26]),
    Sample(matrix: 1, rgb: (0, 0, 255), planes: [32, 240, 118]),
    Sample(matrix: 6, rgb: (255, 0, 0), planes: [81, 90, 240]),
    Sample(matrix: 6, rgb: (0, 255, 0), planes: [145, 54, 34]),
    Sample(matrix: 6, rgb: (0, 0, 255), planes: [41, 240, 110]),
    Sample(matrix: 1, rgb: (255, 255, 255), planes: [235, 128, 128]),
    Sample(matrix: 6, rgb: (0, 0, 0), planes: [16, 128, 128]),
    Sample(matrix: 6, rgb: (90, 90, 90), planes: [93, 128, 128]),
  ]

  @Test func makesTheColoursOfTheStandards() {
    for sample in Self.samples {
      let (red, green, blue) = sample.rgb
      let picture = PixelBuffer(width: 2, height: 2, red: red, green: green, blue: blue)
      let made = PlanarConversion(SampleColors(matrix: sample.matrix)).planes(of: picture)
      let luma = [UInt8](repeating: sample.planes[0], count: 4)
      #expect(made == luma + sample.planes.dropFirst(), "\(sample)")
    }
  }

  /// What is made is what `LumaChroma` reads, to a rounding or two, in both ranges.
  @Test(arguments: [1, 6, 9], [false, true])
  func isReadAgainAsItWas(matrix: Int, isFullRange: Bool) throws {
    let colors = SampleColors(matrix: matrix, isFullRange: isFullRange)
    for step in 0..<64 {
      let rgb = (step * 37 % 256, step * 91 % 256, step * 151 % 256)
      let picture = PixelBuffer(
        width: 2, height: 2, red: UInt8(rgb.0), green: UInt8(rgb.1), blue: UInt8(rgb.2))
      let shape = PlanarConversion.shape(width: 2, height: 2)
      let planar = try #require(
        PlanarPicture(shape, bytes: PlanarConversion(colors).planes(of: picture)))
      var row = [UInt8](repeating: 0, count: 6)
      row.withUnsafeMutableBufferPointer {
        LumaChroma(shape, colors).convert(row: 1, of: planar, into: $0)
      }
      for (value, expected) in zip(row, [rgb.0, rgb.1, rgb.2]) {
        #expect(abs(Int(value) - expected) <= 3, "\(rgb) became \(row)")
      }
    }
  }

  /// A last column and row without a pair stand for two.
  @Test func repeatsWhatHasNoPair() {
    var picture = PixelBuffer(width: 3, height: 1)
    picture[2, 0] = (255, 255, 255)
    let shape = PlanarConversion.shape(width: 3, height: 1)
    #expect((shape.width, shape.height, shape.chroma) == (4, 2, .half))
    let planes = PlanarConversion(SampleColors(matrix: 6)).planes(of: picture)
    #expect(planes == [16, 16, 235, 235, 16, 16, 235, 235, 128, 128, 128, 128])
  }
}
