/// The styles by the names under which commands and records know them.
public enum ObscuringStyle: String, Sendable, Hashable, Codable, CaseIterable {
  /// Flat cells, coloured from outside the region.
  case mosaic
  /// The same, smooth.
  case blur
  /// One grey.
  case fill
  /// Flat cells of the face's own means on a lattice fixed to the picture, as Apple's CIPixellate. Whoever knows the person may
  /// recognise them, and versions of one photo add up.
  case pixelate
  /// The same, smooth: what `blur` was in records before 1.4. No command offers it.
  case smoothPixelate = "smooth-pixelate"

  /// Those that a person may ask for.
  public static let offered: [ObscuringStyle] = [.mosaic, .blur, .fill, .pixelate]

  /// What carries the style out.
  package var obscurer: any Obscuring {
    switch self {
    case .mosaic: MosaicObscurer()
    case .blur: BlurObscurer()
    case .fill: FillObscurer()
    case .pixelate: MosaicObscurer(from: .means)
    case .smoothPixelate: BlurObscurer(from: .means)
    }
  }

  /// Whether regions show something of what they hide.
  public var revealsContent: Bool { obscurer.source == .means }
}
