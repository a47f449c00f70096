import ImageProcessingKit

/// A photo with all that a camera and its owner's programs write about it.
public enum CameraPhoto {
  /// What identifies the camera, its owner or its programs, and so is in no render whatever the policy.
  public static let secrets = [
    "SN-BODY-4711", "SN-LENS-0815", "Olivia Owner", "5F3A0B12C4D6E8F9", "EditorSuite 7.1", "On the terrace",
    "A private remark", "MAKER-NOTE-SECRET", "SecretHost", "North Pier",
  ]

  /// The astronaut's portrait, stored on its side, at 300 dots an inch, in a wide gamut.
  public static func jpeg(_ order: ByteOrder) throws -> [UInt8] {
    let upright = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let plain = try TestJPEG.encode(upright.stored(for: .right))
    let density = Array("JFIF".utf8) + [0, 1, 1, 1] + [1, 0x2C, 1, 0x2C] + [0, 0]
    return JPEGParts.inserting(
      [(0xE1, exif(order))] + TestProfile.segments(TestProfile.wideGamut),
      into: JPEGParts.replacingJFIF(density, in: plain))
  }

  private static func exif(_ order: ByteOrder) -> [UInt8] {
    EXIFBuilder.content(image(order))
  }

  private static func image(_ order: ByteOrder) -> TIFFDirectory {
    TIFFDirectory(order) {
      $0.add(ascii: "On the terrace", 0x010E)
      $0.add(ascii: "Acme Optical", 0x010F)
      $0.add(ascii: "Acme One", 0x0110)
      $0.add(short: 6, 0x0112)
      $0.add(rationals: [(300, 1)], 0x011A)
      $0.add(rationals: [(300, 1)], 0x011B)
      $0.add(short: 2, 0x0128)
      $0.add(ascii: "EditorSuite 7.1", 0x0131)
      $0.add(ascii: "2024:06:01 12:00:00", 0x0132)
      $0.add(ascii: "Ann Artist", 0x013B)
      $0.add(ascii: "SecretHost", 0x013C)
      $0.add(ascii: "(c) 2024 Ann Artist", 0x8298)
      $0.add(pointerTo: { exifDirectory(order).bytes(at: $0) }, 0x8769)
      $0.add(pointerTo: { gps(order).bytes(at: $0) }, 0x8825)
    }
  }

  private static func exifDirectory(_ order: ByteOrder) -> TIFFDirectory {
    TIFFDirectory(order) {
      $0.add(rationals: [(1, 250)], 0x829A)
      $0.add(rationals: [(28, 10)], 0x829D)
      $0.add(short: 3, 0x8822)
      $0.add(short: 400, 0x8827)
      $0.add(opaque: Array("0232".utf8), 0x9000)
      $0.add(ascii: "2024:05:04 12:30:45", 0x9003)
      $0.add(ascii: "2024:05:04 12:30:46", 0x9004)
      $0.add(ascii: "-03:30", 0x9011)
      $0.add(ascii: "+02:00", 0x9012)
      $0.add(signedRationals: [(7966, 1000)], 0x9201)
      $0.add(rationals: [(2971, 1000)], 0x9202)
      $0.add(signedRationals: [(-2, 3)], 0x9204)
      $0.add(rationals: [(30, 10)], 0x9205)
      $0.add(short: 5, 0x9207)
      $0.add(short: 10, 0x9208)
      $0.add(short: 16, 0x9209)
      $0.add(rationals: [(500, 10)], 0x920A)
      $0.add(opaque: Array("Acme\0\0\0\0MAKER-NOTE-SECRET".utf8), 0x927C)
      $0.add(opaque: Array("ASCII\0\0\0A private remark".utf8), 0x9286)
      $0.add(ascii: "123", 0x9291)
      $0.add(short: 0xFFFF, 0xA001)
      $0.add(
        pointerTo: { place in
          TIFFDirectory(order) {
            $0.add(ascii: "R03", 1)
            $0.add(opaque: Array("0100".utf8), 2)
          }.bytes(at: place)
        }, 0xA005)
      $0.add(short: 1, 0xA402)
      $0.add(short: 1, 0xA403)
      $0.add(rationals: [(3, 2)], 0xA404)
      $0.add(short: 75, 0xA405)
      $0.add(short: 2, 0xA406)
      $0.add(ascii: "5F3A0B12C4D6E8F9", 0xA420)
      $0.add(ascii: "Olivia Owner", 0xA430)
      $0.add(ascii: "SN-BODY-4711", 0xA431)
      $0.add(rationals: [(24, 1), (70, 1), (28, 10), (28, 10)], 0xA432)
      $0.add(ascii: "Acme Glass", 0xA433)
      $0.add(ascii: "AG 24-70mm F2.8", 0xA434)
      $0.add(ascii: "SN-LENS-0815", 0xA435)
    }
  }

  private static func gps(_ order: ByteOrder) -> TIFFDirectory {
    TIFFDirectory(order) {
      $0.entries.append(.init(tag: 0, type: 1, count: 4, value: .bytes([2, 3, 0, 0])))
      $0.add(ascii: "N", 1)
      $0.add(rationals: [(48, 1), (51, 1), (29_507, 1000)], 2)
      $0.add(ascii: "W", 3)
      $0.add(rationals: [(2, 1), (17, 1), (402_361, 10_000)], 4)
      $0.entries.append(.init(tag: 5, type: 1, count: 1, value: .bytes([0])))
      $0.add(rationals: [(3517, 100)], 6)
      $0.add(rationals: [(10, 1), (30, 1), (45, 1)], 7)
      $0.add(ascii: "T", 0x10)
      $0.add(rationals: [(27_133, 100)], 0x11)
      $0.add(opaque: Array("ASCII\0\0\0North Pier".utf8), 0x1C)
      $0.add(ascii: "2024:05:04", 0x1D)
    }
  }
}

extension TIFFDirectory {
  mutating func add(rationals values: [(Int, Int)], _ tag: Int) {
    let bytes = values.flatMap { order.number($0.0, 4) + order.number($0.1, 4) }
    entries.append(Entry(tag: tag, type: 5, count: values.count, value: .bytes(bytes)))
  }

  mutating func add(signedRationals values: [(Int, Int)], _ tag: Int) {
    let bytes = values.flatMap { order.number($0.0, 4) + order.number($0.1, 4) }
    entries.append(Entry(tag: tag, type: 10, count: values.count, value: .bytes(bytes)))
  }
}
