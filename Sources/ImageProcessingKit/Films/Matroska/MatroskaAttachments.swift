/// Files that are attached to a film (RFC 9559, 5.1.6): fonts, covers.
enum MatroskaAttachments {
  private static let maxFiles = 1000
  private static let maxElements = 10_000
  private static let file = 0x61A7
  private static let mediaType = 0x4660

  /// Those that are no fonts: each may show a face, and the film says nothing else of it that could be believed.
  /// - Parameters:
  ///   - ranges: what elements of attachments hold.
  ///   - film: the file.
  static func pictures(in ranges: [Range<Int>], of film: any FilmBytes) -> [OtherTrack] {
    var window = MatroskaWindow(film)
    var (pictures, count): ([OtherTrack], Int) = ([], 0)
    let other = OtherTrack(kind: "file", codec: nil, duration: 0, roles: [], showsPictures: true)
    for range in ranges {
      var place = range.lowerBound
      while place < range.upperBound, pictures.count < maxFiles, count < maxElements {
        count += 1
        guard let element = try? window.element(at: place, before: range.upperBound), let end = element.end
        else { return pictures + [other] }
        place = end
        guard element.id == file else { continue }
        if !isFont(element.content..<end, &window, &count) { pictures.append(other) }
      }
    }
    return pictures
  }

  private static func isFont(_ range: Range<Int>, _ window: inout MatroskaWindow, _ count: inout Int) -> Bool
  {
    var place = range.lowerBound
    while place < range.upperBound, count < maxElements {
      count += 1
      guard let element = try? window.element(at: place, before: range.upperBound), let end = element.end
      else { return false }
      if element.id == mediaType,
        let text = try? window.bytes(at: element.content, most: min(end - element.content, 64))
      {
        return String(decoding: text, as: UTF8.self).contains("font")
      }
      place = end
    }
    return false
  }
}
