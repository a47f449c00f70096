internal import FoundationEssentials

/// The pictures and lines of `report.html`.
struct ReportThumbnails: Sendable {
  private static let longSide = 320
  private static let maxBytes = 1 << 30

  /// The target, without links and dots.
  let root: FilePath
  private let reader: PhotoReader
  /// Of all that are made at once.
  private let budget: MemoryBudget
  /// What links in the page begin with.
  private let base: String

  init(root: FilePath, folder: FilePath, _ reader: PhotoReader, _ budget: MemoryBudget) {
    self.root = root
    self.reader = reader
    self.budget = budget
    let place = folder.resolved?.folder
    base =
      place == root
      ? "../" : (place == root.folder ? "../" + Self.link(root.name) : "file://" + Self.link(root)) + "/"
  }

  /// A card with the scrubbed photo and the boxes of its faces.
  func card(_ line: ScrubLine) -> String {
    let picture = picture(line)
    let faces = line.faces == 0 ? "no face" : counted(line.faces, "face")
    let doubt = line.doubtful > 0 ? ", <em>\(line.doubtful) to be checked</em>" : ""
    let warnings = line.warnings.map { "<br><small>\($0.asHTML)</small>" }.joined()
    let name = (line.target ?? line.source).description.asHTML
    let link = base + Self.link(line.target ?? "")
    return """
      <figure data-n="\(name)"><a href="\(link)" target=_blank rel=noreferrer>\(picture)</a>\
      <figcaption><b title="\(line.source.description.asHTML)">\(name)</b><br>\(faces)\(doubt)\(warnings)</figcaption></figure>

      """
  }

  /// A line of a list.
  static func row(_ line: ScrubLine) -> String {
    let name = line.source.description.asHTML
    let reason = (line.reason ?? line.status.rawValue).asHTML
    return "<tr data-n=\"\(name) \(reason)\"><td>\(name)<td>\(line.status.rawValue)<td>\(reason)\n"
  }

  /// The file in the target, if it is the very file that passed the checks: anything else might show a face.
  private func picture(_ line: ScrubLine) -> String {
    let gone = "<span class=gone>not there as it was written</span>"
    guard let target = line.target, let sha256 = line.targetSHA256 else { return gone }
    let path = root.appending(target)
    let probe = try? PhotoProbe(path, reader.formats, longestLook: Self.longSide)
    guard let probe else { return gone }
    return budget.whileHolding(min(probe.cost.bytes, budget.limit)) {
      picture(line, at: path, probe.film, sha256) ?? gone
    }
  }

  /// - Parameter opened: the file, where it is a film.
  private func picture(
    _ line: ScrubLine, at path: FilePath, _ opened: OpenFilm?, _ sha256: String
  ) -> String? {
    if let film = line.regions.film {
      guard let opened, let shown = FilmThumbnail(opened, sha256: sha256, film, fitting: Self.longSide) else {
        return nil
      }
      return html(
        shown.picture, shown.regions.map { ($0.rect, shown.doubtful.contains($0.id)) })
    }
    guard let bytes = try? InputFile.open(path).readAll(limit: Self.maxBytes),
      SHA256.hexDigest(of: bytes) == sha256, let shown = try? picture(in: FileBytes(bytes))
    else { return nil }
    let boxes = line.regions.regions.map { region in
      (line.regions.frame.map(region.visible)?.rect ?? region.rect, region.isDoubtful)
    }
    return html(shown, boxes)
  }

  /// - Parameter boxes: normalised, and whether each is in doubt.
  private func html(_ picture: PixelBuffer, _ boxes: [(rect: NormalizedRect, isDoubtful: Bool)]) -> String? {
    guard let file = try? DisplayFile.encode(picture, quality: DisplayFile.pageQuality) else { return nil }
    let (width, height) = (picture.width, picture.height)
    let boxes = boxes.map { rect, isDoubtful -> String in
      let inside = rect.clampedToPicture()
      func pixels(_ fraction: Double, _ length: Int) -> Int { Int((fraction * Double(length)).rounded()) }
      let doubt = isDoubtful ? " class=doubt" : ""
      return "<rect x=\(pixels(inside.x, width)) y=\(pixels(inside.y, height))"
        + " width=\(max(pixels(inside.width, width), 1)) height=\(max(pixels(inside.height, height), 1))\(doubt) />"
    }
    let data = Data(file).base64EncodedString()
    return """
      <img loading=lazy decoding=async width=\(width) height=\(height) alt="" src="data:\(DisplayFile.mediaType);base64,\(data)">\
      <svg width=\(width) height=\(height) viewBox="0 0 \(width) \(height)">\(boxes.joined())</svg>
      """
  }

  /// What viewers show of a photo, small.
  private func picture(in file: FileBytes) throws(FaceBlurError) -> PixelBuffer {
    let photo = try reader.reopen(file)
    let frame = photo.geometry.frame
    return try photo.displayImage(fitting: frame.longSide(showing: Self.longSide)).pixels.visible(in: frame)
  }

  /// A path as a part of a link, whatever its bytes.
  private static func link(_ path: FilePath) -> String {
    let digits = Array("0123456789ABCDEF")
    return path.bytes.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 128 && (character.isLetter || character.isNumber || "/-_.~".contains(character))
      return isPlain ? String(character) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }.joined()
  }
}
