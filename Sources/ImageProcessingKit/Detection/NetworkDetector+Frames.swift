internal import Glibc

// The looks at the frames of a film: many, and so cheap ones. YuNet takes 10 ms for a frame at 960 pixels, 2 ms at 320, and 1 to 2 ms
// around one face, each on one thread.
extension NetworkDetector: FrameDetecting {
  /// The long side in pixels that a frame is looked at quickly: of ordinary faces nearly all are seen, and of crowds four in five.
  static let quickLook = 960
  /// The long side for faces that fill the frame.
  private static let quickLookAtLargeFaces = 320
  /// The long side in pixels of the look to which a face in it is looked at at most, so that looks at both sizes see it.
  private static let largeFace = 4 * fillingFace / 3

  /// How large a face is where it is looked at closely, in pixels: it lies between this and the half.
  private static let longestExpected = 80.0
  /// How many times a frame is enlarged at most.
  private static let largestZoom = 4.0
  /// The side of what is looked at around a face, in lengths of the face: it may have moved, and networks go by hair and shoulders.
  private static let surroundings = 4.0
  /// What one close look shows at most, in pixels of its own.
  private static let longestPart = 640
  /// What is taken off the score: turned, more things look like faces.
  private static let cautionTurned = 0.1
  /// The ways round that a face is looked for in.
  private static let turns = [0, 30, 330, 90, 270, 180]

  func quickSightings(in picture: PixelBuffer, floor: Double) throws(FaceBlurError) -> [FaceSighting] {
    let longSide = max(picture.width, picture.height)
    let sides = [Self.quickLook, Self.quickLookAtLargeFaces].map {
      DetectionShim.size($0, for: picture, maxEnlargement: 2)
    }
    let looks = (sides[0] == sides[1] ? [sides[0]] : sides).map { side in
      NetworkLook(
        network: first.kind, picture: picture, longSide: side, degrees: 0,
        floor: FaceEvidence.floor(of: first.kind))
    }
    var fusion = FaceFusion(width: picture.width, height: picture.height, evidence: evidence)
    for (index, candidates) in try candidates(of: looks).enumerated() {
      let trusted =
        switch (index, looks.count) {
        case (_, 1): 0..<Double.infinity
        case (0, _): 0..<Self.largeFace * Double(sides[0]) / Double(sides[1])
        default: Self.fillingFace..<Double.infinity
        }
      let look = FaceFusion.Look(
        network: first.kind, degrees: 0, scale: Double(sides[index]) / Double(longSide), caution: 0,
        trusted: trusted, size: "\(sides[index])")
      try fusion.add(candidates, of: look)
    }
    return fusion.facesAlone(threshold: floor).map(\.sighting)
  }

  func fullSightings(
    in picture: PixelBuffer, ofFrame size: (width: Int, height: Int), floor: Double
  ) throws(FaceBlurError) -> [FaceSighting] {
    let view = try looked(at: picture, ofPhoto: size)
    let seen = view.fusion.faces(threshold: floor)
    // Nothing judges these: they are believed as in a photo.
    var others = try facesAllAround(in: picture) + fillingFaces(of: view)
    others += try seenSmall(in: view, besides: seen.filter { $0.score >= identity.threshold } + others)
    return others.isEmpty ? seen.map(\.sighting) : (seen + others).map(\.sighting).joined()
  }

  func closeSightings(
    in picture: PixelBuffer, of expected: [ExpectedFace], floor: Double
  ) throws(FaceBlurError) -> [FaceSighting] {
    let asExpected = Dictionary(grouping: expected, by: \.degrees)
    var found = try closeSightings(in: picture, of: asExpected, floor: floor)
    let missing = expected.filter { place in
      place.isLookedForTurned && !found.contains { place.rect.overlap($0.rect) > FaceFusion.minimumOverlap }
    }
    if !missing.isEmpty {
      let turned = Self.turns.map { degrees in (degrees, missing.filter { $0.degrees != degrees }) }
      found += try closeSightings(
        in: picture, of: Dictionary(uniqueKeysWithValues: turned), floor: floor)
    }
    return found.joined()
  }

  /// What is seen in some places, by how far the picture is turned for them.
  private func closeSightings(
    in picture: PixelBuffer, of expected: [Int: [ExpectedFace]], floor: Double
  ) throws(FaceBlurError) -> [FaceSighting] {
    let whole = Section(picture: picture, scale: 1)
    var looks: [(part: PicturePart, network: NetworkLook)] = []
    for (degrees, places) in expected.sorted(by: { $0.key < $1.key }) {
      let byZoom = Dictionary(grouping: places) { Self.zoom(for: $0.rect, in: picture) }
      for (zoom, places) in byZoom.sorted(by: { $0.key < $1.key }) {
        for part in Self.parts(around: places.map(\.rect), at: zoom, in: whole) {
          let longSide = Int((zoom * Double(max(part.width, part.height))).rounded())
          let look = NetworkLook(
            network: first.kind, picture: picture, part: part,
            longSide: max(longSide, DetectionShim.smallestLook), degrees: degrees,
            floor: FaceEvidence.floor(of: first.kind))
          looks.append((part, look))
        }
      }
    }
    return zip(looks, try candidates(of: looks.map(\.network))).flatMap { look, candidates in
      let area = whole.area(of: look.part)
      let degrees = look.network.degrees
      return candidates.compactMap { candidate -> FaceSighting? in
        let score = candidate.score - (degrees == 0 ? 0 : Self.cautionTurned)
        let probability = FaceEvidence.probability(
          logOdds: evidence.logOdds(of: look.network.network, score: score))
        guard probability >= floor, whole.owns(candidate.rect, seenIn: area) else { return nil }
        return FaceSighting(
          rect: candidate.rect.withChin(
            turnedBy: degrees, width: Double(picture.width), height: Double(picture.height)),
          score: probability, kind: candidate.kind, degrees: degrees)
      }
    }
  }

  /// How many times a picture is enlarged around a face, or shrunk: a power of two, so that neighbours are looked at together.
  private static func zoom(for rect: NormalizedRect, in picture: PixelBuffer) -> Double {
    let length = max(rect.width * Double(picture.width), rect.height * Double(picture.height), 1)
    return min(exp2((log2(longestExpected / length)).rounded(.down)), largestZoom)
  }

  private static func parts(
    around rects: [NormalizedRect], at zoom: Double, in whole: Section
  ) -> [PicturePart] {
    let spans = rects.compactMap { whole.vicinity(of: $0, lengths: surroundings) }
      .map { (row: Int($0.y * zoom / (surroundings * longestExpected)), span: $0.span) }
    return PictureSpan.joined(spans, longestSide: Int(Double(longestPart) / zoom))
  }
}

extension DetectedFace {
  fileprivate var sighting: FaceSighting { FaceSighting(rect: rect, score: score, kind: kind) }
}
