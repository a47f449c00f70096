/// What the header of a frame says up to how coarsely it is coded (AV1 5.9.2).
struct AV1FrameHeader: Sendable, Hashable {
  /// As it is shown, in pixels.
  let width: Int
  let height: Int
  /// Whether it is coded narrower than it is shown.
  let isScaled: Bool
  /// Whether it says how large it is to be shown, which viewers of AVIFs do not heed: 32 bits for anything.
  let hasRenderSize: Bool
  /// Parts that can be decoded by themselves.
  let tileCount: Int
  /// base_q_idx, 0…255: how coarsely it is coded; 0 for without loss.
  let quantizer: Int

  /// More than this part of a header ever has.
  static let maxBytes = 2048

  /// - Parameters:
  ///   - payload: the first bytes of the frame's unit.
  ///   - unit: that unit.
  /// - Throws: `FaceBlurError` where it breaks the rules, or the frame is no picture by itself.
  init(_ payload: [UInt8], in unit: OBU, _ sequence: AV1SequenceHeader) throws(FaceBlurError) {
    var reader = BitReader(payload, of: "its frame header")
    if !sequence.isReduced {
      // Another one shown again, of another kind, or not shown.
      guard try !reader.flag(), try reader.bits(2) == 0, try reader.flag() else {
        throw HEIFFormat.avif.unsupported("its picture is no still one")
      }
      if sequence.timing.hasDecoderModel, !sequence.timing.isEvenlySpaced {
        _ = try reader.bits(sequence.timing.presentationTimeBits)
      }
    }
    let keepsStatistics = try reader.flag()
    let hasScreenContentTools =
      sequence.screenContentTools == AV1SequenceHeader.bySelection
      ? try reader.flag() : sequence.screenContentTools == 1
    if hasScreenContentTools, sequence.integerVectors == AV1SequenceHeader.bySelection {
      _ = try reader.flag()
    }
    _ = try reader.bits(sequence.frameNumberBits)
    let hasSize = sequence.isReduced ? false : try reader.flag()
    _ = try reader.bits(sequence.orderHintBits)
    try Self.skipRemovalTimes(&reader, unit, sequence.timing)

    width = hasSize ? try reader.bits(sequence.widthBits) + 1 : sequence.width
    height = hasSize ? try reader.bits(sequence.heightBits) + 1 : sequence.height
    isScaled = sequence.hasSuperResolution ? try reader.flag() : false
    // superres_params() (5.9.8).
    let scale = isScaled ? try reader.bits(3) + 9 : 8
    let codedWidth = (8 * width + scale / 2) / scale
    // render_size().
    hasRenderSize = try reader.flag()
    if hasRenderSize {
      _ = try reader.bits(16)
      _ = try reader.bits(16)
    }
    if hasScreenContentTools, codedWidth == width { _ = try reader.flag() }
    if !sequence.isReduced, !keepsStatistics { _ = try reader.flag() }
    tileCount = try Self.tileCount(
      &reader, width: codedWidth, height: height, blockSide: sequence.hasLargeBlocks ? 128 : 64)
    quantizer = try reader.bits(8)
  }

  private static func skipRemovalTimes(
    _ reader: inout BitReader, _ unit: OBU, _ timing: AV1SequenceHeader.Timing
  ) throws(FaceBlurError) {
    guard timing.hasDecoderModel, try reader.flag() else { return }
    for point in timing.points where point.hasModel {
      let isOfTime = point.layers >> unit.temporalLayer & 1 == 1
      let isOfSpace = point.layers >> (unit.spatialLayer + 8) & 1 == 1
      if point.layers == 0 || isOfTime && isOfSpace { _ = try reader.bits(timing.removalTimeBits) }
    }
  }

  private static let maxTilesAcross = 64
  /// In pixels.
  private static let maxTileWidth = 4096
  private static let maxTileArea = 4096 * 2304

  /// tile_info() (5.9.15).
  /// - Parameter blockSide: of the largest blocks, which tiles are made of.
  private static func tileCount(
    _ reader: inout BitReader, width: Int, height: Int, blockSide: Int
  ) throws(FaceBlurError) -> Int {
    // Sides are coded in whole blocks of 8 × 8.
    func blocks(_ side: Int) -> Int { ((side + 7) / 8 * 8 + blockSide - 1) / blockSide }
    let (columns, rows) = (blocks(width), blocks(height))
    let widest = maxTileWidth / blockSide
    let largest = maxTileArea / (blockSide * blockSide)
    let leastAcross = doublings(of: widest, to: columns)
    let least = max(leastAcross, doublings(of: largest, to: columns * rows))
    var (across, down) = (1, 1)
    var logs: (across: Int, down: Int)
    if try reader.flag() {
      func log(_ least: Int, _ side: Int) throws(FaceBlurError) -> Int {
        var log = least
        while log < doublings(of: 1, to: min(side, maxTilesAcross)), try reader.flag() { log += 1 }
        return log
      }
      func parts(_ side: Int, _ log: Int) -> Int {
        let length = (side + (1 << log) - 1) >> log
        return (side + length - 1) / length
      }
      logs.across = try log(leastAcross, columns)
      logs.down = try log(max(least - logs.across, 0), rows)
      (across, down) = (parts(columns, logs.across), parts(rows, logs.down))
    } else {
      let acrossParts = try unevenParts(&reader, of: columns, longest: widest)
      // Parts may be as high as their area allows.
      let area = least > 0 ? (rows * columns) >> (least + 1) : rows * columns
      let downParts = try unevenParts(&reader, of: rows, longest: max(area / acrossParts.longest, 1))
      (across, down) = (acrossParts.count, downParts.count)
      logs = (doublings(of: 1, to: across), doublings(of: 1, to: down))
    }
    guard across <= maxTilesAcross, down <= maxTilesAcross else {
      throw .damagedPhoto("its frame header has more parts than may be")
    }
    if logs.across > 0 || logs.down > 0 { _ = try reader.bits(logs.across + logs.down + 2) }
    return across * down
  }

  private static func unevenParts(
    _ reader: inout BitReader, of side: Int, longest: Int
  ) throws(FaceBlurError) -> (count: Int, longest: Int) {
    var (count, most, start) = (0, 1, 0)
    while start < side {
      let length = try reader.number(below: min(side - start, longest)) + 1
      (count, most, start) = (count + 1, max(most, length), start + length)
    }
    return (count, most)
  }

  /// How often a number is doubled until it is as large as another one: tile_log2().
  private static func doublings(of number: Int, to target: Int) -> Int {
    var count = 0
    while number << count < target { count += 1 }
    return count
  }
}
