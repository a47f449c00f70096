import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the gate lists of HEICs and AVIFs that tests build.
@Suite struct HEIFInspectionTests {
  private static let picture = TestHEVC.Picture.noise(width: 120, height: 88, seed: 5)

  private static func grid(_ codec: TestHEIF.Codec) throws -> TestHEIF {
    try photo(TestHEIF.Kind(codec, tile: (64, 48)))
  }

  private static let tiff = {
    var block = EXIFBlock()
    block.orientation = .right
    return block.tiff(thumbnail: nil)
  }()

  /// A file as renders are.
  private static func photo(
    _ kind: TestHEIF.Kind, _ picture: TestHEVC.Picture = picture,
    _ change: (inout TestHEIF.Kind) -> Void = { _ in }
  ) throws -> TestHEIF {
    var kind = kind
    kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
    change(&kind)
    return try TestHEIF.photo(picture, kind).canonical()
  }

  private func blocks(
    _ file: [UInt8], _ policy: MetadataPolicy = .minimal, detector: (any FaceDetecting)? = nil
  ) -> [MetadataBlock] {
    // By what the file says of itself.
    let isAVIF = file.dropFirst(8).starts(with: Array("avif".utf8))
    return file.withUnsafeBufferPointer {
      (isAVIF ? TestHEIF.Codec.av1 : .hevc).gate.inspection(
        of: $0, policy: policy,
        judge: HiddenPictureJudge(
          detector: detector,
          containers: [JPEGContainer(), PNGContainer(), HEICContainer(), AVIFContainer()])
      ).blocks
    }
  }

  /// Kinds, those that are objected to with an exclamation mark.
  private func kinds(_ file: [UInt8], _ policy: MetadataPolicy = .minimal) -> [String] {
    blocks(file, policy).map { $0.kind.rawValue + ($0.isAllowed ? "" : "!") }
  }

  /// What is found in a file as renders are, after a change, besides its colours.
  private func kinds(
    _ heic: TestHEIF, _ policy: MetadataPolicy = .minimal, _ change: (inout TestHEIF) throws -> Void
  ) throws -> [String] {
    kinds(try heic.changing(change).bytes, policy).filter { $0 != "colorSpace" }
  }

