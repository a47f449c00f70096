import Foundation

extension Carrier {
  /// Every carrier known of TIFFs, in photos that can be read. Each takes a TIFF as its photo.
  public static let tiff: [Carrier] =
    tiffTags + tiffTypes + tiffTexts + tiffEXIF + tiffProfiles + tiffPictures + tiffStray + tiffCode

  /// Byte order and flavour.
  struct TIFFForm: Sendable {
    let order: ByteOrder
    let isBig: Bool

    static let all = ByteOrder.allCases.flatMap { order in
      [false, true].map { TIFFForm(order: order, isBig: $0) }
    }
    /// What most programs write.
    static let usual = TIFFForm(order: .littleEndian, isBig: false)

    var name: String { (isBig ? "BigTIFF " : "") + order.name }
  }

  /// Puts something into a photo in some form.
  /// - Parameter coding: changes how the picture is stored.
  static func tiff(
    _ name: String, kind: String?, _ content: Content = .jpeg, in form: TIFFForm = .usual,
    coding: @escaping @Sendable (inout TestTIFF.Coding) -> Void = { _ in },
    _ change: @escaping @Sendable (inout OddTIFF) throws -> Void
  ) -> Carrier {
    Carrier(name, kind: kind, content, fileExtension: "tif") { photo in
      var file = try OddTIFF(photo) {
        ($0.order, $0.isBig) = (form.order, form.isBig)
        coding(&$0)
      }
      try change(&file)
      return file.bytes
    }
  }

  /// The same in each form.
  static func tiffs(
    _ name: String, kind: String?, _ content: Content = .jpeg,
    _ change: @escaping @Sendable (inout OddTIFF) throws -> Void
  ) -> [Carrier] {
    TIFFForm.all.map { tiff("\(name), \($0.name)", kind: kind, content, in: $0, change) }
  }

  static func base64JPEG() throws -> String { Data(try HiddenPicture.jpeg()).base64EncodedString() }

  // MARK: Blocks of other standards

  private static let tiffTags: [Carrier] = tiffXMP + tiffBlocks

