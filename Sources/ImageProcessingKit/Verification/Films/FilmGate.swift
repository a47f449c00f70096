/// Reads a finished render of a film from its file alone and checks it against its original, before it gets its name.
///
/// Nothing outside the whitelist, no byte that no sample owns, everything that is said of the tracks as in the original, the sound bit for
/// bit or silent where it should be, and every picture: copied with its whole group, and then with nothing to hide in it, decoded without a fault and
/// shown whole; or decoded of both, and then showing what the plan makes of the original's picture. Where groups share pictures, those that are copied
/// are decoded of both, too, and are the same to the last bit.
///
/// The gate reads files and code with readers of its own. What it shares with the writer is the areas, their cells and their outline
/// (`RegionPlan.areas`), what hides them, which `RasterPlanes` proves sample by sample, the decoder (`VideoDecoder`), and the size that
/// a configuration states (`CodedForm`), which the decoder holds every picture to.
struct FilmGate {
  /// What a render has of the original's sound.
  enum Sound {
    case all, none
    /// All of it but while somebody is hidden: then it is silent.
    case whereNobodyIsHidden
  }

  private let original: ExaminedFilm
  private let render: ExaminedFilm

  /// - Throws: `FaceBlurError` of kind `leak(.damaged)` where one of them cannot be read.
  init(original: any FilmBytes, render: any FilmBytes) throws(FaceBlurError) {
    do {
      self.original = try ExaminedFilm(original)
      self.render = try ExaminedFilm(render)
    } catch { throw error.asLeak }
  }

  /// - Parameters:
  ///   - plan: what is hidden in the original; times are in ticks of its track of pictures.
  ///   - sound: what the render has of the original's.
  ///   - tolerance: how far what is shown may lie from what was coded.
  ///   - pass: is called for every picture that was compared, and ends the check where it throws.
  /// - Throws: `FaceBlurError` of kind `leak`, for the first thing that is wrong.
  func check(
    _ plan: FilmPlan, audio sound: Sound, within tolerance: FrameTolerance = FrameTolerance(),
    pass: () throws(FaceBlurError) -> Void = {}
  ) throws(FaceBlurError) {
    var hasEnded = false
    func passOn() throws(FaceBlurError) {
      do throws(FaceBlurError) { try pass() } catch {
        hasEnded = true
        throw error
      }
    }
    do throws(FaceBlurError) {
      let (before, after) = try checkTracks(plan, sound)
      try FilmPictureCheck(before, of: original, after, of: render, plan, tolerance).check(pass: passOn)
    } catch { throw hasEnded ? error : error.asLeak }
  }

  /// What the original holds beside its pictures and its sound that no render has: each kind once, for people.
  var leftOut: [String] {
    var names: [String] = []
    for block in FilmInspection(tracksOf: original).blocks
    where !block.isAllowed && !names.contains(block.kind.name) {
      names.append(block.kind.name)
    }
    return names
  }

  /// Everything but the pictures.
  private func checkTracks(
    _ plan: FilmPlan, _ sound: Sound
  ) throws(FaceBlurError) -> (before: ExaminedTrack, after: ExaminedTrack) {
    let inspection = FilmInspection(tracksOf: render)
    if let stranger = inspection.blocks.first(where: { !$0.isAllowed }) { throw .leakingBlock(stranger) }
    guard original.pictureTracks.count == 1, let before = original.pictureTracks.first,
      let after = render.pictureTracks.first
    else { throw .damagedRender("there is not one track that shows the film") }
    let sounds = sound == .none ? [] : original.soundTracks
    guard render.soundTracks.count == sounds.count else { throw .otherSound }
    guard render.tracks.count == 1 + sounds.count else {
      throw .damagedRender("it has other tracks than a render")
    }
    guard
      render.brand.prefix(4) == Array("qt  ".utf8)[...] || original.brand.prefix(4) != Array("qt  ".utf8)[...]
    else { throw .damagedRender("it is of another kind of film than its original") }
    guard render.timescale == original.timescale,
      render.duration == original.duration || render.duration == render.tracks.map(\.duration).max()
    else { throw .otherTimes }
    try checkPictureTrack(before, after)
    for (old, new) in zip(sounds, render.soundTracks) {
      if sound == .whereNobodyIsHidden {
        guard old.sound == new.sound else { throw .otherSound }
        try checkDisplay(old, new)
        try MutedSoundCheck(old, of: original, new, of: render, plan, before).check()
      } else {
        try checkSound(old, new)
      }
    }
    return (before, after)
  }

