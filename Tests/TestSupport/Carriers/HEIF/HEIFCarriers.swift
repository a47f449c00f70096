import Foundation
import ImageProcessingKit

extension Carrier {
  /// Every carrier known of HEICs, in photos that can be read. Each takes a photo of `TestHEIF`, of 8 bits, 4:2:0 and coded without
  /// loss, a grid of 128 × 128 or a single picture.
  public static let heic: [Carrier] = heif + hevcUnits + hevcPadding

  /// The same of AVIFs.
  public static let avif: [Carrier] = heif.map(\.avif) + av1Units

  /// What boxes and items carry, whatever codes the pictures.
  private static let heif: [Carrier] =
    heifPictures + heifItems + heifEXIF + heifProperties + heifData + heifBoxes + heifPadding + heifTrailing

  /// Those that libheif 1.15 does not read; others may.
  public static func thatLibheifRefuses(_ codec: TestHEIF.Codec) -> Set<String> {
    switch codec {
    case .hevc:
      [
        "Colours of an unknown type", "Picture behind the units of a tile", "Tile outside of the picture",
        "HEIC behind a HEIC", "AVIF behind a HEIC", "Video behind a HEIC",
      ]
    case .av1:
      [
        "Colours of an unknown type", "Picture behind what av1C says", "Picture behind a tile's OBUs",
        "Tile outside of the picture", "HEIC behind an AVIF", "AVIF behind an AVIF", "Video behind an AVIF",
      ]
    }
  }

  /// Those of which libheif 1.15 shows more than the picture, or another one, if anything; others do not.
  public static func thatLibheifShowsOtherwise(_ codec: TestHEIF.Codec) -> Set<String> {
    switch codec {
    case .hevc: ["Second picture in a tile", "Face in a part of the code that ispe leaves out"]
    case .av1:
      [
        "Second frame before a tile's own", "Second frame before a tile's own, behind a delimiter",
        "Frame in the configuration", "Face in a part of the code that ispe leaves out",
      ]
    }
  }

  /// Whether the face is in a part of the picture that viewers do not show: it is looked at and hidden as the rest of the picture is.
  public var isBesideWhatIsShown: Bool {
    [
      "Tile outside of the picture", "Face in the part of tiles that is not shown",
      "Face beside what is shown of a single picture",
    ].contains(name)
  }

  /// The same carrier in an AVIF.
  private var avif: Carrier {
    let name = name.replacingOccurrences(of: "a HEIC", with: "an AVIF")
      .replacingOccurrences(of: "hvcC", with: "av1C")
    return Carrier(name, kind: kind, content, fileExtension: "avif", build: build)
  }

  static func heic(
    _ name: String, kind: String? = nil, _ content: Content = .jpeg,
    _ change: @escaping @Sendable (inout TestHEIF) throws -> Void
  ) -> Carrier {
    Carrier(name, kind: kind, content, fileExtension: "heic") { try TestHEIF($0).changing(change).bytes }
  }

  private static func base64() throws -> String { Data(try HiddenPicture.jpeg()).base64EncodedString() }

  // MARK: Pictures beside the picture

