/// Where groups of pictures may begin, found while one picture after the other is looked at in the order of decoding.
struct FilmGroupStarts {
  private struct Start {
    let index: Int
    let isIndependent: Bool
    /// When all before it have been shown.
    let latest: Int
    var leadingCount = 0
  }

  private let samples: SampleTable
  private var starts: [Start] = []
  private var latest = Int.min
  /// Whether pictures that come now may lead to the last start.
  private var mayLead = false

  init(_ samples: SampleTable) { self.samples = samples }

  mutating func append(_ kind: PictureKind, at index: Int) {
    let time = samples.presentationTime(index)
    switch kind {
    case .independent, .accessible:
      // All before are shown before; what of those behind is, is seen in the end.
      let mayBegin = samples.isSync(index) && time > latest
      if mayBegin {
        starts.append(Start(index: index, isIndependent: kind == .independent, latest: latest))
      }
      mayLead = mayBegin && kind == .accessible
    case .leading:
      if mayLead, let start = starts.last {
        if time > start.latest, time < samples.presentationTime(start.index) {
          starts[starts.count - 1].leadingCount += 1
        } else {
          drop(start.index)
        }
      }
    case .dependent: mayLead = false
    }
    latest = max(latest, time)
  }

  /// A picture is none, if it was taken for the last one.
  mutating func drop(_ index: Int) {
    guard starts.last?.index == index else { return }
    starts.removeLast()
    mayLead = false
  }

  /// All pictures; nil where the first one begins no group.
  var groups: [FilmGroup]? {
    var found: [Start] = []
    var rest = starts[...]
    var (earliest, earliestBehind) = (Int.max, Int.max)
    for index in (0..<samples.count).reversed() {
      let time = samples.presentationTime(index)
      if let start = rest.last, start.index + start.leadingCount == index { earliestBehind = earliest }
      if let start = rest.last, start.index == index {
        rest.removeLast()
        if time < earliestBehind { found.append(start) }
      }
      earliest = min(earliest, time)
    }
    found.reverse()
    guard let first = found.first, first.index == 0 else { return nil }
    let ends = found.dropFirst().map(\.index) + [samples.count]
    return zip(found, ends).map { start, end in
      FilmGroup(
        pictures: start.index..<end, leadingCount: start.leadingCount, isIndependent: start.isIndependent)
    }
  }
}
