/// How each of them is made.
extension ReviewFilms {
  private static let allowedSides = 16...4096
  /// So many frames before and behind one that is looked at are kept with it, for who goes on frame by frame.
  private static let nearFrames = 4

  func still(
    _ film: Opened, _ frame: Int, _ longSide: Int, hiding plan: FilmPlan?
  ) throws(FaceBlurError) -> [UInt8] {
    guard (0..<film.seeker.count).contains(frame) else { throw .noSuchFrame }
    var decoded = try self.frame(film, frame)
    if let plan {
      var bytes = decoded.bytes
      try film.hider.hide(plan.frame(at: decoded.time), in: &bytes)
      decoded = decoded.with(bytes, decoded.shape)
    }
    let side = min(max(longSide, Self.allowedSides.lowerBound), Self.allowedSides.upperBound)
    return try DisplayFile.encode(
      ShownFrame(stored: decoded, showing: film.showing).picture(fitting: side))
  }

  /// A frame as it is decoded.
  private func frame(_ film: Opened, _ frame: Int) throws(FaceBlurError) -> VideoFrame {
    let name = FrameName(file: film.name, frame: frame)
    return try decoding({ $0.frames.value(of: name) }) { () throws(FaceBlurError) in
      let shape = film.file.film.video.shape
      let size = shape.sampleCount * shape.sampleBytes
      let near = min(Self.nearFrames, limits.frames / max(size, 1) / 4)
      let beginning = film.seeker.beginning(of: frame)
      let wanted = (max(frame - near, 0)...min(frame + near, film.seeker.count - 1)).filter {
        film.seeker.beginning(of: $0) == beginning
      }
      var found: VideoFrame?
      try film.seeker.decode(Set(wanted), isWanted: { isOpen }) { (number, decoded) throws(FaceBlurError) in
        if number == frame { found = decoded }
        state.update {
          $0.frames.keep(decoded, for: FrameName(file: film.name, frame: number), bytes: size)
        }
      }
      guard let found else { throw .noSuchFrame }
      return found
    }
  }

  /// What is cut out of a frame. Whatever else is needed of the part of the film that is decoded for it is cut out with it.
  func cut(_ film: Opened, _ cut: Cut, _ subject: Subject) throws(FaceBlurError) -> [UInt8] {
    let name = CutName(file: film.name, cut: cut)
    return try decoding({ $0.cuts.value(of: name) }) { () throws(FaceBlurError) in
      let wanted = self.cuts(of: film, besides: cut, subject)
      var made: [UInt8]?
      try film.seeker.decode(Set(wanted.keys), isWanted: { isOpen }) {
        (frame, decoded) throws(FaceBlurError) in
        for each in wanted[frame] ?? [] {
          let picture = try self.picture(of: each, in: decoded, film)
          if each == cut { made = picture }
          state.update {
            $0.cuts.keep(picture, for: CutName(file: film.name, cut: each), bytes: picture.count + 256)
          }
        }
      }
      guard let made else { throw .noSuchFrame }
      return made
    }
  }

  /// By frame, what is not there yet of all that is cut out of the part of the film that one cut is in.
  private func cuts(of film: Opened, besides cut: Cut, _ subject: Subject) -> [Int: [Cut]] {
    let beginning = film.seeker.beginning(of: cut.frame)
    var wanted = [cut.frame: [cut]]
    var count = 0
    for track in subject.plan.tracks {
      for frame in track.moments(film.seeker, subject.sightings[track.id])
      where film.seeker.beginning(of: frame) == beginning {
        let other = Cut(film.seeker, track, at: frame, .tile)
        let isThere = state.update { $0.cuts.holds(CutName(file: film.name, cut: other)) }
        guard other != cut, !isThere, count < Self.mostCuts else { continue }
        wanted[frame, default: []].append(other)
        count += 1
      }
    }
    return wanted
  }

  /// More than these are not made at once: the first of them would be gone before anybody saw them.
  private static let mostCuts = 2048
  /// Pixels of a tile's sides.
  private static let tileSide = 112
  /// How many times as long as the region's longer side a tile's is, and pixels of the frame that it has at least.
  private static let tileReach = 1.8
  private static let leastTile = 48

  private func picture(of cut: Cut, in decoded: VideoFrame, _ film: Opened) throws(FaceBlurError) -> [UInt8] {
    let frame = film.hider.geometry.frame
    let rect: PixelRect
    switch cut.form {
    case .face: rect = ReviewedFace(cut.rect, in: frame).rect
    case .tile: rect = Self.square(around: cut.rect, in: frame)
    }
    let units = film.hider.geometry.units(
      covering: NormalizedRect(
        x: Double(rect.x) / Double(frame.width), y: Double(rect.y) / Double(frame.height),
        width: Double(rect.width) / Double(frame.width), height: Double(rect.height) / Double(frame.height)))
    let part = ShownFrame(
      stored: decoded.part(units, unitWidth: film.hider.geometry.unitWidth, film.hider.geometry.unitHeight),
      showing: film.showing)
    switch cut.form {
    case .face:
      let picture = part.picture(fitting: ReviewedFace.longestSide)
      return try DisplayFile.encode(ReviewedFace(cut.rect, in: frame).picture(picture))
    case .tile:
      let picture = part.picture(fitting: Self.tileSide)
      let factor = max(Self.tileSide / max(picture.width, picture.height), 1)
      return try DisplayFile.encode(picture.enlarged(factor), quality: DisplayFile.pageQuality)
    }
  }

  /// A square around the middle of a region, moved into the picture.
  private static func square(around region: NormalizedRect, in frame: PictureFrame) -> PixelRect {
    let face = PixelRect(covering: region, width: frame.width, height: frame.height)
    let side = max(Int((tileReach * Double(max(face.width, face.height))).rounded()), leastTile)
    func span(_ start: Int, _ length: Int, in whole: Int) -> (start: Int, length: Int) {
      let taken = min(side, whole)
      return (min(max(start + length / 2 - taken / 2, 0), whole - taken), taken)
    }
    let across = span(face.x, face.width, in: frame.width)
    let down = span(face.y, face.height, in: frame.height)
    return PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
  }
}
