/// A parameter set of HEVC that is written bit by bit: of a small picture, with what it needs and what else is asked for.
public struct TestHEVCSet: Sendable {
  /// Layers in time beside the lowest one, and what each says of its own profile and level.
  public var layers = 0
  public var profileOfLayer: [UInt8]?
  public var levelOfLayer: Int?
  /// Bits behind what layers say, which are 0 in all sets that exist.
  public var behindLayers = 0
  /// Sets of pictures that others refer to.
  public var references = 1
  /// How many pictures that are referred to for long are listed; nil where there are none.
  public var longTerm: Int?
  /// Whether it says what else could be cut off.
  public var hasWindow = false
  /// Ways in which a decoder's buffer may be filled; nil where nothing is said of times.
  public var buffers: Int?
  public var extensions: Int?
  /// A byte of the profile that is 0 in all sets that exist.
  public var reserved: UInt8 = 0

  private static let level: UInt8 = 93

  public init(_ change: (inout TestHEVCSet) -> Void = { _ in }) { change(&self) }

  /// Profile, compatibility and constraints, in 11 bytes.
  public var profile: [UInt8] { [1, 0x60, 0, 0, 0, 0x90, 0, 0, reserved, 0, 0] }

  /// As a video parameter set (ITU-T H.265, 7.3.2.1).
  public var video: [UInt8] {
    var bits = TestHEVC.Bits()
    bits.append(0b0000_11_000000, bits: 12)
    bits.append(layers, bits: 3)
    bits.append(1, bits: 1)
    bits.append(0xFFFF, bits: 16)
    appendProfile(to: &bits)
    appendOrders(to: &bits)
    bits.append(0, bits: 6)
    bits.append(numbers: 0)
    appendTimes(to: &bits) { bits in
      bits.append(numbers: buffers == 0 ? 0 : 1)
      if buffers != 0 { bits.append(numbers: 0) }
    }
    bits.append(extensions == nil ? 0 : 1, bits: 1)
    if let extensions { bits.append(extensions, bits: 8) }
    return bits.unit([32 << 1, 1])
  }

  /// As a sequence parameter set (7.3.2.2.1).
  public var sequence: [UInt8] {
    var bits = TestHEVC.Bits()
    bits.append(0, bits: 4)
    bits.append(layers, bits: 3)
    bits.append(1, bits: 1)
    appendProfile(to: &bits)
    bits.append(numbers: 0, 1, 64, 64)
    bits.append(0, bits: 1)
    // Depths, and bits of the order.
    bits.append(numbers: 0, 0, 0)
    appendOrders(to: &bits)
    bits.append(numbers: 0, 2, 0, 3, 0, 0)
    // Neither factors nor what follows them.
    bits.append(0, bits: 4)
    bits.append(numbers: references)
    for index in 0..<references {
      if index > 0 { bits.append(0, bits: 1) }
      bits.append(numbers: 1, 0, index)
      bits.append(1, bits: 1)
    }
    bits.append(longTerm == nil ? 0 : 1, bits: 1)
    if let longTerm {
      bits.append(numbers: longTerm)
      for index in 0..<longTerm { bits.append(index, bits: 5) }
    }
    bits.append(0, bits: 2)
    // Neither an aspect nor an overscan; a whole range, without colours; chroma, and what fields are.
    bits.append(0b1_00_1_101_1_0_0_000, bits: 13)
    bits.append(hasWindow ? 1 : 0, bits: 1)
    if hasWindow { bits.append(numbers: 1, 1, 1, 1) }
    appendTimes(to: &bits) { $0.append(buffers == 0 ? 0 : 1, bits: 1) }
    bits.append(0b1_010, bits: 4)
    bits.append(numbers: 0, 0, 1, 15, 15)
    bits.append(extensions == nil ? 0 : 1, bits: 1)
    if let extensions {
      bits.append(extensions, bits: 8)
      if extensions & 0x80 != 0 { bits.append(0, bits: 9) }
    }
    return bits.unit([33 << 1, 1])
  }

  private func appendProfile(to bits: inout TestHEVC.Bits) {
    bits.append(bytes: profile + [Self.level])
    guard layers > 0 else { return }
    for _ in 0..<layers {
      bits.append(profileOfLayer == nil ? 0 : 1, bits: 1)
      bits.append(levelOfLayer == nil ? 0 : 1, bits: 1)
    }
    bits.append(behindLayers, bits: 2 * (8 - layers))
    for _ in 0..<layers {
      bits.append(bytes: profileOfLayer ?? [])
      if let levelOfLayer { bits.append(levelOfLayer, bits: 8) }
    }
  }

  private func appendOrders(to bits: inout TestHEVC.Bits) {
    bits.append(1, bits: 1)
    for _ in 0...layers { bits.append(numbers: 4, 2, 0) }
  }

  /// - Parameter appendCount: says whether something is said of buffers.
  private func appendTimes(to bits: inout TestHEVC.Bits, _ appendCount: (inout TestHEVC.Bits) -> Void) {
    bits.append(buffers == nil ? 0 : 1, bits: 1)
    guard let buffers else { return }
    bits.append(1, bits: 32)
    bits.append(30, bits: 32)
    bits.append(0, bits: 1)
    appendCount(&bits)
    guard buffers > 0 else { return }
    // Of the stream alone.
    bits.append(0b100, bits: 3)
    bits.append(0x24, bits: 8)
    bits.append(0x56B5, bits: 15)
    for _ in 0...layers {
      // All pictures are as long, of a step each.
      bits.append(1, bits: 1)
      bits.append(numbers: 0, buffers - 1)
      for _ in 0..<buffers {
        bits.append(numbers: 200_000, 200_000)
        bits.append(1, bits: 1)
      }
    }
  }
}
