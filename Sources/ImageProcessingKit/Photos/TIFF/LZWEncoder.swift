/// Encodes LZW as TIFFs have it (TIFF 6.0, section 13): what comes out depends on nothing but the bytes.
struct LZWEncoder: ~Copyable {
  private static let clear = 256
  private static let end = 257
  /// The table is emptied before it is full.
  private static let lastCode = 4094

  /// By a hash of a string's code and the byte behind it: both, and the code of the longer string.
  private let keys = UnsafeMutableBufferPointer<Int32>.allocate(capacity: 1 << hashBits)
  private let codes = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 1 << hashBits)
  private static let hashBits = 14

  init() { codes.initialize(repeating: 0) }

  deinit {
    keys.deallocate()
    codes.deallocate()
  }

  /// As many bytes may become of some: a code of 12 bits for each, and what empties the table.
  static func bound(_ count: Int) -> Int { count + count / 2 + count / 1024 + 16 }

  /// - Parameter target: has room for `bound` bytes.
  /// - Returns: bytes of the code.
  func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var output = BitOutput(target)
    var width = 9
    var next = 258
    keys.initialize(repeating: -1)
    output.put(Self.clear, width)
    guard let first = bytes.first else {
      output.put(Self.end, width)
      return output.finish()
    }
    var string = Int(first)
    for byte in bytes.dropFirst() {
      let key = Int32(truncatingIfNeeded: string << 8 | Int(byte))
      let slot = slot(of: key)
      if keys[slot] == key {
        string = Int(codes[slot])
        continue
      }
      output.put(string, width)
      string = Int(byte)
      keys[slot] = key
      codes[slot] = UInt16(truncatingIfNeeded: next)
      next += 1
      if next == Self.lastCode {
        output.put(Self.clear, width)
        keys.initialize(repeating: -1)
        (width, next) = (9, 258)
      } else if next > 1 << width - 1 {
        width += 1
      }
    }
    output.put(string, width)
    next += 1
    if next == Self.lastCode {
      output.put(Self.clear, width)
      width = 9
    } else if next > 1 << width - 1 {
      width += 1
    }
    output.put(Self.end, width)
    return output.finish()
  }

  /// Where a key stands, or would.
  private func slot(of key: Int32) -> Int {
    // Knuth's multiplicative hash (The Art of Computer Programming, 6.4).
    var slot = Int((UInt32(bitPattern: key) &* 2_654_435_761) >> UInt32(32 - Self.hashBits))
    while keys[slot] != -1, keys[slot] != key { slot = (slot + 1) & (1 << Self.hashBits - 1) }
    return slot
  }

  /// Bits from the highest of each byte on.
  private struct BitOutput {
    private let target: UnsafeMutableBufferPointer<UInt8>
    private var count = 0
    private var held: UInt32 = 0
    private var heldBits = 0

    init(_ target: UnsafeMutableBufferPointer<UInt8>) { self.target = target }

    mutating func put(_ code: Int, _ width: Int) {
      held = held << UInt32(width) | UInt32(truncatingIfNeeded: code)
      heldBits += width
      while heldBits >= 8 {
        heldBits -= 8
        target[count] = UInt8(truncatingIfNeeded: held >> UInt32(heldBits))
        count += 1
      }
    }

    mutating func finish() -> Int {
      if heldBits > 0 {
        target[count] = UInt8(truncatingIfNeeded: held << UInt32(8 - heldBits))
        count += 1
      }
      return count
    }
  }
}
