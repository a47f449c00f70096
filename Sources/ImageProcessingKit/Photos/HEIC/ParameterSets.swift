/// The three parameter sets that a picture is coded under, one of each kind.
struct ParameterSets: Sendable, Hashable {
  let video: NALUnit
  let sequence: NALUnit
  let picture: NALUnit

  /// Numbers of the three.
  struct Numbers: Sendable, Hashable {
    var video = 0
    var sequence = 0
    var picture = 0
  }

  var units: [NALUnit] { [video, sequence, picture] }

  /// The same under other numbers, so that they can stand beside those of others.
  /// - Throws: `FaceBlurError` where they break the rules.
  func renumbered(_ numbers: Numbers) throws(FaceBlurError) -> ParameterSets {
    var changed = Rewriter(video)
    try changed.replaceBits(4, by: numbers.video)
    let newVideo = changed.finished()

    changed = Rewriter(sequence)
    try changed.replaceBits(4, by: numbers.video)
    // Layers, a flag, the profile and the level, where there is one layer (7.3.3).
    try changed.copy(3 + 1 + 96)
    try changed.replaceUnsigned(by: numbers.sequence)
    let newSequence = changed.finished()

    changed = Rewriter(picture)
    try changed.replaceUnsigned(by: numbers.picture)
    try changed.replaceUnsigned(by: numbers.sequence)
    return ParameterSets(video: newVideo, sequence: newSequence, picture: changed.finished())
  }

  /// A slice that names these, naming the picture parameter set of another number.
  ///
  /// Its head becomes longer by bits, and its data begins at the next byte (ITU-T H.265, 7.3.6.1).
  /// - Throws: `FaceBlurError` where its head is not one that the encoder writes.
  func renaming(_ slice: NALUnit, to number: Int) throws(FaceBlurError) -> NALUnit {
    let (sequence, picture) = (try SequenceParameters(self.sequence), try PictureParameters(self.picture))
    guard slice.isIntra, !picture.hasTiles, !picture.hasWavefronts else {
      throw .internalError("the encoder wrote a slice of another kind")
    }
    // The head is short; what follows it is copied as it is.
    let payload = slice.payload()
    var rest = BitReader(payload)
    var head = BitWriter()
    func copy(_ count: Int) throws(FaceBlurError) -> Int {
      let value = try rest.bits(count)
      head.append(value, bits: count)
      return value
    }
    func copyUnsigned() throws(FaceBlurError) -> Int {
      let value = try rest.unsigned()
      head.append(unsigned: value)
      return value
    }
    guard try copy(1) == 1 else { throw .internalError("the encoder wrote more than one slice") }
    _ = try copy(1)
    guard try rest.unsigned() == picture.id else {
      throw .internalError("the encoder's slice names other parameters")
    }
    head.append(unsigned: number)
    _ = try copy(picture.extraHeadBits)
    // An intra slice is of type 2.
    guard try copyUnsigned() == 2 else { throw .internalError("the encoder wrote a slice of another kind") }
    if picture.hasOutputFlag { _ = try copy(1) }
    guard slice.type != 21 else { throw .internalError("the encoder wrote a slice of another kind") }
    var hasOffset = false
    if sequence.hasAdaptiveOffset {
      hasOffset = try copy(1) == 1
      if sequence.shape.chroma != .gray { hasOffset = try copy(1) == 1 || hasOffset }
    }
    // Signed numbers are written as unsigned ones (9.2.2).
    _ = try copyUnsigned()
    if picture.hasChromaOffsets {
      _ = try copyUnsigned()
      _ = try copyUnsigned()
    }
    let isOverridden = picture.hasFilterOverride ? try copy(1) == 1 : false
    var isFilterOff = picture.isFilterOff
    if isOverridden {
      isFilterOff = try copy(1) == 1
      if !isFilterOff {
        _ = try copyUnsigned()
        _ = try copyUnsigned()
      }
    }
    if picture.filtersAcrossSlices, hasOffset || !isFilterOff { _ = try copy(1) }
    if picture.hasHeadExtension {
      let count = try copyUnsigned()
      for _ in 0..<min(count, 256) { _ = try copy(8) }
    }
    // byte_alignment: a 1, and zeros up to the next byte.
    guard try rest.flag() else { throw .internalError("the encoder's slice has another head") }
    head.finish()
    head.append(payload[((rest.position + 7) / 8)...])
    return slice.replacingPayload(head.bytes)
  }
}

/// Copies a unit's payload bit by bit and changes numbers on the way.
private struct Rewriter {
  private let unit: NALUnit
  private var reader: BitReader
  private var writer = BitWriter()

  init(_ unit: NALUnit) {
    self.unit = unit
    reader = BitReader(unit.payload())
  }

  mutating func copy(_ count: Int) throws(FaceBlurError) {
    for _ in 0..<count { writer.append(try reader.bits(1), bits: 1) }
  }

  mutating func replaceBits(_ count: Int, by value: Int) throws(FaceBlurError) {
    _ = try reader.bits(count)
    writer.append(value, bits: count)
  }

  mutating func replaceUnsigned(by value: Int) throws(FaceBlurError) {
    _ = try reader.unsigned()
    writer.append(unsigned: value)
  }

  /// The rest copied up to the stop bit.
  mutating func finished() -> NALUnit {
    while reader.hasMore, let bit = try? reader.bits(1) { writer.append(bit, bits: 1) }
    writer.finish()
    return unit.replacingPayload(writer.bytes)
  }
}
