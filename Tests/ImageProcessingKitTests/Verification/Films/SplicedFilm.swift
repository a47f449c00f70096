import TestSupport

@testable import ImageProcessingKit

/// A film of three groups with a face in the middle one, and the parts of its right render, made by FFmpeg.
struct SplicedFilm: Sendable {
  static let film = TestFilm { film in
    (film.frames, film.groupLength, film.audioTracks, film.width, film.height) = (24, 8, 1, 320, 240)
  }
  /// The pictures that are hidden: one group.
  static let hidden = 8..<16
  static let strength = ObscuringStrength.default

  let original: [UInt8]
  let plan: FilmPlan
  /// As decoded, and with what the plan hides.
  let pictures: [[UInt8]]
  let hiddenPictures: [[UInt8]]
  /// The right render.
  let render: RebuiltFilm
  /// Ticks from one picture to the next.
  static let ticks = 3000

  private static let made = Result { try SplicedFilm() }

  /// Made once.
  static func shared() throws -> SplicedFilm { try made.get() }

  /// The face's track through some pictures.
  static func plan(_ pictures: Range<Int>, strength: ObscuringStrength = strength) -> FilmPlan {
    let points = pictures.map { frame in
      let face = film.face(at: frame)
      return TrackPoint(
        time: frame * ticks,
        rect: NormalizedRect(
          x: Double(face.x) / Double(film.width), y: Double(face.y) / Double(film.height),
          width: Double(face.width) / Double(film.width), height: Double(face.height) / Double(film.height)))
    }
    return FilmPlan(
      tracks: [PlannedTrack(id: "t1", points: points, score: 0.9, origin: .detected)], strength: strength)
  }

  static let shape = PlanarShape(width: film.width, height: film.height, chroma: .half, depth: 8)

  /// What a plan makes of a picture.
  static func hide(_ picture: [UInt8], _ index: Int, _ plan: FilmPlan) throws -> [UInt8] {
    let geometry = PhotoGeometry(
      storedWidth: shape.width, storedHeight: shape.height, orientation: .up, unitWidth: 2, unitHeight: 2)
    guard let planes = PlanarPicture(shape, bytes: picture) else { throw Unbuilt() }
    let areas = plan.frame(at: index * ticks).areas(on: geometry)
    return try LossyWitness.hidden(planes, areas, plan.strength.style, geometry).bytes
  }

  init() throws {
    original = try Self.film.bytes()
    plan = Self.plan(Self.hidden)
    pictures = try TestUnits.decoded(original, width: Self.film.width, height: Self.film.height)
    let (pictures, plan) = (pictures, plan)
    hiddenPictures = try Self.hidden.map { try Self.hide(pictures[$0], $0, plan) }
    render = try Self.render(original, hiddenPictures)
  }

  /// The original with pictures of its middle group coded anew, and without what encoders say of themselves.
  static func render(_ original: [UInt8], _ pictures: [[UInt8]], quality: Int = 18) throws -> RebuiltFilm {
    let coded = try TestUnits.encoded(
      pictures, width: film.width, height: film.height, quality: quality)
    var render = try RebuiltFilm(original)
    guard let configuration = RebuiltFilm.content("avcC", of: render.tracks[0].entry) else {
      throw Unbuilt()
    }
    render.tracks[0].entry = RebuiltFilm.setting(
      "avcC", to: TestUnits.adding(coded, to: configuration), of: render.tracks[0].entry)
    for index in render.tracks[0].samples.indices {
      render.tracks[0].samples[index] =
        hidden.contains(index)
        ? coded.packets[index - hidden.lowerBound]
        : TestUnits.packet(TestUnits.list(render.tracks[0].samples[index]).filter { $0[0] & 31 != 6 })
    }
    return render
  }

  /// - Returns: why the gate refuses a render; nil where it does not.
  func refusal(
    of render: [UInt8], _ plan: FilmPlan? = nil, audio: FilmGate.Sound = .all, quality: Int = 18
  ) -> FaceBlurError? {
    do throws(FaceBlurError) {
      try FilmGate(original: FileBytes(original), render: FileBytes(render))
        .check(plan ?? self.plan, audio: audio, within: FrameTolerance(quality: quality))
      return nil
    } catch { return error }
  }

  /// The same of the right render, changed.
  func refusal(_ change: (inout RebuiltFilm) throws -> Void) rethrows -> FaceBlurError? {
    var render = render
    try change(&render)
    return refusal(of: render.bytes)
  }
}

/// A film that could not be put together.
private struct Unbuilt: Error {}
