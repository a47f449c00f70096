/// Whether two regions of two photos show the very same thing, so that one answer may do for both.
///
/// In doubt they do not: a face that is taken for a poster would be shown. What is compared is the brightness of small
/// pictures, of the whole photos and of what is in and around the regions. One may be a little brighter, have a little
/// more contrast and be moved a little against the other; nothing else in it may differ, in no part of the region and in
/// most parts of the photo.
struct ReviewLikeness {
  /// How much of their union two regions share at least, to be at the same place.
  static let samePlace = 0.8

  /// Whether two regions may be the same thing, by place, size and kind alone.
  static func isSamePlace(_ a: PlannedRegion, _ b: PlannedRegion) -> Bool {
    a.kind == b.kind && a.rect.isValid && b.rect.isValid && a.rect.overlap(b.rect) >= samePlace
  }

  /// The open questions in other photos that may be the same as one about a region, by place, size and kind alone.
  /// - Parameters:
  ///   - region: the id of one in question.
  ///   - number: its photo's.
  ///   - photos: by number.
  static func candidates(
    for region: String, of number: Int, among photos: [ReviewedState]
  ) -> [(photo: Int, region: PlannedRegion)] {
    guard photos.indices.contains(number), let frame = photos[number].frame,
      let asked = photos[number].questions.first(where: { $0.region?.id == region }),
      let place = asked.region
    else { return [] }
    var found: [(photo: Int, region: PlannedRegion)] = []
    for (other, photo) in photos.enumerated() where other != number && photo.frame == frame {
      for (region, kind) in photo.questions where kind == asked.kind {
        if let region, isSamePlace(place, region) { found.append((other, region)) }
      }
    }
    return found
  }

  /// How the brightness of two pictures may differ.
  private struct Tolerance {
    /// How alike they are at least once brightness and contrast are the same: the correlation of their levels.
    let correlation: Double
    /// Which part of their blocks may differ.
    let differing: Double
    /// By how many nodes one may be moved against the other, `LumaGrid.reach` at most.
    let movement: Int
  }

  private static let ofRegions = Tolerance(correlation: 0.95, differing: 0, movement: LumaGrid.reach)
  /// Somebody may walk by.
  private static let ofPhotos = Tolerance(correlation: 0.95, differing: 0.2, movement: 2)
  /// By how many of 255 levels the means may differ.
  private static let brightness = 24.0
  /// How many times as much contrast the one may have as the other.
  private static let contrast = 0.8...1.25
  /// Levels by which those of a picture must differ from its mean: two flat places are alike whatever they are.
  private static let leastDeviation = 4.0
  /// By how much a block may differ, in levels, or as part of the deviation of the whole.
  private static let blockLevels = 8.0
  private static let blockShare = 0.35

  static func areSamePhotos(_ a: LumaGrid, _ b: LumaGrid) -> Bool { areAlike(a, b, ofPhotos) }

  /// - Parameters:
  ///   - a: the region with as much around it as its reach says.
  ///   - b: the same pixels of the other photo.
  static func areSameRegions(_ a: LumaGrid, _ b: LumaGrid) -> Bool { areAlike(a, b, ofRegions) }

  /// Whether one picture fits on the other, where it lies best.
  private static func areAlike(_ a: LumaGrid, _ b: LumaGrid, _ tolerance: Tolerance) -> Bool {
    let middle = a.window(x: LumaGrid.reach, y: LumaGrid.reach)
    let reach = -tolerance.movement...tolerance.movement
    return reach.contains { down in
      reach.contains { across in
        fit(middle, b.window(x: LumaGrid.reach + across, y: LumaGrid.reach + down), tolerance)
      }
    }
  }

