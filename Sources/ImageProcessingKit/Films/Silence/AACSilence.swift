/// A packet of AAC in which every channel is silent (ISO/IEC 14496-3, 4.4.2.1).
struct AACSilence: Sendable {
  /// It is the same for all packets of a track.
  let packet: [UInt8]
  /// How long a packet is heard, in seconds.
  let packetSeconds: Double
  /// The elements that hold the channels.
  private let elements: [Element]

  private enum Element: Int {
    case one = 0
    case pair = 1
    case low = 3
  }

  /// By the number that a configuration has for its channels, from 1 (ISO/IEC 14496-3, table 1.19).
  private static let layouts: [[Element]] = [
    [.one], [.pair], [.one, .pair], [.one, .pair, .one], [.one, .pair, .pair], [.one, .pair, .pair, .low],
    [.one, .pair, .pair, .pair, .low],
  ]
  private static let rates = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
  ]
  /// AAC-LC: what other kinds add carries over from packet to packet.
  private static let plainKind = 2
  /// What says whether high frequencies are made of low ones, behind the rest of the configuration.
  private static let extensionMark = 0x2B7
  /// Sound of a rate up to this may have them where nothing is said.
  private static let mostRateOfDoubt = 24_000

  /// - Parameter configuration: AudioSpecificConfig.
  /// - Throws: `FaceBlurError` where it is not the plain kind of AAC.
  init(_ configuration: [UInt8]) throws(FaceBlurError) {
    var bits = BitReader(configuration, of: "what describes its sound")
    guard try bits.bits(5) == Self.plainKind else {
      throw .audibleSound("it is another kind of AAC than AAC-LC")
    }
    let index = try bits.bits(4)
    let rate = index == 15 ? try bits.bits(24) : Self.rates.indices.contains(index) ? Self.rates[index] : 0
    let layout = try bits.bits(4)
    guard (1...Self.layouts.count).contains(layout), rate > 0 else {
      throw .audibleSound("its channels are described in an unusual way")
    }
    // The length of its frames, then whether it is a part of other code, and of a further kind.
    let kind = try bits.bits(3)
    guard kind & 3 == 0 else { throw .audibleSound("it is another kind of AAC than AAC-LC") }
    packetSeconds = (kind & 4 == 0 ? 1024 : 960) / Double(rate)
    if bits.count - bits.position >= 17, try bits.bits(11) == Self.extensionMark {
      guard try bits.bits(5) == 5, try bits.bits(1) == 0 else {
        throw .audibleSound("it is another kind of AAC than AAC-LC")
      }
    } else if rate <= Self.mostRateOfDoubt {
      throw .audibleSound("it does not say whether it is HE-AAC")
    }
    elements = Self.layouts[layout - 1]
    packet = Self.packet(of: elements)
  }

  /// - Throws: `FaceBlurError` where a packet that is to be replaced begins with other channels than the configuration says.
  /// - Parameter first: its first byte.
  func check(_ first: UInt8) throws(FaceBlurError) {
    // Other things than channels have other numbers, and stand where they like.
    guard let element = Element(rawValue: Int(first >> 5)) else { return }
    guard element == elements[0], first >> 1 & 15 == 0 else {
      throw .audibleSound("its channels are coded in an unusual order")
    }
  }

  private static func packet(of elements: [Element]) -> [UInt8] {
    var bits = BitWriter()
    var numbers: [Element: Int] = [:]
    /// A gain, which nothing gets.
    func addGain() { bits.append(0, bits: 8) }
    /// A long window of the first shape with no band of frequencies, and nothing predicted.
    func addWindow() { bits.append(0, bits: 11) }
    /// Neither pulses nor noise that is shaped nor a gain that is controlled.
    func addNoTools() { bits.append(0, bits: 3) }
    for element in elements {
      bits.append(element.rawValue, bits: 3)
      bits.append(numbers[element, default: 0], bits: 4)
      numbers[element, default: 0] += 1
      switch element {
      case .one, .low:
        addGain()
        addWindow()
        addNoTools()
      case .pair:
        // One window for both channels, which have nothing in common.
        bits.append(1, bits: 1)
        addWindow()
        bits.append(0, bits: 2)
        for _ in 0..<2 {
          addGain()
          addNoTools()
        }
      }
    }
    // The end; what is left of its byte is zeros.
    bits.append(7, bits: 3)
    return bits.bytes
  }
}