  @Test(arguments: TestHEVC.Chroma.allCases, HEIFCase.Frame.all)
  func listsNothingOfARender(chroma: TestHEVC.Chroma, frame: HEIFCase.Frame) throws {
    do {
      for depth in [8, 10, 12] {
        let picture = TestHEVC.Picture.noise(width: 120, height: 88, chroma: chroma, depth: depth)
        do {
          for colors in [
            [], [TestHEIF.Property.colors(primaries: 12, transfer: 13, matrix: 6)],
            [.profile(KnownColorSpace.displayP3.profile)],
            [.colors(primaries: 9, transfer: 16, matrix: 9), .profile(KnownColorSpace.sRGB.profile)],
          ] {
            for properties in [
              [], [TestHEIF.Property.rotation(1)], [.rotation(2), .mirror(1)],
              [
                .aspect(2, 1), .light(1000, 300), .mastering, .crop(width: (100, 1), height: (50, 1)),
                .rotation(3), .mirror(0),
              ],
            ] {
              var kind = frame.kind()
              (kind.colors, kind.properties) = (colors, properties)
              let heic = try TestHEIF.photo(picture, kind).canonical(exif: Self.tiff)
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
  @Test(arguments: HEIFCase.Frame.all)
  func foretellsEveryByteOfHeaders(frame: HEIFCase.Frame) throws {
    do {
      var heic = try Self.photo(frame.kind())
      heic.addEXIF(Self.tiff, prefix: [])
      heic.items[heic.items.count - 1].isHidden = false
      let file = heic.bytes
      #expect(kinds(file).allSatisfy { !$0.hasSuffix("!") })
      let data = try #require(TestBox.find("mdat", in: file))
      // What numbers mean that viewers go by is compared with the original's.
      let open = ["hvcC", "av1C", "colr", "pixi"].flatMap { type in
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

  @Test(arguments: TestHEIF.Codec.allCases)
  func judgesColors(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    func kinds(_ property: TestHEIF.Property, _ policy: MetadataPolicy = .minimal) -> [String] {
      self.kinds(
        heic.changing { heic in for id in heic.items.map(\.id) { heic[id].set(property) } }.bytes, policy)
    }
    let profile = TestHEIF.Property.profile(KnownColorSpace.displayP3.profile)
    #expect(kinds(profile) == ["icc"])
    #expect(kinds(profile, try #require(MetadataPolicy("none-profile"))) == ["icc!"])
    #expect(
      kinds(.profile(KnownColorSpace.displayP3.profile, type: "rICC")) == ["headerBytes!", "icc!"])
    #expect(kinds(.profile(KnownColorSpace.displayP3.profile + [0])) == ["icc!"])
    #expect(kinds(.profile([])) == ["icc!"])
    #expect(kinds(.colors(primaries: 1, transfer: 1, matrix: 1)) == ["colorSpace"])
    var numbers = TestHEIF.Property.colors(primaries: 1, transfer: 1, matrix: 1)
    numbers.data[10] |= 1
    #expect(kinds(numbers) == ["colorSpace!"])
    numbers.data += [7]
    #expect(kinds(numbers) == ["colorSpace!"])
    #expect(kinds(.init("colr", Array("face".utf8))) == ["furtherProperty!"])
    #expect(kinds(.init("pixi", [0, 0, 0, 0, 9])) == ["colorSpace", "furtherProperty!"])
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func namesWhatIsBesideThePicture(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    let small = TestHEVC.Picture.noise(width: 32, height: 32)
    #expect(try kinds(heic) { try $0.addThumbnail(small) }.contains("thumbnail!"))
    let auxiliaries: [TestHEIF.Auxiliary: String] = [
      .alpha: "alphaPlane", .alphaOfHEVC: "alphaPlane", .alphaOfAVC: "alphaPlane", .depth: "depthMap",
      .depthOfHEVC: "depthMap",
      .gainMap: "gainMap", .portraitMatte: "matte", .skinMatte: "matte", .hairMatte: "matte",
      .teethMatte: "matte", .glassesMatte: "matte", .skyMatte: "matte",
      .linearThumbnail: "auxiliaryPicture", .unknown: "auxiliaryPicture",
    ]
    for type in TestHEIF.Auxiliary.allCases {
      let file = try heic.changing { try $0.addAuxiliary(type, small) }.bytes
      let found = try #require(
        blocks(file).first { $0.kind.rawValue == auxiliaries[type] }, "\(type)")
      #expect(!found.isAllowed && found.contents == [type.rawValue] && found.mayShowFace == .unknown)
    }
    #expect(
      try kinds(heic) { $0.items.append(try $0.coded($0.freeID, small)) }.contains("furtherPicture!"))
    #expect(try kinds(heic) { $0.addXMP("<x/>") }.contains("xmp!"))
    #expect(
      try kinds(heic) { $0.items.append(TestHEIF.Item($0.freeID, "face", [1])) }.contains("furtherItem!"))
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

  @Test(arguments: TestHEIF.Codec.allCases)
  func objectsToPixelsThatDrawFacesOut(codec: TestHEIF.Codec) throws {
    func kinds(_ across: Int, _ down: Int) throws -> [String] {
      let photo = try Self.photo(TestHEIF.Kind(codec, tile: (64, 48))) {
        $0.properties = [.aspect(across, down)]
      }
      return self.kinds(photo.bytes).filter { $0 != "colorSpace" }
    }
    #expect(try kinds(2, 1) == [])
    #expect(try kinds(3, 1) == ["furtherProperty!"])
    #expect(try kinds(1, 3) == ["furtherProperty!"])
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

  @Test func namesWhatSetsOfParametersHoldMore() throws {
    let heic = try Self.photo(.grid(64, 48))
    #expect(try kinds(heic.changingSets { _ in }.bytes).allSatisfy { !$0.hasSuffix("!") })
    for set in 0..<3 {
      for rest in [Array("Owner".utf8), [0x80], [0, 1]] {
        let other = try heic.changingSets { $0[set] += rest }
        #expect(kinds(other.bytes).filter { $0.hasSuffix("!") } == ["parameterSet!"], "set \(set), \(rest)")
      }
    }
    // And bits of `hvcC` that mean nothing yet.
    let other = heic.changing { heic in
      for tile in heic.tiles {
        guard var property = heic[tile].properties.first(where: { $0.type == "hvcC" }) else { continue }
        property.data[8] ^= 4
        heic[tile].set(property)
      }
    }
    #expect(kinds(other.bytes).contains("headerBytes!"))
  }

  /// The same of OBUs.
  @Test func namesOBUsBesideThePictures() throws {
    func kinds(_ change: @escaping @Sendable (_ units: [TestAV1.Unit]) -> [TestAV1.Unit]) throws -> [String] {
      let avif = try Self.photo(TestHEIF.Kind(.av1, tile: (64, 48))) {
        $0.av1Units = { $0 == 1 ? change($1) : $1 }
      }
      return self.kinds(avif.bytes).filter { $0 != "colorSpace" }
    }
    let message = TestAV1.message([1, 2, 3])
    #expect(try kinds { $0 } == [])
    for change in [
      { [message] + $0 }, { [$0[0], message] + $0[1...] }, { $0 + [message] },
      { [TestAV1.delimiter] + $0 }, { $0 + [TestAV1.padding([1, 2, 3])] },
      { $0 + [TestAV1.Unit(.padding, [])] },
      { $0 + [TestAV1.Unit(12, [1])] }, { [$0[0]] + $0 }, { $0 + [$0[1]] }, { $0 + $0 },
      { $0 + [TestAV1.Unit(.redundantFrameHeader, [1, 2])] },
      { $0 + [$0[1].changing { $0.layer = 8 }] },
    ] as [@Sendable ([TestAV1.Unit]) -> [TestAV1.Unit]] {
      #expect(try kinds(change).contains { $0.hasSuffix("!") })
      // In the configuration, too.
      let units = change(try TestAV1.encode(Self.picture.cut(x: 0, y: 0, width: 64, height: 48)).item.units)
      let configured = try Self.photo(TestHEIF.Kind(.av1, tile: (64, 48))) {
        $0.av1ConfigurationUnits = units
      }
      #expect(self.kinds(configured.bytes).contains { $0.hasSuffix("!") })
    }
    // What headers of OBUs say that need not be said.
    for change in [
      { $0.sizePadding = 1 }, { $0.sizePadding = 5 }, { $0.isReserved = true }, { $0.layer = 0 },
      { $0.layer = 7 },
      { $0.hasSize = false },
    ] as [@Sendable (inout TestAV1.Unit) -> Void] {
      #expect(
        try kinds { units in units.dropLast() + [units[1].changing(change)] }.contains { $0.hasSuffix("!") })
    }
  }

  /// Bytes that no decoder looks at.
  @Test func seesWhatFollowsTheCodeOfAV1() throws {
    var random = SplitMix(seed: 9)
    let shown = try TestPhotos.planes(of: TestPhotos.astronaut()).cut(x: 160, y: 40, width: 128, height: 96)
    for isGrid in [false, true] {
      for coding in [TestAV1.Coding.lossless, .lossy(20), .lossy(50)] {
        func photo(_ rest: [UInt8]) throws -> [UInt8] {
          try Self.photo(.avif(coding, tile: isGrid ? (64, 48) : nil), shown) { kind in
            kind.av1Units = { tile, units in
              tile > 0 ? units : [units[0], units[1].changing { $0.content += rest }]
            }
          }.bytes
        }
        #expect(try !blocks(photo([]), detector: OneFaceDetector()).contains { !$0.isAllowed }, "\(coding)")
        for count in [40, 200, 5000] {
          let rest = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
          // They are looked for where somebody looks at pictures.
          let found = try blocks(photo(rest), detector: OneFaceDetector())
          #expect(found.contains { $0.kind == .furtherCode && !$0.isAllowed }, "\(count) \(coding)")
        }
        #expect(try kinds(photo(HiddenPicture.jpeg())).contains { $0.hasSuffix("!") })
      }
    }
  }

  @Test func findsPixelsThatTheCodeCutsOff() throws {
    let cropped = try Self.photo(TestHEIF.Kind()) { $0.window = .init(bottom: 40) }
    #expect(kinds(cropped.bytes) == ["colorSpace", "hiddenPixels!"])
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func findsPixelsThatAreNotShown(codec: TestHEIF.Codec) throws {
    let picture = TestHEVC.Picture.noise(width: 120, height: 88)
    let smaller = try Self.photo(TestHEIF.Kind(codec), picture).changing {
      $0.primaryItem.set(.size(120, 80))
    }
    #expect(kinds(smaller.bytes) == ["colorSpace", "hiddenPixels!"])
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func readsEXIF(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    let tiff = Self.tiff
    func kinds(_ change: (inout TestHEIF) throws -> Void) throws -> [String] {
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
  private static let carrying = Result { try carrying(.hevc) }
  private static let carryingAVIF = Result { try carrying(.av1) }

  private static func carrying(_ codec: TestHEIF.Codec) throws -> [[UInt8]] {
    try [TestHEIF.Kind(codec, tile: (128, 128)), TestHEIF.Kind(codec)].map {
      try TestHEIF.photo(TestHEVC.Picture.noise(width: 256, height: 256), $0).bytes
    }
  }

  @Test(arguments: (Carrier.heic + Carrier.avif).filter { !$0.isBesideWhatIsShown })
  func listsEveryCarrier(carrier: Carrier) throws {
    for photo in try (carrier.fileExtension == "avif" ? Self.carryingAVIF : Self.carrying).get() {
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
  @Test(arguments: TestHEIF.Codec.allCases)
  func looksIntoFurtherPictures(codec: TestHEIF.Codec) throws {
    let heic = try Self.grid(codec)
    for build in [
      { (heic: inout TestHEIF) in try heic.addThumbnail(HiddenPicture.planes()) },
      { (heic: inout TestHEIF) in try heic.addAuxiliary(.linearThumbnail, HiddenPicture.planes()) },
      { (heic: inout TestHEIF) in
        heic.items.append(try heic.coded(heic.freeID, HiddenPicture.planes()))
      },
    ] {
      let file = try heic.changing(build).bytes
      #expect(blocks(file, detector: OneFaceDetector()).contains { $0.mayShowFace == .yes })
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func tellsHowThePictureIsShown(codec: TestHEIF.Codec) throws {
    func shape(_ properties: [TestHEIF.Property], isGrid: Bool = false) throws -> PictureShape {
      let heic = try Self.photo(TestHEIF.Kind(codec, tile: isGrid ? (64, 48) : nil)) {
        $0.properties = properties
      }
      return heic.bytes.withUnsafeBufferPointer(codec.gate.shape)
    }
    let turns: [([TestHEIF.Property], Orientation)] = [
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
    for broken: TestHEIF.Property in [
      .crop(width: (1, 0), height: (1, 1)), .crop(width: (0, 1), height: (1, 1)),
      .crop(width: (1, 1), height: (1, 1), right: (5000, 1)),
      .crop(width: (0xFFFF_FFFF, 1), height: (0xFFFF_FFFF, 1), right: (0xFFFF_FFFF, 0xFFFF_FFFF)),
      .init("clap", [1]),
    ] { #expect(try shape([broken]) == PictureShape(), "\(broken)") }
  }
}
