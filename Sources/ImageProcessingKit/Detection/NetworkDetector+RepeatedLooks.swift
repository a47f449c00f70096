// The repeated looks: what decides where all others leave doubt. Of those the surest counts, and of so many one or the other takes a hand
// for a face. So CenterFace is shown each doubtful place anew, at two sizes, as it is and mirrored, and what it sees on the average counts.
extension NetworkDetector {
  /// How a place is shown: as large as that its face has so many pixels, and whether left and right are changed.
  private static let showings: [(face: Double, isMirrored: Bool)] = [
    (48, false), (72, true), (48, true), (72, false),
  ]
  /// The side of what is shown, in lengths of the face.
  private static let shown = 5.0
  /// The least score that adds to the mean, and the part of their union that a box and the place share then.
  private static let (leastScore, leastOverlap) = (0.02, 0.35)
  /// From so much on to either side of the usual threshold, as a logarithm of odds, a place is shown no more: few are after all four.
  private static let decided = 1.5
  /// How often a place is shown at least that is taken for none: one look may miss a face for how its pixels fall.
  private static let leastShownOfNone = 2
  /// Of more places in one picture or band the surest ones are shown. The others stay what they were.
  private static let mostPlaces = 256

  /// A place, and what was seen of it so far.
  private struct RepeatedPlace {
    let place: FaceFusion.Place
    let vicinity: Vicinity
    var sum = 0.0
    var count = 0

    var mean: Double { sum / Double(count) }
  }

  /// Shows the doubtful places of a picture anew until they are decided.
  func lookRepeatedly(in section: Section, for view: inout ViewLooks) throws(FaceBlurError) {
    guard models[.centerface] != nil else { return }
    let places = view.fusion.openPlaces(in: section.own).filter { $0.kind == NetworkKind.centerface.subject }
    var open = places.prefix(Self.mostPlaces).compactMap { place in
      section.vicinity(of: place.box, lengths: Self.shown).map {
        RepeatedPlace(place: place, vicinity: $0)
      }
    }
    for showing in Self.showings where !open.isEmpty {
      let looks = open.map { look(at: $0, showing, in: section) }
      for (index, seen) in try candidates(of: looks.map(\.network)).enumerated() {
        open[index].sum += looks[index].score(of: open[index].place, seen)
        open[index].count += 1
      }
      open.removeAll { shown in
        guard isDecided(shown, by: view.fusion.evidence) else { return false }
        view.fusion.add(repeated: shown.mean, at: shown.place)
        return true
      }
    }
    for shown in open { view.fusion.add(repeated: shown.mean, at: shown.place) }
  }

  private func isDecided(_ shown: RepeatedPlace, by evidence: FaceEvidence) -> Bool {
    var place = shown.place
    place.repeated = shown.mean
    let threshold = FaceEvidence.logOdds(probability: Self.defaultThreshold)
    let above = place.logOdds + evidence.gain(of: place) - threshold
    return above > Self.decided || above < -Self.decided && shown.count >= Self.leastShownOfNone
  }

  /// A look at a place.
  private struct RepeatedLook {
    let network: NetworkLook
    /// Where the picture lies in the photo that it shows or shows a part of.
    let rect: NormalizedRect
    let isMirrored: Bool

    /// The highest score of what was seen there.
    func score(of place: FaceFusion.Place, _ seen: [FaceCandidate]) -> Double {
      seen.filter { candidate in
        var rect = candidate.rect
        if isMirrored { rect.x = 1 - rect.maxX }
        return rect.lying(in: self.rect).overlap(place.box) > NetworkDetector.leastOverlap
      }.map(\.score).max() ?? 0
    }
  }

  private func look(
    at shown: RepeatedPlace, _ showing: (face: Double, isMirrored: Bool), in section: Section
  ) -> RepeatedLook {
    let (picture, part, degrees) = (section.picture, shown.vicinity.span.part, shown.place.degrees)
    let longSide = Int(showing.face / shown.vicinity.size * Double(max(part.width, part.height)))
    let network = NetworkLook(
      network: .centerface, picture: showing.isMirrored ? picture.mirrored(part) : picture,
      part: showing.isMirrored ? nil : part, longSide: max(longSide, DetectionShim.smallestLook),
      degrees: showing.isMirrored ? (360 - degrees) % 360 : degrees, floor: Self.leastScore)
    return RepeatedLook(
      network: network, rect: showing.isMirrored ? section.area(of: part) : section.rect,
      isMirrored: showing.isMirrored)
  }
}

extension PixelBuffer {
  /// A part of it, which must lie in it, with left and right changed.
  fileprivate func mirrored(_ part: PicturePart) -> PixelBuffer {
    PixelBuffer(width: part.width, height: part.height) { target in
      bytes.withUnsafeBufferPointer { source in
        for row in 0..<part.height {
          let end = ((part.y + row) * width + part.x + part.width) * Self.channels
          for pixel in 0..<part.width {
            for channel in 0..<Self.channels {
              target[(row * part.width + pixel) * Self.channels + channel] =
                source[end - (pixel + 1) * Self.channels + channel]
            }
          }
        }
      }
    }
  }
}