  private static let tiffXMP = tiffs("XMP thumbnail in a TIFF", kind: "xmp") { file in
    let packet = XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64JPEG()))
    file.first.set(file.bytes(700, Array(packet.utf8), type: 1))
  }

  private static let tiffBlocks: [Carrier] = [
    tiff("XMP depth map in a TIFF", kind: "xmp") { file in
      let packet = XMPBuilder.document(attributes: XMPBuilder.depth(try base64JPEG()), "")
      file.first.set(file.bytes(700, Array(packet.utf8), type: 7))
    },
    tiff("XMP that is a picture", kind: "xmp") { file in
      file.first.set(file.bytes(700, try HiddenPicture.jpeg(), type: 1))
    },
    tiff("IPTC preview", kind: nil) { file in file.first.set(file.bytes(33723, try iptc(), type: 7)) },
    // As some programs write it, and in the other byte order then.
    tiff("IPTC preview in numbers of four bytes", kind: nil) { file in
      let block = try iptc()
      file.first.set(file.bytes(33723, block + [UInt8](repeating: 0, count: -block.count & 3), type: 4))
    },
    tiff("Photoshop thumbnail in a TIFF", kind: "photoshop") { file in
      file.first.set(file.bytes(34377, try photoshop(HiddenPicture.jpeg()), type: 1))
    },
    tiff(
      "Pixels in a Photoshop resource of a TIFF", kind: "photoshop", .undecodable,
      in: TIFFForm(order: .bigEndian, isBig: false)
    ) { file in
      let resource = Array("8BIM".utf8) + [4, 9, 0, 0]
      let rgb = try HiddenPicture.rgb()
      file.first.set(
        file.bytes(34377, resource + ByteOrder.bigEndian.number(rgb.count, 4) + rgb, type: 7))
    },
    tiff("Layers of Photoshop", kind: nil) { file in
      let name = Array("Adobe Photoshop Document Data Block\0".utf8)
      file.first.set(file.bytes(37724, name + Array("8BIMreyaL".utf8) + (try HiddenPicture.jpeg())))
    },
    tiff("Layers of Photoshop as pixels", kind: nil, .undecodable) { file in
      let name = Array("Adobe Photoshop Document Data Block\0".utf8)
      file.first.set(file.bytes(37724, name + (try HiddenPicture.rgb())))
    },
    tiff("Content credential in a TIFF", kind: nil) { file in
      file.first.set(file.bytes(52545, try HiddenPicture.jpeg()))
    },
    tiff("Tables of JPEG in a TIFF that has none", kind: nil) { file in
      file.first.set(file.bytes(347, try HiddenPicture.jpeg()))
    },
    tiff("Pixels in a colour map", kind: nil, .undecodable) { file in
      file.first.set(file.bytes(320, try HiddenPicture.rgb(), type: 3))
    },
    tiff("Pixels in a transfer function", kind: nil, .undecodable) { file in
      file.first.set(file.bytes(301, Array(try HiddenPicture.rgb().prefix(1536)) + (try rows()), type: 3))
    },
    tiff("Picture in what FreeOffsets frees", kind: nil) { file in
      let jpeg = try HiddenPicture.jpeg()
      file.first.set(OddTIFF.Entry(288, file.offsetType, .data([jpeg])))
      file.first.set(file.numbers(289, file.offsetType, [jpeg.count]))
    },
  ]

  /// The rows of the hidden picture that hold what is looked for.
  static func rows() throws -> [UInt8] {
    Array(
      try HiddenPicture.rgb().dropFirst((HiddenPicture.side / 2 - 5) * HiddenPicture.side * 3).prefix(1536))
  }

  private static func iptc() throws -> [UInt8] {
    let jpeg = try HiddenPicture.jpeg()
    return [0x1C, 2, 202, 0x80, 4] + ByteOrder.bigEndian.number(jpeg.count, 4) + jpeg
  }

  private static func photoshop(_ jpeg: [UInt8]) -> [UInt8] {
    let order = ByteOrder.bigEndian
    let numbers: [UInt8] = [1, 171, 200, 516, 103_200, jpeg.count].flatMap { order.number($0, 4) }
    let header = numbers + [0, 24, 0, 1]
    return Array("8BIM".utf8) + [4, 0x0C, 0, 0] + order.number(header.count + jpeg.count, 4) + header + jpeg
  }

  // MARK: Tags that nobody knows

  /// A private tag of every type that there is, and of one that is none.
  private static let tiffTypes: [Carrier] = privateTags + oddTags

  private static let privateTags: [Carrier] =
    ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] + [16, 17, 18, 99]).map { type in
      let isBig = type >= 16
      return tiff(
        "Picture in a private tag of type \(type)", kind: nil,
        in: TIFFForm(order: type % 2 == 0 ? .bigEndian : .littleEndian, isBig: isBig)
      ) { file in
        var bytes = try HiddenPicture.jpeg()
        while bytes.count % OddTIFF.size(ofType: type) > 0 { bytes.append(0) }
        file.first.set(file.bytes(65000, bytes, type: type))
      }
    }

  private static let oddTags: [Carrier] = [
    tiff("Pixels in a private tag", kind: nil, .undecodable) { file in
      file.first.set(file.bytes(65100, try HiddenPicture.rgb()))
    },
    // The picture is spread over tags whose values are small by themselves.
    tiff("Picture in hundreds of private tags", kind: nil, .undecodable) { file in
      let rgb = try HiddenPicture.rgb()
      for (index, start) in stride(from: 0, to: rgb.count, by: 192).enumerated() {
        file.first.entries.append(file.bytes(60000 + index, Array(rgb[start..<(start + 192)]), type: 1))
      }
    },
    tiff("Picture in a tag that stands twice", kind: nil) { file in
      file.first.entries.append(file.bytes(257, try HiddenPicture.jpeg()))
    },
    tiff("Picture in a description that stands twice", kind: nil) { file in
      file.first.set(file.text(270, "a"))
      file.first.entries.append(file.bytes(270, try HiddenPicture.jpeg()))
    },
    tiff("Pixels behind a resolution", kind: nil, .undecodable) { file in
      file.first.set(file.numbers(296, 3, [2]))
      file.first.set(file.bytes(282, [72, 0, 0, 0, 1, 0, 0, 0] + (try HiddenPicture.rgb()), type: 5))
    },
  ]

  // MARK: Texts

  private static let tiffTexts: [Carrier] = wholeTexts + cutTexts + marks

  private static let wholeTexts: [Carrier] = [
    (269, "name of the document"), (270, "description"), (271, "maker's name"), (285, "name of the page"),
    (305, "software"), (306, "date of change"), (315, "artist"), (316, "computer"), (33432, "copyright"),
    (42112, "metadata of GDAL"), (34737, "texts of GeoTIFF"),
  ].enumerated().map { (index: Int, place: (tag: Int, name: String)) -> Carrier in
    let form = TIFFForm.all[index % TIFFForm.all.count]
    return tiff("Picture in the \(place.name) of a TIFF", kind: nil, in: form) { file in
      let text = try base64JPEG()
      file.first.set(file.text(place.tag, text))
    }
  }

  private static let cutTexts: [Carrier] = [
    (271, "maker's name"), (305, "software"), (306, "date of change"), (33432, "copyright"),
  ].map { (tag: Int, name: String) -> Carrier in
    tiff("Picture behind the end of the \(name)", kind: nil) { file in
      let text = Array("2024:05:04 12:30:00".utf8) + [0]
      let bytes = text + (try HiddenPicture.jpeg())
      file.first.set(file.bytes(tag, bytes, type: 2))
    }
  }

  private static let marks: [Carrier] = [
    tiff("Mark in the description of a TIFF", kind: "exif", .text) { file in
      file.first.set(file.bytes(270, HiddenPicture.mark + [0], type: 2))
    },
    tiff(
      "Mark in the computer's name of a TIFF", kind: "exif", .text,
      in: TIFFForm(order: .bigEndian, isBig: true)
    ) {
      file in file.first.set(file.bytes(316, HiddenPicture.mark + [0], type: 2))
    },
    tiff("Mark behind the maker's name", kind: "exif", .text) { file in
      file.first.set(file.bytes(271, [0x41, 0] + HiddenPicture.mark + [0], type: 2))
    },
  ]

  // MARK: EXIF

  private static let tiffEXIF: [Carrier] = tiffMakerNotes + tiffEXIFTags

  private static let tiffMakerNotes = tiffs("Maker note in a TIFF", kind: "makerNote") { file in
    file.addEXIF([file.bytes(0x927C, try HiddenPicture.jpeg())])
  }

  private static let tiffEXIFTags: [Carrier] = [
    tiff("Picture in the comment of a user", kind: nil) { file in
      file.addEXIF([file.bytes(0x9286, Array("ASCII\0\0\0".utf8) + (try HiddenPicture.jpeg()))])
    },
    tiff("Picture in the capture date of a TIFF", kind: nil) { file in
      file.addEXIF([file.text(0x9003, "2024:05:04 12:30:00" + (try base64JPEG()))])
    },
    tiff("Picture behind the capture date of a TIFF", kind: nil) { file in
      file.addEXIF([
        file.bytes(0x9003, Array("2024:05:04 12:30:00\0".utf8) + (try HiddenPicture.jpeg()), type: 2)
      ])
    },
    tiff(
      "Picture in a tag of EXIF that nobody knows", kind: nil, in: TIFFForm(order: .bigEndian, isBig: false)
    ) {
      file in file.addEXIF([file.bytes(0xFDE8, try HiddenPicture.jpeg())])
    },
    tiff("EXIF thumbnail in the directory of EXIF", kind: nil) { file in
      let jpeg = try HiddenPicture.jpeg()
      file.addEXIF([
        OddTIFF.Entry(0x0201, file.offsetType, .data([jpeg])),
        file.numbers(0x0202, file.offsetType, [jpeg.count]),
      ])
    },
    tiff("Picture in the interoperability directory", kind: nil) { file in
      let inner = OddTIFF.Directory([file.text(1, "R98"), file.bytes(0x1000, try HiddenPicture.jpeg())])
      file.addEXIF([file.pointer(0xA005, to: [inner])])
    },
    tiff("Picture in the place's name", kind: nil, in: TIFFForm(order: .littleEndian, isBig: true)) { file in
      let name = Array("ASCII\0\0\0".utf8) + (try HiddenPicture.jpeg())
      file.first.set(file.pointer(0x8825, to: [OddTIFF.Directory([file.bytes(0x1C, name)])]))
    },
    tiff("Picture in a tag of a place that nobody knows", kind: nil) { file in
      let directory = OddTIFF.Directory([file.bytes(0x7777, try HiddenPicture.jpeg())])
      file.first.set(file.pointer(0x8825, to: [directory]))
    },
    tiff("Place in a TIFF", kind: "exif", .text) { file in
      let directory = OddTIFF.Directory([
        file.text(1, "N"), file.numbers(2, 5, [48, 1, 51, 1, 30, 1].map { $0 }),
        file.bytes(0x1D, HiddenPicture.mark + [0], type: 2),
      ])
      file.first.set(file.pointer(0x8825, to: [directory]))
    },
    tiff("Picture behind the directory of EXIF", kind: nil) { file in
      var directory = OddTIFF.Directory([file.bytes(0x9000, Array("0232".utf8))])
      directory.slack = try HiddenPicture.jpeg()
      file.first.set(file.pointer(0x8769, to: [directory]))
    },
  ]

  /// Photos that say that they lie on their side, and hold a preview.
  public static let sidewaysTIFF: [Carrier] = TIFFForm.all.map { form in
    tiff("Reduced picture and an orientation, \(form.name)", kind: "furtherPicture", in: form) { file in
      file.first.set(file.short(274, 6))
      file.chain.append(try file.hidden(subfile: 1))
    }
  }

  // MARK: Profiles

  private static let tiffProfiles: [Carrier] = [
    profile("Picture in the private tag of a TIFF's profile") {
      TestProfile.profile([("face", Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.jpeg()))])
    },
    profile("Picture behind the tags of a TIFF's profile") {
      TestProfile.profile(slack: try HiddenPicture.jpeg())
    },
    profile("Pixels as the curve of a TIFF's profile", .undecodable) {
      let bytes = try HiddenPicture.rgb().prefix(8192)
      return TestProfile.profile([
        ("gTRC", Array("curv\0\0\0\0".utf8) + ByteOrder.bigEndian.number(bytes.count / 2, 4) + bytes)
      ])
    },
    profile("Picture that says it is a TIFF's profile") { try HiddenPicture.jpeg() },
    tiff("Second profile of a TIFF", kind: nil) { file in
      file.first.set(file.bytes(34675, TestProfile.wideGamut))
      file.first.entries.append(file.bytes(34675, TestProfile.profile(slack: try HiddenPicture.jpeg())))
    },
  ]

  private static func profile(
    _ name: String, _ content: Content = .jpeg, _ make: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    tiff(name, kind: "icc", content) { file in file.first.set(file.bytes(34675, try make())) }
  }
}

