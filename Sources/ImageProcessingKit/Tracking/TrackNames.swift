/// Gives tracks their names in the order in which they were first seen, although some end before it is known who was there before them.
struct TrackNames {
  /// Tracks without a name, and where they were first seen.
  private var waiting: [Int: SeenFace] = [:]
  /// The names of those that were not asked for yet.
  private var numbers: [Int: Int] = [:]
  private var count = 0

  /// A track that wants a name.
  mutating func add(_ track: OpenTrack) { waiting[track.serial] = track.first }

  /// A track that became a part of another one.
  mutating func remove(_ serial: Int) { waiting[serial] = nil }

  /// Whether a track could still become a part of another one.
  func isUnnamed(_ serial: Int) -> Bool { waiting[serial] != nil }

  /// Names the tracks that were first seen before a frame: none can be found any more that was seen earlier.
  mutating func settle(before frame: Int) {
    guard waiting.values.contains(where: { $0.frame < frame }) else { return }
    let settled = waiting.filter { $0.value.frame < frame }.sorted { a, b in
      (a.value.frame, a.value.rect.y, a.value.rect.x, a.key) < (
        b.value.frame, b.value.rect.y, b.value.rect.x, b.key
      )
    }
    for (serial, _) in settled {
      count += 1
      numbers[serial] = count
      waiting[serial] = nil
    }
  }

  /// The name of a track that ended, once; nil as long as it has none.
  mutating func take(_ serial: Int) -> String? {
    numbers.removeValue(forKey: serial).map { "t\($0)" }
  }
}
