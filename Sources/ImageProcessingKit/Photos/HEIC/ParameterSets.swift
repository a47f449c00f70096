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

  /// Whether they end where they have said all, and hold nothing beside what a photo needs: what stands behind a set's end no decoder looks
  /// at, and it would be in every copy.
  /// - Throws: `FaceBlurError` where they break the rules.
  var arePlain: Bool {
    get throws(FaceBlurError) {
      let (sequence, picture) = (try SequenceParameters(sequence), try HEVCPictureSet(picture))
      // One set's factors stand for the other's, or for none.
      let areScalingListsUsed =
        !picture.hasScalingLists || sequence.hasScaling && !sequence.hasScalingLists
      return isVideoPlain && sequence.isPlain && picture.isPlain && areScalingListsUsed
    }
  }

  /// No decoder of a photo needs anything of it.
  private var isVideoPlain: Bool {
    (try? HEVCVideoSet(payload: video.payload()).isPlain(.photo)) ?? false
  }

  /// How coarsely a slice is coded, `SliceQpY`; nil where parts of it may take no loss, or its head is not that of a slice which is all of a
  /// picture, or says another quantiser than 0…51.
  func quantizer(of slice: NALUnit) -> Int? {
    guard let picture = try? HEVCPictureSet(picture), !picture.allowsLossless,
      let head = try? SliceHead(slice.payload(limit: SliceHead.mostBytes), of: slice, self)
    else { return nil }
    return (0...51).contains(head.quantizer) ? head.quantizer : nil
  }

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

  /// The same of a picture that one coded under these is a band of: with another height, and the level of so large a picture.
  /// - Parameter shape: that picture's.
  /// - Throws: `FaceBlurError` where they are not those of such a band.
  func enlarged(to shape: PlanarShape) throws(FaceBlurError) -> ParameterSets {
    let band = try SequenceParameters(sequence)
    guard band.treeSide == SliceBands.side, band.shape.width == shape.width,
      try !HEVCPictureSet(picture).hasDependentSlices
    else { throw .internalError("the encoder wrote a band of another kind") }
    let height = (shape.height + band.blockSide - 1) / band.blockSide * band.blockSide
    let level = HEVCCodec.level(of: shape)
    var changed = Rewriter(video)
    // Its number, flags and reserved bits, and the profile (7.3.2.1, 7.3.3).
    try changed.copy(32 + 88)
    try changed.replaceBits(8, by: level)
    let newVideo = changed.finished()

    changed = Rewriter(sequence)
    try changed.copy(8 + 88)
    try changed.replaceBits(8, by: level)
    try changed.copyUnsigned(2)
    // Whether planes are coded apart.
    if shape.chroma == .full { try changed.copy(1) }
    try changed.copyUnsigned(1)
    try changed.replaceUnsigned(by: height)
    try changed.replaceWindow(
      by: [
        0, (band.codedWidth - shape.width) / shape.chroma.step.x, 0,
        (height - shape.height) / shape.chroma.step.y,
      ])
    return ParameterSets(video: newVideo, sequence: changed.finished(), picture: picture)
  }

  /// A slice that names these, naming the picture parameter set of another number.
  ///
  /// Its head becomes longer by bits, and its data begins at the next byte (ITU-T H.265, 7.3.6.1).
  /// - Parameter address: where it begins from now on, where that is not the beginning of a picture.
  /// - Throws: `FaceBlurError` where its head is not one that the encoder writes.
  func renaming(
    _ slice: NALUnit, to number: Int, at address: SliceBands.Address? = nil
  ) throws(FaceBlurError) -> NALUnit {
    let payload = slice.payload()
    guard let read = try? SliceHead(payload, of: slice, self), let end = try? read.end() else {
      throw .internalError("the encoder wrote a slice of another kind")
    }
    // The head is short; what follows it is copied as it is.
    var reader = BitReader(payload)
    var head = BitWriter()
    for place in 0..<end {
      // Its first bit says that it begins a picture.
      let bit = place == 0 && address != nil ? try reader.bits(1) - 1 : try reader.bits(1)
      if !read.numberBits.contains(place) { head.append(bit, bits: 1) }
      if place == read.numberBits.upperBound - 1 {
        head.append(unsigned: number)
        if let address { head.append(address.value, bits: address.bits) }
      }
    }
    head.finish()
    // byte_alignment: a 1, and zeros up to the next byte.
    head.append(payload[(end / 8 + 1)...])
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

  /// Copies some ue(v).
  mutating func copyUnsigned(_ count: Int) throws(FaceBlurError) {
    for _ in 0..<count { writer.append(unsigned: try reader.unsigned()) }
  }

  /// Replaces a conformance window, which is there or not (7.3.2.2.1).
  /// - Parameter margins: to the left, right, top and bottom.
  mutating func replaceWindow(by margins: [Int]) throws(FaceBlurError) {
    if try reader.flag() { for _ in 0..<4 { _ = try reader.unsigned() } }
    let isThere = margins.contains { $0 > 0 }
    writer.append(isThere ? 1 : 0, bits: 1)
    if isThere { for margin in margins { writer.append(unsigned: margin) } }
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
