/// The samples of a PNG, one row after another as they are stored (PNG 3rd edition, 7 to 10).
///
/// It holds two rows.
final class ExaminedRows {
  /// Which pixels of the picture a row holds: the first one's place, and how many columns each lies behind the one before.
  struct Place: Hashable {
    let y: Int
    let first: Int
    let step: Int
    let count: Int
  }

  let picture: ExaminedPNG
  /// Samples of a pixel: its colours, then alpha where there is one, then the index where there is a palette.
  let channels: Int
  /// Whether a row's last byte has had bits behind the last pixel that are not zero; no viewer shows them.
  private(set) var hasSlack = false
  /// Whether a pixel has had an index that is in no palette.
  private(set) var isBehindPalette = false
  private let data: InflatedData
  private let passes: [Pass]
  /// The pass of the next row, and its number in it.
  private var pass = 0
  private var row = 0
  /// A filter type and a row, and the row before.
  private var current: UnsafeMutableBufferPointer<UInt8>
  private var previous: UnsafeMutableBufferPointer<UInt8>
  private let row16: UnsafeMutableBufferPointer<UInt16>
  private let entries: [ExaminedPNG.Entry]
  /// By index as it is stored, the one that is given.
  private let given: [UInt16]

  /// - Parameters:
  ///   - bytes: the file; must outlive the value.
  ///   - picture: what its chunks say.
  ///   - other: a picture by whose palette pixels are given an index, the first that shows the same; nil for their own.
  /// - Throws: `FaceBlurError` where the data cannot be as much as the picture asks for, before anything of its size is allocated.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ picture: ExaminedPNG, numberedAsIn other: ExaminedPNG? = nil
  ) throws(FaceBlurError) {
    self.picture = picture
    given = other.map(picture.indices) ?? (0..<256).map { UInt16($0) }
    channels = picture.colors.components.count + picture.extras
    passes = Pass.all(of: picture.shape)
    entries = picture.entries
    let most = passes.map { $0.bytesPerRow }.max() ?? 0
    let width = passes.map { $0.columns }.max() ?? 0
    guard Pass.bytes(of: passes).map({ $0 <= Self.most(from: picture.data.count) }) ?? false else {
      throw .damagedRender("it has fewer rows than its header says")
    }
    data = try InflatedData(bytes, chunks: picture.data)
    current = .allocate(capacity: most)
    previous = .allocate(capacity: most)
    row16 = .allocate(capacity: width * channels)
  }

  deinit {
    current.deallocate()
    previous.deallocate()
    row16.deallocate()
  }

  /// What a number of bytes inflates to at most: two bits stand for 258 bytes (RFC 1951, 3.2.5).
  static func most(from count: Int) -> Int { 1032 * count }

  /// The samples of the row that `next` gave.
  func samples(of place: Place) -> UnsafeBufferPointer<UInt16> {
    UnsafeBufferPointer(rebasing: row16[..<(place.count * channels)])
  }

  /// Reads the next row.
  /// - Returns: where it lies; nil behind the last one.
  /// - Throws: `FaceBlurError` where the data is damaged.
  func next() throws(FaceBlurError) -> Place? {
    while pass < passes.count, row == passes[pass].rows {
      (pass, row) = (pass + 1, 0)
    }
    guard pass < passes.count else {
      try end()
      return nil
    }
    let pass = passes[pass]
    swap(&current, &previous)
    if row == 0 { previous.update(repeating: 0) }
    let line = UnsafeMutableBufferPointer(rebasing: current[..<pass.bytesPerRow])
    guard data.fill(line) == line.count else {
      throw .damagedRender("it has fewer rows than its header says")
    }
    try unfilter(line)
    unpack(line, count: pass.columns)
    let unused = 8 * (line.count - 1) - pass.columns * picture.shape.bitsPerPixel
    if line[line.count - 1] & UInt8(1 << unused - 1) != 0 { hasSlack = true }
    defer { row += 1 }
    return Place(
      y: pass.top + row * pass.down, first: pass.left, step: pass.across, count: pass.columns)
  }

  /// Asks for what follows the rows, so that zlib compares the checksum.
  private func end() throws(FaceBlurError) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { _ = data.fill($0) }
    if data.state == .wrongChecksum { throw .damagedRender("the checksum of its data is wrong") }
  }

  /// Undoes what the first byte says (PNG 3rd edition, 9.2).
  private func unfilter(_ line: UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) {
    let distance = max(picture.shape.bitsPerPixel / 8, 1)
    let places = 1..<line.count
    switch line[0] {
    case 0: break
    case 1: for place in places.dropFirst(distance) { line[place] &+= line[place &- distance] }
    case 2: for place in places { line[place] &+= previous[place] }
    case 3:
      for place in places.prefix(distance) { line[place] &+= previous[place] / 2 }
      for place in places.dropFirst(distance) {
        let sum = UInt16(line[place &- distance]) &+ UInt16(previous[place])
        line[place] &+= UInt8(truncatingIfNeeded: sum / 2)
      }
    // Of three or four bytes a pixel the one to the left is kept at hand: to read it back takes longer than to reckon with it.
    case 4 where distance == 3 || distance == 4:
      var (left, corner) = (
        (UInt8(0), UInt8(0), UInt8(0), UInt8(0)), (UInt8(0), UInt8(0), UInt8(0), UInt8(0))
      )
      for place in stride(from: 1, to: line.count, by: distance) {
        left.0 = line[place] &+ Self.paeth(left.0, previous[place], corner.0)
        left.1 = line[place &+ 1] &+ Self.paeth(left.1, previous[place &+ 1], corner.1)
        left.2 = line[place &+ 2] &+ Self.paeth(left.2, previous[place &+ 2], corner.2)
        corner = (previous[place], previous[place &+ 1], previous[place &+ 2], corner.3)
        (line[place], line[place &+ 1], line[place &+ 2]) = (left.0, left.1, left.2)
        guard distance == 4 else { continue }
        left.3 = line[place &+ 3] &+ Self.paeth(left.3, previous[place &+ 3], corner.3)
        corner.3 = previous[place &+ 3]
        line[place &+ 3] = left.3
      }
    case 4:
      for place in places.prefix(distance) { line[place] &+= previous[place] }
      for place in places.dropFirst(distance) {
        line[place] &+= Self.paeth(
          line[place &- distance], previous[place], previous[place &- distance])
      }
    default: throw .damagedRender("a row is filtered in no way that is known")
    }
  }

  /// PNG 3rd edition, 9.4. Sums of the three are compared without a branch.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let toAbove = Int16(left) &- Int16(corner)
    let toLeft = Int16(above) &- Int16(corner)
    let toCorner = abs(toAbove &+ toLeft)
    let nearest = min(abs(toLeft), min(abs(toAbove), toCorner))
    let second = abs(toAbove) == nearest ? above : corner
    return abs(toLeft) == nearest ? left : second
  }

  /// Makes samples of a row's bytes.
  private func unpack(_ line: UnsafeMutableBufferPointer<UInt8>, count: Int) {
    let shape = picture.shape
    let samples = count * shape.type.storedSamples
    if shape.type == .palette {
      for pixel in 0..<count {
        let index = shape.depth == 8 ? Int(line[1 + pixel]) : packed(line, pixel, shape.depth)
        if index >= picture.palette.count { isBehindPalette = true }
        let entry = entries[index]
        let place = 5 * pixel
        row16[place] = UInt16(entry.red)
        row16[place + 1] = UInt16(entry.green)
        row16[place + 2] = UInt16(entry.blue)
        row16[place + 3] = UInt16(entry.alpha)
        row16[place + 4] = given[index]
      }
    } else if shape.depth == 16 {
      for sample in 0..<samples {
        row16[sample] = UInt16(line[2 * sample + 1]) << 8 | UInt16(line[2 * sample + 2])
      }
    } else if shape.depth == 8 {
      for sample in 0..<samples { row16[sample] = UInt16(line[sample + 1]) }
    } else {
      for sample in 0..<samples { row16[sample] = UInt16(packed(line, sample, shape.depth)) }
    }
  }

  /// A number of a few bits, the leftmost of a byte in its high bits (PNG 3rd edition, 7.2).
  private func packed(_ line: UnsafeMutableBufferPointer<UInt8>, _ index: Int, _ depth: Int) -> Int {
    let bit = index * depth
    return Int(line[1 + bit >> 3]) >> (8 - depth - bit & 7) & (1 << depth - 1)
  }
}

