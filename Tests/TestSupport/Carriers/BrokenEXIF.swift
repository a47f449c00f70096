/// An EXIF segment that breaks the rules and holds the hidden picture.
public struct BrokenEXIF: Sendable, CustomStringConvertible {
  public let name: String
  private let content: @Sendable (_ jpeg: [UInt8]) -> [UInt8]

  public var description: String { name }

  /// The photo with the segment.
  public func build(_ photo: [UInt8]) throws -> [UInt8] {
    JPEGParts.inserting([(0xE1, content(try HiddenPicture.jpeg()))], into: photo)
  }

  private static let order = ByteOrder.littleEndian

  /// Ways to break it.
  public static let all: [BrokenEXIF] = [
    BrokenEXIF(name: "ends inside the thumbnail") { jpeg in
      let thumbnail = EXIFBuilder.thumbnail(order, jpeg: jpeg)
      return EXIFBuilder.content(EXIFBuilder.camera(order), thumbnail: thumbnail).dropLast(300)
    },
    BrokenEXIF(name: "is a signature and a picture") { EXIFBuilder.signature + $0 },
    BrokenEXIF(name: "has an unknown byte order") { jpeg in
      EXIFBuilder.signature + Array("XX".utf8) + order.header().dropFirst(2) + jpeg
    },
    BrokenEXIF(name: "has its directory in its header") { tiff(directory: 0, $0) },
    BrokenEXIF(name: "has its directory past its end") { tiff(directory: 0x7FFF_FFFF, $0) },
    BrokenEXIF(name: "has its directory at its last byte") { tiff(directory: 8 + $0.count - 1, $0) },
    BrokenEXIF(name: "claims 65,535 entries") { tiff(directory: 8, order.number(65_535, 2) + $0) },
    BrokenEXIF(name: "has a directory that is followed by itself") { jpeg in
      let entry = [0x0112, 3].flatMap { order.number($0, 2) } + order.number(1, 4) + order.number(1, 4)
      return tiff(directory: 8, order.number(1, 2) + entry + order.number(8, 4) + jpeg)
    },
    BrokenEXIF(name: "has an EXIF directory that is its first") { jpeg in
      broken(jpeg) { $0.add(long: 8, 0x8769) }
    },
    BrokenEXIF(name: "has values past its end") { jpeg in
      broken(jpeg) {
        for tag in [0x010F, 0x0131, 0x8769, 0x8825] { $0.add(long: 0xFFFF_FFF0, tag, count: 5) }
        $0.add(long: 0x7FFF_FFFF, 0x8769)
      }
    },
    BrokenEXIF(name: "has a value of four billion doubles") { jpeg in
      broken(jpeg) { $0.add(long: 8, 0x0110, type: 12, count: 0xFFFF_FFFF) }
    },
    BrokenEXIF(name: "has unknown types and an orientation of nine") { jpeg in
      broken(jpeg) {
        $0.add(long: 1, 0x010F, type: 0)
        $0.add(short: 9, 0x0112)
        $0.add(long: 1, 0x0131, type: 255)
      }
    },
    BrokenEXIF(name: "has a thumbnail that reaches past its end") { jpeg in
      let thumbnail = TIFFDirectory(order) {
        $0.add(short: 6, 0x0103)
        $0.add(pointerTo: { _ in jpeg }, 0x0201)
        $0.add(long: 0x7FFF_FFFF, 0x0202)
      }
      return EXIFBuilder.content(EXIFBuilder.camera(order), thumbnail: thumbnail)
    },
  ]

  private static func tiff(directory: Int, _ rest: [UInt8]) -> [UInt8] {
    EXIFBuilder.signature + order.header(directory: directory) + rest
  }

  private static func broken(_ jpeg: [UInt8], _ fill: (inout TIFFDirectory) -> Void) -> [UInt8] {
    EXIFBuilder.content(TIFFDirectory(order, fill), slack: jpeg)
  }
}
