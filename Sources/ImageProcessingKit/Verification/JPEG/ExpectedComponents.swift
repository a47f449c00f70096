/// The samples that an encoder codes of a picture, one row of units after another: its colours parted into components,
/// those brought down to their sampling.
///
/// Written for the gate alone: what libjpeg does, from its documentation and JFIF 1.02, so that its output can be
/// foretold.
struct ExpectedComponents {
  private let width: Int
  private let isYCbCr: Bool
  private let components: [ComparedComponent]
  private let maxAcross: Int
  private let maxDown: Int
  /// One component behind the other, at full resolution, as many rows as a unit has.
  private var full: [UInt8]
  /// By component, 8 · `down` rows of `widthInBlocks` · 8 samples.
  private(set) var samples: [[Float]]

  /// - Parameters:
  ///   - width: the picture's in pixels.
  ///   - isYCbCr: whether pixels are RGB and components, three, are those of JFIF; else pixels are of the components.
  init(width: Int, isYCbCr: Bool, _ components: [ComparedComponent]) {
    self.width = width
    self.isYCbCr = isYCbCr
    self.components = components
    maxAcross = components.map(\.across).max() ?? 1
    maxDown = components.map(\.down).max() ?? 1
    full = [UInt8](repeating: 0, count: components.count * width * 8 * maxDown)
    samples = components.map { [Float](repeating: 0, count: 64 * $0.widthInBlocks * $0.down) }
  }

  /// Pixels in one row of units.
  var unitHeight: Int { 8 * maxDown }

  /// Takes the next pixels of a row of units.
  /// - Parameters:
  ///   - row: interleaved, as many samples a pixel as there are components.
  ///   - y: counted from the unit's upper edge.
  mutating func take(_ row: UnsafeBufferPointer<UInt8>, y: Int) {
    let plane = width * unitHeight
    let channels = components.count
    full.withUnsafeMutableBufferPointer { full in
      guard isYCbCr else {
        for channel in 0..<channels {
          let start = channel * plane + y * width
          for x in 0..<width { full[start &+ x] = row[channels &* x &+ channel] }
        }
        return
      }
      for x in 0..<width {
        let parts = Self.parted(
          Int32(row[3 &* x]), Int32(row[3 &* x &+ 1]), Int32(row[3 &* x &+ 2]))
        let place = y &* width &+ x
        full[place] = parts.0
        full[plane &+ place] = parts.1
        full[2 &* plane &+ place] = parts.2
      }
    }
  }

  /// JFIF 1.02, page 3, with sixteen fractional bits, rounded to the nearest.
  @inline(__always)
  private static func parted(_ red: Int32, _ green: Int32, _ blue: Int32) -> (UInt8, UInt8, UInt8) {
    let luma = (19595 &* red &+ 38470 &* green &+ 7471 &* blue &+ 32768) &>> 16
    let middle: Int32 = 128 << 16 + 32767
    let cb = (32768 &* blue &- 11059 &* red &- 21709 &* green &+ middle) &>> 16
    let cr = (32768 &* red &- 27439 &* green &- 5329 &* blue &+ middle) &>> 16
    return (UInt8(truncatingIfNeeded: luma), UInt8(truncatingIfNeeded: cb), UInt8(truncatingIfNeeded: cr))
  }

  /// Makes the samples of a row of units whose pixels have been taken.
  /// - Parameter rows: how many there are; fewer than the unit has at the picture's lower edge.
  mutating func finish(rows: Int) {
    for (index, component) in components.enumerated() {
      let across = maxAcross / component.across
      let down = maxDown / component.down
      let length = 8 * component.widthInBlocks
      // Beyond the edges the last sample is repeated: to the right the picture's, below the component's.
      let lastRow = (rows + maxDown - 1) / maxDown * component.down - 1
      let plane = index * width * unitHeight
      full.withUnsafeBufferPointer { full in
        samples[index].withUnsafeMutableBufferPointer { samples in
          for y in 0..<(8 * component.down) {
            let top = min(y, lastRow) * down
            for x in 0..<length {
              var sum = Self.bias(across, down, x)
              for dy in 0..<down {
                let start = plane + min(top + dy, rows - 1) * width
                for dx in 0..<across { sum += Int(full[start + min(x * across + dx, width - 1)]) }
              }
              samples[y * length + x] = Float(sum / (across * down))
            }
          }
        }
      }
    }
  }

  /// What libjpeg adds before it divides: halves go up and down in turn where two or four samples become one.
  @inline(__always)
  private static func bias(_ across: Int, _ down: Int, _ x: Int) -> Int {
    switch (across, down) {
    case (2, 1): x & 1
    case (2, 2): 1 + x & 1
    default: across * down / 2
    }
  }
}
