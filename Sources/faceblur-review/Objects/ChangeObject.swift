internal import ImageProcessingKit

/// What a person decides about a photo: `POST /api/photo/N`. The body of a request is bounded, and so is what is in it.
struct ChangeObject: Decodable {
  private enum Key: CodingKey {
    case revision, basis, change
  }

  private enum Kind: String, Decodable {
    case confirm, exclude, include, add, move, span, excludeAll, look, revert, reset, strength, tone, goBack
  }

  private enum ChangeKey: CodingKey {
    case kind, regions, rect, region, from, to, step, sepia, vignette, look
  }

  /// Either the change, or what is done to the filters that the photo has, or from which frame to which a region is there.
  private enum Content {
    case change(ReviewChange)
    case span(String, from: Int, to: Int)
    case tone(ToneChange)
  }

  /// That the person saw; nil for whatever it is.
  let revision: Int?
  /// That the photo was shown with; nil where nobody says it.
  let basis: String?
  private let content: Content

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    revision = try container.decodeIfPresent(Int.self, forKey: .revision)
    basis = try container.decodeIfPresent(String.self, forKey: .basis)
    let change = try container.nestedContainer(keyedBy: ChangeKey.self, forKey: .change)
    func regions() throws -> [String] { try change.decode([String].self, forKey: .regions) }
    func rect() throws -> NormalizedRect {
      let numbers = try change.decode([Double].self, forKey: .rect)
      guard numbers.count == 4 else {
        throw DecodingError.dataCorruptedError(
          forKey: .rect, in: change, debugDescription: "it is no rectangle")
      }
      let rect = NormalizedRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      guard rect.isValid else {
        throw DecodingError.dataCorruptedError(
          forKey: .rect, in: change, debugDescription: "it is not in the photo")
      }
      return rect
    }
    content =
      switch try change.decode(Kind.self, forKey: .kind) {
      case .confirm: .change(.confirm(try regions()))
      case .exclude: .change(.exclude(try regions()))
      case .include: .change(.include(try regions()))
      case .add: .change(.add(try rect()))
      case .move: .change(.move(try change.decode(String.self, forKey: .region), try rect()))
      case .span:
        .span(
          try change.decode(String.self, forKey: .region), from: try change.decode(Int.self, forKey: .from),
          to: try change.decode(Int.self, forKey: .to))
      case .excludeAll: .change(.excludeAll)
      case .look: .change(.look)
      case .revert: .change(.revert)
      case .reset: .change(.reset)
      case .goBack: .change(.goBack(toStep: try change.decode(Int.self, forKey: .step)))
      case .strength: .change(.strength(try Self.strength(container)))
      case .tone: .tone(try container.decode(ToneChange.self, forKey: .change))
      }
  }

  private static func strength(
    _ container: KeyedDecodingContainer<Key>
  ) throws -> ObscuringStrength.Change {
    guard let change = try container.decode(StrengthObject.self, forKey: .change).change else {
      throw DecodingError.dataCorruptedError(
        forKey: .change, in: container, debugDescription: "style, shape, cells or margin are none")
    }
    return change
  }

  /// The change.
  /// - Parameters:
  ///   - filters: gives the photo's filters, which a change of one of them leaves as they are else.
  ///   - ticks: gives the time from one frame of the film to another.
  /// - Throws: `FaceBlurError` where there are none, or a filter is out of range.
  func change(
    of filters: () throws(FaceBlurError) -> ToneFilters,
    at ticks: (_ first: Int, _ last: Int) throws(FaceBlurError) -> ClosedRange<Int>
  ) throws(FaceBlurError) -> ReviewChange {
    switch content {
    case .span(let region, let first, let last): return .span(region, try ticks(first, last))
    case .change(let change): return change
    case .tone(let tone):
      let changed = tone.applied(to: try filters())
      try changed.validate()
      return .tone(changed)
    }
  }
}

/// What is done to filters: what is not named stays, null takes away.
private struct ToneChange: Decodable {
  private enum Key: CodingKey {
    case sepia, vignette, look
  }

  /// What is wished of one filter.
  private enum Wish<Value> {
    case stay
    case become(Value?)

    func applied(to value: Value?) -> Value? {
      switch self {
      case .stay: value
      case .become(let other): other
      }
    }
  }

  private let sepia: Wish<Double>
  private let vignette: Wish<Vignette>
  private let table: Wish<ColorLUT>

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func wish<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Wish<Value> {
      container.contains(key) ? .become(try container.decodeIfPresent(type, forKey: key)) : .stay
    }
    sepia = try wish(Double.self, .sepia)
    vignette = try wish(Vignette.self, .vignette)
    switch try wish(String.self, .look) {
    case .stay, .become(ReviewLook.tableName): table = .stay
    case .become(nil): table = .become(nil)
    case .become(let name?):
      guard let lut = ToneLook(rawValue: name)?.table else {
        throw DecodingError.dataCorruptedError(
          forKey: .look, in: container, debugDescription: "there is no such table")
      }
      table = .become(lut)
    }
  }

  func applied(to filters: ToneFilters) -> ToneFilters {
    ToneFilters(
      vignette: vignette.applied(to: filters.vignette), sepia: sepia.applied(to: filters.sepia),
      lut: table.applied(to: filters.lut))
  }
}
