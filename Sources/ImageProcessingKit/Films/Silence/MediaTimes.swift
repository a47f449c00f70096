/// A track's times, and when these are shown or heard.
struct MediaTimes {
  let edits: EditList
  /// Ticks of a second of the track.
  let timescale: Int

  /// A part of the track that is shown in one go, in seconds.
  private struct Stretch {
    /// When it begins and ends in what is shown.
    let begins: Double
    let ends: Double
    /// The time of the track that it begins with.
    let media: Double
  }

  /// Parts that times may fall apart into.
  private static let mostParts = 1 << 20

  /// In the order in which they are shown.
  private var stretches: [Stretch] {
    guard !edits.edits.isEmpty else { return [Stretch(begins: 0, ends: .infinity, media: 0)] }
    var passed = 0.0
    return edits.edits.compactMap { edit in
      let begins = passed
      passed += Double(edit.duration) / Double(edits.timescale)
      return edit.mediaStart.map {
        Stretch(begins: begins, ends: passed, media: Double($0) / Double(timescale))
      }
    }
  }

  /// The times of a track of sound that belong to times of the pictures: at which it is heard while these are shown, and of what one of the edit
  /// lists cuts out, at which it would be if the first part that is shown were longer.
  /// - Parameters:
  ///   - spans: in ticks of this track of pictures, ascending and apart from each other.
  ///   - sound: the other track.
  ///   - slack: by how many seconds each is to begin earlier, and to end later.
  /// - Returns: in seconds of the track of sound, ascending and apart from each other.
  /// - Throws: `FaceBlurError` where edit lists make too many of them.
  func times(
    of spans: [Range<Int>], in sound: MediaTimes, slack: (before: Double, behind: Double)
  ) throws(FaceBlurError) -> [ClosedRange<Double>] {
    let spans = spans.map {
      Double($0.lowerBound) / Double(timescale)...Double($0.upperBound) / Double(timescale)
    }
    let (shown, heard) = (stretches, sound.stretches)
    func delay(_ stretches: [Stretch]) -> Double { stretches.first.map { $0.begins - $0.media } ?? 0 }
    let offset = delay(shown) - delay(heard)
    var found = spans.map { $0.lowerBound + offset...$0.upperBound + offset }
    var (one, other) = (0, 0)
    while one < shown.count, other < heard.count {
      let (picture, sound) = (shown[one], heard[other])
      let (begins, ends) = (max(picture.begins, sound.begins), min(picture.ends, sound.ends))
      if begins < ends {
        let first = picture.media + begins - picture.begins
        let last = first + ends - begins
        let shift = sound.media + begins - sound.begins - first
        var place = spans.firstIndex(notBelow: first, by: \.upperBound)
        while place < spans.count, spans[place].lowerBound < last {
          found.append(
            max(spans[place].lowerBound, first) + shift...min(spans[place].upperBound, last) + shift)
          place += 1
        }
        guard found.count <= Self.mostParts else { throw .audibleSound("its edit lists have too many parts") }
      }
      if picture.ends <= sound.ends { one += 1 } else { other += 1 }
    }
    found.sort { $0.lowerBound < $1.lowerBound }
    var times: [ClosedRange<Double>] = []
    for range in found {
      let wide = range.lowerBound - slack.before...range.upperBound + slack.behind
      if let last = times.last, last.upperBound >= wide.lowerBound {
        times[times.count - 1] = last.lowerBound...max(last.upperBound, wide.upperBound)
      } else {
        times.append(wide)
      }
    }
    return times
  }
}
