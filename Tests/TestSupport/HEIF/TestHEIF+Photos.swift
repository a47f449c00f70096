import ImageProcessingKit

extension TestHEIF {
  /// How a picture becomes items.
  public struct Kind: Sendable {
    public var codec = Codec.hevc
    /// Size of a tile; nil for a single picture.
    public var tile: (width: Int, height: Int)?
    /// Of a grid; nil for as many as cover the picture.
    public var columns: Int?, rows: Int?
    /// How each tile is coded in HEVC. Tiles with other parameter sets have an `hvcC` of their own.
    public var coding: @Sendable (_ tile: Int) -> TestHEVC.Coding = { _ in .lossless }
    /// The same in AV1.
    public var av1Coding: @Sendable (_ tile: Int) -> TestAV1.Coding = { _ in .lossless }
    public var colors: [Property] = [.profile(TestProfile.wideGamut)]
    /// Further ones of what is shown, in the order in which they count: `irot`, `imir`, `clap`, `pasp`…
    public var properties: [Property] = []
    /// Bytes of the length before a unit: 1, 2 or 4.
    public var lengthSize = 4
    /// What the code says that is cut off of each picture, whose `ispe` does not count it.
    public var window = TestHEVC.Window()
    /// Units behind the parameter sets in `hvcC`.
    public var configurationUnits: [[UInt8]] = []
    /// Makes other units of a tile's: a delimiter before them, a message between them.
    public var units: @Sendable (_ tile: Int, _ units: [[UInt8]]) -> [[UInt8]] = { $1 }

    /// OBUs behind the first bytes of `av1C`.
    public var av1ConfigurationUnits: [TestAV1.Unit] = []
    /// Makes other OBUs of a tile's.
    public var av1Units: @Sendable (_ tile: Int, _ units: [TestAV1.Unit]) -> [TestAV1.Unit] = { $1 }

    public init(_ change: (inout Kind) -> Void = { _ in }) { change(&self) }

    /// Of a codec, and of tiles or a single picture; coded without loss, or as photos are.
    public init(
      _ codec: Codec, tile: (width: Int, height: Int)? = nil, isLossy: Bool = false,
      _ change: (inout Kind) -> Void = { _ in }
    ) {
      self.codec = codec
      self.tile = tile
      if isLossy {
        coding = { _ in .lossy(28) }
        av1Coding = { _ in .lossy(22) }
      }
      change(&self)
    }

    /// An AVIF, of which every tile is coded in the same way.
    public static func avif(
      _ coding: TestAV1.Coding = .lossless, tile: (width: Int, height: Int)? = nil,
      _ change: (inout Kind) -> Void = { _ in }
    ) -> Kind {
      Kind(.av1, tile: tile) {
        $0.av1Coding = { _ in coding }
        change(&$0)
      }
    }

    public static func grid(_ width: Int, _ height: Int, _ change: (inout Kind) -> Void = { _ in }) -> Kind {
      Kind {
        $0.tile = (width, height)
        change(&$0)
      }
    }

    /// The same for every tile.
    public func coded(_ coding: TestHEVC.Coding) -> Kind {
      var result = self
      result.coding = { _ in coding }
      return result
    }
  }

  /// A file with a picture and nothing else.
  public static func photo(_ picture: TestHEVC.Picture, _ kind: Kind = Kind()) throws -> TestHEIF {
    var heic = try kind.tile.map { try grid(picture, kind, $0) } ?? single(picture, kind)
    if kind.codec == .av1 {
      heic.majorBrand = "avif"
      heic.brands = ["mif1", "miaf", "avif"]
      // What each profile is called; of 4:2:2 and 12 bits none is.
      if picture.depth <= 10, picture.chroma != .halfWidth {
        heic.brands.append(picture.chroma == .full ? "MA1A" : "MA1B")
      }
    } else if picture.depth > 8 || picture.chroma.rawValue > 1 {
      heic.majorBrand = "heix"
      heic.brands = ["mif1", "heix"]
    }
    return heic
  }

  /// A file whose one picture is one item.
  public static func single(_ picture: TestHEVC.Picture, _ kind: Kind = Kind()) throws -> TestHEIF {
    TestHEIF(primary: 1, [try coded(1, picture, kind)])
  }

  /// Bits of every channel.
  private static func depths(of picture: TestHEVC.Picture) -> Property {
    .depths([Int](repeating: picture.depth, count: picture.chroma.planeCount))
  }