extension OddTIFF {
  /// A photo with its picture stored by libtiff in another way, as directories and chunks.
  public init(_ photo: [UInt8], _ change: (inout TestTIFF.Coding) -> Void = { _ in }) throws {
    let decoded = try TestTIFF.read(photo)
    var coding = decoded.coding
    change(&coding)
    try self.init(TestTIFF.encodeByLibtiff(decoded.picture, coding))
    // Room for places anywhere.
    for tag in [273, 279, 324, 325] {
      let type = offsetType
      first.change(tag) { $0.type = type }
    }
  }

  /// Gives the first directory an EXIF directory.
  public mutating func addEXIF(_ entries: [Entry]) {
    let version = bytes(0x9000, Array("0232".utf8))
    let directory = Directory((entries + [version]).sorted { $0.tag < $1.tag })
    first.set(pointer(0x8769, to: [directory]))
  }

  /// The hidden face as a picture of its own: pixels in four strips.
  /// - Parameter subfile: what kind of picture it says it is; nil for none.
  public func hidden(subfile: Int?, photometric: Int = 2) throws -> Directory {
    let side = HiddenPicture.side
    let rgb = try HiddenPicture.rgb()
    let strip = rgb.count / 4
    var directory = Directory(chunks: (0..<4).map { Array(rgb[($0 * strip)..<(($0 + 1) * strip)]) })
    if let subfile { directory.entries.append(long(254, subfile)) }
    directory.entries += [
      long(256, side), long(257, side), numbers(258, 3, [8, 8, 8]), short(259, 1), short(262, photometric),
      Entry(273, offsetType, .chunkOffsets), short(277, 3), long(278, side / 4),
      Entry(279, offsetType, .chunkSizes), short(284, 1),
    ]
    return directory
  }

  /// The hidden face as a JPEG in a strip.
  func hiddenJPEG(subfile: Int) throws -> Directory {
    Directory(
      [
        long(254, subfile), long(256, 171), long(257, 200), numbers(258, 3, [8, 8, 8]), short(259, 7),
        short(262, 6), Entry(273, offsetType, .chunkOffsets), short(277, 3), long(278, 200),
        Entry(279, offsetType, .chunkSizes),
      ], chunks: [try HiddenPicture.jpeg()])
  }

  /// The hidden face as a JPEG beside the strips, as the older way has it.
  func hiddenPreview(subfile: Int?) throws -> Directory {
    let jpeg = try HiddenPicture.jpeg()
    var directory = Directory()
    if let subfile { directory.entries.append(long(254, subfile)) }
    directory.entries += [
      short(259, 6), Entry(513, offsetType, .data([jpeg])), numbers(514, offsetType, [jpeg.count]),
    ]
    return directory
  }
}
