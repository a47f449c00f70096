import ImageProcessingKit

/// JPEG XLs that are made to keep a reader busy, or to lead it astray. Each takes a JPEG as its photo.
extension HostileFile {
  /// Small enough to be looked at one by one: photos that hold more than they show, and files that are refused.
  public static let jpegXL = jpegXLPhotos + jpegXLOfJPEGs + jpegXLUnsupported + jpegXLRefused
  /// Those that are sound, and of a kind that is not read.
  public static let jpegXLUnsupported = jpegXLNative
  /// Those that are damaged, cut short or too large, whichever is said of them.
  public static let jpegXLRefused = jpegXLOrders + jpegXLSizes + jpegXLHeaders + jpegXLCodes
  /// Work that grows with the square of the size, and memory that grows with what a header says.
  public static let largeJPEGXL = jpegXLCounts + jpegXLBombs

  private static func jpegXL(
    _ name: String, isPhoto: Bool = true, _ change: @escaping @Sendable (inout TestJXL) throws -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "jxl") { try TestJXL.photo($0).changing(change).bytes }
  }

  private static func refused(
    _ name: String, _ change: @escaping @Sendable (inout TestJXL) throws -> Void
  ) -> HostileFile {
    jpegXL(name, isPhoto: false, change)
  }

  // MARK: Photos

  private static let jpegXLPhotos: [HostileFile] = [
    jpegXL("A thousand empty boxes before the picture") { file in
      file.insert([TestJXL.Box](repeating: .init("face"), count: 1000), at: 2)
    },
    jpegXL("A thousand empty boxes behind the picture") { file in
      file.boxes += [TestJXL.Box](repeating: .init("face"), count: 1000)
    },
    jpegXL("Code in three hundred parts") { $0.cutCode([Int](repeating: 3, count: 300)) },
    jpegXL("Code in a thousand empty parts and one") { $0.cutCode([Int](repeating: 0, count: 1000)) },
    // libjxl reads none.
    jpegXL("Boxes with long sizes", isPhoto: false) { file in
      file.insert([TestJXL.Box](repeating: .init("face", form: .long), count: 30), at: 2)
    },
    jpegXL("Code up to the end of the file") { file in
      file.cutCode()
      file.boxes[file.boxes.count - 1].form = .open
    },
    jpegXL("A box behind the picture that is larger than the file") {
      $0.boxes.append(.init("face", [1, 2, 3], size: 0x7FFF_FFFF))
    },
    jpegXL("A box behind the picture of all ones") {
      $0.boxes.append(.init("face", [1, 2, 3], size: 0xFFFF_FFFF))
    },
    jpegXL("A box behind the picture with a long size of all ones") {
      $0.boxes.append(.init("face", [1, 2, 3], size: -1, form: .long))
    },
    jpegXL("A box behind the picture that is shorter than its header") {
      $0.boxes.append(.init("face", [1, 2, 3], size: 7))
    },
    jpegXL("Bytes behind the picture that are no box") { $0.trailing = [1, 2, 3] },
    jpegXL("Starts of JPEG XLs in a box") { file in
      file.insert([.init("face", fill(60_000, [0, 0, 0, 12] + Array("JXL ".utf8)))], at: 2)
    },
    jpegXL("Boxes within boxes") { file in
      file.boxes.append((0..<200).reduce(TestJXL.Box("face")) { box, _ in TestJXL.Box("face", box.bytes) })
    },
    jpegXL("EXIF of nonsense in a box") { $0.boxes.append(.init("Exif", fill(5000, [0xFF, 0x3C]))) },
    jpegXL("A packed box within a packed box") { $0.boxes.append(.init("brob", Array("brobbrob".utf8))) },
    jpegXL("A packed box that is none") { $0.boxes.append(.init("brob", fill(5000, [0xFF, 3]))) },
  ]

  /// What leads readers of JPEGs in circles, in a JPEG XL.
  private static let jpegXLOfJPEGs: [HostileFile] = all.filter { $0.isPhoto && !uncodable.contains($0.name) }
    .map {
      hostile in
      HostileFile("\(hostile.name), in a JPEG XL", fileExtension: "jxl") {
        try TestJXL.transcode(hostile.build($0))
      }
    }

  /// JPEGs that libjxl does not code, and one that it turns in another way than its EXIF's first tags say.
  private static let uncodable: Set<String> = [
    "Profile in 255 parts", "Profile in parts that all say they are the first", "Profile without parts",
    "EXIF orientation behind 4,200 tags",
  ]

  // MARK: Of kinds that are not read

  private static func native(
    _ name: String, _ change: @escaping @Sendable (inout TestJXL.Coding) -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: false, fileExtension: "jxl") {
      try TestJXL.encode(TestPhotos.pixels(of: $0), TestJXL.Coding(change))
    }
  }

  private static let jpegXLNative: [HostileFile] = [
    native("A native JPEG XL with loss") { _ in },
    native("A native JPEG XL without loss") { $0.distance = 0 },
    native("A native JPEG XL without boxes") { $0.hasContainer = false },
    native("An animated JPEG XL") { $0.frames = 2 },
    native("A JPEG XL with alpha") { $0.hasAlpha = true },
    HostileFile("A JPEG's coefficients without the JPEG", isPhoto: false, fileExtension: "jxl") {
      try TestJXL.transcode($0, .init { $0.keepsJPEG = false })
    },
    HostileFile("A JPEG's coefficients without boxes", isPhoto: false, fileExtension: "jxl") {
      try TestJXL.photo($0).code
    },
    jpegXL("A JPEG XL without the JPEG's data", isPhoto: false) { $0.remove("jbrd") },
    HostileFile("A JPEG that is turned in another way", isPhoto: false, fileExtension: "jxl") { photo in
      let file = try TestJXL.photo(TestJPEG.oriented(photo, .right))
      let other = TestJPEG.oriented([0xFF, 0xD8, 0xFF, 0xD9], .left)
      return file.changing { file in
        file.change("brob") { $0 = .init("Exif", [0, 0, 0, 0] + other.dropFirst(12).dropLast(2)) }
      }.bytes
    },
  ]

  // MARK: Boxes

  private static let jpegXLOrders: [HostileFile] = [
    refused("A JPEG XL without code") { $0.boxes.removeAll { $0.name.hasPrefix("jxl") } },
    refused("A JPEG XL of its first box alone") { $0.boxes.removeLast($0.boxes.count - 1) },
    refused("A JPEG XL without a type") { $0.remove("ftyp") },
    refused("A type behind an unknown box") { $0.insert([.init("face")], at: 1) },
    refused("A second type") { $0.boxes.append($0.boxes[1]) },
    refused("Two codes") { file in
      file.cutCode()
      if let code = file["jxlc"] { file.boxes.append(code) }
    },
    refused("Code and a part of one") { file in
      file.cutCode()
      file.boxes.append(TestJXL.part(0, isLast: true, [1, 2, 3]))
    },
    refused("A part behind the last one") { $0.boxes.append(TestJXL.part(9, isLast: true, [1, 2, 3])) },
    refused("Parts out of order") { file in
      file.cutCode([5, 6, 7])
      file.boxes.swapAt(file.boxes.count - 2, file.boxes.count - 3)
    },
    refused("Parts that are numbered from seven") { file in
      file.cutCode([5])
      for index in file.boxes.indices.suffix(2) { file.boxes[index].content[3] += 7 }
    },
    refused("Parts without a last one") { file in
      file.cutCode([])
      file.boxes[file.boxes.count - 1].content[0] = 0
    },
    refused("A part of three bytes") { file in
      file.cutCode([])
      file.boxes[file.boxes.count - 1].content = [0x80, 0, 0]
    },
    refused("Two of the JPEG's data") { file in
      if let data = file["jbrd"] { file.boxes.append(data) }
    },
    refused("The JPEG's data without content") { $0.change("jbrd") { $0.content = [] } },
    refused("The JPEG's data with something behind it") { $0.change("jbrd") { $0.content += [1, 2, 3, 4] } },
    refused("The JPEG's data of nonsense") { $0.change("jbrd") { $0.content = fill(5000, [0x40, 0xFF]) } },
  ]

  private static let jpegXLSizes: [HostileFile] =
    [2, 7, 9, 0x7FFF_FFFF, 0xFFFF_FFFF].flatMap { (size: Int) -> [HostileFile] in
      [
        refused("A type of size \(size)") { $0.boxes[1].size = size },
        refused("A box of size \(size) before the picture") { file in
          file.insert([.init("face", [], size: size)], at: 2)
        },
      ]
    } + [
      refused("A box with a long size of all ones before the picture") { file in
        file.insert([.init("face", [], size: -1, form: .long)], at: 2)
      },
      refused("A box with a long size of 15 before the picture") { file in
        file.insert([.init("face", [], size: 15, form: .long)], at: 2)
      },
      refused("An open box before the picture") { $0.insert([.init("face", [], form: .open)], at: 2) },
      refused("Another first box") { $0.boxes[0].content[3] = 0x0B },
      refused("Code without content") { file in
        file.cutCode()
        file.boxes[file.boxes.count - 1].content = []
      },
    ]

  // MARK: The picture's code

  private static func header(
    _ name: String, _ header: TestJXL.Header, behind code: [UInt8] = [0, 0, 0, 0]
  ) -> HostileFile {
    HostileFile(name, isPhoto: false, fileExtension: "jxl") { _ in TestJXL.laidOut(header, behind: code).bytes
    }
  }

  private static let jpegXLHeaders: [HostileFile] = [
    header("A header and nothing behind it", .init(width: 48, height: 40)),
    header("A header that is animated", .init(width: 48, height: 40) { $0.isAnimated = true }),
    header("A header with alpha", .init(width: 48, height: 40) { $0.extraChannels = 1 }),
    header("A header with a preview", .init(width: 48, height: 40) { $0.hasPreview = true }),
    header(
      "A header with two sizes", .init(width: 48, height: 40) { $0.intrinsicSize = [1 << 30, 1 << 30] }),
    header("A header and ones", .init(width: 48, height: 40), behind: fill(2000, [0xFF])),
    header("A header and zeros", .init(width: 48, height: 40), behind: fill(2000, [0])),
    refused("A header of two bytes") { $0.changeCode { $0 = Array($0.prefix(2)) } },
    refused("A header of five bytes") { $0.changeCode { $0 = Array($0.prefix(5)) } },
    refused("Another beginning of the code") { $0.changeCode { $0[0] = 0xFE } },
  ]

  private static let jpegXLCodes: [HostileFile] =
    [2, 3, 10].map { part in
      refused("Code up to a \(part)th") { file in
        file.changeCode { $0 = Array($0.prefix($0.count / part)) }
      }
    } + [
      refused("Code of zeros behind its header") { file in
        file.changeCode { code in
          for index in 40..<max(code.count, 40) { code[index] = 0 }
        }
      }
    ]

  // MARK: Many and large

  private static let jpegXLCounts: [HostileFile] = [
    HostileFile("131072 empty boxes before the picture", isPhoto: false, fileExtension: "jxl") { photo in
      let file = try TestJXL.photo(photo)
      return TestJXL(Array(file.boxes.prefix(2))).bytes + fill(8 << 17, TestJXL.Box("face").bytes)
        + TestJXL(Array(file.boxes.dropFirst(2))).bytes
    },
    HostileFile("131072 empty boxes behind the picture", isPhoto: false, fileExtension: "jxl") { photo in
      try TestJXL.transcode(photo) + fill(8 << 17, TestJXL.Box("face").bytes)
    },
    jpegXL("A million starts of a JPEG XL behind the end") {
      $0.trailing = [1, 2, 3] + fill(8 << 20, [0xFF, 0, 0, 12] + Array("JXL ".utf8))
    },
    jpegXL("Starts of JPEGs in a box") { file in
      file.insert([.init("face", fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0]))], at: 2)
    },
    jpegXL("XMP of megabytes") { $0.boxes.append(.init("xml ", fill(4 << 20, Array("<a/>".utf8)))) },
    jpegXL("Megabytes behind the end of the code") { file in
      file.changeCode { $0 += fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0]) }
    },
  ]

  /// A header may claim a picture of any size.
  private static let jpegXLBombs: [HostileFile] = [
    header("A picture of 2³⁰ × 2³⁰ in a few bytes", .init(width: 1 << 30, height: 1 << 30)),
    header("A picture of 2³¹ × 2³⁰ in a few bytes", .init(width: 0, height: 1 << 30) { $0.ratio = 7 }),
    header("A picture of 60000 × 60000 in a few bytes", .init(width: 60_000, height: 60_000)),
    header("A picture of 1 × 2³⁰ in a few bytes", .init(width: 1, height: 1 << 30)),
    refused("A picture of 60000 × 60000 with a photo's code") { file in
      let header = TestJXL.Header(width: 60_000, height: 60_000).bytes
      file.changeCode { $0 = header + $0.dropFirst(header.count) }
    },
  ]
}
