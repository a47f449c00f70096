/// Writes what stands before the data of a render: a whitelist, each chunk built anew or found to be what it should.
struct PNGHead {
  var header: PNGHeader
  /// Red, green and blue of each entry; empty for none.
  var palette: [UInt8] = []
  var transparency = PNGTransparency.none
  /// Written by `ICCWriter`; nil for none.
  var colorProfile: [UInt8]?
  /// By `EXIFBlock`; empty for none.
  var exif: [UInt8] = []
  /// By chunk, what is written as it is.
  var kept: [PNGChunk.Kind: [UInt8]] = [:]

  /// Readers show it to nobody, and it must not be empty.
  private static let profileName = Array("ICC profile".utf8)

  /// - Throws: `FaceBlurError` where there is not enough memory.
  func append(to sink: any ByteSink) throws(FaceBlurError) {
    sink.append(PNGChunk.signature)
    PNGChunk.append(.header, header.content, to: sink)
    append([.codePoints], to: sink)
    if let colorProfile {
      // The method 0 is zlib's.
      PNGChunk.append(
        .colorProfile, Self.profileName + [0, 0] + (try PNGDeflater.deflate(colorProfile)), to: sink)
    }
    append([.standardRGB, .gamma, .chromaticities, .significantBits], to: sink)
    if !palette.isEmpty { PNGChunk.append(.palette, palette, to: sink) }
    switch transparency {
    case .none: break
    case .color(let color):
      PNGChunk.append(.transparency, color.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, to: sink)
    case .entries(let alphas): PNGChunk.append(.transparency, alphas, to: sink)
    }
    append([.pixelDensity], to: sink)
    if !exif.isEmpty { PNGChunk.append(.exif, exif, to: sink) }
  }

  /// The same for a picture whose pixels have red, green and blue samples now, whatever they had before.
  func inFullColor(hasAlpha: Bool, depth: Int) -> PNGHead {
    var head = self
    head.header.colorType = hasAlpha ? .rgbAlpha : .rgb
    head.header.depth = depth
    (head.palette, head.transparency) = ([], .none)
    // It is of the samples that were.
    head.kept[.significantBits] = nil
    return head
  }

  private func append(_ types: [PNGChunk.Kind], to sink: any ByteSink) {
    for type in types {
      if let content = kept[type] { PNGChunk.append(type, content, to: sink) }
    }
  }
}

extension PNGPhoto {
  /// What of the photo's file a render may carry, whatever becomes of its samples.
  func head(_ policy: MetadataPolicy) -> PNGHead {
    var head = PNGHead(header: header, palette: file.palette, transparency: file.transparency)
    head.exif = file.exif.filtered(by: policy).tiff(thumbnail: nil)
    head.kept = file.kept
    head.kept[.pixelDensity] = file.kept[.pixelDensity].flatMap { density in
      Self.kept(ofDensity: density, by: policy)
    }
    if policy.keeps(.colorProfile) { head.colorProfile = colors.renderProfile }
    if head.colorProfile != nil { head.kept[.standardRGB] = nil }
    // Measured numbers may tell a screen or a camera from others; a code for a colour space does not. Where another word counts for
    // more, a viewer that goes by numbers all the same would show a picture that nobody has looked at.
    let hasStrongerWord =
      head.colorProfile != nil || head.kept[.codePoints] != nil || head.kept[.standardRGB] != nil
    if hasStrongerWord || !policy.keeps(.colorProfile) {
      head.kept[.gamma] = nil
      head.kept[.chromaticities] = nil
    }
    return head
  }

  /// Of pixels that are drawn out so far that faces are not found a render says nothing, whatever the policy.
  private static func kept(ofDensity density: [UInt8], by policy: MetadataPolicy) -> [UInt8]? {
    // The denser pixels lie, the narrower they are.
    let stretch = PixelStretch(
      across: BigEndian.number(density[4..<8]), down: BigEndian.number(density[..<4]))
    guard !stretch.hidesFaces else { return nil }
    return policy.keeps(.pixelDensity) ? density : shape(ofDensity: density)
  }

  /// Of a density the shape of a pixel alone, which is needed to show the picture, as small numbers; nil for a square.
  private static func shape(ofDensity density: [UInt8]) -> [UInt8]? {
    func number(_ place: Int) -> Int { BigEndian.number(density[place..<(place + 4)]) }
    let (across, down) = (number(0), number(4))
    // Euclid's.
    var (common, rest) = (across, down)
    while rest > 0 { (common, rest) = (rest, common % rest) }
    let shape = (across: across / common, down: down / common)
    guard shape != (1, 1), (1...maxShape).contains(shape.across), (1...maxShape).contains(shape.down) else {
      return nil
    }
    return BigEndian.bytes(shape.across, 4) + BigEndian.bytes(shape.down, 4) + [0]
  }

  /// Pixels of films and videos are less elongated.
  private static let maxShape = 100
}
