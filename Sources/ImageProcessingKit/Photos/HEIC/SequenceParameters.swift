/// What a sequence parameter set says that matters here (ITU-T H.265, 7.3.2.2 and E.2.1).
struct SequenceParameters: Sendable, Hashable {
  let id: Int
  let videoID: Int
  let shape: PlanarShape
  /// Of the picture as it is coded, in luma samples: with what the conformance window hides.
  let codedWidth: Int
  let codedHeight: Int
  /// Pixels that a side of the smallest block has: a coded side is a whole number of them.
  let blockSide: Int
  /// Pixels that a side of a coding tree block has.
  let treeSide: Int
  let colors: SampleColors
  /// The profile, its compatibility, the constraints and the level, as `hvcC` has them.
  let profile: [UInt8]

  let hasAdaptiveOffset: Bool
  /// Whether it has factors for the quantiser, and brings some of its own.
  let hasScaling: Bool
  let hasScalingLists: Bool
  /// Whether it ends where it has said all, and of what decoders of a photo pass over it has as little as cameras write.
  let isPlain: Bool

  private static let maxSide = 65_535

  /// - Throws: `FaceBlurError` where it breaks the rules, or is of a kind that no photo has.
  init(_ unit: NALUnit) throws(FaceBlurError) {
    let set = try HEVCSequenceSet(payload: unit.payloadOfSet)
    guard set.subLayers == 0 else { throw .unsupportedHEVC("it has several layers") }
    (videoID, id, profile) = (set.video, set.number, set.profile)
    guard let chroma = ChromaFormat(rawValue: set.chroma) else {
      throw .damagedPhoto("a parameter set has numbers that may not be")
    }
    guard !set.hasColorsApart else { throw .unsupportedHEVC("its colours are coded apart") }
    (codedWidth, codedHeight) = (set.codedWidth, set.codedHeight)
    let margins = set.margins
    guard (1...Self.maxSide).contains(codedWidth), (1...Self.maxSide).contains(codedHeight),
      margins.allSatisfy({ $0 <= Self.maxSide })
    else { throw .damagedPhoto("a parameter set has sides that may not be") }
    let width = codedWidth - chroma.step.x * (margins[0] + margins[1])
    let height = codedHeight - chroma.step.y * (margins[2] + margins[3])
    guard width > 0, height > 0 else { throw .damagedPhoto("a parameter set shows nothing") }
    let depth = set.depths.luma
    guard depth <= 12, set.depths.chroma == depth || chroma == .gray else {
      throw .unsupportedHEVC("its samples have \(depth) and \(set.depths.chroma) bits")
    }
    shape = PlanarShape(width: width, height: height, chroma: chroma, depth: depth)

    var details = try set.details(.photo)
    (blockSide, treeSide) = (1 << details.logBlock, 1 << details.logTree)
    (hasScaling, hasScalingLists) = (details.hasScaling, details.hasScalingLists)
    hasAdaptiveOffset = details.hasAdaptiveOffset
    guard !details.usability.stretch.hidesFaces else {
      throw HEIFFormat.heic.drawnOut(details.usability.stretch)
    }
    colors = details.usability.colors
    // A photo is decoded whatever follows.
    try? details.readToEnd()
    isPlain = details.isPlain
  }
}

extension HEVCPictureSet {
  /// - Throws: `FaceBlurError` where it breaks the rules.
  init(_ unit: NALUnit) throws(FaceBlurError) { try self.init(payload: unit.payloadOfSet, .photo) }
}

extension NALUnit {
  private static let mostOfSet = 4096

  /// What a parameter set says.
  /// - Throws: `FaceBlurError` where it is longer than any is.
  fileprivate var payloadOfSet: [UInt8] {
    get throws(FaceBlurError) {
      guard bytes.count <= Self.mostOfSet else {
        throw .unsupportedHEVC("a parameter set is longer than 4 KB")
      }
      return payload()
    }
  }
}

extension FaceBlurError {
  /// - Parameter reason: what of the code is not read.
  static func unsupportedHEVC(_ reason: String) -> FaceBlurError { HEIFFormat.heic.unsupported(reason) }
}
