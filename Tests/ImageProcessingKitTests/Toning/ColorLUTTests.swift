import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ColorLUTTests {
  @Test(arguments: [2, 3, 7, 17, 32, 33])
  func leavesEverySampleAsItIsWhereTheTableIsTheIdentity(size: Int) throws {
    let lut = try TestCube.lut(TestCube.text(size))
    #expect(ToneFilters(lut: lut).isNeutral)
    let picture = TestPhotos.noise(width: 61, height: 47, seed: 4)
    // What is neutral is passed over, so the table is applied by itself.
    var toned = picture
    toned.withUnsafeMutableBytes { lut.prepared(width: 61, height: 47).tone($0, y: 0) }
    #expect(toned == picture)
    for near in [0.997] {
      let almost = try TestCube.lut(
        TestCube.text(size) { ($0.red * near, $0.green * near, $0.blue) })
      #expect(!ToneFilters(lut: almost).isNeutral)
    }
  }

  // From black along the largest input, then the middle one, then the least: the differences are the weights.
  @Test(arguments: [
    [204, 102, 51], [204, 51, 102], [102, 204, 51], [51, 204, 102], [102, 51, 204], [51, 102, 204],
  ])
  func interpolatesInTetrahedra(input: [Int]) throws {
    /// Whether those inputs alone are high that are at least so much.
    func isOne(_ color: TestCube.Color, from least: Int) -> Double {
      let node = [color.red == 1, color.green == 1, color.blue == 1]
      return node == input.map { $0 >= least } ? 1 : 0
    }
    let lut = try TestCube.lut(
      TestCube.text(2) { color in
        (isOne(color, from: 204), isOne(color, from: 102), isOne(color, from: 51))
      })
    var pixel = PixelBuffer(
      width: 1, height: 1, red: UInt8(input[0]), green: UInt8(input[1]), blue: UInt8(input[2]))
    ToneFilters(lut: lut).apply(to: &pixel)
    #expect(pixel[0, 0] == (204 - 102, 102 - 51, 51))
  }

  @Test func isExactForALinearTableInEveryTetrahedron() throws {
    let lut = try TestCube.lut(
      TestCube.text(5) { color in
        (0.2 * color.red + 0.5 * color.green + 0.3 * color.blue, 1 - color.green, 0.25 + 0.5 * color.red)
      })
    let picture = TestPhotos.noise(width: 53, height: 31, seed: 8)
    var toned = picture
    ToneFilters(lut: lut).apply(to: &toned)
    for y in 0..<31 {
      for x in 0..<53 {
        let (r, g, b) = picture[x, y]
        let gray = 0.2 * Double(r) + 0.5 * Double(g) + 0.3 * Double(b)
        #expect(abs(Double(toned[x, y].red) - gray) <= 0.51)
        #expect(toned[x, y].green == 255 - g)
        let blue = 63.75 + 0.5 * Double(r)
        #expect(abs(Double(toned[x, y].blue) - blue) <= 0.51)
      }
    }
  }

  @Test func survivesARecord() throws {
    let lut = try TestCube.lut(TestCube.text(33, TestCube.warm))
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.25, lut: lut)
    let json = try JSONEncoder().encode(filters)
    #expect(json.count < 300_000)
    #expect(try JSONDecoder().decode(ToneFilters.self, from: json) == filters)
    #expect(try JSONDecoder().decode(ToneFilters.self, from: Data("{}".utf8)).isNeutral)
  }

  @Test func isWrittenAsTheSameBytesEverywhere() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let lut = try #require(ColorLUT(size: 2, name: "a.cube", values: (0..<24).map { $0 * 258 }))
    let json = String(decoding: try encoder.encode(lut), as: UTF8.self)
    // 258 is 0x0102: the lower byte first.
    let bytes = (0..<24).flatMap { (node: UInt8) -> [UInt8] in [2 * node, node] }
    #expect(json == #"{"name":"a.cube","size":2,"values":"\#(Data(bytes).base64EncodedString())"}"#)
  }

  @Test func refusesATableInARecordThatIsNotSound() throws {
    let values = Data([UInt8](repeating: 7, count: 48)).base64EncodedString()
    func decode(_ json: String) throws -> ColorLUT {
      try JSONDecoder().decode(ColorLUT.self, from: Data(json.utf8))
    }
    #expect(throws: Never.self) { try decode(#"{"name":"a","size":2,"values":"\#(values)"}"#) }
    let broken = [
      #"{"name":"a","size":1,"values":""}"#, #"{"name":"a","size":34,"values":"\#(values)"}"#,
      #"{"name":"a","size":3,"values":"\#(values)"}"#, #"{"name":"a","size":-2,"values":"\#(values)"}"#,
      #"{"name":"a","size":4611686018427387904,"values":"\#(values)"}"#,
      #"{"name":"a","size":2,"values":"\#(values.dropLast())"}"#,
      #"{"name":"a","size":2,"values":"\#(values.replacing("B", with: "*"))"}"#,
      #"{"name":"a\nb","size":2,"values":"\#(values)"}"#, #"{"size":2,"values":"\#(values)"}"#,
      #"{"name":"\#(String(repeating: "a", count: 256))","size":2,"values":"\#(values)"}"#,
      #"{"name":"a","size":2}"#,
    ]
    for json in broken {
      #expect(throws: DecodingError.self, "\(json.prefix(40))") { try decode(json) }
    }
  }
}
