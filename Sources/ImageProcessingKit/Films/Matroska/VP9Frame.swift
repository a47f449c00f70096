/// What the first picture of VP9 says of all of them (VP9 Bitstream & Decoding Process Specification, 6.2): Matroska does not say it.
struct VP9Frame {
  /// As `vpcC` has it.
  let configuration: [UInt8]

  private static let syncCode = 0x49_8342
  /// RGB.
  private static let colorless = 7
  /// Matrix coefficients (ITU-T H.273) of the kinds of colours.
  private static let matrices = [2, 6, 1, 6, 7, 9, 2, 0]

  /// - Parameter packet: of the first picture.
  /// - Throws: `FaceBlurError` where it is not one that decoding begins with, or breaks the rules.
  init(_ packet: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(Array(packet.prefix(16)), of: "its first picture")
    guard try reader.bits(2) == 2 else { throw .damagedFilm("its first picture is none of VP9") }
    let low = try reader.bits(1)
    let profile = low | (try reader.bits(1)) << 1
    if profile == 3, try reader.flag() { throw .unsupportedFilm("its VP9 is described in a new way") }
    // Shown already, or one that needs others.
    let isShownBefore = try reader.flag()
    guard !isShownBefore, try !reader.flag() else {
      throw .unsupportedFilm("it does not begin with a picture that needs no other one")
    }
    _ = try reader.bits(2)
    guard try reader.bits(8) << 16 | reader.bits(16) == Self.syncCode else {
      throw .damagedFilm("its first picture is none of VP9")
    }
    let depth = profile >= 2 ? try reader.flag() ? 12 : 10 : 8
    let space = try reader.bits(3)
    // 4:2:0, 4:2:2 and 4:4:4 as `vpcC` counts them.
    var (isFull, chroma) = (true, 3)
    if space != Self.colorless {
      isFull = try reader.flag()
      chroma = 1
      if profile & 1 == 1 {
        let (halfWidth, halfHeight) = (try reader.flag(), try reader.flag())
        guard halfWidth || !halfHeight else {
          throw .unsupportedFilm("its colours are halved in height alone")
        }
        chroma = halfWidth ? halfHeight ? 1 : 2 : 3
      }
    }
    let packed = depth << 4 | chroma << 1 | (isFull ? 1 : 0)
    // The level is not known, and who decodes it here asks for nothing of it.
    configuration = [1, 0, 0, 0, UInt8(profile), 0, UInt8(packed), 2, 2, UInt8(Self.matrices[space]), 0, 0]
  }
}
