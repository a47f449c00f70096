/// Which pictures a player shows at some times.
extension VideoTrack {
  /// The first and the last picture that are shown at some time or other of a stretch, by their presentation times in ticks; a picture is
  /// shown until the next one is.
  ///
  /// Where the first picture of what is shown is among them, those that an edit list hides before it belong to them, and likewise with the
  /// last one: they are in the file, and no other time names them.
  /// - Parameter seconds: from the beginning of what is shown.
  /// - Returns: nil where nothing is shown then.
  func pictures(shownIn seconds: ClosedRange<Double>) -> ClosedRange<Int>? {
    let shown = shownStretches
    var named: ClosedRange<Double>?
    for stretch in shown where stretch.begins <= seconds.upperBound && stretch.ends > seconds.lowerBound {
      let start = stretch.media(at: max(seconds.lowerBound, stretch.begins), timescale)
      let end = stretch.media(at: min(seconds.upperBound, stretch.ends), timescale)
      named = min(named?.lowerBound ?? start, start)...max(named?.upperBound ?? end, end)
    }
    guard let named, let firstShown = shown.map({ $0.media(at: $0.begins, timescale) }).min(),
      let lastShown = shown.map({ $0.media(at: $0.ends, timescale) }).max()
    else { return nil }
    let all = allPictures
    let first = lastPicture(notAfter: named.lowerBound) ?? all.lowerBound
    guard let last = lastPicture(notAfter: named.upperBound) else { return nil }
    let showsFirst = first <= lastPicture(notAfter: firstShown) ?? all.lowerBound
    // What would be shown for less than half a tick is not.
    let showsLast = last >= lastPicture(notAfter: lastShown - 0.5) ?? all.lowerBound
    return (showsFirst ? all.lowerBound : first)...(showsLast ? all.upperBound : last)
  }

  /// The first and the last picture in the file.
  var allPictures: ClosedRange<Int> {
    let times = (0..<samples.count).lazy.map(samples.presentationTime)
    guard let first = times.min(), let last = times.max() else { return 0...0 }
    return first...last
  }

  /// The latest picture that begins at a time or before it, in ticks; nil where all come later.
  private func lastPicture(notAfter time: Double) -> Int? {
    var latest: Int?
    for index in 0..<samples.count {
      let start = samples.presentationTime(index)
      if Double(start) <= time { latest = max(latest ?? start, start) }
    }
    return latest
  }

  /// A part of the track that is shown in one go.
  private struct Stretch {
    /// In seconds of what is shown.
    let begins: Double
    let ends: Double
    /// What is shown first, in ticks of the track.
    let mediaStart: Int

    func media(at seconds: Double, _ timescale: Int) -> Double {
      Double(mediaStart) + (seconds - begins) * Double(timescale)
    }
  }

  /// In the order in which they are shown.
  private var shownStretches: [Stretch] {
    guard !edits.edits.isEmpty else {
      return [Stretch(begins: 0, ends: .infinity, mediaStart: samples.presentationRange.lowerBound)]
    }
    var passed = 0.0
    var stretches: [Stretch] = []
    for edit in edits.edits {
      let begins = passed
      passed += Double(edit.duration) / Double(edits.timescale)
      if let start = edit.mediaStart {
        stretches.append(Stretch(begins: begins, ends: passed, mediaStart: start))
      }
    }
    return stretches
  }
}
