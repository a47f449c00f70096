/// The pictures of a render in the order of decoding: runs that are copied, and between them runs whose pictures come from the encoder.
struct SplicedPictures {
  private let file: any FilmSource
  private let runs: [FilmRun]
  /// Behind its length, what stands before the code of each new picture with which decoding begins.
  private let beginning: [UInt8]
  private let writer: MP4Writer
  /// What is left of copied pictures.
  private let kept: ([UInt8]) throws(FaceBlurError) -> [UInt8]
  /// The run that is written next or is being written, and the times of its pictures in order of presentation where it is coded anew.
  private var run = 0
  private var times: [Int] = []
  private var written = 0

  /// - Parameters:
  ///   - runs: all pictures of the film. Those that are coded anew will be given.
  ///   - beginning: a unit that stands before the code of each new picture with which decoding begins; nil for none.
  ///   - kept: leaves out what a copied picture's code may not tell.
  init(
    _ file: any FilmSource, _ runs: [FilmRun], beginning: [UInt8]?, into writer: MP4Writer,
    keeping kept: @escaping ([UInt8]) throws(FaceBlurError) -> [UInt8]
  ) {
    self.file = file
    self.runs = runs
    self.beginning = beginning.map { BigEndian.bytes($0.count, CodedUnits.lengthSize) + $0 } ?? []
    self.writer = writer
    self.kept = kept
  }

  /// Takes the next picture that was coded anew.
  /// - Throws: `FaceBlurError` where none is missing, or the film cannot be read.
  mutating func append(_ picture: CodedFrame) throws(FaceBlurError) {
    try copyRuns()
    guard run < runs.count else { throw .internalError("the encoder gave more pictures than it got") }
    // Runs begin anew in the encoder, too: whoever decodes them needs nothing of what is before.
    guard written > 0 || picture.isKey else {
      throw .internalError("the encoder began a group with a picture that refers to others")
    }
    let code = picture.isKey ? beginning + picture.bytes : picture.bytes
    try writer.append(code, presentationTime: times[written], isSync: picture.isKey)
    written += 1
    if written == times.count { next() }
  }

  /// Writes what is left, once there are no more pictures.
  /// - Throws: `FaceBlurError` where pictures are missing, or the film cannot be read.
  mutating func finish() throws(FaceBlurError) {
    try copyRuns()
    guard run == runs.count else { throw .internalError("the encoder gave fewer pictures than it got") }
    try writer.finish()
  }

  /// Copies runs up to the next one that is coded anew.
  private mutating func copyRuns() throws(FaceBlurError) {
    let samples = file.film.video.samples
    while run < runs.count, !runs[run].isCoded {
      for (place, index) in runs[run].pictures.enumerated() {
        let sample = samples[index]
        var code = try kept(try file.packet(index))
        if place == 0, runs[run].isSevered { code = HEVCUnits.severed(code) }
        try writer.append(code, presentationTime: sample.presentationTime, isSync: sample.isSync)
      }
      next()
    }
    if run < runs.count, times.isEmpty {
      times = runs[run].pictures.map(samples.presentationTime).sorted()
    }
  }

  private mutating func next() {
    run += 1
    written = 0
    times = []
  }
}