extension ExaminedRows {
  /// A part of the picture whose rows follow each other: all of it, or every so manieth pixel of every so manieth row.
  struct Pass {
    let top: Int
    let left: Int
    let down: Int
    let across: Int
    let columns: Int
    let rows: Int
    /// With the filter type.
    let bytesPerRow: Int

    /// Seven of an interlaced picture, of which those without a pixel are missing (PNG 3rd edition, 8.1).
    static func all(of shape: ExaminedPNG.Shape) -> [Pass] {
      let interlaced = [
        (0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1),
      ]
      return (shape.isInterlaced ? interlaced : [(0, 0, 1, 1)]).compactMap { top, left, down, across in
        guard shape.width > left, shape.height > top else { return nil }
        let columns = (shape.width - left - 1) / across + 1
        return Pass(
          top: top, left: left, down: down, across: across, columns: columns,
          rows: (shape.height - top - 1) / down + 1, bytesPerRow: (columns * shape.bitsPerPixel + 7) / 8 + 1)
      }
    }

    /// What all rows come to before they are deflated; nil where that is more than can be counted.
    static func bytes(of passes: [Pass]) -> Int? {
      var sum = 0
      for pass in passes {
        let (bytes, isTooMany) = pass.bytesPerRow.multipliedReportingOverflow(by: pass.rows)
        guard !isTooMany, bytes < 1 << 60 else { return nil }
        sum += bytes
      }
      return sum
    }
  }
}
