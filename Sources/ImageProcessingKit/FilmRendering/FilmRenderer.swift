/// Renders a film with its plan: groups of pictures in which nothing is hidden are copied, the others are decoded, hidden and coded anew.
///
/// Frames stream: what is in memory follows from the size of a frame and not from the film's length. The same plan and options give the same
/// bytes on one machine.
struct FilmRenderer {
  private let file: any FilmSource
  private let plan: FilmPlan
  private let options: FilmRenderOptions
  private let uncopied: Set<Int>
  private let watch: FilmWatch
  private let memory: (any CodedMemory)?
  private let hider: FrameHider
  /// The parts of the film that can be replaced one by one, in the order of decoding.
  private let groups: [FilmGroup]
  /// Why there is only one; nil where groups can be copied beside others.
  private let reason: String?
  /// What the film says of its code, and the number of further parameter sets; nil where no group is copied.
  private let record: (sets: any UnitRecord, number: Int)?
  /// What the code says of its samples: pictures beside copied ones say the same as those.
  private let colors: SampleColors

  private static let threads = 2

  /// - Parameters:
  ///   - file: the original.
  ///   - bytes: its file's.
  ///   - plan: with times of its video track.
  ///   - uncopied: times of pictures that are coded anew, and not copied, although nothing is hidden in them.
  ///   - watch: is told how many pictures have been hidden.
  ///   - memory: keeps what pictures were coded as from one run to the next; nil for nobody.
  /// - Throws: `FaceBlurError` where the film cannot be read, or the work is to end.
  init(
    _ file: any FilmSource, _ bytes: any FilmBytes, _ plan: FilmPlan, _ options: FilmRenderOptions,
    uncopied: Set<Int> = [], _ watch: FilmWatch = FilmWatch(), keepingIn memory: (any CodedMemory)? = nil
  ) throws(FaceBlurError) {
    self.file = file
    self.watch = watch
    self.memory = memory
    self.plan = plan
    self.options = options
    self.uncopied = uncopied
    let track = file.film.video
    hider = FrameHider(track.shape, track.orientation)
    let whole = [FilmGroup(pictures: 0..<track.samples.count)]
    switch try Splicing(track, in: AskingBytes(bytes, watch)) {
    case .groups(let groups):
      if let sets = try track.unitRecord(), let number = try sets.freeNumber {
        (self.groups, reason, record) = (groups, nil, (sets, number))
        colors = try sets.form.colors
      } else {
        (self.groups, reason, record) = (whole, "it has no number left for a further parameter set", nil)
        colors = track.colors
      }
    case .whole(let reason): (groups, self.reason, record, colors) = (whole, reason, nil, track.colors)
    }
  }

  private var track: VideoTrack { file.film.video }

  /// Writes the render.
  /// - Parameters:
  ///   - sink: takes the file.
  ///   - finer: another quality than that of the options.
  /// - Throws: `FaceBlurError` where the film cannot be read, decoded or encoded, or the work is to end; and `carriedPicture` where a picture
  ///   cannot be copied that is none of the uncopied.
  func render(into sink: any ByteSink, finer: Int? = nil) throws(FaceBlurError) -> FilmRenderSummary {
    let parts = FilmParts(groups, isWhole: reason != nil, hides: hides)
    let coded = parts.codedCount
    let quality: Int
    if let given = finer ?? options.quality { quality = given } else { quality = try self.quality(parts) }
    let encoder = try PartEncoder(
      settings(quality), groups: parts.runs.filter(\.isCoded).map(\.pictures.count), keepingIn: memory,
      key: plan.digest)
    let light = try light()
    let writer = try MP4Writer(
      file, codec: encoder.settings.codec, configuration: try configuration(encoder, light),
      audio: options.audio,
      silentDuring: options.audio == .muteHidden ? plan.hiddenTimes(in: track.samples) : [], into: sink)
    let kept = record?.sets.keeping
    var pictures = SplicedPictures(file, parts.runs, beginning: light.unit, into: writer) {
      (code) throws(FaceBlurError) in
      try watch.ask()
      guard let kept else { throw .internalError("a picture was to be copied of a film that is not spliced") }
      return try kept(code)
    }
    let starts = Set(parts.runs.filter(\.isCoded).map { firstTime(of: $0.pictures) })
    let beside = Set(parts.decodedBeside.map(track.samples.presentationTime))
    let frames = try decodedFrames(parts.decoded, severed: parts.severed, for: .encoder)
    var done = 0
    func append(_ picture: CodedFrame) throws(FaceBlurError) { try pictures.append(picture) }
    while var frame = try frames.next() {
      let time = frame.time
      if beside.contains(time) { continue }
      if try !encoder.isNextKnown(append) {
        var bytes = frame.takeBytes()
        try hider.hide(plan.frame(at: time), in: &bytes)
        try encoder.encode(bytes, beginsGroup: starts.contains(time), append)
      }
      done += 1
      try watch.pass(.hiding, done, of: coded)
    }
    try pictures.finish()
    return FilmRenderSummary(
      way: reason == nil ? .spliced : .whole, reason: reason, codec: encoder.settings.codec,
      copiedCount: track.samples.count - coded, codedCount: coded, quality: quality,
      silentSeconds: options.audio == .muteHidden ? writer.silentSeconds : nil,
      losesFields: try track.isInterlaced)
  }

