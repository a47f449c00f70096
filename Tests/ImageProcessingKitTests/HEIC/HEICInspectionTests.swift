import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of HEICs that tests build.
@Suite struct HEICInspectionTests {
  private static let picture = TestHEVC.Picture.noise(width: 120, height: 88, seed: 5)
  private static let grid = Result { try photo(.grid(64, 48)) }
  private static let tiff = {
    var block = EXIFBlock()
    block.orientation = .right
    return block.tiff(thumbnail: nil)
  }()
  private static let single = Result { try photo(TestHEIC.Kind()) }

  /// A file as renders are.
  private static func photo(
    _ kind: TestHEIC.Kind, _ picture: TestHEVC.Picture = picture,
    _ change: (inout TestHEIC.Kind) -> Void = { _ in }
  ) throws -> TestHEIC {
    var kind = kind
    kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
    change(&kind)
    return try TestHEIC.photo(picture, kind).canonical()
  }

  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    file.withUnsafeBufferPointer {
      HEICGate().inspection(
        of: $0, policy: policy,
        judge: HiddenPictureJudge(
          detector: detector, containers: [JPEGContainer(), PNGContainer(), HEICContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  /// What is found in a file as renders are, after a change, besides its colours.
  private func kinds(
    _ heic: TestHEIC, _ policy: MetadataPolicy = .minimal, _ change: (inout TestHEIC) throws -> Void
  ) throws -> [String] {
    kinds(try heic.changing(change).bytes, policy).filter { $0 != "colorSpace" }
  }

  @Test func listsNothingOfARender() throws {
    for chroma in TestHEVC.Chroma.allCases {
      for depth in [8, 10, 12] {
        let picture = TestHEVC.Picture.noise(width: 120, height: 88, chroma: chroma, depth: depth)
        for kind in [TestHEIC.Kind.grid(64, 48), TestHEIC.Kind()] {
          for colors in [
            [], [TestHEIC.Property.colors(primaries: 12, transfer: 13, matrix: 6)],
            [.profile(KnownColorSpace.displayP3.profile)],
            [.colors(primaries: 9, transfer: 16, matrix: 9), .profile(KnownColorSpace.sRGB.profile)],
          ] {
            for properties in [
              [], [TestHEIC.Property.rotation(1)], [.rotation(2), .mirror(1)],
              [
                .aspect(2, 1), .light(1000, 300), .mastering, .crop(width: (100, 1), height: (50, 1)),
                .rotation(3), .mirror(0),
              ],
            ] {
              let heic = try TestHEIC.photo(
                picture,
                TestHEIC.Kind {
                  $0.tile = kind.tile
                  ($0.colors, $0.properties) = (colors, properties)
                }
              ).canonical(exif: Self.tiff)
              let found = kinds(heic.bytes).filter {
                !["colorSpace", "icc", "lightLevel", "exif"].contains($0)
              }
              #expect(found == [], "\(picture) \(colors) \(properties)")
            }
          }
        }
      }
    }
  }

  /// Nothing can be changed in the headers without its being seen.
  @Test func foretellsEveryByteOfHeaders() throws {
    for heic in [try Self.grid.get(), try Self.single.get()] {
      var heic = heic
      heic.addEXIF(Self.tiff, prefix: [])
      heic.items[heic.items.count - 1].isHidden = false
      let file = heic.bytes
      #expect(kinds(file).allSatisfy { !$0.hasSuffix("!") })
      let data = try #require(TestBox.find("mdat", in: file))
      // What numbers mean that viewers go by is compared with the original's.
      let open = ["hvcC", "colr", "pixi"].flatMap { type in
        TestBox.find("meta/iprp/ipco", in: file).map { box in
          box.children(file).filter { $0.type == type }.map(\.content)
        } ?? []
      }
      for place in 0..<data.content.lowerBound where !open.contains(where: { $0.contains(place) }) {
        var other = file
        other[place] ^= 1
        #expect(kinds(other).contains { $0.hasSuffix("!") }, "byte \(place)")
      }
      for count in [0, 1, 7, 8, 20, data.range.lowerBound, data.content.lowerBound, file.count - 1] {
        #expect(kinds(Array(file.prefix(count))).contains { $0.hasSuffix("!") }, "\(count) bytes")
      }
      #expect(kinds(file + [0]).last == "trailingBytes!")
    }
  }

  @Test func judgesColors() throws {
    let heic = try Self.grid.get()
    func kinds(_ property: TestHEIC.Property, _ policy: MetadataPolicy = .minimal) -> [String] {
      self.kinds(
        heic.changing { heic in for id in heic.items.map(\.id) { heic[id].set(property) } }.bytes, policy)
    }
    let profile = TestHEIC.Property.profile(KnownColorSpace.displayP3.profile)
    #expect(kinds(profile) == ["icc"])
    #expect(kinds(profile, try #require(MetadataPolicy("none-profile"))) == ["icc!"])
    #expect(
      kinds(.profile(KnownColorSpace.displayP3.profile, type: "rICC")) == ["headerBytes!", "icc!"])
    #expect(kinds(.profile(KnownColorSpace.displayP3.profile + [0])) == ["icc!"])
    #expect(kinds(.profile([])) == ["icc!"])
    #expect(kinds(.colors(primaries: 1, transfer: 1, matrix: 1)) == ["colorSpace"])
    var numbers = TestHEIC.Property.colors(primaries: 1, transfer: 1, matrix: 1)
    numbers.data[10] |= 1
    #expect(kinds(numbers) == ["colorSpace!"])
    numbers.data += [7]
    #expect(kinds(numbers) == ["colorSpace!"])
    #expect(kinds(.init("colr", Array("face".utf8))) == ["furtherProperty!"])
    #expect(kinds(.init("pixi", [0, 0, 0, 0, 9])) == ["colorSpace", "furtherProperty!"])
  }

  @Test func namesWhatIsBesideThePicture() throws {
    let heic = try Self.grid.get()
    let small = TestHEVC.Picture.noise(width: 32, height: 32)
    #expect(try kinds(heic) { try $0.addThumbnail(small) }.contains("thumbnail!"))
    let auxiliaries: [TestHEIC.Auxiliary: String] = [
      .alpha: "alphaPlane", .alphaOfHEVC: "alphaPlane", .depth: "depthMap", .depthOfHEVC: "depthMap",
      .gainMap: "gainMap", .portraitMatte: "matte", .skinMatte: "matte", .hairMatte: "matte",
      .teethMatte: "matte", .glassesMatte: "matte", .skyMatte: "matte",
      .linearThumbnail: "auxiliaryPicture", .unknown: "auxiliaryPicture",
    ]
    for type in TestHEIC.Auxiliary.allCases {
      let file = try heic.changing { try $0.addAuxiliary(type, small) }.bytes
      let found = try #require(
        blocks(file).first { $0.kind.rawValue == auxiliaries[type] }, "\(type)")
      #expect(!found.isAllowed && found.contents == [type.rawValue] && found.mayShowFace == .unknown)
    }
    #expect(
      try kinds(heic) { $0.items.append(try TestHEIC.coded($0.freeID, small)) }.contains("furtherPicture!"))
    #expect(try kinds(heic) { $0.addXMP("<x/>") }.contains("xmp!"))
    #expect(
      try kinds(heic) { $0.items.append(TestHEIC.Item($0.freeID, "face", [1])) }.contains("furtherItem!"))
    #expect(try kinds(heic) { $0[1].name = [65] } == ["itemName!"])
    #expect(try kinds(heic) { $0.layout.handlerName = [65] } == ["headerBytes!"])
    #expect(try kinds(heic) { $0.brands.append("face") } == ["headerBytes!"])
    #expect(
      try kinds(heic) {
        $0.groups = [.init("altr", id: 9, [1])]; $0.layout.metaParts.append(.groups)
      } == ["furtherBox!"])
    #expect(try kinds(heic) { $0.layout.insert(TestBox.bytes("free", [0])) } == ["freeSpace!"])
    #expect(try kinds(heic) { $0.layout.insert(TestBox.bytes("face", [0])) } == ["furtherBox!"])
    #expect(try kinds(heic) { $0.layout.insert(TestBox.bytes("moov", [0])) } == ["film!"])
    #expect(try kinds(heic) { $0.layout.insert([1, 2, 3]) } == ["trailingBytes!"])
    #expect(try kinds(heic) { $0.layout.unassociated = [.aspect(1, 1)] } == ["furtherProperty!"])
    #expect(try kinds(heic) { $0[1].properties.append(.init("udes", [0, 0, 0, 0])) } == ["furtherProperty!"])
    #expect(try kinds(heic) { $0[2].extents.append(.gap([1])) } == ["unreferencedBytes!"])
    #expect(try kinds(heic) { $0.primaryItem.data += [1] } == ["unreferencedBytes!"])
    #expect(try kinds(heic) { $0.layout.locationVersion = 2 } == ["headerBytes!"])
    #expect(try kinds(heic) { $0[2].split(into: 2) }.contains("unreferencedBytes!"))
    #expect(
      try kinds(heic) { heic in
        let data = heic[2].data
        heic[2].extents = [.bytes(Array(data.prefix(9))), .bytes(Array(data.dropFirst(9)))]
      } == ["headerBytes!"])
  }

  @Test func namesUnitsBesideThePictures() throws {
    let message = TestHEVC.message([1, 2, 3])
    func kinds(_ change: @escaping @Sendable (_ units: [[UInt8]]) -> [[UInt8]]) throws -> [String] {
      let heic = try Self.photo(.grid(64, 48)) { $0.units = { $0 == 1 ? change($1) : $1 } }
      return self.kinds(heic.bytes).filter { $0 != "colorSpace" }
    }
    #expect(try kinds { $0 } == [])
    #expect(try kinds { [message] + $0 } == ["codeMessage!"])
    #expect(try kinds { $0 + [TestHEVC.message([1], isBehind: true)] } == ["codeMessage!"])
    #expect(try kinds { [TestHEVC.delimiter] + $0 } == ["furtherCode!"])
    #expect(try kinds { $0 + [TestHEVC.filler(9)] } == ["furtherCode!"])
    #expect(try kinds { $0 + $0 } == ["furtherCode!"])
    #expect(try kinds { $0 + $0.map { [$0[0], $0[1] | 8] + $0.dropFirst(2) } } == ["furtherCode!"])
    #expect(
      try kinds { units in units.map { $0 + [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xDB, 0, 2, 0, 0] } } == [
        "furtherCode!"
      ])
    let configured = try Self.photo(.grid(64, 48)) { $0.configurationUnits = [message] }
    #expect(self.kinds(configured.bytes).contains("codeMessage!"))
    let sets = try TestHEVC.encode(Self.picture.cut(x: 0, y: 0, width: 64, height: 48)).parameterSets
    for set in sets {
      let other = try Self.photo(.grid(64, 48)) { $0.configurationUnits = [TestHEVC.renumbered(set, to: 3)] }
      #expect(self.kinds(other.bytes).contains("parameterSet!"))
      // The same twice.
      let twice = try Self.photo(.grid(64, 48)) { $0.configurationUnits = [set] }
      #expect(self.kinds(twice.bytes).contains("parameterSet!"))
    }
  }

  @Test func findsPixelsThatAreNotShown() throws {
    let picture = TestHEVC.Picture.noise(width: 120, height: 88)
    let cropped = try Self.photo(TestHEIC.Kind()) { $0.window = .init(bottom: 40) }
    #expect(kinds(cropped.bytes) == ["colorSpace", "hiddenPixels!"])
    let smaller = try Self.photo(TestHEIC.Kind(), picture).changing { $0.primaryItem.set(.size(120, 80)) }
    #expect(kinds(smaller.bytes) == ["colorSpace", "hiddenPixels!"])
  }

  @Test func readsEXIF() throws {
    let heic = try Self.grid.get()
    let tiff = Self.tiff
    func kinds(_ change: (inout TestHEIC) throws -> Void) throws -> [String] {
      try self.kinds(heic) {
        try change(&$0)
        for index in $0.items.indices where $0.items[index].type == "Exif" {
          $0.items[index].isHidden = false
        }
      }
    }
    #expect(try kinds { $0.addEXIF(tiff, prefix: []) } == ["exif"])
    #expect(try kinds { $0.addEXIF(tiff) } == ["exif!"])
    #expect(try kinds { $0.addEXIF(tiff, prefix: [1, 2]) } == ["exif!", "exifSlack!"])
    #expect(try kinds { $0.addEXIF([1, 2, 3], prefix: []) } == ["exif!"])
    #expect(
      try kinds {
        $0.addEXIF(tiff, prefix: [])
        $0.addEXIF(tiff, prefix: [])
      } == ["exif", "exif!"])
    #expect(
      try kinds {
        $0.addEXIF(tiff, prefix: [])
        $0.items[$0.items.count - 1].references = []
      } == ["headerBytes!", "exif"])
  }

  /// What carriers are put into.
  private static let carrying = Result {
    try [TestHEIC.Kind.grid(128, 128), TestHEIC.Kind()].map {
      try TestHEIC.photo(TestHEVC.Picture.noise(width: 256, height: 256), $0).bytes
    }
  }

  /// Those in a part of the picture that viewers do not show: it is looked at as the rest of the picture is.
  private static let pictures = [
    "Tile outside of the picture", "Face in the part of tiles that is not shown",
    "Face beside what is shown of a single picture",
  ]

  @Test(arguments: Carrier.heic.filter { !pictures.contains($0.name) })
  func listsEveryCarrier(carrier: Carrier) throws {
    for photo in try Self.carrying.get() {
      let earlier = blocks(photo, detector: OneFaceDetector()).filter { !$0.isAllowed }
      #expect(
        earlier.map(\.kind) == [.furtherBox, .colorProfile] && !earlier.contains { $0.mayShowFace == .yes })
      let file = try carrier.build(photo)
      let found = blocks(file, detector: OneFaceDetector()).filter { !$0.isAllowed }
      let news = found.filter { block in
        !earlier.contains {
          ($0.kind, $0.range.count, $0.mayShowFace) == (block.kind, block.range.count, block.mayShowFace)
        }
      }
      #expect(!news.isEmpty, "\(carrier)")
      if let kind = carrier.kind { #expect(news.contains { $0.kind.rawValue == kind }, "\(carrier)") }
      switch carrier.content {
      case .jpeg: #expect(news.contains { $0.mayShowFace == .yes }, "\(carrier)")
      case .undecodable: #expect(news.contains { $0.mayShowFace != .no }, "\(carrier)")
      case .text: break
      }
      for (a, b) in zip(found, found.dropFirst()) { #expect(a.range.lowerBound <= b.range.lowerBound) }
    }
  }

  /// What is coded as HEVC is decoded to be looked at, too.
  @Test func looksIntoFurtherPictures() throws {
    let heic = try Self.grid.get()
    for build in [
      { (heic: inout TestHEIC) in try heic.addThumbnail(HiddenPicture.planes()) },
      { (heic: inout TestHEIC) in try heic.addAuxiliary(.linearThumbnail, HiddenPicture.planes()) },
      { (heic: inout TestHEIC) in
        heic.items.append(try TestHEIC.coded(heic.freeID, HiddenPicture.planes()))
      },
    ] {
      let file = try heic.changing(build).bytes
      #expect(blocks(file, detector: OneFaceDetector()).contains { $0.mayShowFace == .yes })
    }
  }

  @Test func tellsHowThePictureIsShown() throws {
    func shape(_ properties: [TestHEIC.Property], isGrid: Bool = false) throws -> PictureShape {
      let heic = try Self.photo(isGrid ? .grid(64, 48) : TestHEIC.Kind()) { $0.properties = properties }
      return heic.bytes.withUnsafeBufferPointer(HEICGate().shape)
    }
    let turns: [([TestHEIC.Property], Orientation)] = [
      ([], .up), ([.rotation(0)], .up), ([.rotation(1)], .left), ([.rotation(2)], .down),
      ([.rotation(3)], .right), ([.mirror(0)], .downMirrored), ([.mirror(1)], .upMirrored),
      ([.rotation(1), .mirror(0)], .leftMirrored), ([.rotation(1), .mirror(1)], .rightMirrored),
      ([.mirror(0), .rotation(1)], .rightMirrored), ([.mirror(1), .rotation(1)], .leftMirrored),
      ([.rotation(2), .mirror(0)], .upMirrored), ([.rotation(3), .mirror(1)], .leftMirrored),
    ]
    for (properties, orientation) in turns {
      #expect(try shape(properties) == PictureShape(orientation: orientation), "\(properties)")
    }
    #expect(
      try shape([], isGrid: true)
        == PictureShape(visible: PixelRect(x: 0, y: 0, width: 120, height: 88)))
    let box = PixelBox(x: 10, y: 6, width: 40, height: 30)
    let visible = PixelRect(x: 10, y: 6, width: 40, height: 30)
    for isGrid in [false, true] {
      #expect(
        try shape([.crop(to: box, of: 120, 88)], isGrid: isGrid) == PictureShape(visible: visible))
      #expect(
        try shape([.crop(to: box, of: 120, 88), .rotation(1)], isGrid: isGrid)
          == PictureShape(orientation: .left, visible: visible))
      // The left edge of what is turned to the left is the top of what is stored.
      #expect(
        try shape(
          [.rotation(1), .crop(to: PixelBox(x: 6, y: 70, width: 30, height: 40), of: 88, 120)], isGrid: isGrid
        )
          == PictureShape(orientation: .left, visible: visible))
    }
    #expect(
      try shape([.crop(width: (81, 2), height: (100, 3), right: (1, 3), down: (-5, 7))])
        == PictureShape(visible: PixelRect(x: 40, y: 26, width: 41, height: 34)))
    for broken: TestHEIC.Property in [
      .crop(width: (1, 0), height: (1, 1)), .crop(width: (0, 1), height: (1, 1)),
      .crop(width: (1, 1), height: (1, 1), right: (5000, 1)),
      .crop(width: (0xFFFF_FFFF, 1), height: (0xFFFF_FFFF, 1), right: (0xFFFF_FFFF, 0xFFFF_FFFF)),
      .init("clap", [1]),
    ] { #expect(try shape([broken]) == PictureShape(), "\(broken)") }
  }
}
