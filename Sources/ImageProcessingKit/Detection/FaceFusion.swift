/// Makes faces of what several looks at one picture saw.
///
/// Greedy, the surest box first: it takes in the boxes around the same face, and its face reaches as far as those that
/// agree with it, so that a box that sits a little off leaves no chin or ear outside. A box is taken in only where the
/// region that hides the face hides the box, too, at the usual margin: a neighbour in a crowd is not lost. Boxes of one
/// look were merged before. Boxes of different kinds are never one thing.
struct FaceFusion {
  /// One look: which network, which way round, and how large the picture was then.
  struct Look: Hashable {
    var network: NetworkKind
    /// How far the picture was turned, counterclockwise, in degrees.
    var degrees: Int
    /// Its pixels per pixel of the picture.
    var scale: Double
    /// What is taken off its scores.
    var caution: Double
    /// The long sides in its pixels of the faces that it is believed about; smaller or larger ones are clear at another
    /// size, and what is seen at this one only is none.
    var trusted: Range<Double>

    /// How people read its size: "640", "close".
    var size: String

    /// How people read it: "yunet 640", "centerface 1024 90°".
    var name: String { "\(network.rawValue) \(size)" + (degrees > 0 ? " \(degrees)°" : "") }
  }

  /// A look, and where it looked.
  private struct Record {
    let look: Look
    /// Upright and normalised; empty for the whole picture.
    var areas: [NormalizedRect]

    /// Whether it could have seen a face there: all of it, with something around.
    func couldSee(_ rect: NormalizedRect) -> Bool {
      guard !areas.isEmpty else { return true }
      let needed = rect.scaled(by: 2).clampedToPicture()
      return areas.contains { $0.contains(needed) }
    }
  }

  /// What the looks say of one place.
  struct Place {
    /// Around the surest box and those that agree with it.
    var rect: NormalizedRect
    var kind: SubjectKind
    /// The highest scores, less the looks' caution: 0 of a network that looked and saw nothing, none of one that was not asked
    /// or could not have seen a face of that size.
    var scores: [NetworkKind: Double]
    /// By itself.
    var logOdds: Double
    /// The logarithm of the odds that the faces around it add, at least 0.
    var gain = 0.0

    /// That it is a face, by itself.
    var probabilityAlone: Double { FaceEvidence.probability(logOdds: logOdds) }
    /// That it is a face, where it is.
    var probability: Double { FaceEvidence.probability(logOdds: logOdds + gain) }
    /// The looks that saw it.
    var seenBy: [String]
  }

  private struct Sighting {
    var rect: NormalizedRect
    /// Its place among the kinds: numbers are copied and compared in no time.
    var kind: Int
    /// The network's score, less the look's caution.
    var score: Double
    var look: Int
    /// How sure it would be alone.
    var logOdds: Double
  }

  /// Boxes that share more than this part of their union may be one face.
  static let minimumOverlap = 0.3
  /// Boxes that share more than this are one face, and its region must hide both.
  static let sameFaceOverlap = 0.5
  /// How far the hull may reach beyond the surest box on each side, as a part of its length.
  private static let hullGrowth = 0.1
  /// The part of a box that the region must hide.
  private static let hidden = 0.9
  /// The least long side in pixels that a network sees a face at.
  private static let smallestFace = 12.0
  /// The long side in pixels up to which a look that saw nothing says that there is no face: of one that fills the
  /// picture a network often sees nothing.
  private static let largestDoubted = 300.0

  /// Each is compared with all others. A record holds 4096 faces, and one is seen by ten looks or twenty.
  private static let maxSightings = 1 << 17

  private let width: Double
  private let height: Double
  private let evidence: FaceEvidence
  private var looks: [Record] = []
  private var sightings: [Sighting] = []
  private var kinds: [SubjectKind] = []

  /// - Parameters:
  ///   - width: the picture's, in pixels.
  ///   - height: the picture's, in pixels.
  ///   - evidence: what makes probabilities of scores.
  init(width: Int, height: Int, evidence: FaceEvidence = .fitted) {
    self.evidence = evidence
    self.width = Double(width)
    self.height = Double(height)
  }

  /// Takes in what a look saw, in the upright picture.
  /// - Parameter area: the part of the picture that it looked at; nil for all of it. A look may look at several.
  /// - Throws: `FaceBlurError` of kind `tooManyFaces` where all looks together saw more than can be compared with each other.
  mutating func add(
    _ candidates: [FaceCandidate], of look: Look, in area: NormalizedRect? = nil
  ) throws(FaceBlurError) {
    let index = index(of: look)
    if let area { looks[index].areas.append(area) }
    for candidate in candidates {
      let score = candidate.score - look.caution
      guard score >= FaceEvidence.floor(of: look.network),
        look.trusted.contains(longSide(of: candidate.rect, in: look))
      else {
        continue
      }
      sightings.append(
        Sighting(
          rect: candidate.rect, kind: self.index(of: candidate.kind), score: score, look: index,
          logOdds: evidence.logOdds(of: look.network, score: score)))
    }
    guard sightings.count <= Self.maxSightings else { throw .tooManyFaces(sightings.count) }
  }

  private mutating func index(of look: Look) -> Int {
    if let index = looks.firstIndex(where: { $0.look == look }) { return index }
    looks.append(Record(look: look, areas: []))
    return looks.count - 1
  }

  private mutating func index(of kind: SubjectKind) -> Int {
    if let index = kinds.firstIndex(of: kind) { return index }
    kinds.append(kind)
    return kinds.count - 1
  }