  /// What the render says of its code: that of pictures that are copied, and that of new ones.
  private func configuration(_ encoder: PartEncoder, _ light: HEVCLight) throws(FaceBlurError) -> [UInt8] {
    var configuration = encoder.configuration
    if let record { configuration = try record.sets.adding(encoder.parameterSets).bytes }
    guard light.unit != nil else { return configuration }
    var told = try HEVCRecord(configuration)
    told.light = light
    return try told.bytes
  }

  /// In what light the film is to be seen, where its code says so and stays of that kind.
  private func light() throws(FaceBlurError) -> HEVCLight {
    guard track.codec == .hevc else { return HEVCLight() }
    let record = try HEVCRecord(track.configuration)
    var light = record.light
    if record.lengthSize == HEVCUnits.lengthSize { light.take(packet: try file.packet(0)) }
    return light
  }

  private func hides(_ index: Int) -> Bool {
    let time = track.samples.presentationTime(index)
    return !plan.frame(at: time).regions.isEmpty || uncopied.contains(time)
  }

  private func firstTime(of pictures: [Int]) -> Int {
    pictures.map(track.samples.presentationTime).min() ?? 0
  }

  private func decodedFrames(
    _ pictures: [Int], severed: Set<Int> = [], for taker: DecodedFrames.Taker = .any
  ) throws(FaceBlurError) -> DecodedFrames {
    let file = file
    return try DecodedFrames(track, pictures: pictures, for: taker) { (index) throws(FaceBlurError) in
      let packet = try file.packet(index)
      return severed.contains(index) ? HEVCUnits.severed(packet) : packet
    }
  }

  /// How pictures are coded. H.264 and HEVC stay what they are, so that groups can be copied beside them.
  private func settings(_ quality: Int) -> VideoEncoder.Settings {
    VideoEncoder.Settings(
      codec: track.codec == .h264 ? .h264 : .hevc, shape: track.shape, colors: colors, quality: quality,
      setNumber: record?.number ?? 0, threads: Self.threads)
  }

  /// The quality with which some of the pictures that are coded anew take about as many bytes as in the film.
  private func quality(_ parts: FilmParts) throws(FaceBlurError) -> Int {
    let longest = parts.codedBodies.max { $0.count < $1.count }
    // Whatever is decoded of it needs no more than what stands before it in the order of decoding.
    guard let sample = longest?.prefix(FilmQuality.sampleCount(track.shape)), !sample.isEmpty else {
      return FilmQuality.usual
    }
    var hidden: [[UInt8]] = []
    let frames = try decodedFrames(Array(sample))
    while var frame = try frames.next() {
      try watch.ask()
      var bytes = frame.takeBytes()
      try hider.hide(plan.frame(at: frame.time), in: &bytes)
      hidden.append(bytes)
    }
    let search = FilmQuality(bytes: sample.reduce(0) { $0 + track.samples[$1].size }) {
      (quality) throws(FaceBlurError) in
      let encoder = try VideoEncoder(settings(quality))
      var size = 0
      func count(_ picture: CodedFrame) throws(FaceBlurError) { size += picture.bytes.count }
      for (index, bytes) in hidden.enumerated() {
        try watch.ask()
        try encoder.encode(bytes, beginsGroup: index == 0, count)
      }
      try encoder.finish(count)
      return size
    }
    return try search.found()
  }
}