  /// An item that is a picture of its own.
  public static func coded(
    _ id: Int, _ picture: TestHEVC.Picture, _ kind: Kind = Kind(), tile: Int = 0
  ) throws -> Item {
    guard kind.codec == .hevc else { return try codedInAV1(id, picture, kind, tile: tile) }
    let stream = try TestHEVC.encode(picture, kind.coding(tile)).cropped(to: kind.window, of: picture)
    return Item(
      id, "hvc1", TestHEVC.bytes(kind.units(tile, stream.rest), lengthSize: kind.lengthSize),
      properties: [
        .configuration(stream, of: picture, lengthSize: kind.lengthSize, others: kind.configurationUnits),
        .size(
          picture.width - kind.window.left - kind.window.right,
          picture.height - kind.window.top - kind.window.bottom),
      ] + kind.colors + [depths(of: picture)] + (kind.tile == nil ? kind.properties : []))
  }

  private static func codedInAV1(
    _ id: Int, _ picture: TestHEVC.Picture, _ kind: Kind, tile: Int
  ) throws -> Item {
    let stream = try TestAV1.encode(picture, kind.av1Coding(tile)).item
    let units = kind.av1Units(tile, stream.units)
    return Item(
      id, Codec.av1.itemType, TestAV1.Stream(units).bytes,
      properties: [
        try .configuration(stream, others: kind.av1ConfigurationUnits), .size(picture.width, picture.height),
      ] + kind.colors + [depths(of: picture)] + (kind.tile == nil ? kind.properties : []))
  }

  /// The same in the file's own codec, without loss.
  public func coded(_ id: Int, _ picture: TestHEVC.Picture) throws -> Item {
    try Self.coded(id, picture, Kind(codec))
  }

  /// A file whose picture is a grid of tiles, which its last ones go beyond. Its items are the tiles from 1 on, then the grid.
  private static func grid(
    _ picture: TestHEVC.Picture, _ kind: Kind, _ tile: (width: Int, height: Int)
  ) throws -> TestHEIF {
    let columns = kind.columns ?? (picture.width + tile.width - 1) / tile.width
    let rows = kind.rows ?? (picture.height + tile.height - 1) / tile.height
    var items = try (0..<(columns * rows)).map { index in
      let part = picture.cut(
        x: index % columns * tile.width, y: index / columns * tile.height, width: tile.width,
        height: tile.height)
      var item = try coded(index + 1, part, kind, tile: index)
      item.isHidden = true
      return item
    }
    items.append(
      Item(
        items.count + 1, "grid",
        gridDescriptor(columns: columns, rows: rows, width: picture.width, height: picture.height),
        properties: kind.colors + [.size(picture.width, picture.height), depths(of: picture)]
          + kind.properties,
        references: [Reference("dimg", items.map(\.id))], place: .descriptor))
    return TestHEIF(primary: items.count, items)
  }

  /// A HEIC as phones write it: a grid, a thumbnail, a gain map, EXIF and XMP.
  /// - Parameters:
  ///   - turns: quarter turns to the left by which the picture is shown.
  ///   - exif: a TIFF block.
  public static func phone(
    _ picture: TestHEVC.Picture, tile: (width: Int, height: Int) = (64, 64), turns: Int = 0,
    coding: TestHEVC.Coding = .lossless, exif: [UInt8]? = nil
  ) throws -> TestHEIF {
    try phone(
      picture, .grid(tile.width, tile.height).coded(coding), turns: turns, exif: exif)
  }

