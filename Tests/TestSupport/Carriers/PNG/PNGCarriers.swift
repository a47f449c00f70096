import Foundation
import ImageProcessingKit

extension Carrier {
  /// Every carrier known of PNGs, in photos that can be read. Each takes a PNG as its photo.
  public static let png: [Carrier] =
    pngTexts + pngRawProfiles + pngEXIF + pngProfiles + pngPalettes + pngChunks + pngStream + pngTrailing

  /// Puts chunks before the picture.
  static func png(
    _ name: String, kind: String?, _ content: Content = .jpeg, before type: String = "IDAT",
    _ chunks: @escaping @Sendable () throws -> [TestPNGChunk]
  ) -> Carrier {
    png(name, kind: kind, content) { $0.inserting(try chunks(), before: type) }
  }

  static func png(
    _ name: String, kind: String?, _ content: Content = .jpeg,
    changing build: @escaping @Sendable (TestPNGChunks) throws -> TestPNGChunks
  ) -> Carrier {
    Carrier(name, kind: kind, content, fileExtension: "png") { try build(TestPNGChunks($0)).bytes }
  }

  // MARK: Texts

  private static let pngTexts: [Carrier] = [
    png("Picture in a text", kind: "text") { [.text("Comment", try base64())] },
    png("Picture in a text behind the picture", kind: "text", before: "IEND") {
      [.text("Comment", try base64())]
    },
    png("Picture in a text with a wrong sum", kind: "text") {
      var chunk = TestPNGChunk.text("Comment", try base64())
      chunk.crcError = 0x0100_0000
      return [chunk]
    },
    png("Pixels in a text", kind: "text", .undecodable) {
      [TestPNGChunk("tEXt", Array("Comment\0".utf8) + (try HiddenPicture.rgb()))]
    },
    png("Mark in a text", kind: "text", .text) {
      [.text("Description", String(decoding: HiddenPicture.mark, as: UTF8.self))]
    },
    png("Mark in a keyword", kind: "text", .text) {
      [.text(String(decoding: HiddenPicture.mark, as: UTF8.self), "")]
    },
    png("Picture in a compressed text", kind: "text") { [try .compressedText("Comment", base64())] },
    png("Picture in a text in any language", kind: "text") { [try .internationalText("Comment", base64())] },
    png("Picture in a compressed text in any language", kind: "text") {
      [try .internationalText("Comment", base64(), isCompressed: true)]
    },
    png("Mark in a translated keyword", kind: "text", .text) {
      [TestPNGChunk("iTXt", Array("Title\0\0\0de\0".utf8) + HiddenPicture.mark + [0, 0x78])]
    },
    png("Picture behind a compressed text", kind: "text") {
      let text = try TestPNGChunk.compressedText("Comment", "nothing")
      return [TestPNGChunk("zTXt", text.data + (try HiddenPicture.jpeg()))]
    },
    png("XMP thumbnail in a PNG", kind: "xmp") {
      [
        try .internationalText(
          xmpKeyword, XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(base64())))
      ]
    },
    png("XMP thumbnail in a PNG, compressed", kind: "xmp") {
      [
        try .internationalText(
          xmpKeyword, XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(base64())), isCompressed: true)
      ]
    },
    png("XMP depth map in a PNG", kind: "xmp", before: "IEND") {
      [try .internationalText(xmpKeyword, XMPBuilder.document(attributes: XMPBuilder.depth(base64()), ""))]
    },
  ]

  private static let xmpKeyword = "XML:com.adobe.xmp"

  private static func base64() throws -> String { Data(try HiddenPicture.jpeg()).base64EncodedString() }

  // MARK: Hexadecimal

  /// Metadata of other formats as ImageMagick keeps it: in texts, as digits.
  private static let pngRawProfiles: [Carrier] =
    [("exif", "exif"), ("APP1", "generic")].flatMap { type, word in
      [true, false].map { isCompressed in
        png("Raw profile \(type)\(isCompressed ? "" : ", not compressed")", kind: "text") {
          [try rawProfile(type, word, EXIFBuilder.signature + thumbnailed(.bigEndian), isCompressed)]
        }
      }
    } + [
      png("Raw profile 8bim", kind: "text") {
        let jpeg = try HiddenPicture.jpeg()
        let order = ByteOrder.bigEndian
        let numbers: [UInt8] = [1, 171, 200, 516, 103_200, jpeg.count].flatMap { order.number($0, 4) }
        let header = numbers + [0, 24, 0, 1]
        let resource =
          Array("8BIM".utf8) + [4, 0x0C, 0, 0] + order.number(header.count + jpeg.count, 4) + header + jpeg
        return [try rawProfile("8bim", "8bim", resource, true)]
      },
      png("Raw profile iptc", kind: "text") {
        let jpeg = try HiddenPicture.jpeg()
        return [
          try rawProfile(
            "iptc", "iptc", [0x1C, 2, 202, 0x80, 4] + ByteOrder.bigEndian.number(jpeg.count, 4) + jpeg, true)
        ]
      },
      png("Raw profile xmp", kind: "text") {
        let packet = XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64()))
        return [try rawProfile("xmp", "xmp", Array(packet.utf8), true)]
      },
      png("Raw profile icc", kind: "text") {
        let profile = TestProfile.profile(slack: try HiddenPicture.jpeg())
        return [try rawProfile("icc", "icc", profile, true)]
      },
    ]

  /// - Parameter word: what stands before the number of bytes.
  private static func rawProfile(
    _ type: String, _ word: String, _ bytes: [UInt8], _ isCompressed: Bool
  ) throws -> TestPNGChunk {
    let digits = Array("0123456789abcdef")
    let hex = bytes.flatMap { [digits[Int($0) >> 4], digits[Int($0) & 15]] }
    let lines = stride(from: 0, to: hex.count, by: 72).map { String(hex[$0..<min($0 + 72, hex.count)]) }
    let count = String(repeating: " ", count: max(0, 8 - "\(bytes.count)".count)) + "\(bytes.count)"
    let text = "\n\(word)\n\(count)\n\(lines.joined(separator: "\n"))\n"
    let keyword = "Raw profile type \(type)"
    return isCompressed ? try .compressedText(keyword, text) : .text(keyword, text)
  }

  // MARK: EXIF

  /// A TIFF block with a thumbnail.
  private static func thumbnailed(_ order: ByteOrder, orientation: Int? = nil) throws -> [UInt8] {
    tiff(
      EXIFBuilder.camera(order, orientation: orientation),
      thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
  }

  private static func tiff(
    _ main: TIFFDirectory, thumbnail: TIFFDirectory? = nil, gap: [UInt8] = [], slack: [UInt8] = []
  ) -> [UInt8] {
    Array(
      EXIFBuilder.content(main, thumbnail: thumbnail, gap: gap, slack: slack).dropFirst(
        EXIFBuilder.signature.count))
  }

  private static let pngEXIF: [Carrier] =
    ByteOrder.allCases.flatMap { order in
      [
        png("eXIf with a thumbnail, \(order.name)", kind: "exifThumbnail") {
          [TestPNGChunk("eXIf", try thumbnailed(order))]
        },
        png("eXIf with a thumbnail of pixels, \(order.name)", kind: "exifThumbnail", .undecodable) {
          let rgb = try HiddenPicture.rgb()
          return [
            TestPNGChunk(
              "eXIf",
              tiff(
                EXIFBuilder.camera(order),
                thumbnail: EXIFBuilder.thumbnail(order, rgb: rgb, side: HiddenPicture.side)))
          ]
        },
        png("eXIf with a maker note, \(order.name)", kind: "makerNote") {
          let jpeg = try HiddenPicture.jpeg()
          return [TestPNGChunk("eXIf", tiff(EXIFBuilder.camera(order) { $0.add(opaque: jpeg, 0x927C) }))]
        },
        png("eXIf with a picture behind its directories, \(order.name)", kind: "exifSlack") {
          [TestPNGChunk("eXIf", tiff(EXIFBuilder.camera(order), slack: try HiddenPicture.jpeg()))]
        },
        png("eXIf with a picture before its directories, \(order.name)", kind: "exifSlack") {
          [TestPNGChunk("eXIf", tiff(EXIFBuilder.camera(order), gap: try HiddenPicture.jpeg()))]
        },
        png("eXIf behind the picture, \(order.name)", kind: "exifThumbnail", before: "IEND") {
          [TestPNGChunk("eXIf", try thumbnailed(order))]
        },
        png("Second eXIf, \(order.name)", kind: nil) {
          [
            TestPNGChunk("eXIf", tiff(TIFFDirectory(order) { $0.add(short: 1, 0x0112) })),
            TestPNGChunk("eXIf", try thumbnailed(order)),
          ]
        },
        png("eXIf with a place, \(order.name)", kind: "exif", .text) {
          var main = EXIFBuilder.camera(order)
          main.add(
            pointerTo: { place in
              TIFFDirectory(order) {
                $0.add(ascii: "N", 1)
                $0.add(rationals: [(48, 1), (51, 1), (30, 1)], 2)
                $0.add(opaque: Array("ASCII\0\0\0".utf8) + HiddenPicture.mark, 0x1C)
              }.bytes(at: place)
            }, 0x8825)
          return [TestPNGChunk("eXIf", tiff(main))]
        },
      ]
    } + [
      // As some programs write it, with the signature of JPEGs.
      png("eXIf with a signature", kind: nil) {
        [TestPNGChunk("eXIf", EXIFBuilder.signature + (try thumbnailed(.littleEndian)))]
      },
      png("eXIf that is a picture", kind: nil) { [TestPNGChunk("eXIf", try HiddenPicture.jpeg())] },
      // What photos and tests called it before it had a name.
      png("exIf with a thumbnail", kind: "furtherChunk") {
        [TestPNGChunk("exIf", try thumbnailed(.littleEndian))]
      },
    ]

  /// Photos whose eXIf says that they lie on their side, and hold a thumbnail.
  public static let sidewaysPNG: [Carrier] = ByteOrder.allCases.map { order in
    png("eXIf with a thumbnail and an orientation, \(order.name)", kind: "exifThumbnail") {
      [TestPNGChunk("eXIf", try thumbnailed(order, orientation: 6))]
    }
  }

  // MARK: Profiles

  private static let pngProfiles: [Carrier] = [
    profile("Picture in the private tag of a PNG's profile") {
      TestProfile.profile([("face", Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.jpeg()))])
    },
    profile("Picture behind the tags of a PNG's profile") {
      TestProfile.profile(slack: try HiddenPicture.jpeg())
    },
    profile("Pixels as the curve of a PNG's profile", .undecodable) {
      let bytes = try HiddenPicture.rgb().prefix(8192)
      return TestProfile.profile([
        ("gTRC", Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(bytes.count / 2, 4) + bytes)
      ])
    },
    profile("Picture that says it is a profile") { try HiddenPicture.jpeg() },
    png("Picture behind the stream of a PNG's profile", kind: "icc") { photo in
      photo.inserting(
        [TestPNGChunk("iCCP", try TestPNGChunk.profile(TestProfile.wideGamut).data + HiddenPicture.jpeg())],
        behind: "IHDR")
    },
    png("Mark in the name of a profile", kind: "icc", .text) { photo in
      let name = String(decoding: HiddenPicture.mark, as: UTF8.self)
      return photo.inserting([try .profile(TestProfile.wideGamut, name: name)], behind: "IHDR")
    },
    png("Second profile", kind: "icc") { photo in
      let second = TestProfile.profile(slack: try HiddenPicture.jpeg())
      return photo.inserting([try .profile(TestProfile.wideGamut), try .profile(second)], behind: "IHDR")
    },
    png("Profile behind the picture", kind: "icc") { photo in
      let late = TestProfile.profile(slack: try HiddenPicture.jpeg())
      return photo.inserting([try .profile(late)], before: "IEND")
    },
  ]

  private static func profile(
    _ name: String, _ content: Content = .jpeg, _ make: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    png(name, kind: "icc", content) { $0.inserting([try .profile(make())], behind: "IHDR") }
  }

  // MARK: Palettes

  /// A run of the face's pixels, which is looked for as a trace.
  private static func colors(_ count: Int) throws -> [UInt8] {
    Array(
      try HiddenPicture.rgb().dropFirst((HiddenPicture.side / 2 - 4) * HiddenPicture.side * 3 + 60).prefix(
        count))
  }

  private static let pngPalettes: [Carrier] = [
    png("Face's colours in a suggested palette", kind: "suggestedPalette", .undecodable) {
      [TestPNGChunk("PLTE", try colors(768))]
    },
    png("Face's colours in entries that nobody uses", kind: nil, .undecodable) { photo in
      try indexed(photo).changing("PLTE") { $0.data += try colors(120) }
    },
    png("Pixels as alphas of entries that nobody uses", kind: nil, .undecodable) { photo in
      try indexed(photo).changing("PLTE") { $0.data += [UInt8](repeating: 0, count: 120) }
        .inserting(
          [TestPNGChunk("tRNS", [UInt8](repeating: 255, count: 216 - 24) + colors(64))], before: "IDAT")
    },
    png("Pixels behind the alphas of a palette", kind: "transparency", .undecodable) { photo in
      try indexed(photo).inserting(
        [TestPNGChunk("tRNS", [UInt8](repeating: 255, count: 216) + colors(4000))], before: "IDAT")
    },
    png("Pixels behind the colour that is transparent", kind: "transparency", .undecodable) {
      [TestPNGChunk("tRNS", [0, 1, 0, 1, 0, 1] + (try colors(4000)))]
    },
    png("Pixels in a histogram", kind: "histogram", .undecodable) {
      [
        TestPNGChunk("PLTE", (0..<768).map { UInt8($0 & 255) }),
        TestPNGChunk("hIST", try colors(512)),
      ]
    },
    png("Pixels in a suggested palette of its own", kind: "suggestedPalette", .undecodable) {
      [TestPNGChunk("sPLT", Array("face\0".utf8) + [8] + (try colors(3000)))]
    },
    png("Mark in the name of a suggested palette", kind: "suggestedPalette", .text) {
      [TestPNGChunk("sPLT", HiddenPicture.mark + [0, 8] + [1, 2, 3, 255, 0, 1])]
    },
  ]

  /// The photo in 216 colours.
  private static func indexed(_ photo: TestPNGChunks) throws -> TestPNGChunks {
    let decoded = try TestPNG.read(photo.bytes)
    guard
      let pixels = PixelBuffer(
        width: decoded.picture.width, height: decoded.picture.height, bytes: decoded.pixels)
    else { throw TestPNG.Failure(description: "no picture") }
    return TestPNGChunks(try TestPNG.encodeByLibpng(TestPNG.Picture(pixels, .palette8), filters: 8))
  }
}

extension TestPNGChunk {
  public static func text(_ keyword: String, _ text: String) -> TestPNGChunk {
    TestPNGChunk("tEXt", Array(keyword.utf8) + [0] + Array(text.utf8))
  }

  public static func compressedText(_ keyword: String, _ text: String) throws -> TestPNGChunk {
    TestPNGChunk("zTXt", Array(keyword.utf8) + [0, 0] + (try ZlibStream().compress(Array(text.utf8))))
  }

  public static func internationalText(
    _ keyword: String, _ text: String, isCompressed: Bool = false
  ) throws -> TestPNGChunk {
    let bytes = isCompressed ? try ZlibStream().compress(Array(text.utf8)) : Array(text.utf8)
    return TestPNGChunk("iTXt", Array(keyword.utf8) + [0, isCompressed ? 1 : 0, 0, 0, 0] + bytes)
  }

  public static func profile(_ profile: [UInt8], name: String = "Profile") throws -> TestPNGChunk {
    TestPNGChunk("iCCP", Array(name.utf8) + [0, 0] + (try ZlibStream().compress(profile)))
  }
}
