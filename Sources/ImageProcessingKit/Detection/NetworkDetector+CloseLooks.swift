// The close looks: small and doubtful places at a size at which both networks see best, and nothing around them. They say what a look
// at the whole picture at that size would say, at a fraction of its time.
extension NetworkDetector {
  /// The score of YuNet from which on a place is looked at closely.
  static let hint = 0.1

  /// How many degrees more than a look at the whole picture a close one is turned for heads that lean farther.
  private static let fartherLean = 15
  /// The score of YuNet from which on that is done.
  private static let clearHint = 0.2

  /// How large a face is where it is looked at closely, in pixels: at least half as much, and less than as much.
  private static let longestFace = 56.0
  /// Faces of more pixels are clear in the looks at the whole picture.
  private static let longestHint = 112.0
  /// The side of what is looked at around a face, in lengths of the face: the networks go by hair and shoulders, too.
  private static let surroundings = 5.0
  /// What one close look shows at most, in pixels of its own.
  private static let longestSide = 1024

  /// How readily close looks are taken, and believed.
  struct Closeness {
    /// The score from which on a place of the first network is shown to the other one.
    var least: Double
    /// What is taken off the scores of both networks: of so many looks one or the other takes a hand for a face.
    var cautions: [NetworkKind: Double]

    /// In a photo that is looked at whole several other looks see small faces, too.
    static let besideOtherLooks = Closeness(
      least: FaceEvidence.floor(of: .yunet), cautions: [.yunet: 0.15, .centerface: 0.1])
    /// In a large photo no other look does.
    static let alone = Closeness(least: hint, cautions: [:])
  }

  /// A picture that close looks are taken in.
  struct Section {
    let picture: PixelBuffer
    /// Where it lies in the photo.
    var rect = NormalizedRect.wholePicture
    /// What is looked for in it: faces with their middle there.
    var own = NormalizedRect.wholePicture
    /// Its pixels for one of the photo.
    let scale: Double

    /// The part of the photo that a part of the picture shows.
    func area(of part: PicturePart) -> NormalizedRect { part.rect(in: picture).lying(in: rect) }

    /// Whether a box that was seen in a part is whole, and this picture's to tell of. Of what an edge cuts, another part shows all.
    func owns(_ box: NormalizedRect, seenIn area: NormalizedRect) -> Bool {
      // Half a pixel, because a part may end where the photo does but for rounding.
      let (nearX, nearY) = (
        0.5 * rect.width / Double(picture.width), 0.5 * rect.height / Double(picture.height)
      )
      return (box.x >= area.x || area.x < nearX) && (box.y >= area.y || area.y < nearY)
        && (box.maxX <= area.maxX || area.maxX > 1 - nearX)
        && (box.maxY <= area.maxY || area.maxY > 1 - nearY)
        && own.containsMiddle(of: box.clampedToPicture())
    }

    /// What is around a box of the photo, as a square of so many of its lengths; nil where none of that lies in the picture.
    func vicinity(of box: NormalizedRect, lengths: Double) -> Vicinity? {
      let (width, height) = (Double(picture.width), Double(picture.height))
      let size = max(box.width / rect.width * width, box.height / rect.height * height)
      let half = lengths * size / 2
      let x = (box.x + box.width / 2 - rect.x) / rect.width * width
      let y = (box.y + box.height / 2 - rect.y) / rect.height * height
      let span = PictureSpan(
        left: max(0, Int(x - half)), top: max(0, Int(y - half)), right: min(picture.width, Int(x + half) + 1),
        bottom: min(picture.height, Int(y + half) + 1))
      guard size > 0, span.left < span.right, span.top < span.bottom else { return nil }
      return Vicinity(span: span, size: size, y: y)
    }
  }

  /// What is around a box, in pixels of a section's picture.
  struct Vicinity {
    let span: PictureSpan
    /// The box's long side.
    let size: Double
    /// Of its middle.
    let y: Double
  }

