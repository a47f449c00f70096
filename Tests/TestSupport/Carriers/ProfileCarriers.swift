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

  private static func profile(
    _ name: String, _ content: Content = .jpeg, _ make: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: "icc", content) { photo in
      JPEGParts.inserting(TestProfile.segments(try make()), into: photo)
    }
  }
}
