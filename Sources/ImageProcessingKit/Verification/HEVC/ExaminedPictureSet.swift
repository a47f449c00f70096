/// What a picture parameter set says (ITU-T H.265, 7.3.2.3).
struct ExaminedPictureSet {
  /// What slices count their quantisers from.
  let quantizer: Int
  /// Whether blocks may take no loss, whatever the quantiser: transquant_bypass_enabled_flag.
  let allowsLossless: Bool
  /// Whether some slices go on with others: dependent_slice_segments_enabled_flag.
  let hasDependentSlices: Bool
  /// num_extra_slice_header_bits.
  let extraBits: Int
  let hasOutputFlag: Bool
  let hasChromaOffsets: Bool
  /// Whether the head of a slice says nothing of where parts begin, of filters, and of what is yet to be invented.
  let hasPlainSlices: Bool
  /// Whether it says whether filters go beyond the slice, where one is on.
  let filtersAcross: Bool
  let isFilterOff: Bool
  /// Whether it brings factors for the quantiser.
  let hasLists: Bool
  /// Whether it ends where it has said all, and what decoders pass over is not there, or as short as encoders write it.
  let isPlain: Bool

  /// More than any level allows.
  private static let mostTiles = 64

  /// - Parameters:
  ///   - unit: the set.
  ///   - limits: how much decoders may pass over.
  /// - Returns: nil where it cannot be read up to its extensions.
  init?(_ unit: [UInt8], _ limits: ExaminedSetLimits) {
    var bits = ExaminedBits(unit: unit)
    var isShort = unit.count <= limits.bytes
    // Its name and its sequence's, then whether slices depend on others.
    guard bits.skipNumbers(2), let hasDependentSlices = bits.flag(), let hasOutputFlag = bits.flag(),
      let extraBits = bits.number(3), bits.skip(2)
    else { return nil }
    let start = bits.position
    guard bits.skipNumbers(2), let quantizer = bits.signedExponential() else { return nil }
    if bits.position - start > ExaminedSetLimits.orders { isShort = false }
    let number = ExaminedSetLimits.number
    guard bits.skip(1), let skipsTransforms = bits.flag(),
      bits.skipOptional({ bits in bits.skip(within: number, &isShort) { $0.skipNumbers(1) } }),
      bits.skip(within: 2 * number, &isShort, { $0.skipNumbers(2) }), let hasChromaOffsets = bits.flag(),
      bits.skip(2), let allowsLossless = bits.flag(), let hasTiles = bits.flag(),
      let hasWavefronts = bits.flag(),
      !hasTiles || bits.skip(within: ExaminedSetLimits.tiles, &isShort, Self.skipTiles),
      let filtersAcross = bits.flag(), let hasControl = bits.flag()
    else { return nil }
    var (isOverridable, isOff) = (false, false)
    if hasControl {
      guard let first = bits.flag(), let second = bits.flag(),
        second || bits.skip(within: 2 * number, &isShort, { $0.skipNumbers(2) })
      else { return nil }
      (isOverridable, isOff) = (first, second)
    }
    guard let hasLists = bits.flag(), !hasLists || bits.skipScalingLists(), bits.skip(1),
      bits.skip(within: number, &isShort, { $0.skipNumbers(1) }), let hasHeadExtension = bits.flag(),
      let isExtended = bits.flag()
    else { return nil }
    self.quantizer = 26 + quantizer
    self.hasDependentSlices = hasDependentSlices
    (self.allowsLossless, self.extraBits, self.hasOutputFlag) = (allowsLossless, extraBits, hasOutputFlag)
    (self.hasChromaOffsets, self.hasLists) = (hasChromaOffsets, hasLists)
    (self.filtersAcross, isFilterOff) = (filtersAcross, isOff)
    hasPlainSlices = !hasTiles && !hasWavefronts && !isOverridable && !hasHeadExtension && !isExtended
    isPlain =
      isShort && !hasHeadExtension
      && (!isExtended || limits.hasFormats && Self.skipFormats(&bits, skipsTransforms)) && bits.isAtEnd
  }

  private static func skipTiles(_ bits: inout ExaminedBits) -> Bool {
    guard let columns = bits.exponential(), let rows = bits.exponential(), columns <= mostTiles,
      rows <= mostTiles, let isEven = bits.flag()
    else { return false }
    return (isEven || bits.skipNumbers(columns + rows)) && bits.skip(1)
  }

  /// Of the extensions only pps_range_extension.
  /// - Returns: whether there is nothing else, and that as short as encoders write it.
  private static func skipFormats(_ bits: inout ExaminedBits, _ skipsTransforms: Bool) -> Bool {
    guard let extensions = bits.number(8), extensions & 0x7F == 0 else { return false }
    return extensions == 0
      || bits.skip(within: ExaminedSetLimits.formats) { bits in
        guard !skipsTransforms || bits.skipNumbers(1), bits.skip(1),
          bits.skipOptional({ bits in
            guard bits.skipNumbers(1), let further = bits.exponential(), further <= 5 else { return false }
            return bits.skipNumbers(2 * (further + 1))
          })
        else { return false }
        return bits.skipNumbers(2)
      }
  }
}
