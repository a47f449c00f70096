import Foundation
import ImageProcessingKit

extension Carrier {
  /// Every carrier known of JPEG XLs that were made of JPEGs, in photos that can be read: every carrier of JPEGs, coded with the JPEG, and
  /// what only the file around it can hold. Each takes a JPEG as its photo.
  public static let jpegXL: [Carrier] =
    jpegXLOfJPEGs + jpegXLBoxes + jpegXLEXIF + jpegXLXMP + jpegXLCode + jpegXLHeaders + jpegXLTrailing

  /// Places of a JPEG that it cannot have in a JPEG XL: libjxl does not code such JPEGs, or sees another picture in them than libjpeg.
  private static let uncodable: Set<String> = [
    "Picture in a profile's part that is not counted", "Pixels in code tables", "Pixels in quantiser tables",
    "Picture in a segment for the number of lines",
  ]

  private static let jpegXLOfJPEGs: [Carrier] = all.filter { !uncodable.contains($0.name) }.map { carrier in
    Carrier("\(carrier.name), in a JPEG XL", kind: carrier.kind, carrier.content, fileExtension: "jxl") {
      try TestJXL.transcode(carrier.build($0))
    }
  }

  /// Puts something into a file of the photo.
  static func jpegXL(
    _ name: String, kind: String?, _ content: Content = .jpeg, of jpeg: JPEGForm = .plain,
    coding: TestJXL.Coding = .init(), _ change: @escaping @Sendable (inout TestJXL) throws -> Void
  ) -> Carrier {
    Carrier(name, kind: kind, content, fileExtension: "jxl") { photo in
      try TestJXL.photo(jpeg.photo(photo), coding).changing(change).bytes
    }
  }

  /// What of the JPEG has a box of its own.
  enum JPEGForm: Sendable {
    case plain, withEXIF, withXMP

