// The looks at a photo's bands: faces that are too small in any look at the whole picture.
extension NetworkDetector {
  /// One look at a band.
  private struct BandLook {
    /// Its pixels for one of the band's, which has half the photo's.
    var scale: Double
    var degrees = 0
    /// Whether it says which way round the photo is.
    var isCounted = false
    /// Whether what it is not sure of is looked at closely.
    var isFinest = false

    /// What is taken off the score: turned, more things look like faces.
    var caution: Double { degrees == 0 ? 0 : 0.1 }

    /// The long sides in its pixels of faces that are whole in what it is shown.
    var trusted: Range<Double> {
      0..<min(NetworkDetector.longestBandFace, Double(2 * PictureBand.context) * scale)
    }
  }

  /// A face of more pixels of a look may lie in no band as a whole, and is seen at the next coarser size.
  static let longestBandFace = 128.0
  /// The long side in pixels of what is looked at at once.
  private static let longestPart = 2048.0
  /// Which one of two bands or parts a box belongs to is not decided to the pixel: in the middle of a face both may see it.
  private static let tolerance = 12.0

  /// Looks at a photo's bands where the picture that was looked at is too small for small faces.
  /// - Parameter views: what the looks at the whole picture saw.
  func lookAtBands(
    of photo: some BandedPhoto, for views: inout [ViewLooks]
  ) throws(FaceBlurError) {
    let longSide = max(photo.uprightSize.width, photo.uprightSize.height)
    guard effort.looksClosely, longSide > DetectionScale.longestWhole else { return }
    let finest = 2 * DetectionScale.finest
    let quick = [0, 90, 180, 270].map { BandLook(scale: finest / 4, degrees: $0, isCounted: true) }
    let upright = Self.scales(ofPhoto: longSide).map { BandLook(scale: $0, isFinest: $0 == finest) }
    try look(at: photo, quick + upright, for: &views)
    // Nearly no photo is stored so that its small faces lie on their side.
    let turns =
      effort == .maximum ? [90, 180, 270] : Set(views.compactMap { $0.degrees(of: .mostFaces) }).sorted()
    for degrees in turns {
      let turned = upright.map { look in
        var look = look
        look.degrees = degrees
        return look
      }
      try look(at: photo, turned, for: &views)
    }
  }

  /// The looks at bands, in their pixels for one of a band's: each sees faces 2.5 times as large as the one before, until the look at
  /// the whole picture shows those that are too large with 20 pixels or more.
  static func scales(ofPhoto longSide: Int) -> [Double] {
    let whole = Double(DetectionScale.finestLook(ofPhoto: longSide, atLeast: 0)) / Double(longSide)
    var scales = [2 * DetectionScale.finest]
    while let last = scales.last, scales.count < 2 || longestBandFace / (last / 2) * whole < 20 {
      scales.append(last / 2.5)
    }
    return scales
  }

  private func look(
    at photo: some BandedPhoto, _ looks: [BandLook], for views: inout [ViewLooks]
  ) throws(FaceBlurError) {
    try photo.forEachBand { (band) throws(FaceBlurError) in
      guard band.views.count == views.count else {
        throw .internalError("a band has other views than the picture")
      }
      for view in views.indices {
        let partsOfLooks = looks.map { parts(of: $0, in: band.views[view], of: band) }
        let seen = try candidates(of: partsOfLooks.joined().map(\.network))
        var next = 0
        for (look, parts) in zip(looks, partsOfLooks) {
          let found = zip(parts, seen[next..<next + parts.count]).flatMap { $0.own($1) }
          next += parts.count
          try views[view].fusion.add(found, of: described(look, of: views[view]))
          if look.isCounted { views[view].countMore(found, at: look.degrees) }
          guard look.isFinest else { continue }
          let section = Section(
            picture: band.views[view], rect: band.rect, own: band.core.enlarged(by: Self.tolerance, in: band),
            scale: 0.5)
          try lookClosely(at: found, in: section, degrees: look.degrees, .alone, for: &views[view])
          try lookRepeatedly(in: section, for: &views[view])
        }
      }
    }
  }

