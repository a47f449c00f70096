/// The pictures of a render in the order of decoding: groups that are copied, and between them groups whose pictures come from the encoder.
struct SplicedPictures {
  private let file: any FilmSource
  private let groups: [FilmGroup]
  /// By group, whether it is coded anew.
  private let isCoded: [Bool]
  /// Behind its length, what stands before the code of each new picture with which decoding begins.
  private let beginning: [UInt8]
  private let writer: MP4Writer
  /// What is left of copied pictures.
  private let kept: ([UInt8]) throws(FaceBlurError) -> [UInt8]
  /// The group that is written next or is being written, and the times of its pictures in order of presentation where it is coded anew.
  private var group = 0
  private var times: [Int] = []
  private var written = 0

  /// - Parameters:
  ///   - groups: all pictures of the film, in the order of decoding.
  ///   - isCoded: by group, whether its pictures will be given.
  ///   - beginning: a unit that stands before the code of each new picture with which decoding begins; nil for none.
  ///   - kept: leaves out what a copied picture's code may not tell.
  init(
    _ file: any FilmSource, _ groups: [FilmGroup], isCoded: [Bool], beginning: [UInt8]?, into writer: MP4Writer,
    keeping kept: @escaping ([UInt8]) throws(FaceBlurError) -> [UInt8]
  ) {
    self.file = file
    self.groups = groups
    self.isCoded = isCoded
    self.beginning = beginning.map { BigEndian.bytes($0.count, CodedUnits.lengthSize) + $0 } ?? []
    self.writer = writer
    self.kept = kept
  }

  /// Takes the next picture that was coded anew.
  /// - Throws: `FaceBlurError` where none is missing, or the film cannot be read.
  mutating func append(_ picture: CodedFrame) throws(FaceBlurError) {
    try copyGroups()
    guard group < groups.count else { throw .internalError("the encoder gave more pictures than it got") }
    // Groups begin anew in the encoder, too: whoever decodes them needs nothing of what is before.
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
    try copyGroups()
    guard group == groups.count else { throw .internalError("the encoder gave fewer pictures than it got") }
    try writer.finish()
  }

  /// Copies groups up to the next one that is coded anew.
  private mutating func copyGroups() throws(FaceBlurError) {
    while group < groups.count, !isCoded[group] {
      for index in groups[group].pictures {
        let sample = file.film.video.samples[index]
        try writer.append(
          try kept(try file.packet(index)), presentationTime: sample.presentationTime, isSync: sample.isSync)
      }
      next()
    }
    if group < groups.count, times.isEmpty {
      times = groups[group].pictures.map(file.film.video.samples.presentationTime).sorted()
    }
  }

  private mutating func next() {
    group += 1
    written = 0
    times = []
  }
}
