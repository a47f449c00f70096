internal import FoundationEssentials

/// What is hidden in a photo, as the journal keeps it for the reports.
public struct ReportedRegions: Sendable, Hashable, Codable {
  /// Of the upright photo in pixels; nil where nobody has opened it.
  public var width: Int?
  public var height: Int?
  /// What viewers show of it; nil for all of it.
  public var visible: PixelRect?
  /// As stored; nil where nobody has opened it.
  public var orientation: Orientation?
  public var regions: [PlannedRegion] = []
  /// How the regions are shown; nil where nobody has opened the photo.
  public var style: ObscuringStyle?
  /// Of a film, which has no regions; nil of a photo.
  var film: ReportedTracks?

  /// Whether it is a film's.
  var isOfFilm: Bool { film != nil }

  /// Whether a region shows something of what it hides.
  var revealsContent: Bool {
    style?.revealsContent == true && regions.contains { $0.state == .applied && $0.cells != 0 }
  }

  public init() {}

  /// Nothing is hidden of a photo yet.
  init(on geometry: PhotoGeometry) {
    (width, height) = geometry.uprightSize
    visible = geometry.frame.isWhole ? nil : geometry.frame.visible
    orientation = geometry.orientation
  }

  /// What an edit hides in its photo.
  init(hiddenBy record: EditRecord) {
    let source = record.source
    (width, height) = (source.width, source.height)
    (orientation, visible) = (source.orientation, source.visible)
    regions = record.appliedRegions
  }

  /// The upright photo and what viewers show of it; nil where nobody has opened it, or the numbers are none of a photo.
  public var frame: PictureFrame? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    guard visible?.lies(in: whole) ?? true else { return nil }
    return PictureFrame(width: width, height: height, visible: visible)
  }

  /// Reads what `text()` gave; nil where it is something else.
  init?(_ text: String) {
    guard let read = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)),
      read.regions.allSatisfy(\.rect.isValid), read.film?.flaw == nil
    else { return nil }
    self = read
  }

  /// For the journal.
  /// - Throws: `FaceBlurError` where a number is none: a journal without the regions would say that nothing is hidden.
  func text() throws(FaceBlurError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    } catch {
      throw .internalError("what is hidden cannot be written down")
    }
  }
}
