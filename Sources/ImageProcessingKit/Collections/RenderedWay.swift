/// How the output of a photo or a film was made.
enum RenderedWay: Sendable, Hashable, Codable {
  case photo(RenderSummary.Path)
  case film(FilmRenderWay)

  init?(rawValue: String) {
    if let way = RenderSummary.Path(rawValue: rawValue) {
      self = .photo(way)
    } else if let way = FilmRenderWay(rawValue: rawValue) {
      self = .film(way)
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .photo(let way): way.rawValue
    case .film(let way): way.rawValue
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let way = RenderedWay(rawValue: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "nothing is made in this way")
    }
    self = way
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