  /// The faces whose probability reaches a threshold, the surest first.
  func faces(threshold: Double) -> [DetectedFace] {
    faces(in: places(), threshold: threshold, \.probability)
  }

  /// The same, each place by itself: looks are taken where these leave doubt, so that they do not follow from one another.
  func facesAlone(threshold: Double) -> [DetectedFace] {
    faces(in: placesAlone(), threshold: threshold, \.probabilityAlone)
  }

  private func faces(
    in places: [Place], threshold: Double, _ probability: (Place) -> Double
  ) -> [DetectedFace] {
    let faces = places.filter { probability($0) >= threshold }.map {
      DetectedFace(rect: $0.rect, score: probability($0), seenBy: $0.seenBy, kind: $0.kind)
    }
    return faces.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(
      \.element)
  }

  /// Every place that some look takes for a face, and what the faces around it say.
  func places() -> [Place] {
    var places = placesAlone()
    let believed = places.filter { $0.probabilityAlone >= NetworkDetector.defaultThreshold }
    guard !believed.isEmpty else { return places }
    let neighbors = FaceNeighbors(believed.lazy.map { ($0.rect, $0.kind) }, width: width, height: height)
    for index in places.indices {
      let company = neighbors.company(of: places[index].rect, kind: places[index].kind)
      places[index].gain = evidence.gain(of: company)
    }
    return places
  }

  /// Every place that some look takes for a face, by itself.
  private func placesAlone() -> [Place] {
    // Equal ones keep their order, so that the result does not depend on the sorting algorithm.
    var rest = sightings.enumerated().sorted { a, b in
      (-a.element.logOdds, a.offset) < (-b.element.logOdds, b.offset)
    }.map(\.element)
    var places: [Place] = []
    while let surest = rest.first {
      let face = hull(around: surest, of: rest)
      let region = face.scaled(by: DetectedFace.usualMargin)
      var members: [Sighting] = []
      var others: [Sighting] = []
      for sighting in rest {
        if members.isEmpty || isOf(surest, region, sighting) {
          members.append(sighting)
        } else {
          others.append(sighting)
        }
      }
      rest = others
      places.append(place(face, members, surest))
    }
    return places
  }

  /// The surest box, enlarged on each side to where those that agree with it end, up to a limit.
  private func hull(around surest: Sighting, of sightings: [Sighting]) -> NormalizedRect {
    let box = surest.rect
    let agreeing = sightings.lazy.filter {
      box.overlap($0.rect) > Self.sameFaceOverlap && $0.kind == surest.kind
    }
    let limit = box.scaled(by: 1 + 2 * Self.hullGrowth)
    return agreeing.reduce(box) { $0.union($1.rect) }.intersection(limit)
  }

  /// Between these probabilities a second opinion is asked for.
  private static let doubt = 0.3..<DetectedFace.sureScore

  /// Whether there is a place of which the looks so far cannot say what it is. A second box around a sure face is none.
  var leavesDoubt: Bool {
    let faces = facesAlone(threshold: Self.doubt.lowerBound)
    let sure = faces.prefix { $0.score >= Self.doubt.upperBound }
    return faces.dropFirst(sure.count).contains { face in
      !sure.contains {
        $0.rect.intersection(face.rect).area > 0.5 * min($0.rect.area, face.rect.area) && $0.kind == face.kind
      }
    }
  }

  /// Whether a box is around the same face.
  private func isOf(_ surest: Sighting, _ region: NormalizedRect, _ other: Sighting) -> Bool {
    let box = other.rect
    let overlap = surest.rect.overlap(box)
    guard overlap > Self.minimumOverlap, other.kind == surest.kind else { return false }
    return overlap > Self.sameFaceOverlap || region.intersection(box).area >= Self.hidden * box.area
  }

  /// The long side of a box in the look's own pixels.
  private func longSide(of box: NormalizedRect, in look: Look) -> Double {
    max(box.width * width, box.height * height) * look.scale
  }

  private func place(_ rect: NormalizedRect, _ members: [Sighting], _ surest: Sighting) -> Place {
    let kind = kinds[surest.kind]
    let degrees = looks[surest.look].look.degrees
    var scores: [NetworkKind: Double] = [:]
    for network in NetworkKind.allCases {
      scores[network] = members.filter { looks[$0.look].look.network == network }.map(\.score).max()
    }
    // What one network alone is sure of, a look at a part of the picture does not doubt: it was after another face.
    let isSure = FaceEvidence.probability(logOdds: evidence.logOdds(of: scores)) >= DetectedFace.sureScore
    for network in NetworkKind.allCases where scores[network] == nil && network.subject == kind {
      // One that looked for it the same way round and at that size saw nothing.
      let looked = looks.contains { record in
        let look = record.look
        let side = longSide(of: surest.rect, in: look)
        return look.network == network && look.degrees == degrees && look.trusted.contains(side)
          && (Self.smallestFace...Self.largestDoubted).contains(side)
          && (record.areas.isEmpty || !isSure && record.couldSee(surest.rect))
      }
      if looked { scores[network] = 0 }
    }
    return Place(
      rect: rect, kind: kind, scores: scores, logOdds: evidence.logOdds(of: scores),
      seenBy: names(of: Set(members.map(\.look)).sorted()))
  }

  private func names(of seeing: [Int]) -> [String] {
    seeing.reduce(into: []) { names, index in
      if !names.contains(looks[index].look.name) { names.append(looks[index].look.name) }
    }
  }
}