  /// What is said of how a track is shown or played.
  private func checkDisplay(_ before: ExaminedTrack, _ after: ExaminedTrack) throws(FaceBlurError) {
    var (first, second) = (before.display, after.display)
    guard first.timescale == second.timescale, first.edits == second.edits else { throw .otherTimes }
    // Only whether it is there, in the film and in its preview, has a meaning.
    first.flags &= 7
    guard second.flags & ~7 == 0 else { throw .damagedRender("a track has odd flags") }
    (first.edits, second.edits) = ([], [])
    guard first == second else { throw .otherShape }
    let edited = after.display.edits.reduce(into: 0) { $0 &+= $1.duration }
    guard after.duration == before.duration || after.duration == edited,
      after.mediaDuration == before.mediaDuration || after.mediaDuration == after.samples?.duration
    else { throw .otherTimes }
    guard before.samples?.durations == after.samples?.durations else { throw .otherTimes }
  }

  private func checkPictureTrack(_ before: ExaminedTrack, _ after: ExaminedTrack) throws(FaceBlurError) {
    guard before.samples?.count == after.samples?.count else { throw .otherTimes }
    try checkDisplay(before, after)
    guard let turn = turn(before, in: original), turn == self.turn(after, in: render),
      after.matrix.count == 9, render.matrix.count == 9
    else { throw .otherShape }
    for (matrix, old) in [(after.matrix, before.matrix), (render.matrix, original.matrix)] {
      guard matrix[2] == 0, matrix[5] == 0, matrix[8] == 0x4000_0000,
        matrix[6] == 0 || matrix[6] == old[6], matrix[7] == 0 || matrix[7] == old[7]
      else { throw .otherShape }
    }
    guard let entry = before.pictures, let other = after.pictures else { throw .otherShape }
    var meaning = entry.meaning
    if entry.codec != other.codec, meaning.boxes["colr"] == nil {
      // What VP9's and AV1's configurations say of colours is in no box of its own.
      meaning.boxes["colr"] = other.meaning.boxes["colr"]
    }
    guard meaning == other.meaning else { throw .otherShape }
  }

  /// How a track's pictures are turned: the matrices of the track and of the film, one after the other; nil where there is none.
  private func turn(_ track: ExaminedTrack, in film: ExaminedFilm) -> TurnMatrix? {
    guard track.matrix.count == 9, film.matrix.count == 9 else { return nil }
    func quarters(_ matrix: [Int]) -> TurnMatrix? {
      let parts = [matrix[0], matrix[1], matrix[3], matrix[4]]
      guard parts.allSatisfy({ abs($0) == 0x1_0000 || $0 == 0 }) else { return nil }
      return TurnMatrix(a: parts[0] >> 16, b: parts[1] >> 16, c: parts[2] >> 16, d: parts[3] >> 16)
    }
    guard let own = quarters(track.matrix), let all = quarters(film.matrix) else { return nil }
    return own.then(all)
  }

  private func checkSound(_ before: ExaminedTrack, _ after: ExaminedTrack) throws(FaceBlurError) {
    guard before.sound == after.sound, let first = before.samples, let second = after.samples,
      first.count == second.count, let extents = before.extents, let others = after.extents
    else { throw .otherSound }
    try checkDisplay(before, after)
    guard first.shifts == second.shifts else { throw .otherTimes }
    if first.sizes.isEmpty != second.sizes.isEmpty {
      let (table, size) =
        first.sizes.isEmpty ? (second.sizes, first.commonSize) : (first.sizes, second.commonSize)
      guard table.allSatisfy({ Int($0) == size }) else { throw .otherSound }
    } else {
      guard first.sizes == second.sizes, first.commonSize == second.commonSize else { throw .otherSound }
    }
    var (one, other) = (ExaminedStream(original, extents), ExaminedStream(render, others))
    guard one.rest == other.rest else { throw .otherSound }
    while one.rest > 0 {
      let count = min(one.room, other.room)
      guard try one.take(count) == other.take(count) else { throw .otherSound }
    }
  }
}