    func photo(_ jpeg: [UInt8]) -> [UInt8] {
      switch self {
      case .plain: jpeg
      case .withEXIF: TestJPEG.oriented(jpeg, .up)
      case .withXMP:
        TestJPEG.inserting(
          [(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Ann</x:xmpmeta>".utf8))], into: jpeg)
      }
    }
  }

  /// A box among those of the file.
  enum BoxPlace: String, Sendable, CaseIterable {
    case behindHeader = "behind the header"
    case behindJPEGData = "behind the JPEG's data"
    case atEnd = "at the end"

    func put(_ box: TestJXL.Box, into file: inout TestJXL) {
      switch self {
      case .behindHeader: file.insert([box], at: 2)
      case .behindJPEGData: file.insert([box], at: (file.boxes.firstIndex { $0.name == "jbrd" } ?? 2) + 1)
      case .atEnd: file.boxes.append(box)
      }
    }
  }

  private static func box(
    _ name: String, kind: String?, _ content: Content = .jpeg, _ place: BoxPlace = .atEnd,
    of jpeg: JPEGForm = .plain, _ box: @escaping @Sendable () throws -> TestJXL.Box
  ) -> Carrier {
    jpegXL("\(name) \(place.rawValue)", kind: kind, content, of: jpeg) { try place.put(box(), into: &$0) }
  }

  // MARK: Boxes

  private static let jpegXLBoxes: [Carrier] =
    BoxPlace.allCases.flatMap { place in
      [
        box("Picture in an unknown box", kind: "furtherBox", .jpeg, place) {
          .init("face", try HiddenPicture.jpeg())
        },
        box("Picture in a JUMBF box", kind: "jumbf", .jpeg, place) {
          .init("jumb", try HiddenPicture.jpeg())
        },
        box("Mark in an unknown box", kind: "furtherBox", .text, place) { .init("face", HiddenPicture.mark) },
      ]
    } + [
      box("PNG in an unknown box", kind: "furtherBox") { .init("face", try HiddenPicture.png()) },
      box("Pixels in an unknown box", kind: "furtherBox", .undecodable) {
        .init("face", try HiddenPicture.rgb())
      },
      box("Picture in a box of nulls", kind: "furtherBox") { .init("\0\0\0\0", try HiddenPicture.jpeg()) },
      box("Picture in a box with a long size", kind: "furtherBox") {
        .init("face", try HiddenPicture.jpeg(), form: .long)
      },
      box("Picture in a box up to the end", kind: "furtherBox") {
        .init("face", try HiddenPicture.jpeg(), form: .open)
      },
      box("Picture in a box of free space", kind: "furtherBox") { .init("free", try HiddenPicture.jpeg()) },
      box("Content credential in a JUMBF box", kind: "contentCredential", .behindHeader) {
        .init("jumb", Array("jumdc2pa".utf8) + (try HiddenPicture.jpeg()))
      },
      box("Picture in a level", kind: "headerBytes", .jpeg, .behindHeader) {
        .init("jxll", [5] + (try HiddenPicture.jpeg()))
      },
      // A frame index, for those who show films.
      box("Picture in an index of frames", kind: "furtherBox") { .init("jxli", try HiddenPicture.jpeg()) },
      jpegXL("Picture in an unknown box, in parts", kind: "furtherBox", .undecodable) { file in
        let jpeg = try HiddenPicture.jpeg()
        file.boxes += stride(from: 0, to: jpeg.count, by: 1001).map {
          TestJXL.Box("face", Array(jpeg[$0..<min($0 + 1001, jpeg.count)]))
        }
      },
    ]

  private static func box(
    _ name: String, kind: String?, _ place: BoxPlace, _ make: @escaping @Sendable () throws -> TestJXL.Box
  ) -> Carrier {
    box(name, kind: kind, .jpeg, place, make)
  }

  // MARK: EXIF

  private static func block(_ order: ByteOrder) throws -> [UInt8] {
    [0, 0, 0, 0]
      + EXIFBuilder.content(
        EXIFBuilder.camera(order), thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg())
      ).dropFirst(EXIFBuilder.signature.count)
  }

  private static let jpegXLEXIF: [Carrier] =
    ByteOrder.allCases.flatMap { order in
      [
        // No JPEG has it.
        box("EXIF thumbnail in a box, \(order.name),", kind: "exif", .jpeg, .behindHeader) {
          .init("Exif", try block(order))
        },
        box("EXIF thumbnail in a second box, \(order.name),", kind: "exif", .jpeg, .atEnd, of: .withEXIF) {
          .init("Exif", try block(order))
        },
        packed("Packed EXIF thumbnail, \(order.name)", kind: "exif", "Exif") { try block(order) },
      ]
    } + [
      box("EXIF box that is a picture", kind: "exif") { .init("Exif", try HiddenPicture.jpeg()) },
      box("Packed EXIF that is a picture", kind: "exif") {
        .init("brob", Array("Exif".utf8) + (try HiddenPicture.jpeg()))
      },
    ]

  /// A box that libjxl packs.
  private static func packed(
    _ name: String, kind: String?, _ type: String, _ content: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    // Packed, nothing is seen of it.
    Carrier(name, kind: kind, .undecodable, fileExtension: "jxl") { photo in
      let content = try content()
      let packed = try TestJXL.photo(photo, .init { $0.boxes = [.init(type, content, isPacked: true)] })
      guard let box = packed["brob"] else { throw TestJXL.Failure("no packed box") }
      return try TestJXL.photo(photo).changing { $0.boxes.append(box) }.bytes
    }
  }

  // MARK: XMP and others that are packed

  private static let jpegXLXMP: [Carrier] = [
    box("XMP thumbnail in a box", kind: "xmp") {
      .init("xml ", Array(XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64JPEG())).utf8))
    },
    box("XMP box that is a picture", kind: "xmp") { .init("xml ", try HiddenPicture.jpeg()) },
    box("XMP thumbnail in a second box", kind: "xmp", .jpeg, .atEnd, of: .withXMP) {
      .init("xml ", Array(XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64JPEG())).utf8))
    },
    packed("Packed XMP thumbnail", kind: "xmp", "xml ") {
      Array(XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64JPEG())).utf8)
    },
    packed("Packed JUMBF", kind: "jumbf", "jumb") { try HiddenPicture.jpeg() },
    packed("Packed box of an unknown kind", kind: "furtherBox", "face") { try HiddenPicture.jpeg() },
    box("Packed box without a kind", kind: "furtherBox", .text) {
      .init("brob", Array(HiddenPicture.mark.prefix(3)))
    },
  ]

  // MARK: The picture's code

  private static let jpegXLCode: [Carrier] = [
    jpegXL("Picture behind the code", kind: "otherCode") { file in
      try file.changeCode { $0 += try HiddenPicture.jpeg() }
    },
    jpegXL("Pixels behind the code", kind: "otherCode", .undecodable) { file in
      try file.changeCode { $0 += try HiddenPicture.rgb() }
    },
    jpegXL("Second picture behind the code", kind: "otherCode", .undecodable) { file in
      let second = try TestJXL.encode(
        TestPhotos.pixels(of: HiddenPicture.jpeg()), .init { $0.hasContainer = false })
      file.changeCode { $0 += second }
    },
    jpegXL("Picture behind the code, in a part of its own", kind: "otherCode") { file in
      let whole = file.code.count
      try file.changeCode { $0 += try HiddenPicture.jpeg() }
      file.cutCode([whole])
    },
  ]

  // MARK: Headers

  private static let jpegXLHeaders: [Carrier] = [
    jpegXL("Text among the brands", kind: "headerBytes", .text) { file in
      file.change("ftyp") { $0.content += HiddenPicture.mark }
    },
    jpegXL("Picture behind the brands", kind: "headerBytes") { file in
      try file.change("ftyp") { $0.content += try HiddenPicture.jpeg() }
    },
    jpegXL("Text in the names of unknown boxes", kind: "furtherBox", .text) { file in
      let mark = HiddenPicture.mark + [0x20]
      file.boxes +=
        stride(from: 0, to: mark.count, by: 4).map { place in
          var box = TestJXL.Box("")
          box.code = Array(mark[place..<min(place + 4, mark.count)])
          while box.code.count < 4 { box.code.append(0x20) }
          return box
        } + [TestJXL.Box("face", HiddenPicture.mark)]
    },
  ]

  // MARK: Behind the file

  private static let jpegXLTrailing: [Carrier] = [
    jpegXL("Picture behind a JPEG XL", kind: "trailingPicture") { $0.trailing = try HiddenPicture.jpeg() },
    jpegXL("Text behind a JPEG XL", kind: "trailingBytes", .text) { $0.trailing = HiddenPicture.mark },
    jpegXL("Pixels behind a JPEG XL", kind: "trailingBytes", .undecodable) {
      $0.trailing = try HiddenPicture.rgb()
    },
    jpegXL("JPEG XL behind a JPEG XL", kind: nil, .undecodable) { file in
      file.boxes += try TestJXL.photo(HiddenPicture.jpeg()).boxes.prefix(1)
      file.trailing = HiddenPicture.mark
    },
  ]
}