  private static let heifPictures: [Carrier] =
    [
      heic("Thumbnail", .undecodable) { try $0.addThumbnail(HiddenPicture.planes()) },
      heic("Thumbnail of a tile", .undecodable) {
        try $0.addThumbnail(HiddenPicture.planes(), of: $0.tiles[0])
      },
      heic("Thumbnail that is a JPEG") { heic in
        heic.items.append(
          TestHEIF.Item(
            heic.freeID, "jpeg", try HiddenPicture.jpeg(), properties: [.size(171, 200)],
            references: [.init("thmb", [heic.primary])]))
      },
      heic("Thumbnail that is a grid", .undecodable) { heic in
        let tile = heic.freeID
        var item = try heic.coded(tile, HiddenPicture.planes())
        item.isHidden = true
        heic.items += [
          item,
          TestHEIF.Item(
            tile + 1, "grid", TestHEIF.gridDescriptor(columns: 1, rows: 1, width: 128, height: 128),
            properties: [.size(128, 128)],
            references: [.init("dimg", [tile]), .init("thmb", [heic.primary])], place: .descriptor),
        ]
      },
      heic("Auxiliary picture that is a JPEG") { heic in
        heic.items.append(
          TestHEIF.Item(
            heic.freeID, "jpeg", try HiddenPicture.jpeg(),
            properties: [.auxiliary(TestHEIF.Auxiliary.unknown.rawValue), .size(171, 200)],
            references: [.init("auxl", [heic.primary])]
          ) { $0.isHidden = true })
      },
      heic("Mark in an auxiliary type", .text) { heic in
        try heic.addAuxiliary(
          .depth,
          TestHEVC.Picture(
            width: 32, height: 32, chroma: .gray, depth: 8, value: 9))
        heic.items[heic.items.count - 1].set(
          .auxiliary(TestHEIF.Auxiliary.depth.rawValue, HiddenPicture.mark))
      },
      heic("Further picture", .undecodable) { heic in
        heic.items.append(try heic.coded(heic.freeID, HiddenPicture.planes()))
      },
      heic("Picture that is hidden and that nobody refers to", .undecodable) { heic in
        var item = try heic.coded(heic.freeID, HiddenPicture.planes())
        item.isHidden = true
        heic.items.append(item)
      },
      heic("Picture for which there is no information", .undecodable) { heic in
        var item = try heic.coded(heic.freeID, HiddenPicture.planes())
        item.isNamed = false
        heic.items.append(item)
      },
      heic("JPEG for which there is no information") { heic in
        heic.items.append(
          TestHEIF.Item(heic.freeID, "jpeg", try HiddenPicture.jpeg()) { $0.isNamed = false })
      },
      heic("Picture that stands for the primary one", .undecodable) { heic in
        let id = heic.freeID
        heic.items.append(try heic.coded(id, HiddenPicture.planes()))
        heic.groups = [TestHEIF.Group("altr", id: id + 1, [heic.primary, id])]
      },
      heic("Picture for the other eye", .undecodable) { heic in
        let id = heic.freeID
        heic.items.append(try heic.coded(id, HiddenPicture.planes()))
        heic.groups = [TestHEIF.Group("ster", id: id + 1, [heic.primary, id])]
      },
      heic("Picture that the primary one was made from", .undecodable) { heic in
        let id = heic.freeID
        heic.items.append(try heic.coded(id, HiddenPicture.planes()))
        heic.primaryItem.references.append(.init("base", [id]))
      },
      heic("Overlay of the primary picture and another", .undecodable) { heic in
        let id = heic.freeID
        heic.items += [
          try heic.coded(id, HiddenPicture.planes()),
          TestHEIF.Item(
            id + 1, "iovl",
            TestHEIF.overlayDescriptor(width: 256, height: 256, places: [(0, 0), (40, 40)]),
            properties: [.size(256, 256)], references: [.init("dimg", [heic.primary, id])],
            place: .descriptor),
        ]
      },
      heic("Picture that is another one as it is", .undecodable) { heic in
        let id = heic.freeID
        heic.items += [
          try heic.coded(id, HiddenPicture.planes()),
          TestHEIF.Item(
            id + 1, "iden", properties: [.size(128, 128)], references: [.init("dimg", [id])]
          ) {
            $0.place = .descriptor
          },
        ]
      },
      heic("Tone map with a picture for its gain", .undecodable) { heic in
        let id = heic.freeID
        heic.items += [
          try heic.coded(id, HiddenPicture.planes()),
          TestHEIF.Item(
            id + 1, "tmap", [UInt8](repeating: 0, count: 62), properties: [.size(256, 256)],
            references: [.init("dimg", [heic.primary, id])]),
        ]
        heic.groups = [TestHEIF.Group("altr", id: id + 2, [id + 1, heic.primary])]
      },
    ]
    + TestHEIF.Auxiliary.allCases.map { type in
      heic("Auxiliary picture \(type)", .undecodable) {
        try $0.addAuxiliary(type, HiddenPicture.planes())
      }
    }

  // MARK: Items that are no pictures

