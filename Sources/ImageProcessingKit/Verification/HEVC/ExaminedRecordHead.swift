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
  private let bytes: [UInt8]

  /// Bytes of the head, without the number of arrays behind it.
  static let size = 22

  /// - Parameter bytes: so many.
  /// - Returns: nil where it is of another version.
  init?(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.size, bytes[0] == 1, let chroma = ChromaFormat(rawValue: Int(bytes[16] & 3))
    else { return nil }
    self.bytes = bytes
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

  /// Whether it says nothing else, and no reserved bit is another one than it has to be.
  var isCanonical: Bool {
    bytes == canonical(layers: layers, isNested: isNested, lengthSize: lengthSize)
  }

  /// Whether it says of the decoder, of samples and of layers what these need together. A flag may be missing that all of them have: it
  /// promises nothing then.
  /// - Parameter sequences: those of its sets of parameters.
  func agrees(with sequences: [ExaminedSequenceHead]) -> Bool {
    guard let first = sequences.first else { return true }
    var common = first.profile.general
    for sequence in sequences {
      guard sequence.chroma == chroma, sequence.depths.luma == depths.luma,
        // Where there are no colours, nothing is coded with their depth.
        sequence.depths.chroma == depths.chroma || chroma == .gray && depths.chroma == depths.luma
      else { return false }
      let other = sequence.profile.general
      common = zip(common, other).map { $0 & $1 }
      guard other[0] >> 6 == general[0] >> 6 else { return false }
    }
    let all = sequences.map(\.profile)
    let number = general[0] & 31
    guard general[0] & 0x20 == all.reduce(0, { $0 | $1.general[0] & 0x20 }),
      general[11] == all.map({ $0.general[11] }).max(),
      all.contains(where: { $0.general[0] & 31 == number })
        || common[1 + Int(number) / 8] & 0x80 >> (number % 8) != 0,
      (1..<11).allSatisfy({ general[$0] & ~common[$0] == 0 })
    else { return false }
    return layers <= (all.map(\.layers).max() ?? 0) + 1 && (!isNested || all.allSatisfy(\.isNested))
  }
}