  /// The same in whichever codec.
  public static func phone(
    _ picture: TestHEVC.Picture, _ kind: Kind, turns: Int = 0, exif: [UInt8]? = nil
  ) throws -> TestHEIF {
    var kind = kind
    kind.properties = [.rotation(turns)]
    var heic = try photo(picture, kind)
    if kind.codec == .hevc { heic.brands = ["mif1", "MiHB", "MiHA", heic.majorBrand, "MiHE"] }
    let grid = heic.primary
    let small = picture.reduced(by: 4)
    try heic.addThumbnail(small, Kind(kind.codec) { $0.properties = [.rotation(turns)] })
    heic.addEXIF(exif ?? EXIFBuilder.phone(turns: turns))
    try heic.addAuxiliary(
      .gainMap,
      TestHEVC.Picture(
        width: small.width, height: small.height, chroma: .gray, depth: 8, planes: [small.luma8]),
      Kind(kind.codec) {
        $0.colors = []
        $0.properties = [.rotation(turns)]
      })
    let gainMap = heic.freeID - 1
    heic.items.append(
      Item(
        heic.freeID, "mime", Array(XMPBuilder.document(attributes: gainMapAttributes, "").utf8),
        references: [Reference("cdsc", [gainMap])]
      ) { $0.contentType = "application/rdf+xml" })
    heic.addXMP(XMPBuilder.document(attributes: #"xmlns:xmp="http://ns.adobe.com/xap/1.0/""#, ""), of: grid)
    return heic
  }

  private static let gainMapAttributes =
    #"xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapVersion="65536""#

  // MARK: What phones add

  /// - Parameter kind: nil for the file's codec, without loss.
  public mutating func addThumbnail(_ picture: TestHEVC.Picture, _ kind: Kind? = nil, of item: Int? = nil)
    throws
  {
    var thumbnail = try Self.coded(freeID, picture, kind ?? Kind(codec))
    thumbnail.references = [Reference("thmb", [item ?? primary])]
    thumbnail.isHidden = true
    items.append(thumbnail)
  }

  /// - Parameter kind: nil for the file's codec, without loss and colours.
  public mutating func addAuxiliary(
    _ type: Auxiliary, _ picture: TestHEVC.Picture, _ kind: Kind? = nil, of item: Int? = nil
  )
    throws
  {
    var auxiliary = try Self.coded(freeID, picture, kind ?? Kind(codec) { $0.colors = [] })
    auxiliary.properties.insert(.auxiliary(type.rawValue), at: 0)
    auxiliary.references = [Reference("auxl", [item ?? primary])]
    auxiliary.isHidden = true
    items.append(auxiliary)
  }

  /// - Parameter prefix: what stands between the offset of 4 bytes and the TIFF block, which the offset skips.
  public mutating func addEXIF(_ tiff: [UInt8], prefix: [UInt8] = Array("Exif\0\0".utf8)) {
    let data = ByteOrder.bigEndian.number(prefix.count, 4) + prefix + tiff
    items.append(
      Item(freeID, "Exif", data, references: [Reference("cdsc", [primary])]) { $0.isHidden = true })
  }

  public mutating func addXMP(_ document: String, of item: Int? = nil) {
    items.append(
      Item(freeID, "mime", Array(document.utf8), references: [Reference("cdsc", [item ?? primary])]) {
        $0.isHidden = true
        $0.contentType = "application/rdf+xml"
      })
  }
}

extension EXIFBuilder {
  /// What a phone says of a photo, without a thumbnail.
  static func phone(turns: Int) -> [UInt8] {
    // The orientation says the same as the rotation; readers of HEIC heed the latter alone.
    let orientation = [1, 8, 3, 6][turns & 3]
    return Array(content(camera(.bigEndian, orientation: orientation)).dropFirst(signature.count))
  }
}

extension TestHEVC.Picture {
  /// Every so many pixels one, of an even size for subsampled chroma and at least 16.
  func reduced(by factor: Int) -> TestHEVC.Picture {
    func side(_ side: Int) -> Int { max(16, (side / factor + 1) / 2 * 2) }
    var result = TestHEVC.Picture(
      width: side(width), height: side(height), chroma: chroma, depth: depth, planes: [])
    result.planes = planes.indices.map { plane in
      let (from, to) = (size(ofPlane: plane), result.size(ofPlane: plane))
      var samples: [UInt16] = []
      samples.reserveCapacity(to.width * to.height)
      for y in 0..<to.height {
        for x in 0..<to.width {
          samples.append(
            planes[plane][y * from.height / to.height * from.width + x * from.width / to.width])
        }
      }
      return samples
    }
    return result
  }

  /// The luma plane in 8 bits.
  var luma8: [UInt16] { planes[0].map { $0 >> UInt16(depth - 8) } }
}

extension TestPhotos {
  /// The close-up as a HEIC or an AVIF: a grid of four tiles coded without loss, without any metadata.
  public static func closeUp(_ codec: TestHEIF.Codec) throws -> [UInt8] {
    try codec == .hevc ? closeUpGrid.get() : closeUpAVIFGrid.get()
  }

  /// The same as a single picture.
  public static func closeUpSingle(_ codec: TestHEIF.Codec) throws -> [UInt8] {
    try codec == .hevc ? closeUpSingle.get() : closeUpAVIFSingle.get()
  }

  /// The same as a single picture of an AVIF, coded as photos on the web are.
  public static func closeUpLossyAVIF() throws -> [UInt8] { try closeUpAVIFLossy.get() }

  public static func closeUpHEIC() throws -> [UInt8] { try closeUp(.hevc) }
  public static func closeUpSingleHEIC() throws -> [UInt8] { try closeUpSingle(.hevc) }
  public static func closeUpAVIF() throws -> [UInt8] { try closeUp(.av1) }

  private static let closeUpGrid = Result { try closeUp(TestHEIF.Kind(.hevc, tile: (128, 128))) }
  private static let closeUpSingle = Result { try closeUp(TestHEIF.Kind(.hevc)) }
  private static let closeUpAVIFGrid = Result { try closeUp(TestHEIF.Kind(.av1, tile: (128, 128))) }
  private static let closeUpAVIFSingle = Result { try closeUp(TestHEIF.Kind(.av1)) }
  private static let closeUpAVIFLossy = Result { try closeUp(.avif(.lossy(16))) }

  private static func closeUp(_ kind: TestHEIF.Kind) throws -> [UInt8] {
    try TestHEIF.photo(TestHEVC.Picture(closeUp()), kind).bytes
  }
}
