/// The elements of a file, of which no more is in memory than their heads and what stands around these.
struct MatroskaWindow {
  let file: any FilmBytes
  private var start = 0
  private var bytes: [UInt8] = []

  /// Heads of sound lie some hundreds of bytes apart, those of pictures some thousands.
  private static let size = 4096

  init(_ file: any FilmBytes) { self.file = file }

  /// Bytes from a place on.
  /// - Parameter count: how many at most; up to some hundreds.
  /// - Throws: `FaceBlurError` where they cannot be read.
  mutating func bytes(at place: Int, most count: Int) throws(FaceBlurError) -> ArraySlice<UInt8> {
    let end = min(place + count, file.size)
    guard place < end else { return [] }
    if place < start || end > start + bytes.count {
      start = place
      bytes = try file.bytes(place..<min(place + max(Self.size, count), file.size))
    }
    return bytes[(place - start)..<(end - start)]
  }

  /// The element that begins at a place, and where what it holds lies; its end is nil where it does not say it.
  /// - Parameter end: of what holds it.
  /// - Throws: `FaceBlurError` where it is none, or longer than what holds it.
  mutating func element(
    at place: Int, before end: Int
  ) throws(FaceBlurError) -> (id: Int, content: Int, end: Int?) {
    let first = try bytes(at: place, most: EBMLHead.most)
    guard place + 2 <= end else { throw .truncatedFilm("it ends within a part of it") }
    let head = try EBMLHead(first)
    let content = place + head.headSize
    guard content <= end else { throw .truncatedFilm("it ends within a part of it") }
    guard let size = head.size else { return (head.id, content, nil) }
    guard size <= end - content else {
      throw end == file.size
        ? .truncatedFilm("a part of it lies beyond the end of the file")
        : .damagedFilm("a part of it is longer than what holds it")
    }
    return (head.id, content, content + size)
  }
}
