/// Compares the pictures of a render with its original's, one by one in the order of decoding.
struct FilmPictureCheck {
  /// One of the two films.
  private struct Side {
    let film: ExaminedFilm
    let codec: VideoCodec
    let configuration: [UInt8]
    let places: [Range<Int>]
    let times: [Int]
    let syncs: [Int]?

    private static let maxBytes = 64 << 20

    init(_ track: ExaminedTrack, _ film: ExaminedFilm) throws(FaceBlurError) {
      guard let samples = track.samples, let entry = track.pictures, let codec = entry.codec else {
        throw .damagedRender("it shows no pictures that are known")
      }
      guard (1...ExaminedFilm.maxPictures).contains(samples.count) else {
        throw .damagedRender("it has no pictures, or too many")
      }
      self.film = film
      self.codec = codec
      configuration = entry.configuration
      places = samples.places
      var times = samples.decodeTimes
      var place = 0
      for run in samples.shifts {
        for index in place..<place + run.count { times[index] += run.value }
        place += run.count
      }
      self.times = times
      syncs = samples.syncs
    }

    func packet(_ index: Int) throws(FaceBlurError) -> [UInt8] {
      guard places[index].count <= Self.maxBytes else { throw .damagedRender("a picture's code is huge") }
      return try film.bytes(places[index])
    }
  }

  private let before: Side
  private let after: Side
  private let plan: FilmPlan
  private let frames: FrameCheck
  private let shape: PlanarShape
  private let sets: FilmParameterSets
  private let originalSets: FilmParameterSets?
  /// The sets of pictures that newly coded ones refer to.
  private let added: Set<Int>
  /// Whether pictures may be copied.
  private let isSpliced: Bool

  init(
    _ before: ExaminedTrack, of original: ExaminedFilm, _ after: ExaminedTrack, of render: ExaminedFilm,
    _ plan: FilmPlan, _ tolerance: FrameTolerance
  ) throws(FaceBlurError) {
    self.before = try Side(before, original)
    self.after = try Side(after, render)
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
  }

  /// What is said of the light in which all pictures are to be seen is the original's.
  private static func checkLight(
    _ light: Set<ExaminedPacket.Part>, _ before: Side
  ) throws(FaceBlurError) {
    guard !light.isEmpty else { return }
    guard before.codec == .hevc else { throw .otherShape }
    let sets = try FilmParameterSets(.hevc, before.configuration)
    let first = sets.lengthSize == 4 ? try ExaminedPacket(try before.packet(0), .hevc).light : []
    guard light.isSubset(of: sets.light.union(first)) else { throw .otherShape }
  }

  /// Whether the first picture is the original's.
  private static func begins(_ before: Side, _ after: Side) throws(FaceBlurError) -> Bool {
    try ExaminedPacket(try before.packet(0), before.codec).parts
      == ExaminedPacket(try after.packet(0), after.codec).parts
  }

  private static func shape(_ side: Side, _ track: ExaminedTrack) throws(FaceBlurError) -> PlanarShape {
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

  /// - Parameter pass: is called for every picture.
  func check(pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    let pairs = try FramePairs(before: decoder(before), after: decoder(after), frames)
    var isCopied = false
    for index in before.places.indices {
      let packet = try after.packet(index)
      let code = try ExaminedPacket(packet, after.codec)
      if let stranger = code.strangers.first {
        let start = after.places[index].lowerBound
        throw .leakingBlock(
          MetadataBlock(
            stranger.kind, stranger.range.lowerBound + start..<stranger.range.upperBound + start,
            objection: "a picture's code holds more than the picture"))
      }
      guard code.hasSlices else { throw .damagedRender("a picture of it has no code") }
      let old = try before.packet(index)
      if isSpliced {
        let original = try ExaminedPacket(old, before.codec)
        let copied = code.setNumbers.isDisjoint(with: added)
        if index == 0 || (original.isIDR && copied != isCopied) {
          isCopied = copied
          guard code.isIDR, !copied || original.isIDR else {
            throw .damagedRender("a group of its pictures does not stand for itself")
          }
        }
        guard copied == isCopied else { throw .damagedRender("a group is copied in part") }
        if copied {
          try checkCopy(original, code, index)
          try pass()
          continue
        }
      } else {
        guard index > 0 || code.isIDR else { throw .damagedRender("its first picture needs others") }
      }
      try checkNew(code, index)
      try pairs.give(old, before.times[index], packet, after.times[index], pass)
    }
    try pairs.finish(pass)
  }

  private func decoder(_ side: Side) throws(FaceBlurError) -> () throws(FaceBlurError) -> VideoDecoder {
    { () throws(FaceBlurError) in
      try VideoDecoder(side.codec, configuration: side.configuration, shape: shape)
    }
  }

  private func checkNew(_ code: ExaminedPacket, _ index: Int) throws(FaceBlurError) {
    guard code.setNumbers.isSubset(of: added) else {
      throw .damagedRender("a new picture is coded by sets of parameters that are not its own")
    }
    // Slices alone, and in what light all pictures are to be seen where decoding begins.
    let allowed = code.isIDR ? sets.light : []
    for part in code.parts where !allowed.contains(part) {
      guard case .unit(let unit) = part, let head = unit.first,
        after.codec == .h264 ? head & 31 != 9 : head >> 1 != 35
      else {
        throw .leakingBlock(
          MetadataBlock(
            .codeMessage, after.places[index], objection: "a new picture's code says more than it"))
      }
    }
    if isSync(after, index), !code.isIDR {
      throw .damagedRender("it says that decoding begins where it cannot")
    }
  }

  private func isSync(_ side: Side, _ index: Int) -> Bool {
    guard let syncs = side.syncs else { return true }
    var (low, high) = (0, syncs.count)
    while low < high {
      let middle = (low + high) / 2
      if syncs[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < syncs.count && syncs[low] == index
  }

  /// A copied picture has nothing to hide, and nothing but what the original's has.
  private func checkCopy(
    _ original: ExaminedPacket, _ code: ExaminedPacket, _ index: Int
  ) throws(FaceBlurError) {
    guard plan.frame(at: before.times[index]).regions.isEmpty else { throw .leakingRegion }
    guard before.times[index] == after.times[index] else { throw .otherTimes }
    guard !original.hasOtherPictures else { throw .damagedRender("it copies pictures of several layers") }
    guard original.parts == code.parts, let originalSets, original.sets.allSatisfy(originalSets.has),
      isSync(before, index) == isSync(after, index)
    else { throw .changedOutside }
  }
}
