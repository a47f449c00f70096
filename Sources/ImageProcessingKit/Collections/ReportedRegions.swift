internal import FoundationEssentials

/// What is hidden in a photo, as the journal keeps it for the reports.
public struct ReportedRegions: Sendable, Hashable, Codable {
  /// Of the upright photo in pixels; nil where nobody has opened it.
  public var width: Int?
  public var height: Int?
  /// As stored; nil where nobody has opened it.
  public var orientation: Orientation?
  public var regions: [PlannedRegion] = []
  /// How the regions are shown; nil where nobody has opened the photo.
  public var style: ObscuringStyle?

  /// Whether a region shows something of what it hides.
  var revealsContent: Bool {
    style?.revealsContent == true && regions.contains { $0.state == .applied && $0.cells != 0 }
  }

  public init() {}

  /// Nothing is hidden of a photo yet.
  init(on geometry: PhotoGeometry) {
    (width, height) = geometry.uprightSize
    orientation = geometry.orientation
  }

  /// Reads what `text` gave; nil where it is something else.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
      read.regions.allSatisfy(\.rect.isValid)
    else { return nil }
    self = read
  }

  /// For the journal.
  var text: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }
}