  /// Looks closely at what the looks at a whole picture see and are not sure of: each place as that look was turned, and a head that
  /// leans also turned farther.
  /// - Parameter hints: by how far the picture was turned counterclockwise, places that may be faces, in the photo.
  func lookClosely(
    at hints: [Int: [FaceCandidate]], in section: Section, for view: inout ViewLooks
  ) throws(FaceBlurError) {
    let turns = Self.turns(of: hints)
    let ahead = try looksAhead(turns, in: section, view)
    for turn in turns {
      let open = openHints(turn.hints, degrees: turn.degrees, view)
      try lookClosely(
        at: open, in: section, degrees: turn.degrees, .besideOtherLooks, ahead: ahead, for: &view)
    }
  }

  /// The places that are looked at closely one turn after the other, and how far the picture is turned for them.
  private static func turns(of hints: [Int: [FaceCandidate]]) -> [(degrees: Int, hints: [FaceCandidate])] {
    hints.sorted { $0.key < $1.key }.flatMap { degrees, hints -> [(degrees: Int, hints: [FaceCandidate])] in
      guard !degrees.isMultiple(of: 90) else { return [(degrees, hints)] }
      let farther = degrees < 180 ? degrees + fartherLean : degrees - fartherLean
      return [(degrees, hints), (farther, hints.filter { $0.score >= clearHint })]
    }
  }

  /// What tells a close look from others at the same picture.
  struct CloseLookKey: Hashable {
    let network: NetworkKind
    let part: PicturePart
    let longSide: Int
    let degrees: Int
    let floor: Double
  }

  /// Looks of several turns at once, where each turn has so few that threads would be idle. Which looks a turn takes hangs on what those
  /// before it have seen, so some of these may be for nothing, and others have to be taken then.
  /// - Returns: what each saw.
  private func looksAhead(
    _ turns: [(degrees: Int, hints: [FaceCandidate])], in section: Section, _ view: ViewLooks
  ) throws(FaceBlurError) -> [CloseLookKey: [FaceCandidate]] {
    guard threadCount > 1 else { return [:] }
    let looks = turns.flatMap { turn in
      closeLooks(
        at: openHints(turn.hints, degrees: turn.degrees, view).filter { isOpen($0, by: first.kind) },
        with: first.kind, in: section, degrees: turn.degrees, .besideOtherLooks)
    }
    guard looks.count > 1, looks.count <= Self.mostAhead * threadCount else { return [:] }
    let seen = try candidates(of: looks.map(\.network))
    return Dictionary(zip(looks.map(\.key), seen)) { first, _ in first }
  }

  /// Looks for each thread that are taken ahead. Of more than that a turn has enough for all threads.
  private static let mostAhead = 2

  /// The hints but for what is sure by now: it needs no closer look, and would only be doubted by it.
  private func openHints(_ hints: [FaceCandidate], degrees: Int, _ view: ViewLooks) -> [FaceCandidate] {
    let sure = view.fusion.facesAlone(threshold: DetectedFace.sureScore).map(\.rect)
    let isTurned = !degrees.isMultiple(of: 90)
    return hints.filter { hint in
      !sure.contains { face in
        // Of an upright face a turned look sees a part as one that leans.
        isTurned
          ? face.intersection(hint.rect).area > 0.5 * min(face.area, hint.rect.area)
          : face.overlap(hint.rect) > FaceFusion.sameFaceOverlap
      }
    }
  }

  /// Looks closely at what is small and not sure: first with the network that looks first, and with the other one where that sees more
  /// than nothing.
  /// - Parameters:
  ///   - hints: places that may be faces, in the photo.
  ///   - degrees: how far the picture is turned counterclockwise for it.
  ///   - ahead: what looks saw that were taken already.
  func lookClosely(
    at hints: [FaceCandidate], in section: Section, degrees: Int, _ closeness: Closeness,
    ahead: [CloseLookKey: [FaceCandidate]] = [:], for view: inout ViewLooks
  ) throws(FaceBlurError) {
    var places = hints.filter { isOpen($0, by: first.kind) }
    for kind in NetworkKind.allCases where models[kind] != nil {
      let found = try looked(
        at: places, with: kind, in: section, degrees: degrees, closeness, ahead: ahead, for: &view)
      places = (places + found).merged(overlap: Self.mergeOverlap).filter {
        $0.score >= closeness.least && isOpen($0, by: kind)
      }
    }
  }