  /// - Parameter a: a window of a grid, row by row.
  private static func fit(_ a: [Double], _ b: [Double], _ tolerance: Tolerance) -> Bool {
    let count = Double(a.count)
    let (meanA, meanB) = (a.reduce(0, +) / count, b.reduce(0, +) / count)
    guard abs(meanA - meanB) <= brightness else { return false }
    var (squaresA, squaresB, products) = (0.0, 0.0, 0.0)
    for index in a.indices {
      let (x, y) = (a[index] - meanA, b[index] - meanB)
      squaresA += x * x
      squaresB += y * y
      products += x * y
    }
    let (deviationA, deviationB) = ((squaresA / count).squareRoot(), (squaresB / count).squareRoot())
    guard min(deviationA, deviationB) >= leastDeviation else { return false }
    let gain = deviationB / deviationA
    guard contrast.contains(gain), products >= tolerance.correlation * (squaresA * squaresB).squareRoot()
    else { return false }
    let most = max(blockLevels, blockShare * min(deviationA, deviationB))
    let (side, block) = (LumaGrid.windowSide, LumaGrid.blockSide)
    let blocks = side / block
    var differing = 0
    for number in 0..<(blocks * blocks) {
      var squares = 0.0
      for y in 0..<block {
        for x in 0..<block {
          let index = (number / blocks * block + y) * side + number % blocks * block + x
          let rest = b[index] - meanB - gain * (a[index] - meanA)
          squares += rest * rest
        }
      }
      if squares / Double(block * block) > most * most { differing += 1 }
    }
    return Double(differing) <= tolerance.differing * Double(blocks * blocks)
  }
}

/// The brightness of a picture on a small square grid, whatever the picture's shape.
struct LumaGrid: Sendable, Hashable {
  /// Cells across and down what is compared, and how many go to a block of it.
  static let windowSide = 30
  static let blockSide = 6
  /// By how many half cells one picture may be moved against another.
  static let reach = 6
  /// Nodes across and down: two a cell of the window, and what it may be moved by.
  static let side = 2 * windowSide + 2 * reach

  /// Row by row, 0…255.
  let levels: [Double]

  /// Each node is the mean of what it covers of the picture, by area.
  init(of picture: PixelBuffer) {
    /// What of which pixels a node covers.
    func shares(_ length: Int) -> [[(place: Int, share: Double)]] {
      (0..<Self.side).map { node in
        let start = Double(node * length) / Double(Self.side)
        let end = Double((node + 1) * length) / Double(Self.side)
        return (Int(start)..<min(max(Int(end.rounded(.up)), Int(start) + 1), length)).map { place in
          (place, max(min(Double(place + 1), end) - max(Double(place), start), 0) / (end - start))
        }
      }
    }
    let (across, down) = (shares(picture.width), shares(picture.height))
    let channels = PixelBuffer.channels
    // First across, so that each pixel is read once for each node.
    var rows: [Double] = []
    rows.reserveCapacity(picture.height * Self.side)
    picture.bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<picture.height {
        for node in across {
          var sum = 0.0
          for (x, share) in node {
            let pixel = (y * picture.width + x) * channels
            // ITU-R BT.601 (2.5.1).
            let luma =
              299 * Int(bytes[pixel]) + 587 * Int(bytes[pixel + 1]) + 114 * Int(bytes[pixel + 2])
            sum += share * Double(luma)
          }
          rows.append(sum / 1000)
        }
      }
    }
    var levels = [Double](repeating: 0, count: Self.side * Self.side)
    for (row, node) in down.enumerated() {
      for (y, share) in node {
        for x in 0..<Self.side { levels[row * Self.side + x] += share * rows[y * Self.side + x] }
      }
    }
    self.levels = levels
  }

  /// Cells of two by two nodes from a node on.
  func window(x left: Int, y top: Int) -> [Double] {
    var cells: [Double] = []
    cells.reserveCapacity(Self.windowSide * Self.windowSide)
    for y in 0..<Self.windowSide {
      for x in 0..<Self.windowSide {
        let node = (top + 2 * y) * Self.side + left + 2 * x
        let sum = levels[node] + levels[node + 1] + levels[node + Self.side] + levels[node + Self.side + 1]
        cells.append(sum / 4)
      }
    }
    return cells
  }
}
