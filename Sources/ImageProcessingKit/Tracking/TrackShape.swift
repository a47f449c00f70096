/// What is hidden for a track, frame by frame, from what was seen of it.
///
/// Where a face was seen, the box holds what was seen and the mean of what was seen around then. Between, it lies between both sides and is
/// larger by how far a face may have strayed meanwhile. Before and after, it holds where the face was, and where it was going.
struct TrackShape {
  /// How fast faces turn aside, in sizes of their own per second squared: people who walk and turn stay below.
  private static let acceleration = 3.0
  /// How fast they become larger and how far off detectors see them, as a speed of each side in sizes per second.
  private static let drift = 0.3
  /// The same where it was seen once only, which does not tell where it goes.
  private static let driftOfUnknown = 1.5
  /// What a face's own speed adds to that, in parts of it: its path is no line.
  private static let driftOfSpeed = 0.25
  /// How far each side may move out for all that, in sizes.
  private static let mostGrowth = 1.25
  /// How many sightings on either side are averaged.
  private static let smoothing = 2
  /// What overlaps less with where it should be has leapt.
  private static let leapOverlap = 0.1
  /// Nothing is hidden beyond four pictures from this one.
  private static let farthest = NormalizedRect(x: -4, y: -4, width: 9, height: 9)

  /// - Parameters:
  ///   - seen: in order of the frames, not empty.
  ///   - scene: the frames of the scene, of which `times` has those around the track.
  /// - Returns: a box for each frame, from the first to the last.
  static func boxes(of seen: [SeenFace], in scene: Range<Int>, _ times: FrameTimes) -> [TrackBox] {
    var boxes: [TrackBox] = []
    func add(_ frame: Int, _ rect: NormalizedRect, _ origin: TrackBox.Origin) {
      boxes.append(
        TrackBox(
          frame: frame, time: times.time(of: frame), rect: rect.intersection(farthest), origin: origin))
    }
    let (first, last) = (seen[0], seen[seen.count - 1])
    let before = FaceMotion.before(seen[...])
    for frame in frames(before: first.frame, in: scene, times) {
      add(frame, extended(first, before, to: times.moment(of: frame)), .extended)
    }
    for index in seen.indices {
      let face = seen[index]
      if index > 0 {
        let previous = seen[index - 1]
        for frame in previous.frame + 1..<max(face.frame, previous.frame + 1) {
          add(frame, between(previous, face, at: times.moment(of: frame)), .bridged)
        }
      }
      add(face.frame, smoothed(seen, index).union(face.rect), .seen(score: face.score))
    }
    let after = FaceMotion.after(seen[...])
    for frame in frames(after: last.frame, in: scene, times) {
      add(frame, extended(last, after, to: times.moment(of: frame)), .extended)
    }
    for index in seen.indices.dropFirst() {
      hideBoth(sidesOf: index, of: seen, in: scene, times, &boxes)
    }
    return boxes
  }

  /// Where neither where a face was going nor where it came from explains that it is somewhere else, there may be two faces: around such a
  /// leap both are hidden as if a track ended there and another one began.
  private static func hideBoth(
    sidesOf index: Int, of seen: [SeenFace], in scene: Range<Int>, _ times: FrameTimes,
    _ boxes: inout [TrackBox]
  ) {
    let (one, other) = (seen[index - 1], seen[index])
    guard one.rect.overlap(other.rect) < leapOverlap else { return }
    let (after, before) = (FaceMotion.after(seen[..<index]), FaceMotion.before(seen[index...]))
    guard (after?.rect(at: other.moment).overlap(other.rect) ?? 0) < leapOverlap,
      (before?.rect(at: one.moment).overlap(one.rect) ?? 0) < leapOverlap
    else { return }
    func hide(_ rect: NormalizedRect, in frame: Int) {
      let place = frame - boxes[0].frame
      guard boxes.indices.contains(place) else { return }
      boxes[place].rect = boxes[place].rect.union(rect).intersection(farthest)
    }
    for frame in frames(after: one.frame, in: scene, times) {
      hide(extended(one, after, to: times.moment(of: frame)), in: frame)
    }
    for frame in frames(before: other.frame, in: scene, times) {
      hide(extended(other, before, to: times.moment(of: frame)), in: frame)
    }
  }

  private static func frames(before first: Int, in scene: Range<Int>, _ times: FrameTimes) -> Range<Int> {
    var start = first
    while start > scene.lowerBound, times.isWithin(.aroundSightings, start - 1, of: first) { start -= 1 }
    return start..<first
  }

  private static func frames(after last: Int, in scene: Range<Int>, _ times: FrameTimes) -> Range<Int> {
    var end = last + 1
    while end < scene.upperBound, times.isWithin(.aroundSightings, end, of: last) { end += 1 }
    return last + 1..<end
  }

  /// The mean of what was seen in the same quarter of a second.
  private static func smoothed(_ seen: [SeenFace], _ index: Int) -> NormalizedRect {
    let around = seen[max(index - smoothing, 0)...min(index + smoothing, seen.count - 1)].filter {
      abs($0.moment - seen[index].moment) <= 0.25
    }
    let count = Double(around.count)
    func mean(_ value: (NormalizedRect) -> Double) -> Double {
      around.reduce(0) { $0 + value($1.rect) } / count
    }
    return NormalizedRect(x: mean(\.x), y: mean(\.y), width: mean(\.width), height: mean(\.height))
  }

  /// Between two sightings: a face with a constant acceleration is as far from the line as this allows.
  private static func between(_ one: SeenFace, _ other: SeenFace, at moment: Double) -> NormalizedRect {
    let (since, until) = (moment - one.moment, other.moment - moment)
    let rect = one.rect.mixed(with: other.rect, since / (since + until))
    let across = abs(other.rect.x + other.rect.width / 2 - one.rect.x - one.rect.width / 2) / rect.width
    let down = abs(other.rect.y + other.rect.height / 2 - one.rect.y - one.rect.height / 2) / rect.height
    let speed = max(across, down) / (since + until)
    let growth =
      acceleration / 2 * since * until + (drift + driftOfSpeed * speed) * min(since, until)
    return grown(rect, by: growth)
  }

  /// Beside the first or the last sighting.
  private static func extended(
    _ face: SeenFace, _ motion: FaceMotion?, to moment: Double
  ) -> NormalizedRect {
    let time = abs(moment - face.moment)
    let speed = motion?.speed ?? 0
    let drift = motion?.velocity == nil ? driftOfUnknown : drift + driftOfSpeed * speed
    let growth = acceleration / 2 * time * time + drift * time
    return grown(face.rect.union(motion?.rect(at: moment) ?? face.rect), by: growth, of: face.rect)
  }

  /// A rectangle with each side so many of its sizes further out, or of another one's.
  private static func grown(
    _ rect: NormalizedRect, by sizes: Double, of face: NormalizedRect? = nil
  ) -> NormalizedRect {
    let growth = min(sizes, mostGrowth)
    let (across, down) = (growth * (face ?? rect).width, growth * (face ?? rect).height)
    return NormalizedRect(
      x: rect.x - across, y: rect.y - down, width: rect.width + 2 * across, height: rect.height + 2 * down)
  }
}

extension NormalizedRect {
  /// What lies between two rectangles: this one at 0, the other one at 1.
  func mixed(with other: NormalizedRect, _ part: Double) -> NormalizedRect {
    func mix(_ value: (NormalizedRect) -> Double) -> Double { value(self) * (1 - part) + value(other) * part }
    return NormalizedRect(x: mix(\.x), y: mix(\.y), width: mix(\.width), height: mix(\.height))
  }
}
