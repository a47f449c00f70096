/// The beginning of a picture with loss, and where the parts of its code lie (RFC 6386, 9 and 19.2).
struct ExaminedVP8 {
  /// In pixels.
  let width: Int
  let height: Int
  /// The content of the chunk.
  let content: Range<Int>
  /// What the picture is made of but for its coefficients: begins with the header.
  let firstPartition: Range<Int>
  let quantizer: WebPQuantizer
  /// The index of the finest that a part of the picture may be coded by, 0…127.
  let finestQuantizer: Int
  /// The coefficients, in 1, 2, 4 or 8 parts. What of a part lies behind the end is left out.
  let partitions: [Range<Int>]

  /// Before the first partition: the frame tag, a start code and the sizes (RFC 6386, 9.1).
  static let headerBytes = 10

  /// Nil where it is no frame that is shown by itself, or is cut off.
  /// - Parameter content: of the chunk.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ content: Range<Int>) {
    guard content.count >= Self.headerBytes else { return nil }
    let start = content.lowerBound
    let tag = ExaminedRIFF.number(bytes[start..<start + 3])
    // A key frame has a 0, known versions are 0 to 3, one that is shown has a 1.
    guard tag & 1 == 0, tag >> 1 & 7 <= 3, tag >> 4 & 1 == 1,
      bytes[start + 3..<start + 6].elementsEqual([0x9D, 0x01, 0x2A])
    else { return nil }
    // The highest two bits of each ask for a larger picture on a screen.
    width = ExaminedRIFF.number(bytes[start + 6..<start + 8]) & 0x3FFF
    height = ExaminedRIFF.number(bytes[start + 8..<start + 10]) & 0x3FFF
    guard width > 0, height > 0 else { return nil }
    let first = start + Self.headerBytes
    let size = tag >> 5
    guard size <= content.upperBound - first else { return nil }
    self.content = content
    firstPartition = first..<first + size
    let header = Header(bytes[firstPartition])
    quantizer = header.quantizer
    finestQuantizer = header.finestQuantizer
    partitions = Self.partitions(bytes, firstPartition.upperBound..<content.upperBound, header.partitionCount)
  }

  /// Where partitions lie: before them stand the sizes of all but the last, three bytes each (RFC 6386, 9.5).
  private static func partitions(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ count: Int
  ) -> [Range<Int>] {
    let sizes = 3 * (count - 1)
    guard sizes <= range.count else { return [] }
    var start = range.lowerBound + sizes
    var partitions: [Range<Int>] = []
    for index in 0..<count {
      var size = range.upperBound - start
      if index < count - 1 {
        let place = range.lowerBound + 3 * index
        size = min(size, ExaminedRIFF.number(bytes[place..<place + 3]))
      }
      partitions.append(start..<start + size)
      start += size
    }
    return partitions
  }
}

/// What the header of a frame says (RFC 6386, 9.2 to 9.6).
private struct Header {
  let quantizer: WebPQuantizer
  let finestQuantizer: Int
  let partitionCount: Int

  init(_ partition: Slice<UnsafeBufferPointer<UInt8>>) {
    var bits = EvenBits(partition)
    // Space of colours, and whether samples are clamped.
    _ = bits.number(2)
    /// By segment; nil where they have none of their own.
    var ofSegments: [Int]?
    var isAbsolute = true
    if bits.flag() {
      // What a first picture does not say is 0.
      ofSegments = [0, 0, 0, 0]
      let (hasMap, hasData) = (bits.flag(), bits.flag())
      if hasData {
        isAbsolute = bits.flag()
        ofSegments = (0..<4).map { _ in bits.flag() ? bits.signed(7) : 0 }
        for _ in 0..<4 where bits.flag() { _ = bits.signed(6) }
      }
      if hasMap { for _ in 0..<3 where bits.flag() { _ = bits.number(8) } }
    }
    // Type, level and sharpness of the loop filter, and by how much its level differs between kinds of blocks.
    _ = bits.number(1 + 6 + 3)
    if bits.flag(), bits.flag() {
      for _ in 0..<8 where bits.flag() { _ = bits.signed(6) }
    }
    partitionCount = 1 << bits.number(2)
    let base = bits.number(7)
    func inRange(_ index: Int) -> Int { min(max(index, 0), 127) }
    let indices = (ofSegments ?? [base]).map {
      inRange(ofSegments == nil || isAbsolute ? $0 : base + $0)
    }
    quantizer = WebPQuantizer(index: indices[0], isSegmented: Set(indices).count > 1)
    finestQuantizer = indices.min() ?? 0
  }
}

/// Reads bits that are as often 0 as 1 from what an arithmetic coder wrote (RFC 6386, 7.3); behind the end stand zeros.
private struct EvenBits {
  private var bytes: Slice<UnsafeBufferPointer<UInt8>>
  /// Two bytes of the code, shifted by the bits that were used of them.
  private var value: UInt32
  /// How many bits the lower of them has been shifted by.
  private var shift = 0
  /// Of the interval, 128…255.
  private var range: UInt32 = 255

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    self.bytes = bytes
    value = 0
    for _ in 0..<2 {
      let byte = next()
      value = value << 8 | byte
    }
  }

  private mutating func next() -> UInt32 { bytes.popFirst().map(UInt32.init) ?? 0 }

  mutating func flag() -> Bool {
    // (range - 1) * 128 / 256 more than 1.
    let split = 1 + ((range - 1) >> 1)
    let isOne = value >= split << 8
    if isOne {
      value -= split << 8
      range -= split
    } else {
      range = split
    }
    while range < 128 {
      value <<= 1
      range <<= 1
      shift += 1
      if shift == 8 {
        shift = 0
        let byte = next()
        value |= byte
      }
    }
    return isOne
  }

  /// An unsigned number, its highest bit first.
  mutating func number(_ count: Int) -> Int {
    (0..<count).reduce(0) { value, _ in value << 1 | (flag() ? 1 : 0) }
  }

  /// A number behind which a flag says that it is negative.
  mutating func signed(_ count: Int) -> Int {
    let size = number(count)
    return flag() ? -size : size
  }
}
