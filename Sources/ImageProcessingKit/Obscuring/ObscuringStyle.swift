/// The styles by the names under which commands and records know them.
public enum ObscuringStyle: String, Sendable, Hashable, Codable, CaseIterable {
  case mosaic
  case fill
  case blur

  /// What carries the style out.
  public var obscurer: any Obscuring {
    switch self {
    case .mosaic: MosaicObscurer()
    case .fill: FillObscurer()
    case .blur: BlurObscurer()
    }
  }
}
