import Foundation

extension Carrier {
  /// Pictures in a colour profile, which is a container with a table of contents.
  static let profiles: [Carrier] = [
    profile("Picture in a profile's private tag") {
      TestProfile.profile([("face", Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.jpeg()))])
    },
    profile("Picture in a profile's lookup table") {
      TestProfile.profile([("A2B0", Array("mft2\0\0\0\0".utf8) + (try HiddenPicture.jpeg()))])
    },
    profile("Picture behind a profile's tags") {
      TestProfile.profile(slack: try HiddenPicture.jpeg())
    },
    // Known tags of the right types, with more behind what the type needs.
    profile("Pixels behind a profile's curve", .undecodable) {
      TestProfile.profile([("gTRC", TestProfile.gamma + (try HiddenPicture.rgb()))])
    },
    profile("Pixels behind a profile's white point", .undecodable) {
      let point = Array("XYZ \0\0\0\0".utf8) + [0, 0, 0xF3, 0x51, 0, 1, 0, 0, 0, 1, 0x16, 0xCC]
      return TestProfile.profile([("wtpt", point + (try HiddenPicture.rgb()))])
    },
    // Parts that are whole, and decide colours or could.
    profile("Pixels as a profile's curve", .undecodable) {
      let entries = try HiddenPicture.rgb().prefix(8192)
      return TestProfile.profile([("gTRC", curve(ofBytes: Array(entries)))])
    },
    profile("Pixels as a profile's lookup table", .undecodable) {
      TestProfile.profile([("A2B0", table(inputs: 3, outputs: 3, side: 16, try HiddenPicture.rgb()))])
    },
    profile("Pixels as a profile's table backwards", .undecodable) {
      TestProfile.profile([("B2A0", table(inputs: 3, outputs: 3, side: 16, try HiddenPicture.rgb()))])
    },
    profile("Pixels as a profile's gamut", .undecodable) {
      TestProfile.profile([("gamt", table(inputs: 3, outputs: 1, side: 24, try HiddenPicture.rgb()))])
    },
    profile("Pixels in a profile's private tag", .undecodable) {
      TestProfile.profile([("pixl", Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.rgb()))])
    },
    // It is too small for a detector, and a person knows the face all the same.
    profile("Small picture in a profile's copyright notice", .undecodable) {
      let text = Data(try HiddenPicture.smallJPEG()).base64EncodedString()
      return TestProfile.profile([("cprt", TestProfile.text(text))])
    },
    Carrier("Picture in a profile's part that is not counted", kind: "icc") { photo in
      let parts = TestProfile.segments(TestProfile.wideGamut)
      let extra = TestProfile.signature + [2, 1] + (try HiddenPicture.jpeg())
      return JPEGParts.inserting(parts + [(0xE2, extra)], into: photo)
    },
  ]

  private static func curve(ofBytes bytes: [UInt8]) -> [UInt8] {
    Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(bytes.count / 2, 4) + bytes
  }

  /// An `mft1` with some bytes for its grid (ICC.1:2001-04, 6.5.8).
  private static func table(inputs: Int, outputs: Int, side: Int, _ grid: [UInt8]) -> [UInt8] {
    let points = (0..<inputs).reduce(outputs) { count, _ in count * side }
    let unit = [1, 0, 0, 0, 1, 0, 0, 0, 1].flatMap { ByteOrder.bigEndian.number($0 * 65_536, 4) }
    let straight = (0...255).map(UInt8.init)
    return Array("mft1\0\0\0\0".utf8) + [UInt8(inputs), UInt8(outputs), UInt8(side), 0] + unit
      + (0..<inputs).flatMap { _ in straight } + grid
      + [UInt8](repeating: 0, count: max(points - grid.count, 0)) + (0..<outputs).flatMap { _ in straight }
  }

  private static func profile(
    _ name: String, _ content: Content = .jpeg, _ make: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: "icc", content) { photo in
      JPEGParts.inserting(TestProfile.segments(try make()), into: photo)
    }
  }
}
