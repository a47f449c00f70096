/// Style, shape, cells and margin, within the bounds that keep a face unrecognisable.
public struct ObscuringStrength: Sendable, Hashable {
  /// Sixteen cells across a face leave it recognisable to a machine, eight nearly not, six no more than by
  /// chance.
  public static let allowedCells = 1...6
  /// Below 1 a part of the face itself would stay.
  public static let allowedMargins = 1.0...4.0

  public static let `default` = ObscuringStrength(
    style: .mosaic, shape: .box, clampedCells: 6, clampedMargin: 1.3)

  public let style: ObscuringStyle
  public let shape: ObscuringShape
  /// The most cells across or down one region.
  public let cells: Int
  /// How many times as long as the face's box the sides of its region are.
  public let margin: Double

  /// How many times as long as the face's box the sides of its region's box are. An ellipse holds a box in it
  /// only if it is √2 times as large.
  public var reach: Double {
    switch shape {
    case .box: margin
    case .ellipse: max(margin, 2.0.squareRoot())
    }
  }

  /// Nil where cells or margin are out of bounds.
  public init?(style: ObscuringStyle, shape: ObscuringShape = .box, cells: Int, margin: Double) {
    guard Self.allowedCells.contains(cells), Self.allowedMargins.contains(margin) else { return nil }
    self.init(style: style, shape: shape, clampedCells: cells, clampedMargin: margin)
  }

  private init(style: ObscuringStyle, shape: ObscuringShape, clampedCells: Int, clampedMargin: Double) {
    self.style = style
    self.shape = shape
    cells = clampedCells
    margin = clampedMargin
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

    /// Nil where cells or margin are out of bounds.
    public func applied(to strength: ObscuringStrength) -> ObscuringStrength? {
      ObscuringStrength(
        style: style ?? strength.style, shape: shape ?? strength.shape, cells: cells ?? strength.cells,
        margin: margin ?? strength.margin)
    }
  }
}
