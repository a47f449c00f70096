/// Gives tracks names of which each is there once: `t1`, `t2`, … of those that were found, `m1`, `m2`, … of those that were drawn.
struct TrackNaming {
  /// Names that no other track gets.
  var taken: Set<String>
  private var next: Int

  /// - Parameters:
  ///   - tracks: all that there were: what is new gets a higher number than any of them.
  ///   - taken: names that are given already.
  init(after tracks: [PlannedTrack], taken: [String]) {
    self.taken = Set(taken)
    next = (tracks.map { Self.order($0.id).number }.max() ?? 0) + 1
  }

  /// A track with its own name, or with a new one where that is taken.
  mutating func named(_ track: PlannedTrack) -> PlannedTrack {
    var track = track
    if taken.contains(track.id) {
      track.id = "\(track.origin == .manual ? "m" : "t")\(next)"
      next += 1
    }
    taken.insert(track.id)
    return track
  }

  /// The highest number that counts as one: what a stranger's record calls a track has no part in counting.
  private static let highest = 999_999_999

  /// By which names are put in order: letters, then the number behind them; 0 where there is none.
  static func order(_ id: String) -> (letters: String, number: Int, id: String) {
    let digits = id.utf8.reversed().prefix { (0x30...0x39).contains($0) }.count
    let number = Int(id.suffix(digits)).flatMap { $0 <= highest ? $0 : nil }
    return (String(id.dropLast(digits)), number ?? 0, id)
  }
}
