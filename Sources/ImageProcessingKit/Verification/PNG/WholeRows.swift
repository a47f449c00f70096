/// The rows of a picture from its top, in whichever order they are stored.
struct WholeRows {
  private let rows: ExaminedRows
  private let width: Int
  /// All samples of an interlaced picture.
  private var samples: [UInt16] = []
  private var y = 0

  init(_ rows: ExaminedRows) throws(FaceBlurError) {
    self.rows = rows
    let shape = rows.picture.shape
    width = shape.width
    guard shape.isInterlaced else { return }
    samples = [UInt16](repeating: 0, count: width * shape.height * rows.channels)
    while let place = try rows.next() {
      let row = rows.samples(of: place)
      for pixel in 0..<place.count {
        let target = (place.y * width + place.first + pixel * place.step) * rows.channels
        for channel in 0..<rows.channels { samples[target + channel] = row[pixel * rows.channels + channel] }
      }
    }
  }

  /// - Throws: `FaceBlurError` where the data is damaged, or there is no further row.
  mutating func next() throws(FaceBlurError) -> [UInt16] {
    defer { y += 1 }
    let length = width * rows.channels
    if rows.picture.shape.isInterlaced {
      guard y < rows.picture.shape.height else { throw .damagedRender("it has no further row") }
      return Array(samples[y * length..<(y + 1) * length])
    }
    guard let place = try rows.next() else { throw .damagedRender("it has no further row") }
    return Array(rows.samples(of: place))
  }

  /// Asks for what follows the last row.
  func end() throws(FaceBlurError) { _ = try rows.next() }
}

extension ExaminedPNG {
  /// Red, green and blue of each pixel of a row, and its alpha: in 8 bits where samples have no more, else in 16.
  func colorsAndAlphas(of row: [UInt16]) -> (colors: [UInt16], alphas: [UInt16]) {
    let components = self.colors.components.count
    let largest = 1 << colorDepth - 1
    // Of 1, 3, 15 and 255 each is a part of 255.
    let scale = UInt16(max(255 / largest, 1))
    let opaque = UInt16(largest) * scale
    var colors: [UInt16] = []
    var alphas: [UInt16] = []
    for place in stride(from: 0, to: row.count, by: components + extras) {
      for component in 0..<3 { colors.append(row[place + min(component, components - 1)] * scale) }
      if let key {
        alphas.append(row[place..<(place + key.count)].elementsEqual(key) ? 0 : opaque)
      } else {
        alphas.append(extras > 0 ? row[place + components] : opaque)
      }
    }
    return (colors, alphas)
  }
}
