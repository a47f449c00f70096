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
    /// What is hidden of it: as far as boxes reach that are nearly as sure, and towards the chin as far as faces reach below their boxes.
    var face: NormalizedRect
    var kind: SubjectKind
    /// The highest scores, less the looks' caution: 0 of a network that looked and saw nothing, none of one that was not asked
    /// or could not have seen a face of that size.
    var scores: [NetworkKind: Double]
    /// By itself.
    var logOdds: Double
    /// What the faces around it and repeated looks add to the logarithm of the odds: less than 0 only where repeated looks see little.
    var gain = 0.0
    /// By `FaceNeighbors`.
    var company = 0.0
    /// The mean score of repeated looks; nil where none were taken.
    var repeated: Double?
    /// Where the surest look saw it.
    var box: NormalizedRect
    /// How far the picture was turned for that one, counterclockwise, in degrees.
    var degrees: Int

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

  /// What repeated looks saw of a place on the average.
  private struct RepeatedScore {
    let box: NormalizedRect
    let kind: SubjectKind
    let degrees: Int
    let score: Double
  }

  /// Boxes that share more than this part of their union may be one face.
  static let minimumOverlap = 0.3
  /// Boxes that share more than this are one face, and its region must hide both.
  static let sameFaceOverlap = 0.5
  /// How far the hull may reach beyond the surest box on each side, as a part of its length.
  private static let hullGrowth = 0.1
  /// The same of what is hidden, to where boxes end that are nearly as sure: looks at a head that lies on its side agree less about where
  /// it is, and the one that is a little surer may be the one that saw it the wrong way round.
  private static let faceGrowth = 0.25
  /// How much less sure such a box may be, as a logarithm of odds.
  private static let nearlyAsSure = 1.0
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
  /// What makes probabilities of scores.
  var evidence: FaceEvidence
  private var looks: [Record] = []
  private var sightings: [Sighting] = []
  private var kinds: [SubjectKind] = []
  private var repeated: [RepeatedScore] = []
  private var kept = KeptFaces()

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

  /// Takes in the mean score of repeated looks at a place.
  mutating func add(repeated score: Double, at place: Place) {
    repeated.append(RepeatedScore(box: place.box, kind: place.kind, degrees: place.degrees, score: score))
  }

  /// From now on what is believed so far stays so, whatever later looks say.
  mutating func keepFaces(threshold: Double) {
    kept = KeptFaces(places(), threshold: threshold)
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
      DetectedFace(rect: $0.face, score: probability($0), seenBy: $0.seenBy, kind: $0.kind)
    }
    return faces.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(
      \.element)
  }

  /// Every place that some look takes for a face, and what the faces around it and repeated looks say.
  /// - Parameter area: where their boxes have their middle; nil for everywhere.
  func places(in area: NormalizedRect? = nil) -> [Place] {
    var places = placesAlone(in: area)
    let believed = places.filter { $0.probabilityAlone >= NetworkDetector.defaultThreshold }
    let neighbors = FaceNeighbors(believed.lazy.map { ($0.rect, $0.kind) }, width: width, height: height)
    for index in places.indices {
      let place = places[index]
      places[index].company = neighbors.company(of: place.rect, kind: place.kind)
      places[index].repeated = repeatedScore(of: place)
      places[index].gain = evidence.gain(of: places[index])
    }
    kept.keep(in: &places, area: area)
    return places
  }

  private func repeatedScore(of place: Place) -> Double? {
    // What a later look is sure of, or sees another way round, was not what was looked at.
    guard place.probabilityAlone < Self.repeatedDoubt.upperBound else { return nil }
    let near = repeated.filter {
      $0.kind == place.kind && $0.degrees == place.degrees && $0.box.overlap(place.box) > Self.sameFaceOverlap
    }
    return near.max { $0.box.overlap(place.box) < $1.box.overlap(place.box) }?.score
  }

  /// Every place that some look takes for a face, by itself.
  private func placesAlone(in area: NormalizedRect? = nil) -> [Place] {
    let near = sightings.filter { area?.containsMiddle(of: $0.rect.clampedToPicture()) ?? true }
    // Equal ones keep their order, so that the result does not depend on the sorting algorithm.
    var rest = near.enumerated().sorted { a, b in
      (-a.element.logOdds, a.offset) < (-b.element.logOdds, b.offset)
    }.map(\.element)
    var places: [Place] = []
    while let surest = rest.first {
      let rect = hull(around: surest, of: rest[...], growth: Self.hullGrowth)
      let nearlyAsSure = rest.prefix { $0.logOdds > surest.logOdds - Self.nearlyAsSure }
      let face = rect.union(hull(around: surest, of: nearlyAsSure, growth: Self.faceGrowth))
      let region = rect.scaled(by: DetectedFace.usualMargin)
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
      places.append(place(rect, face, members, surest))
    }
    return places
  }

  /// The surest box, enlarged on each side to where those that agree with it end, up to a limit.
  private func hull(
    around surest: Sighting, of sightings: ArraySlice<Sighting>, growth: Double
  ) -> NormalizedRect {
    let box = surest.rect
    let agreeing = sightings.lazy.filter {
      box.overlap($0.rect) > Self.sameFaceOverlap && $0.kind == surest.kind
    }
    let limit = box.scaled(by: 1 + 2 * growth)
    return agreeing.reduce(box) { $0.union($1.rect) }.intersection(limit)
  }

  /// Between these probabilities a second opinion is asked for.
  private static let doubt = 0.3..<DetectedFace.sureScore
  /// Between these ones repeated looks are taken: of many looks at a photo, one is sometimes nearly sure of what is none.
  private static let repeatedDoubt = 0.35..<0.9

  /// Whether there is a place of which the looks so far cannot say what it is.
  var leavesDoubt: Bool { !Self.open(placesAlone(), between: Self.doubt, \.probabilityAlone).isEmpty }

  /// The places that repeated looks are to decide about, the surest first, with the company that they have.
  /// - Parameter area: where their boxes have their middle.
  func openPlaces(in area: NormalizedRect) -> [Place] {
    let open = Self.open(places(in: area), between: Self.repeatedDoubt, \.probability).filter {
      $0.repeated == nil
    }
    return open.enumerated().sorted { ($1.element.logOdds, $0.offset) < ($0.element.logOdds, $1.offset) }.map(
      \.element)
  }

  /// Those between some probabilities. A second box around a face that is sure by itself is none.
  private static func open(
    _ places: [Place], between doubt: Range<Double>, _ probability: (Place) -> Double
  ) -> [Place] {
    let sure = places.indices.filter { places[$0].probabilityAlone >= DetectedFace.sureScore }
    return places.indices.filter { index in
      let (rect, kind) = (places[index].rect, places[index].kind)
      return doubt.contains(probability(places[index]))
        && !sure.contains { other in
          let face = places[other]
          return other != index && face.kind == kind
            && face.rect.intersection(rect).area > 0.5 * min(face.rect.area, rect.area)
        }
    }.map { places[$0] }
  }

  /// Whether two boxes of one kind are around one face, whichever is the surer.
  static func isOneFace(_ rect: NormalizedRect, _ other: NormalizedRect) -> Bool {
    isOneFace(rect, rect.scaled(by: DetectedFace.usualMargin), other)
      || isOneFace(other, other.scaled(by: DetectedFace.usualMargin), rect)
  }

  /// - Parameter region: that hides the first one.
  private static func isOneFace(
    _ rect: NormalizedRect, _ region: NormalizedRect, _ other: NormalizedRect
  ) -> Bool {
    let overlap = rect.overlap(other)
    guard overlap > minimumOverlap else { return false }
    return overlap > sameFaceOverlap || region.intersection(other).area >= hidden * other.area
  }

  /// Whether a box is around the same face.
  private func isOf(_ surest: Sighting, _ region: NormalizedRect, _ other: Sighting) -> Bool {
    other.kind == surest.kind && Self.isOneFace(surest.rect, region, other.rect)
  }

  /// The long side of a box in the look's own pixels.
  private func longSide(of box: NormalizedRect, in look: Look) -> Double {
    max(box.width * width, box.height * height) * look.scale
  }

  private func place(
    _ rect: NormalizedRect, _ face: NormalizedRect, _ members: [Sighting], _ surest: Sighting
  ) -> Place {
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
      rect: rect, face: face.withChin(turnedBy: degrees, width: width, height: height), kind: kind,
      scores: scores, logOdds: evidence.logOdds(of: scores), box: surest.rect,
      degrees: degrees, seenBy: names(of: Set(members.map(\.look)).sorted()))
  }

  private func names(of seeing: [Int]) -> [String] {
    seeing.reduce(into: []) { names, index in
      if !names.contains(looks[index].look.name) { names.append(looks[index].look.name) }
    }
  }
}