  private static let heifItems: [Carrier] = [
    heic("JPEG that nobody refers to") { heic in
      heic.items.append(TestHEIF.Item(heic.freeID, "jpeg", try HiddenPicture.jpeg()))
    },
    heic("Item of an unknown type") { heic in
      heic.items.append(
        TestHEIF.Item(
          heic.freeID, "face", try HiddenPicture.jpeg(), references: [.init("cdsc", [heic.primary])]))
    },
    heic("Item of an unknown type in idat") { heic in
      heic.items.append(
        TestHEIF.Item(heic.freeID, "face", try HiddenPicture.jpeg(), place: .descriptor))
    },
    heic("Item in two pieces", .undecodable) { heic in
      let rgb = try HiddenPicture.rgb()
      heic.items.append(
        TestHEIF.Item(heic.freeID, "face") {
          $0.extents = [.bytes(Array(rgb[..<6000])), .gap([1, 2, 3]), .bytes(Array(rgb[6000...]))]
        })
    },
    heic("JPEG as mime") { heic in
      heic.items.append(
        TestHEIF.Item(heic.freeID, "mime", try HiddenPicture.jpeg()) { $0.contentType = "image/jpeg" })
    },
    heic("Mark as a content type", .text) { heic in
      heic.items.append(
        TestHEIF.Item(heic.freeID, "mime", [1]) {
          $0.contentType = String(decoding: HiddenPicture.mark, as: UTF8.self)
        })
    },
    heic("Picture under a uri") { heic in
      heic.items.append(
        TestHEIF.Item(heic.freeID, "uri ", try HiddenPicture.jpeg()) { $0.uri = "urn:example:face" })
    },
    heic("Picture in a uri") { heic in
      let uri = "data:image/jpeg;base64," + (try base64())
      heic.items.append(TestHEIF.Item(heic.freeID, "uri ", [1]) { $0.uri = uri })
    },
    heic("Mark in an item's name", .text) { $0[$0.tiles[0]].name = HiddenPicture.mark },
    heic("Picture in an item's name") { $0.primaryItem.name = Array(try base64().utf8) },
    heic("XMP thumbnail in a HEIC", kind: "xmp") { heic in
      heic.addXMP(XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64())))
    },
    heic("XMP depth map in a HEIC", kind: "xmp") { heic in
      heic.addXMP(XMPBuilder.document(attributes: XMPBuilder.depth(try base64()), ""))
    },
    heic("XMP that nobody refers to") { heic in
      heic.addXMP(XMPBuilder.document(attributes: "", XMPBuilder.thumbnail(try base64())))
      heic.items[heic.items.count - 1].references = []
    },
    heic("Picture behind a grid's descriptor") { heic in
      if heic.primaryItem.type == "grid" {
        heic.primaryItem.data += try HiddenPicture.jpeg()
      } else {
        heic.items.append(
          TestHEIF.Item(
            heic.freeID, "grid",
            try TestHEIF.gridDescriptor(columns: 1, rows: 1, width: 256, height: 256) + HiddenPicture.jpeg(),
            properties: [.size(256, 256)], references: [.init("dimg", [heic.primary])], place: .descriptor))
      }
    },
  ]

  // MARK: EXIF

  private static func tiff(
    _ main: TIFFDirectory, thumbnail: TIFFDirectory? = nil, gap: [UInt8] = [], slack: [UInt8] = []
  ) -> [UInt8] {
    Array(
      EXIFBuilder.content(main, thumbnail: thumbnail, gap: gap, slack: slack).dropFirst(
        EXIFBuilder.signature.count))
  }

  private static func thumbnailed(_ order: ByteOrder) throws -> [UInt8] {
    tiff(
      EXIFBuilder.camera(order), thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
  }

  private static let heifEXIF: [Carrier] =
    ByteOrder.allCases.flatMap { order in
      [
        heic("Exif item with a thumbnail, \(order.name)", kind: "exifThumbnail") {
          $0.addEXIF(try thumbnailed(order))
        },
        heic("Exif item with a thumbnail of pixels, \(order.name)", kind: "exifThumbnail", .undecodable) {
          $0.addEXIF(
            tiff(
              EXIFBuilder.camera(order),
              thumbnail: EXIFBuilder.thumbnail(
                order, rgb: try HiddenPicture.rgb(), side: HiddenPicture.side)))
        },
        heic("Exif item with a maker note, \(order.name)", kind: "makerNote") {
          let jpeg = try HiddenPicture.jpeg()
          $0.addEXIF(tiff(EXIFBuilder.camera(order) { $0.add(opaque: jpeg, 0x927C) }))
        },
        heic("Exif item with a picture behind its directories, \(order.name)", kind: "exifSlack") {
          $0.addEXIF(tiff(EXIFBuilder.camera(order), slack: try HiddenPicture.jpeg()))
        },
        heic("Exif item with a picture before its directories, \(order.name)", kind: "exifSlack") {
          $0.addEXIF(tiff(EXIFBuilder.camera(order), gap: try HiddenPicture.jpeg()))
        },
        heic("Exif item with a picture before its block, \(order.name)") {
          $0.addEXIF(tiff(EXIFBuilder.camera(order)), prefix: try HiddenPicture.jpeg())
        },
        heic("Second Exif item, \(order.name)") {
          $0.addEXIF(tiff(TIFFDirectory(order) { $0.add(short: 1, 0x0112) }))
          $0.addEXIF(try thumbnailed(order))
        },
        heic("Exif item of a tile, \(order.name)") {
          $0.addEXIF(try thumbnailed(order))
          $0.items[$0.items.count - 1].references = [.init("cdsc", [$0.tiles[0]])]
        },
        heic("Exif item that nobody refers to, \(order.name)") {
          $0.addEXIF(try thumbnailed(order))
          $0.items[$0.items.count - 1].references = []
        },
        heic("Exif item with a place, \(order.name)", kind: "exif", .text) {
          var main = EXIFBuilder.camera(order)
          main.add(
            pointerTo: { place in
              TIFFDirectory(order) {
                $0.add(ascii: "N", 1)
                $0.add(rationals: [(48, 1), (51, 1), (30, 1)], 2)
                $0.add(opaque: Array("ASCII\0\0\0".utf8) + HiddenPicture.mark, 0x1C)
              }.bytes(at: place)
            }, 0x8825)
          $0.addEXIF(tiff(main))
        },
      ]
    } + [
      heic("Exif item that is a picture") { $0.addEXIF(try HiddenPicture.jpeg(), prefix: []) },
      heic("Exif item whose block lies beyond its end") { heic in
        heic.items.append(
          TestHEIF.Item(
            heic.freeID, "Exif", [0x7F, 0xFF, 0xFF, 0xFF] + (try HiddenPicture.jpeg()),
            references: [.init("cdsc", [heic.primary])]))
      },
    ]
}
