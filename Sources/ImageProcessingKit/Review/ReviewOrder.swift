/// The order of questions: what takes the most harm away per second of a person's time comes first.
///
/// Regions that may be no face come first, then those in which the second look still saw one, then photos in which
/// nothing is hidden, because a miss hides there, then the rest. Of regions of one kind that comes first of which
///
///     doubt × size × (1 + alike)
///
/// is largest: doubt is 1 less the score, how likely an answer is to change anything, and 1 where there is no score; size
/// is the side of a square as large as the region, as part of the picture's, because a large box spoils more of it and
/// is judged at a glance; alike is how many other open questions one answer may settle. Doubt times size is rounded to
/// a millionth. Where that is equal, and among photos, the lower number comes first, and within a photo the order of its
/// regions. So the same photos always come in the same order.
///
/// A photo is asked about as a whole only where no region of it is in question.
package struct ReviewOrder {
  /// - Parameter photos: by number.
  package static func questions(_ photos: [ReviewedState]) -> [ReviewQueue.Question] {
    var open: [Open] = []
    open.reserveCapacity(photos.count)
    var groups = PlaceGroups()
    for (number, photo) in photos.enumerated() {
      for (place, asked) in photo.questions.enumerated() {
        open.append(Open(photo: number, place: place, asked.region, asked.kind))
        guard let region = asked.region, let frame = photo.frame else { continue }
        open[open.count - 1].group = groups.join(region, of: frame, asked.kind)
      }
    }
    for index in open.indices { open[index].alike = groups.alike(open[index].group) }
    return open.sorted { $0.comes(before: $1) }.map {
      ReviewQueue.Question(photo: $0.photo, region: $0.region, kind: $0.kind, alike: $0.alike)
    }
  }

  private struct Open {
    let photo: Int
    /// Among the questions about its photo.
    let place: Int
    let region: String?
    let kind: ReviewQueue.Kind
    /// Doubt times size.
    private let harm: Double
    var group: Int?
    var alike = 0

    init(photo: Int, place: Int, _ region: PlannedRegion?, _ kind: ReviewQueue.Kind) {
      self.photo = photo
      self.place = place
      self.region = region?.id
      self.kind = kind
      harm = region.map(Self.harm) ?? 0
    }

    /// In whole steps, so that boxes of one size do not differ by how their places are rounded.
    private static func harm(_ region: PlannedRegion) -> Double {
      guard region.rect.isValid else { return 0 }
      let size = region.rect.clampedToPicture().area.squareRoot()
      return ((1 - (region.score ?? 0)) * size * 1_000_000).rounded()
    }

    private var worth: Double { harm * Double(1 + alike) }

    func comes(before other: Open) -> Bool {
      if kind != other.kind { return kind.rank < other.kind.rank }
      if worth != other.worth { return worth > other.worth }
      return (photo, place) < (other.photo, other.place)
    }
  }
}

extension ReviewQueue.Kind {
  /// Lower comes first.
  fileprivate var rank: Int {
    switch self {
    case .doubtful: 0
    case .seenAgain: 1
    case .noFace: 2
    case .rest: 3
    }
  }
}

/// Regions that lie at the same place in pictures of the same size: what may be one thing in a burst of photos.
///
/// The first at a place leads a group, and others join the first leader that is at theirs. That takes time in proportion
/// to the regions, however many lie at one place, and two members may be a little farther apart than either is from the
/// leader.
private struct PlaceGroups {
  /// What only like is grouped with like of.
  private struct Sort: Hashable {
    let frame: PictureFrame
    let subject: SubjectKind
    let kind: ReviewQueue.Kind
  }

  /// A cell of a grid that is as fine as regions are large.
  private struct Cell: Hashable {
    let sort: Int
    let across: Place
    let down: Place
  }

  /// Where the middle of a region lies, along one side of the picture.
  private struct Place: Hashable {
    /// Of two: how long cells are, and regions at least.
    let exponent: Int
    let cell: Int

    init(_ middle: Double, exponent: Int) {
      self.exponent = exponent
      cell = Int((middle / Double(sign: .plus, exponent: exponent, significand: 1)).rounded(.down))
    }

    private init(exponent: Int, cell: Int) { (self.exponent, self.cell) = (exponent, cell) }

    /// Where the middles of all regions may lie that are at the same place as one. Two spans that share four fifths of
    /// their union differ in length by a quarter at most, and their middles by an eighth of either.
    static func all(around start: Double, _ length: Double) -> [Place] {
      let length = max(length, leastLength)
      let (middle, reach) = (start + length / 2, 0.15 * length)
      let least = (length * ReviewLikeness.samePlace).exponent
      let most = (length / ReviewLikeness.samePlace).exponent
      return (least...most).flatMap { exponent in
        let first = Place(middle - reach, exponent: exponent).cell
        let last = Place(middle + reach, exponent: exponent).cell
        return (first...last).map { Place(exponent: exponent, cell: $0) }
      }
    }

    static func own(_ start: Double, _ length: Double) -> Place {
      let length = max(length, leastLength)
      return Place(start + length / 2, exponent: Int(length.exponent))
    }

    /// Shorter ones are as if they were so long; a pixel of any photo is longer.
    private static let leastLength = 0x1p-30
  }

  /// As many leaders are looked at in a cell. Regions that people or detectors make have far fewer; what comes after
  /// stands alone.
  private static let mostLeaders = 64

  private var sorts: [Sort: Int] = [:]
  private var leaders: [Cell: [(rect: NormalizedRect, group: Int)]] = [:]
  /// How many members each group has.
  private var counts: [Int] = []

  /// - Returns: the number of the region's group.
  mutating func join(
    _ region: PlannedRegion, of frame: PictureFrame, _ kind: ReviewQueue.Kind
  ) -> Int? {
    guard region.rect.isValid else { return nil }
    let key = Sort(frame: frame, subject: region.kind, kind: kind)
    let sort = sorts[key] ?? sorts.count
    sorts[key] = sort
    let rect = region.rect
    let columns = Place.all(around: rect.x, rect.width)
    for down in Place.all(around: rect.y, rect.height) {
      for across in columns {
        let near = leaders[Cell(sort: sort, across: across, down: down)]
        guard let found = near?.first(where: { $0.rect.overlap(rect) >= ReviewLikeness.samePlace }) else {
          continue
        }
        counts[found.group] += 1
        return found.group
      }
    }
    counts.append(1)
    let own = Cell(
      sort: sort, across: .own(rect.x, rect.width), down: .own(rect.y, rect.height))
    if leaders[own, default: []].count < Self.mostLeaders {
      leaders[own, default: []].append((rect, counts.count - 1))
    }
    return counts.count - 1
  }

  /// How many others are in a group; none in no group.
  func alike(_ group: Int?) -> Int { group.map { counts[$0] - 1 } ?? 0 }
}
