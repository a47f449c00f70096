import Foundation

extension Carrier {
  /// Every carrier known of WebPs, in photos that can be read. Each takes a WebP as its photo, at least 192 pixels wide and 64 high.
  public static let webP: [Carrier] =
    webPEXIF + webPXMP + webPProfiles + webPChunks + webPPictures + webPHeaders + webPCode + webPAlpha
    + webPTrailing

  /// How the photo's picture is coded.
  enum WebPForm: Sendable, CaseIterable {
    case lossless, losslessAlpha, lossy, lossyAlpha

    static let opaque = [WebPForm.lossless, .lossy]

    var name: String {
      switch self {
      case .lossless: "without loss"
      case .losslessAlpha: "without loss and with alpha"
      case .lossy: "with loss"
      case .lossyAlpha: "with loss and alpha"
      }
    }

    /// The photo in this form; four partitions where there is loss, and a corner that is clear where there is alpha.
    func photo(_ file: [UInt8]) throws -> TestWebP {
      var picture = try TestWebP.read(file).picture
      for place in stride(from: 3, to: picture.pixels.count, by: 4) { picture.pixels[place] = 255 }
      if self == .losslessAlpha || self == .lossyAlpha {
        picture = picture.replacing(where: { $0 < 8 && $1 < 8 }) { x, _, channel in
          channel == 3 ? UInt8(30 * x) : 120
        }
      }
      let isLossless = self == .lossless || self == .losslessAlpha
      let lossy = TestWebP.Coding { ($0.quality, $0.partitions, $0.method) = (85, 2, 2) }
      return try TestWebP.photo(picture, isLossless ? .lossless : lossy)
    }
  }

  /// Puts something into a photo in some form.
  static func webP(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ form: WebPForm = .lossless,
    _ change: @escaping @Sendable (inout TestWebP) throws -> Void
  ) -> Carrier {
    Carrier(name, kind: kind, content, fileExtension: "webp") { photo in
      try form.photo(photo).changing(change).bytes
    }
  }

  /// The same in some forms.
  static func webPs(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ forms: [WebPForm] = WebPForm.opaque,
    _ change: @escaping @Sendable (inout TestWebP) throws -> Void
  ) -> [Carrier] {
    forms.map { webP("\(name), \($0.name)", kind: kind, content, $0, change) }
  }

  /// Makes a file an extended one and puts a chunk somewhere.
  static func webPChunk(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ form: WebPForm = .lossless,
    isFirst: Bool = false, flags: UInt8 = 0, _ chunk: @escaping @Sendable () throws -> TestWebP.Chunk
  ) -> Carrier {
    webP(name, kind: kind, content, form) { file in
      try file.extend(flags)
      file.insert([try chunk()], at: isFirst ? 1 : file.chunks.count)
    }
  }

  // MARK: EXIF

  static func webPBlock(
    _ main: TIFFDirectory, thumbnail: TIFFDirectory? = nil, gap: [UInt8] = [], slack: [UInt8] = []
  ) -> [UInt8] {
    Array(
      EXIFBuilder.content(main, thumbnail: thumbnail, gap: gap, slack: slack)
        .dropFirst(EXIFBuilder.signature.count))
  }