  /// A look as those at whole pictures are described.
  private func described(_ look: BandLook, of view: ViewLooks) -> FaceFusion.Look {
    let photoSide = Double(max(view.size.width, view.size.height))
    return FaceFusion.Look(
      network: first.kind, degrees: look.degrees, scale: look.scale / 2, caution: look.caution,
      trusted: look.trusted, size: "\(Int((photoSide * look.scale / 2).rounded()))")
  }

  /// A part of a band, shown with what is around it.
  private struct BandPart {
    let network: NetworkLook
    let band: PictureBand
    /// Where faces have their middle that are this part's to tell of, in the photo.
    let near: NormalizedRect

    /// What of that which was seen is this part's, in the photo.
    func own(_ seen: [FaceCandidate]) -> [FaceCandidate] {
      // Of a face beyond the edge the part that is in the picture says where it belongs.
      seen.map { $0.lying(in: band.rect) }.filter { near.containsMiddle(of: $0.rect.clampedToPicture()) }
    }
  }

  /// What a look shows the network of a band, part by part.
  private func parts(of look: BandLook, in picture: PixelBuffer, of band: PictureBand) -> [BandPart] {
    let floor = FaceEvidence.floor(of: first.kind) + look.caution
    let context = Int((Self.longestBandFace / look.scale / 2).rounded(.up))
    return parts(of: picture, showing: band, at: look.scale, context).map { core in
      let left = max(0, core.x - context), top = max(0, core.y - context)
      let part = PicturePart(
        x: left, y: top, width: min(picture.width, core.x + core.width + context) - left,
        height: min(picture.height, core.y + core.height + context) - top)
      let longSide = Int((Double(max(part.width, part.height)) * look.scale).rounded())
      let near = core.rect(in: picture).lying(in: band.rect).enlarged(by: Self.tolerance, in: band)
      let network = NetworkLook(
        network: first.kind, picture: picture, part: part,
        longSide: max(longSide, DetectionShim.smallestLook), degrees: look.degrees,
        floor: look.isFinest ? min(floor, Self.hint) : floor)
      return BandPart(network: network, band: band, near: near)
    }
  }

  /// The band's own part of the picture, cut so that what is looked at at once is no larger than it may be.
  private func parts(
    of picture: PixelBuffer, showing band: PictureBand, at scale: Double, _ context: Int
  ) -> [PicturePart] {
    let longest = max(Int(Self.longestPart / scale) - 2 * context, 256)
    func cuts(_ start: Double, _ end: Double, _ pixels: Int) -> [Range<Int>] {
      let first = min(max(Int((start * Double(pixels)).rounded()), 0), pixels)
      let last = min(max(Int((end * Double(pixels)).rounded()), first), pixels)
      let count = max(1, (last - first + longest - 1) / longest)
      return (0..<count).map {
        first + (last - first) * $0 / count..<first + (last - first) * ($0 + 1) / count
      }
    }
    let core = band.core
    let columns = cuts(
      (core.x - band.rect.x) / band.rect.width, (core.maxX - band.rect.x) / band.rect.width, picture.width)
    let rows = cuts(
      (core.y - band.rect.y) / band.rect.height, (core.maxY - band.rect.y) / band.rect.height, picture.height)
    return rows.flatMap { row in
      columns.map { PicturePart(x: $0.lowerBound, y: row.lowerBound, width: $0.count, height: row.count) }
    }.filter { $0.width > 0 && $0.height > 0 }
  }
}

extension NormalizedRect {
  /// Larger on every side by so many pixels of a band.
  fileprivate func enlarged(by pixels: Double, in band: PictureBand) -> NormalizedRect {
    let across = pixels * band.rect.width / Double(band.views[0].width)
    let down = pixels * band.rect.height / Double(band.views[0].height)
    return NormalizedRect(x: x - across, y: y - down, width: width + 2 * across, height: height + 2 * down)
  }
}
