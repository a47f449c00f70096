extension FilmPlan {
  /// When somebody is hidden: from the first picture of each track that takes part to the end of its last one.
  /// - Parameter samples: of the film's pictures.
  /// - Returns: in ticks of the track of pictures, ascending and apart from each other.
  func hiddenTimes(in samples: SampleTable) -> [Range<Int>] {
    let times = (0..<samples.count).map(samples.presentationTime).sorted()
    let end = samples.presentationRange.upperBound
    let spans = applied.compactMap { track -> Range<Int>? in
      guard let span = track.span else { return nil }
      let next = times.firstIndex(notBelow: span.upperBound + 1, by: \.self)
      let last = next < times.count ? times[next] : max(end, span.upperBound + 1)
      return span.lowerBound..<last
    }.sorted { $0.lowerBound < $1.lowerBound }
    var apart: [Range<Int>] = []
    for span in spans {
      if let last = apart.last, last.upperBound >= span.lowerBound {
        apart[apart.count - 1] = last.lowerBound..<max(last.upperBound, span.upperBound)
      } else {
        apart.append(span)
      }
    }
    return apart
  }
}
