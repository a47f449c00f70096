/// Style, shape, cells and margin, within the bounds that keep a face unrecognisable.
public struct ObscuringStrength: Sendable, Hashable {
  /// Cells that are coloured from outside tell nothing, however many there are: this many still look like cells.
  public static let allowedCells = 1...24
  /// Of cells that show means, sixteen across a face leave it recognisable to a machine, and eight nearly not.
  package static let allowedMeans = 1...6
  /// Below 1 a part of the face itself would stay.
  public static let allowedMargins = 1.0...4.0

  public static let `default` = ObscuringStrength(
    style: .mosaic, shape: .box, clampedCells: defaultCells(of: .mosaic),
    clampedMargin: DetectedFace.usualMargin, lattice: .picture)

  /// How many cells a style may have.
  package static func allowedCells(of style: ObscuringStyle) -> ClosedRange<Int> {
    style.revealsContent ? allowedMeans : allowedCells
  }

  /// How many cells a style has where nobody says.
  package static func defaultCells(of style: ObscuringStyle) -> Int {
    style.revealsContent ? allowedMeans.upperBound : 12
  }

  public let style: ObscuringStyle
  public let shape: ObscuringShape
  /// The most cells across or down one region.
  public let cells: Int
  /// How many times as long as the face's box the sides of its region are.
  public let margin: Double
  /// What cells of means are counted from: the picture, but the area in records of before.
  package let lattice: CellLattice

  /// How many times as long as the face's box the sides of its region's box are. An ellipse holds a box in it
  /// only if it is √2 times as large.
  package var reach: Double {
    switch shape {
    case .box: margin
    case .ellipse: max(margin, 2.0.squareRoot())
    }
  }

  /// Whether all of a box is obscured by the region of a face.
  /// - Parameters:
  ///   - box: in the coordinates of the face.
  ///   - face: the region's, before the margin is added.
  func hides(_ box: NormalizedRect, in face: NormalizedRect) -> Bool {
    // Of an ellipse what counts is the box in it that has its proportions, so that what holds at both ends of a straight way holds on it.
    let length = shape == .box ? reach : reach / 2.0.squareRoot()
    return face.scaled(by: length * Self.roundingEase).contains(box)
  }

  /// The same box may differ in its last digits after it was enlarged by a margin of 1.
  private static let roundingEase = 1 + 1e-9

  /// Nil where cells or margin are out of bounds.
  /// - Parameters:
  ///   - style: what is shown in place of a face.
  ///   - shape: the outline of a region.
  ///   - cells: the most cells across or down one region; nil for the style's own.
  ///   - margin: how many times as long as the face's box the sides of its region are.
  public init?(
    style: ObscuringStyle, shape: ObscuringShape = .box, cells: Int? = nil, margin: Double
  ) {
    self.init(style: style, shape: shape, cells: cells, margin: margin, lattice: .picture)
  }

  /// The same, with cells of means that are counted from somewhere.
  package init?(
    style: ObscuringStyle, shape: ObscuringShape = .box, cells: Int? = nil, margin: Double,
    lattice: CellLattice
  ) {
    let cells = cells ?? Self.defaultCells(of: style)
    guard Self.allowedCells(of: style).contains(cells), Self.allowedMargins.contains(margin) else {
      return nil
    }
    self.init(style: style, shape: shape, clampedCells: cells, clampedMargin: margin, lattice: lattice)
  }

  private init(
    style: ObscuringStyle, shape: ObscuringShape, clampedCells: Int, clampedMargin: Double,
    lattice: CellLattice
  ) {
    self.style = style
    self.shape = shape
    cells = clampedCells
    margin = clampedMargin
    self.lattice = lattice
  }
}

extension ObscuringStrength {
  /// What is changed of a strength; nil stays as it is.
  public struct Change: Sendable, Hashable {
    public var style: ObscuringStyle?
    public var shape: ObscuringShape?
    public var cells: Int?
    public var margin: Double?

    public init() {}

    /// This change, and what another one says where this one says nothing. Where this one asks for another style than that one,
    /// the other's number of cells is not taken: each style has its own.
    package func over(_ other: Change) -> Change {
      let isOther = style.map { $0 != other.style ?? ObscuringStrength.default.style } ?? false
      var change = self
      change.style = style ?? other.style
      change.shape = shape ?? other.shape
      change.cells = cells ?? (isOther ? nil : other.cells)
      change.margin = margin ?? other.margin
      return change
    }

    /// Nil where cells or margin are out of bounds. Another style has its own number of cells, unless one is named.
    public func applied(to strength: ObscuringStrength) -> ObscuringStrength? {
      let isOther = style.map { $0 != strength.style } ?? false
      return ObscuringStrength(
        style: style ?? strength.style, shape: shape ?? strength.shape,
        cells: cells ?? (isOther ? nil : strength.cells), margin: margin ?? strength.margin,
        lattice: isOther ? .picture : strength.lattice)
    }
  }
}