  static func webPThumbnailed(_ order: ByteOrder, orientation: Int? = nil) throws -> [UInt8] {
    webPBlock(
      EXIFBuilder.camera(order, orientation: orientation),
      thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
  }

  private static func exif(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ form: WebPForm = .lossless,
    isFirst: Bool = false, _ block: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    webPChunk(name, kind: kind, content, form, isFirst: isFirst, flags: TestWebP.hasEXIF) {
      TestWebP.Chunk("EXIF", try block())
    }
  }

  private static let webPEXIF: [Carrier] =
    zip(ByteOrder.allCases, WebPForm.opaque).flatMap { order, form in
      [
        exif("EXIF thumbnail in a WebP, \(order.name)", kind: "exifThumbnail", .jpeg, form) {
          try webPThumbnailed(order)
        },
        exif("EXIF thumbnail of pixels in a WebP, \(order.name)", kind: "exifThumbnail", .undecodable, form) {
          webPBlock(
            EXIFBuilder.camera(order),
            thumbnail: EXIFBuilder.thumbnail(order, rgb: try HiddenPicture.rgb(), side: HiddenPicture.side))
        },
        exif("Maker note in a WebP, \(order.name)", kind: "makerNote", .jpeg, form) {
          let jpeg = try HiddenPicture.jpeg()
          return webPBlock(EXIFBuilder.camera(order) { $0.add(opaque: jpeg, 0x927C) })
        },
        exif("Picture behind the EXIF of a WebP, \(order.name)", kind: "exifSlack", .jpeg, form) {
          webPBlock(EXIFBuilder.camera(order), slack: try HiddenPicture.jpeg())
        },
        exif("Picture before the EXIF of a WebP, \(order.name)", kind: "exifSlack", .jpeg, form) {
          webPBlock(EXIFBuilder.camera(order), gap: try HiddenPicture.jpeg())
        },
        exif(
          "EXIF before the picture of a WebP, \(order.name)", kind: "exifThumbnail", .jpeg, form,
          isFirst: true
        ) {
          try webPThumbnailed(order)
        },
        exif("EXIF behind a signature in a WebP, \(order.name)", kind: nil, .jpeg, form) {
          EXIFBuilder.signature + (try webPThumbnailed(order))
        },
        exif("Place in a WebP, \(order.name)", kind: "exif", .text, form) {
          var main = EXIFBuilder.camera(order)
          main.add(
            pointerTo: { place in
              TIFFDirectory(order) {
                $0.add(ascii: "N", 1)
                $0.add(rationals: [(48, 1), (51, 1), (30, 1)], 2)
                $0.add(opaque: Array("ASCII\0\0\0".utf8) + HiddenPicture.mark, 0x1C)
              }.bytes(at: place)
            }, 0x8825)
          return webPBlock(main)
        },
        webP("Second EXIF in a WebP, \(order.name)", kind: nil, .jpeg, form) { file in
          try file.extend(TestWebP.hasEXIF)
          let first = webPBlock(TIFFDirectory(order) { $0.add(short: 1, 0x0112) })
          file.chunks += [.init("EXIF", first), .init("EXIF", try webPThumbnailed(order))]
        },
      ]
    } + [
      exif("EXIF of a WebP that is a picture", kind: nil) { try HiddenPicture.jpeg() },
      // Nobody who writes a simple file means it, and some read it all the same.
      webP("EXIF behind a simple picture", kind: nil) {
        $0.chunks.append(.init("EXIF", try webPThumbnailed(.bigEndian)))
      },
      webP("EXIF that no flag tells of", kind: "exifThumbnail") { file in
        try file.extend()
        file.chunks.append(.init("EXIF", try webPThumbnailed(.littleEndian)))
      },
      webPChunk("Chunk named Exif", kind: "furtherChunk") {
        .init("Exif", try webPThumbnailed(.littleEndian))
      },
    ]

  /// Photos whose EXIF says that they lie on their side, and holds a thumbnail.
  public static let sidewaysWebP: [Carrier] = zip(ByteOrder.allCases, WebPForm.opaque).map { order, form in
    exif("EXIF thumbnail and an orientation in a WebP, \(order.name)", kind: "exifThumbnail", .jpeg, form) {
      try webPThumbnailed(order, orientation: 6)
    }
  }

  // MARK: XMP

  private static let webPXMP: [Carrier] = [
    xmp("XMP thumbnail in a WebP") {
      XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64JPEG()))
    },
    xmp("XMP depth map in a WebP") {
      XMPBuilder.document(attributes: XMPBuilder.depth(try base64JPEG()), "")
    },
    webPChunk("XMP of a WebP that is a picture", kind: "xmp", flags: TestWebP.hasXMP) {
      .init("XMP ", try HiddenPicture.jpeg())
    },
    webPChunk(
      "XMP of a WebP before the picture", kind: "xmp", .jpeg, .lossy, isFirst: true, flags: TestWebP.hasXMP
    ) {
      .init("XMP ", try HiddenPicture.jpeg())
    },
    webPChunk("Mark in the XMP of a WebP", kind: "xmp", .text, .lossy, flags: TestWebP.hasXMP) {
      .init("XMP ", Array("<x>".utf8) + HiddenPicture.mark + Array("</x>".utf8))
    },
    webPChunk("Chunk named XMP and zero", kind: "furtherChunk", flags: TestWebP.hasXMP) {
      // As old versions of some programs write it.
      .init("XMP\0", try HiddenPicture.jpeg())
    },
  ]

  private static func xmp(_ name: String, _ document: @escaping @Sendable () throws -> String) -> Carrier {
    webPChunk(name, kind: "xmp", flags: TestWebP.hasXMP) { .init("XMP ", Array(try document().utf8)) }
  }

  // MARK: Profiles

  private static let webPProfiles: [Carrier] = [
    profile("Picture in the private tag of a WebP's profile") {
      TestProfile.profile([("face", Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.jpeg()))])
    },
    profile("Picture behind the tags of a WebP's profile", .jpeg, .lossy) {
      TestProfile.profile(slack: try HiddenPicture.jpeg())
    },
    profile("Pixels as the curve of a WebP's profile", .undecodable) {
      let bytes = try HiddenPicture.rgb().prefix(8192)
      return TestProfile.profile([
        ("gTRC", Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(bytes.count / 2, 4) + bytes)
      ])
    },
    profile("Picture that says it is a WebP's profile", .jpeg, .lossy) { try HiddenPicture.jpeg() },
    webP("Second profile of a WebP", kind: "icc") { file in
      try file.extend(TestWebP.hasProfile)
      let second = TestProfile.profile(slack: try HiddenPicture.jpeg())
      file.insert([.init("ICCP", TestProfile.wideGamut), .init("ICCP", second)], behind: "VP8X")
    },
    webP("Profile behind the picture of a WebP", kind: "icc", .jpeg, .lossy) { file in
      try file.extend(TestWebP.hasProfile)
      file.chunks.append(.init("ICCP", TestProfile.profile(slack: try HiddenPicture.jpeg())))
    },
    webP("Profile behind a simple picture", kind: "icc") { file in
      file.chunks.append(.init("ICCP", TestProfile.profile(slack: try HiddenPicture.jpeg())))
    },
  ]

  private static func profile(
    _ name: String, _ content: Content = .jpeg, _ form: WebPForm = .lossless,
    _ make: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    webPChunk(name, kind: "icc", content, form, isFirst: true, flags: TestWebP.hasProfile) {
      .init("ICCP", try make())
    }
  }
}
