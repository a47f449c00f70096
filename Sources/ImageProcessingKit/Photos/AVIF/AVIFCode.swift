/// What of an item's data is a picture: a sequence header, and one frame.
struct AVIFCode: Sendable {
  let sequence: AV1SequenceHeader
  /// What says so.
  let sequenceBytes: [UInt8]
  let frame: AV1FrameHeader
  /// The sequence header, then the frame: in one unit, or in one for its header and some for what follows that.
  let units: [OBU]
  /// Of the units that there are.
  let unitCount: Int

  /// - Parameters:
  ///   - count: of the data's bytes.
  ///   - read: is asked for parts of them.
  /// - Throws: `FaceBlurError` where they break the rules or hold something else.
  init(count: Int, _ read: HEIFFile.Read) throws(FaceBlurError) {
    let all = try OBU.all(in: count, read)
    var header: (unit: OBU, payload: [UInt8])?
    var frameUnits: [OBU] = []
    for unit in all {
      switch unit.kind {
      case .sequenceHeader:
        guard unit.payload.count <= AV1SequenceHeader.maxBytes else {
          throw .damagedPhoto("its sequence header is too long")
        }
        let payload = try read(unit.payload)
        if header == nil { header = (unit, payload) }
        guard header?.payload == payload else {
          throw .damagedPhoto("its code has two sequence headers")
        }
      case .frame, .frameHeader:
        guard frameUnits.isEmpty else { throw HEIFFormat.avif.unsupported("it is coded in layers") }
        guard header != nil else { throw .damagedPhoto("its code has no sequence header") }
        frameUnits.append(unit)
      case .tileGroup:
        guard frameUnits.first?.kind == .frameHeader else {
          throw .damagedPhoto("its code has a part of no frame")
        }
        frameUnits.append(unit)
      case .tileList: throw HEIFFormat.avif.unsupported("its picture is made of others")
      case nil: break
      }
    }
    guard let header, let first = frameUnits.first, first.kind == .frame || frameUnits.count > 1 else {
      throw .damagedPhoto("a tile holds no picture")
    }
    sequence = try AV1SequenceHeader(header.payload)
    sequenceBytes = header.payload
    frame = try AV1FrameHeader(
      try read(first.payload.prefix(AV1FrameHeader.maxBytes)), in: first, sequence)
    units = [header.unit] + frameUnits
    unitCount = all.count
  }

  /// - Parameter data: all of an item's.
  init(of data: [UInt8]) throws(FaceBlurError) {
    try self.init(count: data.count) { (range) throws(FaceBlurError) in Array(data[range]) }
  }

  private static let maxSide = 65_535

  /// - Throws: `FaceBlurError` where it is larger than pictures are.
  var shape: PlanarShape {
    get throws(FaceBlurError) {
      guard max(frame.width, frame.height) <= Self.maxSide else {
        throw .photoTooLarge("it is wider or higher than \(Self.maxSide) pixels")
      }
      return PlanarShape(
        width: frame.width, height: frame.height, chroma: sequence.chroma, depth: sequence.depth)
    }
  }

  /// What a decoder needs, each unit with its size.
  /// - Parameter data: that it was read from.
  func decodable(_ data: [UInt8]) -> [UInt8] { units.flatMap { $0.sized(data) } }

  /// Whether it is written as renders are: a sequence header that ends where it is over, and one unit with all of the frame.
  var isPlain: Bool {
    sequence.isExact && units.count == 2 && units[1].kind == .frame && units.allSatisfy(\.isPlain)
  }

  /// The side of blocks that may reach beyond the picture (AV1 5.11.4): what lies there, nobody sees. Larger ones are divided.
  private static let blockSide = 64
  /// Of the frame's unit. In shorter ones nobody tells code from what follows it.
  private static let leastBytes = 65

  /// What is copied of a tile that shows what it showed; nil where that may hold more than is shown, or is written in another way: such
  /// a tile is written anew.
  /// - Parameter data: that it was read from.
  func copy(_ data: [UInt8]) -> [UInt8]? {
    // Headers that are not reduced have times and sizes that nobody who shows a picture reads.
    guard isPlain, sequence.isReduced, !frame.hasRenderSize, frame.tileCount == 1, !frame.isScaled,
      frame.width % Self.blockSide == 0, frame.height % Self.blockSide == 0,
      units[1].payload.count >= Self.leastBytes
    else { return nil }
    let code = decodable(data)
    return PictureFiles.begin(in: code) ? nil : code
  }
}
