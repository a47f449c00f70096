/// The bytes of a track's samples, one behind the other.
struct ExaminedStream {
  private let film: ExaminedFilm
  private let extents: [Range<Int>]
  private var next = 0
  private var place = 0
  private(set) var rest: Int

  private static let most = 1 << 20

  init(_ film: ExaminedFilm, _ extents: [Range<Int>]) {
    self.film = film
    self.extents = extents.filter { !$0.isEmpty }
    rest = self.extents.reduce(0) { $0 + $1.count }
    place = self.extents.first?.lowerBound ?? 0
  }

  /// How many can be had at once.
  var room: Int { min(extents[next].upperBound - place, Self.most) }

  mutating func take(_ count: Int) throws(FaceBlurError) -> [UInt8] {
    let bytes = try film.bytes(place..<place + count)
    place += count
    rest -= count
    if place == extents[next].upperBound {
      next += 1
      if next < extents.count { place = extents[next].lowerBound }
    }
    return bytes
  }
}
