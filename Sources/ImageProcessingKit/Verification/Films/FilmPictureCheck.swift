/// Compares the pictures of a render with its original's, one by one in the order of decoding.
struct FilmPictureCheck {
  let before: ExaminedPictures
  let after: ExaminedPictures
  let plan: FilmPlan
  let frames: FrameCheck
  let shape: PlanarShape
  let sets: FilmParameterSets
  let originalSets: FilmParameterSets?
  /// The sets of pictures that newly coded ones refer to.
  let added: Set<Int>
  /// Whether pictures may be copied.
  let isSpliced: Bool

  init(
    _ before: ExaminedTrack, of original: ExaminedFilm, _ after: ExaminedTrack, of render: ExaminedFilm,
    _ plan: FilmPlan, _ tolerance: FrameTolerance
  ) throws(FaceBlurError) {
    self.before = try ExaminedPictures(before, original)
    self.after = try ExaminedPictures(after, render)
    self.plan = plan
    guard self.after.codec == (self.before.codec == .h264 ? .h264 : .hevc) else {
      throw .damagedRender("it is coded in another way than renders of its original")
    }
    shape = try Self.shape(self.before, before)
    guard try Self.shape(self.after, after) == shape else { throw .otherShape }
    guard let turn = Self.orientation(before, original) else { throw .otherShape }
    frames = FrameCheck(shape, turn, plan, tolerance)

    let sets = try FilmParameterSets(self.after.codec, self.after.configuration)
    if let objection = sets.objection {
      throw .leakingBlock(MetadataBlock(.parameterSet, after.pictures?.place ?? 0..<0, objection: objection))
    }
    guard sets.lengthSize == 4, sets.areDistinct else {
      throw .damagedRender("its sets of parameters replace each other")
    }
    self.sets = sets
    try Self.checkLight(sets.light, self.before)
    var (own, added): (FilmParameterSets?, Set<Int>?)
    if self.before.codec == self.after.codec {
      let sets = try FilmParameterSets(self.before.codec, self.before.configuration)
      own = sets
      let isWhole = sets.lengthSize == 4 && sets.areDistinct && !sets.pictures.isEmpty
      added = isWhole ? self.sets.added(to: sets) : nil
    }
    var isSpliced = added != nil
    // Of a film in which nothing was added, or one that was coded anew by sets that are the original's by chance.
    if let added, added.isEmpty { isSpliced = try Self.begins(self.before, self.after) }
    if isSpliced, let own, let added {
      (originalSets, self.added, self.isSpliced) = (own, added, true)
    } else {
      guard sets.areAlone(in: self.after.codec) else {
        throw .damagedRender("it has other sets of parameters than its original and its new pictures")
      }
      (originalSets, self.added, self.isSpliced) = (nil, Set(sets.pictures.map(\.id)), false)
    }
    if let range = sets.overfull.first {
      throw .leakingBlock(
        MetadataBlock(
          .parameterSet, after.pictures?.place(ofConfiguration: range) ?? 0..<0,
          objection: FilmParameterSets.holdsMore))
    }
  }

  /// What is said of the light in which all pictures are to be seen is the original's.
  private static func checkLight(
    _ light: Set<ExaminedPacket.Part>, _ before: ExaminedPictures
  ) throws(FaceBlurError) {
    guard !light.isEmpty else { return }
    guard before.codec == .hevc else { throw .otherShape }
    let sets = try FilmParameterSets(.hevc, before.configuration)
    let first = sets.lengthSize == 4 ? try ExaminedPacket(try before.packet(0), .hevc).light : []
    guard light.isSubset(of: sets.light.union(first)) else { throw .otherShape }
  }

  /// Whether the first picture is the original's.
  private static func begins(_ before: ExaminedPictures, _ after: ExaminedPictures) throws(FaceBlurError)
    -> Bool
  {
    try ExaminedPacket(try before.packet(0), before.codec).parts
      == ExaminedPacket(try after.packet(0), after.codec).parts
  }

  private static func shape(_ side: ExaminedPictures, _ track: ExaminedTrack) throws(FaceBlurError)
    -> PlanarShape
  {
    let form = try CodedForm(side.codec, side.configuration)
    let width = form.size?.width ?? track.pictures?.meaning.width ?? 0
    let height = form.size?.height ?? track.pictures?.meaning.height ?? 0
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { throw .otherShape }
    return PlanarShape(width: width, height: height, chroma: form.chroma, depth: form.depth)
  }

  private static func orientation(_ track: ExaminedTrack, _ film: ExaminedFilm) -> Orientation? {
    func turn(_ matrix: [Int]) -> TurnMatrix {
      TurnMatrix(a: matrix[0] >> 16, b: matrix[1] >> 16, c: matrix[3] >> 16, d: matrix[4] >> 16)
    }
    return turn(track.matrix).then(turn(film.matrix)).orientation
  }
}
