/// What the header of a shown key frame says (AV1 5.9), up to how coarsely it is coded.
struct ExaminedAV1Frame {
  /// As it is shown, in pixels.
  let width: Int
  let height: Int
  /// Whether it is coded narrower than it is shown.
  let isNarrower: Bool
  /// Whether it says of what size it is to be shown, which nobody goes by.
  let hasRenderSize: Bool
  /// How many parts it is coded in that know nothing of each other, AV1's own tiles.
  let tileCount: Int
  /// base_q_idx, 0…255; 0 is without loss.
  let quantizer: Int

  private static let keyFrame = 0
  private static let maxTileWidth = 4096
  private static let maxTileArea = 4096 * 2304
  private static let maxTilesAcross = 64

  /// - Parameters:
  ///   - content: of the unit.
  ///   - layer: the unit's.
  /// - Returns: nil where it is no key frame that is shown, or cannot be read.
  init?(_ content: some Collection<UInt8>, _ sequence: ExaminedAV1Sequence, _ layer: ExaminedOBU.Layer?) {
    var bits = ExaminedAV1Bits(content)
    if !sequence.isReduced {
      // show_existing_frame, frame_type, show_frame.
      guard !bits.flag(), bits.number(2) == Self.keyFrame, bits.flag() else { return nil }
      if sequence.removalBits != nil, let count = sequence.presentationBits { bits.skip(count) }
    }
    let keepsCodes = bits.flag()
    let hasScreenTools = sequence.screenTools ?? bits.flag()
    if hasScreenTools, sequence.wholeVectors == nil { bits.skip(1) }
    if let count = sequence.numberBits { bits.skip(count) }
    let hasOwnSize = !sequence.isReduced && bits.flag()
    bits.skip(sequence.orderBits)
    if let count = sequence.removalBits, bits.flag() {
      for case let layers? in sequence.operatingPoints
      where layers == 0
        || layers >> (layer?.temporal ?? 0) & 1 == 1 && layers >> ((layer?.spatial ?? 0) + 8) & 1 == 1
      { bits.skip(count) }
    }
    width = hasOwnSize ? bits.number(sequence.widthBits) + 1 : sequence.maxWidth
    height = hasOwnSize ? bits.number(sequence.heightBits) + 1 : sequence.maxHeight
    var coded = width
    if sequence.hasSuperresolution, bits.flag() {
      // superres_params (5.9.8): eighths.
      let divisor = bits.number(3) + 9
      coded = (8 * width + divisor / 2) / divisor
    }
    isNarrower = coded != width
    // render_size.
    hasRenderSize = bits.flag()
    if hasRenderSize { bits.skip(32) }
    if hasScreenTools, coded == width { bits.skip(1) }
    if !sequence.isReduced, !keepsCodes { bits.skip(1) }
    guard
      let tileCount = Self.tileCount(
        &bits, width: coded, height: height, hasLargeBlocks: sequence.hasLargeBlocks)
    else { return nil }
    self.tileCount = tileCount
    quantizer = bits.number(8)
    guard !bits.isCutOff else { return nil }
  }

  /// tile_info (5.9.15).
  private static func tileCount(
    _ bits: inout ExaminedAV1Bits, width: Int, height: Int, hasLargeBlocks: Bool
  ) -> Int? {
    let shift = hasLargeBlocks ? 7 : 6
    // In whole units of 8 pixels first.
    func blocks(_ side: Int) -> Int { ((side + 7) / 8 * 8 + (1 << shift) - 1) >> shift }
    let (across, down) = (blocks(width), blocks(height))
    let widest = maxTileWidth >> shift
    let leastAcross = logarithm(widest, across)
    let least = max(leastAcross, logarithm(maxTileArea >> (2 * shift), across * down))
    var columns = 0
    var rows = 0
    var (columnsLog, rowsLog) = (0, 0)
    if bits.flag() {
      func chosen(from least: Int, to most: Int) -> Int {
        var value = least
        while value < most, bits.flag() { value += 1 }
        return value
      }
      /// How many tiles of one size a side has.
      func count(_ blocks: Int, _ log: Int) -> Int {
        let side = max((blocks + (1 << log) - 1) >> log, 1)
        return (blocks + side - 1) / side
      }
      columnsLog = chosen(from: leastAcross, to: logarithm(1, min(across, maxTilesAcross)))
      columns = count(across, columnsLog)
      rowsLog = chosen(from: max(least - columnsLog, 0), to: logarithm(1, min(down, maxTilesAcross)))
      rows = count(down, rowsLog)
    } else {
      var (place, broadest) = (0, 0)
      while place < across {
        let side = bits.below(min(across - place, widest)) + 1
        (place, broadest, columns) = (place + side, max(broadest, side), columns + 1)
      }
      let area = (across * down) >> (least > 0 ? least + 1 : 0)
      let highest = max(area / max(broadest, 1), 1)
      place = 0
      while place < down {
        place += bits.below(min(down - place, highest)) + 1
        rows += 1
      }
      (columnsLog, rowsLog) = (logarithm(1, columns), logarithm(1, rows))
    }
    guard columns <= maxTilesAcross, rows <= maxTilesAcross else { return nil }
    // context_update_tile_id, tile_size_bytes_minus_1.
    if columnsLog + rowsLog > 0 { bits.skip(columnsLog + rowsLog + 2) }
    return columns * rows
  }

  /// tile_log2 (5.9.16): how often a size must be doubled to reach a target.
  private static func logarithm(_ size: Int, _ target: Int) -> Int {
    var log = 0
    while size << log < target { log += 1 }
    return log
  }
}