  /// Whether a network alone is not sure of a place.
  private func isOpen(_ place: FaceCandidate, by kind: NetworkKind) -> Bool {
    place.score < evidence.score(of: kind, forProbability: DetectedFace.sureScore)
  }

  /// A close look at a part of a picture.
  private struct CloseLook {
    let zoom: Int
    let part: PicturePart
    let network: NetworkLook

    var key: CloseLookKey {
      CloseLookKey(
        network: network.network, part: part, longSide: network.longSide, degrees: network.degrees,
        floor: network.floor)
    }
  }

  private func closeLooks(
    at places: [FaceCandidate], with kind: NetworkKind, in section: Section, degrees: Int,
    _ closeness: Closeness
  ) -> [CloseLook] {
    let caution = closeness.cautions[kind] ?? 0
    var looks: [CloseLook] = []
    for zoom in [1, 2, 4] {
      for part in parts(around: places, at: zoom, in: section) {
        let look = NetworkLook(
          network: kind, picture: section.picture, part: part,
          longSide: max(zoom * max(part.width, part.height), DetectionShim.smallestLook), degrees: degrees,
          floor: FaceEvidence.floor(of: kind) + caution)
        looks.append(CloseLook(zoom: zoom, part: part, network: look))
      }
    }
    return looks
  }

  /// - Returns: what was seen, in the photo.
  private func looked(
    at places: [FaceCandidate], with kind: NetworkKind, in section: Section, degrees: Int,
    _ closeness: Closeness, ahead: [CloseLookKey: [FaceCandidate]], for view: inout ViewLooks
  ) throws(FaceBlurError) -> [FaceCandidate] {
    let caution = closeness.cautions[kind] ?? 0
    let looks = closeLooks(at: places, with: kind, in: section, degrees: degrees, closeness)
    let missing = looks.filter { ahead[$0.key] == nil }
    var seen = try candidates(of: missing.map(\.network))[...]
    var all: [FaceCandidate] = []
    for look in looks {
      guard let found = ahead[look.key] ?? seen.popFirst() else {
        throw .detectionFailed("a look was not taken")
      }
      let described = FaceFusion.Look(
        network: kind, degrees: degrees, scale: section.scale * Double(look.zoom), caution: caution,
        trusted: 12..<(2 * Self.longestFace), size: "close")
      let area = section.area(of: look.part)
      let own = found.map { $0.lying(in: section.rect) }.filter { section.owns($0.rect, seenIn: area) }
      try view.fusion.add(own, of: described, in: area)
      all += own
    }
    return all
  }

  /// What is looked at around places whose faces that zoom shows well: neighbours together.
  private func parts(around places: [FaceCandidate], at zoom: Int, in section: Section) -> [PicturePart] {
    let longest = zoom == 1 ? Self.longestHint : Self.longestFace / Double(zoom)
    let shortest = zoom == 4 ? 0 : Self.longestFace / Double(2 * zoom)
    let parts = places.compactMap { section.vicinity(of: $0.rect, lengths: Self.surroundings) }
      .filter { (shortest..<longest).contains($0.size) }
      .map { (row: Int($0.y / (Self.surroundings * longest)), span: $0.span) }
    return PictureSpan.joined(parts, longestSide: Self.longestSide / zoom)
  }
}

extension FaceCandidate {
  /// The same in the photo, of a box in a picture that lies there.
  func lying(in rect: NormalizedRect) -> FaceCandidate {
    FaceCandidate(rect: self.rect.lying(in: rect), score: score, kind: kind)
  }
}
