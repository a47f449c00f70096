/// What an earlier render shows, by which a photo is known again whose file has changed since: a note in it, another quality or another way
/// round make it another file and no other picture.
struct EarlierPicture {
  /// Upright.
  private let picture: PixelBuffer
  /// Upright and normalised; what the render shows there is not the photo.
  private let hidden: [NormalizedRect]

  /// - Parameters:
  ///   - picture: of the render, upright, of any size.
  ///   - hidden: the regions of what is hidden in it, before the margin is added.
  ///   - reach: how many times as long as these what is hidden is; nil where nobody knows.
  init(_ picture: PixelBuffer, hiding hidden: [NormalizedRect], reach: Double?) {
    self.picture = AreaResampler.shrink(picture, toLongSide: Self.longSide)
    self.hidden = hidden.map { $0.scaled(by: reach ?? Self.usualReach) }
  }

  /// Of nearly all renders that do not say it.
  private static let usualReach = 2.0
  /// Of the picture that is kept, in pixels.
  static let longSide = 1024
  /// Cells on the long side whose colours are compared. Whoever a detector sees takes a good part of one, at least.
  private static let cells = 64
  /// Of a cell, in pixels: where it is shorter, what another size makes of the pixels at its edge counts too much.
  private static let leastCellLength = 16
  /// How far means of cells lie apart at most, of 255: compressing a photo anew changes them by less, a person by more.
  private static let tolerance = 10

  /// All ways in which this picture may be turned to show what another one does outside what is hidden: of a blank wall, every way.
  /// - Parameters:
  ///   - other: upright, of any size.
  ///   - turns: those that may be.
  /// - Returns: nothing where the other one shows something else.
  func turns(to other: PixelBuffer, among turns: [Orientation] = Orientation.allCases) -> [Orientation] {
    let longSide = min(max(picture.width, picture.height), max(other.width, other.height))
    let cells = min(Self.cells, max(longSide / Self.leastCellLength, 1))
    let small = AreaResampler.shrink(other, toLongSide: cells)
    return turns.filter { orientation in
      let turned = orientation.upright(picture)
      return UprightShape.areAlike((turned.width, turned.height), (other.width, other.height))
        && isLike(small, turned, by: orientation)
    }
  }

  /// - Parameters:
  ///   - other: of one pixel a cell.
  ///   - turned: this picture.
  private func isLike(_ other: PixelBuffer, _ turned: PixelBuffer, by orientation: Orientation) -> Bool {
    guard turned.width >= other.width, turned.height >= other.height else { return false }
    let shown = AreaResampler.shrink(
      turned, extent: (Double(turned.width), Double(turned.height)), width: other.width, height: other.height)
    let hidden = hidden.map(orientation.upright(fromStored:))
    let (width, height) = (1 / Double(other.width), 1 / Double(other.height))
    for y in 0..<other.height {
      for x in 0..<other.width {
        // With its neighbours: the edge of what is hidden may lie anywhere in a cell.
        let cell = NormalizedRect(
          x: Double(x - 1) * width, y: Double(y - 1) * height, width: 3 * width, height: 3 * height)
        guard !hidden.contains(where: { $0.intersection(cell).area > 0 }) else { continue }
        if !Self.areAlike(shown, other, x, y) { return false }
      }
    }
    return true
  }

  /// Whether a cell has the same colour in two pictures, as nearly as its surroundings let that be told: where it lies at an edge, what another
  /// size makes of the pixels there counts more.
  private static func areAlike(_ a: PixelBuffer, _ b: PixelBuffer, _ x: Int, _ y: Int) -> Bool {
    let surroundings = (max(y - 1, 0)...min(y + 1, b.height - 1)).flatMap { row in
      (max(x - 1, 0)...min(x + 1, b.width - 1)).map { b[$0, row] }
    }
    func isAlike(_ channel: ((red: UInt8, green: UInt8, blue: UInt8)) -> UInt8) -> Bool {
      let near = surroundings.map { Int(channel($0)) }
      let contrast = (near.max() ?? 0) - (near.min() ?? 0)
      return abs(Int(channel(a[x, y])) - Int(channel(b[x, y]))) <= tolerance + contrast / 10
    }
    return isAlike(\.red) && isAlike(\.green) && isAlike(\.blue)
  }
}
