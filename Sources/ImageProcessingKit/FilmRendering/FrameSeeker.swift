/// Single frames of a film, wherever they are: decoding begins at the nearest picture before them that needs no other one.
///
/// Frames are counted from 0 in the order of presentation, also those that an edit list hides.
struct FrameSeeker: Sendable {
  private let file: any FilmSource
  private let samples: SampleTable
  /// By frame, the number of its picture in the order of decoding.
  private let pictures: [Int32]
  /// The numbers of the pictures with which decoding can begin, as the container says.
  private let beginnings: [Int32]

  /// A decoder holds so many pictures back at most before the first one comes out.
  private static let longestDelay = 64
  /// So many beginnings are tried, backwards from a picture: those behind are of pictures that are shown before them.
  private static let mostBeginnings = 8

  init(_ file: any FilmSource) {
    let samples = file.film.video.samples
    (self.file, self.samples) = (file, samples)
    pictures = (0..<Int32(samples.count)).sorted {
      samples.presentationTime(Int($0)) < samples.presentationTime(Int($1))
    }
    beginnings = (0..<Int32(samples.count)).filter { samples.isSync(Int($0)) }
  }

  /// Frames of the film, at least 1.
  var count: Int { pictures.count }

  /// When a frame is presented, in ticks of the track.
  func time(of frame: Int) -> Int { samples.presentationTime(Int(pictures[frame])) }

  /// The frame that is shown at a time: the latest that begins then or before; the first one where all come later.
  /// - Parameter ticks: of the track, and parts of them.
  func frame(at ticks: Double) -> Int {
    let after = pictures.firstIndex(notBelow: ticks.nextUp) { Double(samples.presentationTime(Int($0))) }
    return max(after - 1, 0)
  }

  /// The frames from one time to another; nil where none begins then.
  func frames(in span: ClosedRange<Int>) -> ClosedRange<Int>? {
    let first = pictures.firstIndex(notBelow: span.lowerBound) { samples.presentationTime(Int($0)) }
    let last = frame(at: Double(span.upperBound))
    return first <= last && first < count ? first...last : nil
  }

  /// The picture, in the order of decoding, with which decoding of a frame begins.
  func beginning(of frame: Int) -> Int {
    let (picture, time) = (pictures[frame], time(of: frame))
    let behind = beginnings.firstIndex(notBelow: picture + 1, by: \.self)
    for index in (max(behind - Self.mostBeginnings, 0)..<behind).reversed() {
      let beginning = Int(beginnings[index])
      // What is shown before it may refer to what is decoded before it.
      if samples.presentationTime(beginning) <= time { return beginning }
    }
    return 0
  }

  /// Decodes frames that have one beginning. What a damaged film, or one that says wrong things about itself, does not give from there
  /// is decoded from the film's beginning once more.
  /// - Parameters:
  ///   - frames: which ones.
  ///   - isWanted: is asked before each picture.
  ///   - take: is given each of them.
  /// - Throws: `FaceBlurError` where the film cannot be read or decoded, or a frame does not come; of kind `cancelled` where it is not
  ///   wanted any more.
  func decode(
    _ frames: Set<Int>, isWanted: () -> Bool, _ take: (Int, VideoFrame) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    guard let first = frames.first else { return }
    let start = beginning(of: first)
    var missing = frames
    if start > 0 {
      missing = try decode(frames, from: start, allowingDamage: false, isWanted, take)
    }
    if !missing.isEmpty { missing = try decode(missing, from: 0, allowingDamage: true, isWanted, take) }
    guard missing.isEmpty else { throw .undecodedPictures(missing.count, of: frames.count) }
  }

  /// What viewers show of a frame.
  /// - Parameters:
  ///   - longSide: of the picture in pixels, at most.
  ///   - isWanted: is asked before each picture.
  /// - Throws: `FaceBlurError` as `decode` does.
  func picture(
    of frame: Int, fitting longSide: Int, whileWanted isWanted: () -> Bool
  ) throws(FaceBlurError) -> PixelBuffer {
    let video = file.film.video
    let showing = ShownFrame.Showing(video.shape, video.colors, video.orientation)
    var picture: PixelBuffer?
    try decode([frame], isWanted: isWanted) { (_, decoded) throws(FaceBlurError) in
      picture = ShownFrame(stored: decoded, showing: showing).picture(fitting: longSide)
    }
    guard let picture else { throw .undecodedPictures(1, of: 1) }
    return picture
  }

  /// - Returns: those that have not come.
  private func decode(
    _ frames: Set<Int>, from start: Int, allowingDamage: Bool, _ isWanted: () -> Bool,
    _ take: (Int, VideoFrame) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) -> Set<Int> {
    let track = file.film.video
    let last = frames.map { Int(pictures[$0]) }.max() ?? 0
    let wanted = Dictionary(frames.map { (time(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
    var missing = frames
    let decoder = try VideoDecoder(track.codec, configuration: track.configuration, shape: track.shape)
    func receive(_ decoded: VideoFrame) throws(FaceBlurError) {
      guard let frame = wanted[decoded.time], missing.contains(frame), allowingDamage || !decoded.isDamaged
      else { return }
      missing.remove(frame)
      try take(frame, decoded)
    }
    var next = start
    while !missing.isEmpty, next < samples.count, next <= last + Self.longestDelay {
      guard isWanted() else { throw .framesNotWanted }
      try decoder.decode(try file.packet(next), time: samples.presentationTime(next), receive)
      next += 1
    }
    if !missing.isEmpty { try decoder.finish(receive) }
    return missing
  }
}

extension FaceBlurError {
  fileprivate static var framesNotWanted: FaceBlurError {
    FaceBlurError(.cancelled, "its frames are not wanted any more")
  }
}
