/// The tags that a picture is read by (TIFF 6.0, section 8 and further; 338 of its supplement 2).
enum TIFFTag {
  static let newSubfileType = 254
  static let subfileType = 255
  static let imageWidth = 256
  static let imageLength = 257
  static let bitsPerSample = 258
  static let compression = 259
  static let photometric = 262
  static let fillOrder = 266
  static let stripOffsets = 273
  static let samplesPerPixel = 277
  static let rowsPerStrip = 278
  static let stripByteCounts = 279
  static let planarConfiguration = 284
  static let predictor = 317
  static let tileWidth = 322
  static let tileLength = 323
  static let tileOffsets = 324
  static let tileByteCounts = 325
  static let subDirectories = 330
  static let inkSet = 332
  static let numberOfInks = 334
  static let extraSamples = 338
  static let sampleFormat = 339
  static let colorProfile = 34_675
  static let dngVersion = 50_706
}

extension TIFFLayout {
  /// Extra samples of a pixel; files have one or two.
  private static let maxExtras = 4
  private static let maxTileSide = 65_536

  /// Reads what a directory says of its picture.
  /// - Throws: `FaceBlurError` where it is of a kind that is not read, or says what cannot be.
  init<Bytes>(
    _ reader: TIFFReader<Bytes>, _ directory: [Int: TIFFReader<Bytes>.Entry]
  ) throws(FaceBlurError) {
    /// The numbers of a tag; nil where it is missing.
    func numbers(_ tag: Int, most: Int = 64) throws(FaceBlurError) -> [Int]? {
      guard let entry = directory[tag] else { return nil }
      guard let numbers = reader.numbers(of: entry, most: most), !numbers.isEmpty else {
        throw .damagedPhoto("its tag \(tag) holds no numbers")
      }
      return numbers
    }
    func number(_ tag: Int) throws(FaceBlurError) -> Int? { try numbers(tag)?.first }

    guard let width = try number(TIFFTag.imageWidth), let height = try number(TIFFTag.imageLength) else {
      throw .damagedPhoto("it does not say how large its picture is")
    }
    let sides = 1...Int(Int32.max)
    guard sides.contains(width), sides.contains(height) else {
      throw .damagedPhoto("it has no pixels, or more than there can be")
    }
    (self.width, self.height) = (width, height)

    let stated = try number(TIFFTag.photometric)
    guard let stated else { throw .damagedPhoto("it does not say what its samples mean") }
    // A sensor's samples, before they are colours.
    guard ![32_803, 34_892].contains(stated) else { throw .rawTIFF }
    guard let photometric = Photometric(rawValue: stated) else {
      throw .unsupportedTIFF(
        stated == 3
          ? "it has a palette"
          : stated == 6 ? "its colours are YCbCr" : "its colours are of the kind \(stated)")
    }
    self.photometric = photometric
    let samples = try number(TIFFTag.samplesPerPixel) ?? 1
    guard samples >= photometric.components else { throw .damagedPhoto("its pixels have too few samples") }
    guard samples <= photometric.components + Self.maxExtras else {
      throw .unsupportedTIFF("its pixels have \(samples) samples")
    }
    if photometric == .separated {
      guard try number(TIFFTag.inkSet) ?? 1 == 1, try number(TIFFTag.numberOfInks) ?? 4 == 4 else {
        throw .unsupportedTIFF("its inks are not cyan, magenta, yellow and black")
      }
    }

    let depths = try numbers(TIFFTag.bitsPerSample) ?? [1]
    guard let bits = depths.first, depths.allSatisfy({ $0 == bits }), [1, samples].contains(depths.count),
      bits == 8 || bits == 16
    else {
      throw .unsupportedTIFF("its samples have not 8 or 16 bits each")
    }
    self.bits = bits
    guard try numbers(TIFFTag.sampleFormat)?.allSatisfy({ $0 == 1 }) ?? true else {
      throw .unsupportedTIFF("its samples are no whole numbers from 0 on")
    }
    guard try number(TIFFTag.fillOrder) ?? 1 == 1 else {
      throw .unsupportedTIFF("its bits are stored the other way round")
    }

    let kinds = try numbers(TIFFTag.extraSamples) ?? []
    guard kinds.count <= samples - photometric.components else {
      throw .damagedPhoto("it names more extra samples than it has")
    }
    var extras: [Extra] = []
    for place in 0..<(samples - photometric.components) {
      guard let kind = Extra(rawValue: place < kinds.count ? kinds[place] : 0) else {
        throw .unsupportedTIFF("its extra samples are of a kind that is not known")
      }
      extras.append(kind)
    }
    self.extras = extras

    let method = try number(TIFFTag.compression) ?? 1
    guard let compression = Compression(rawValue: method) else {
      throw .unsupportedTIFF(Self.name(ofCompression: method))
    }
    self.compression = compression
    let configuration = try number(TIFFTag.planarConfiguration) ?? 1
    let predictor = try number(TIFFTag.predictor) ?? 1
    guard (1...2).contains(configuration), (1...2).contains(predictor) else {
      throw .unsupportedTIFF("its samples are arranged or predicted in a way that is not known")
    }
    (isPlanar, isPredicted) = (configuration == 2, predictor == 2 && compression.canPredict)

    let tileTags = [TIFFTag.tileWidth, TIFFTag.tileLength, TIFFTag.tileOffsets, TIFFTag.tileByteCounts]
    if tileTags.contains(where: { directory[$0] != nil }) {
      guard directory[TIFFTag.stripOffsets] == nil, directory[TIFFTag.stripByteCounts] == nil,
        let width = try number(TIFFTag.tileWidth),
        let height = try number(TIFFTag.tileLength), (1...Self.maxTileSide).contains(width),
        (1...Self.maxTileSide).contains(height), width % 16 == 0, height % 16 == 0
      else { throw .damagedPhoto("its tiles are none") }
      cut = .tiles(width: width, height: height)
    } else {
      let rows = try number(TIFFTag.rowsPerStrip) ?? height
      guard rows > 0 else { throw .damagedPhoto("its strips have no rows") }
      cut = .strips(rows: min(rows, height))
    }
  }

  private static func name(ofCompression method: Int) -> String {
    switch method {
    case 2, 3, 4: "it is compressed as a fax is"
    case 6, 7: "it is compressed as JPEG"
    case 34_712, 33_003, 33_005: "it is compressed as JPEG 2000"
    case 34_925: "it is compressed with LZMA"
    case 50_000, 34_926: "it is compressed with Zstandard"
    case 50_001, 34_927: "it is compressed as WebP"
    default: "its compression \(method) is not known"
    }
  }
}
