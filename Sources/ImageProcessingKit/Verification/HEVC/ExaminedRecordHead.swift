/// The head of an `hvcC`: what stands before its sets of parameters (ISO/IEC 14496-15, 8.3.3.1.2).
struct ExaminedRecordHead {
  /// Space, tier, profile, compatibility, constraints and level: 12 bytes.
  let general: [UInt8]
  let chroma: ChromaFormat
  /// Bits of a sample of luma, and of one of colour.
  let depths: (luma: Int, chroma: Int)
  /// Layers in time; 0 where that is not known.
  let layers: Int
  /// Whether decoding may go on in a higher layer at any picture.
  let isNested: Bool
  /// Of how many bytes lengths are in front of units.
  let lengthSize: Int

  /// Bytes of the head, without the number of arrays behind it.
  static let size = 22

  /// - Parameter bytes: so many.
  /// - Returns: nil where it is of another version.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.size, bytes[0] == 1, let chroma = ChromaFormat(rawValue: Int(bytes[16] & 3))
    else { return nil }
    general = Array(bytes[1...ExaminedProfile.size])
    self.chroma = chroma
    depths = (8 + Int(bytes[17] & 7), 8 + Int(bytes[18] & 7))
    layers = Int(bytes[21] >> 3 & 7)
    isNested = bytes[21] & 4 != 0
    lengthSize = Int(bytes[21] & 3) + 1
  }

  /// A head that says the same of the decoder and of samples. Of how finely pictures are divided, how they can be decoded at once and how
  /// many come in a second it says nothing.
  func canonical(layers: Int = 1, isNested: Bool = true, lengthSize: Int = 4) -> [UInt8] {
    [1] + ExaminedProfile.known(general) + [0xF0, 0, 0xFC, 0xFC | UInt8(chroma.rawValue)] + [
      0xF8 | UInt8(depths.luma - 8), 0xF8 | UInt8(depths.chroma - 8), 0, 0,
      UInt8(layers << 3 | lengthSize - 1) | (isNested ? 4 : 0),
    ]
  }
}
