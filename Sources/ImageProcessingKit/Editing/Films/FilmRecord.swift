/// The record of a film's edit: what is hidden in it and how, and the files that belong to it.
///
/// It is a file as a photo's record is, with tracks in place of regions. There are no steps: of a film the last edit counts.
struct FilmRecord: Sendable, Hashable {
  /// The format that is written, and the newest that is read. Records of photos are of another major version.
  static let formatVersion = SemanticVersion(EditRecord.majorVersionOfFilms, 0, 0)

  /// The way tracks become pictures. Whatever changes pictures gets a new number, and the old code is kept.
  static let rendererVersion = 1

  /// A film's file as the record knows it again.
  struct Source: Sendable, Hashable, Codable, TrackClock {
    /// For people; what counts is the hash.
    var fileName: FilePath
    var byteCount: Int
    /// Lower-case hexadecimal.
    var sha256: String
    /// Upright size in pixels, and how stored pictures are turned.
    var width: Int
    var height: Int
    var orientation: Orientation
    /// As shown, in seconds.
    var duration: Double
    /// Of the file, also those that an edit list hides.
    var pictures: Int
    /// Ticks of a second in the times of tracks.
    var timescale: Int
    /// The time that is shown at the beginning, in these ticks.
    var start: Int

    /// By which places are found again where another version has taken the place of this one.
    var shape: UprightShape { UprightShape(width: width, height: height, orientation: orientation) }
  }

  /// A file that the edit was rendered to.
  struct Render: Sendable, Hashable, Codable {
    /// A bare name beside the original, else an absolute path.
    var path: FilePath
    /// What was written there, in lower-case hexadecimal: a file that differs is no longer ours.
    var sha256: String
    /// How many folders were made for it, the innermost first: reverting takes them away where they are empty.
    var foldersMade = 0
    var making: Making
  }

  /// How a render was made, so that it can be made again.
  struct Making: Sendable, Hashable, Codable {
    var audio: AudioChoice
    /// Constant rate factor of the pictures that were coded anew, as x264 and x265 mean it: less is better.
    var quality: Int
    var way: FilmRenderWay

    static let allowedQualities = 0...51
  }

  /// The original.
  var source: Source
  /// What found the tracks.
  var detector: DetectorIdentity
  var plan: FilmPlan
  /// The newest last; never empty in a record on disk.
  var renders: [Render]
}

extension FilmRecord.Source {
  /// - Parameters:
  ///   - film: what the file holds.
  ///   - sha256: of the file.
  init(fileName: FilePath, byteCount: Int, sha256: String, of film: Film) {
    let track = film.video
    let size = track.orientation.uprightSize(
      storedWidth: track.shape.width, storedHeight: track.shape.height)
    self.init(
      fileName: fileName, byteCount: byteCount, sha256: sha256, width: size.width, height: size.height,
      orientation: track.orientation, duration: film.duration, pictures: track.samples.count,
      timescale: track.timescale, start: Self.start(of: track))
  }

  /// The time that is shown at the beginning, in ticks of the track.
  static func start(of track: VideoTrack) -> Int {
    let start = -FilmClock(track).seconds(at: 0) * Double(track.timescale)
    return FilmRecord.allowedTimes.contains(start) ? Int(start.rounded()) : 0
  }
}

/// What says when times of tracks are shown.
protocol TrackClock {
  /// Ticks of a second in the times of tracks.
  var timescale: Int { get }
  /// The time that is shown at the beginning, in these ticks.
  var start: Int { get }
}

extension TrackClock {
  /// When a time is shown, in seconds from the film's beginning. Where an edit list cuts something out in the middle, what is behind that is
  /// shown earlier.
  func seconds(at time: Int) -> Double { Double(time - start) / Double(timescale) }
}

extension FilmRecord {
  /// What a person had drawn, at about the same times and places of another film that has taken the place of this one, with how it was hidden.
  /// - Parameters:
  ///   - times: of the other film.
  ///   - shape: that the film had; nil for as the record has it.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where nobody can tell where that lies.
  func drawn(
    in film: Source, at times: PictureTimes, from shape: UprightShape? = nil
  ) throws(FaceBlurError) -> FilmPlan {
    try plan.drawn(at: MovedTimes(source, to: times)).turned(from: shape ?? source.shape, to: film.shape)
  }

  /// The same in a film in which this one is known again.
  /// - Parameter times: of the other film.
  func drawn(at times: PictureTimes, _ turns: FilmTurns) -> FilmPlan {
    plan.drawn(at: MovedTimes(source, to: times, turns)).turned(by: turns.orientations)
  }

  /// All that is hidden, likewise.
  func hidden(in film: Source, at times: PictureTimes) throws(FaceBlurError) -> FilmPlan {
    try plan.hidden(at: MovedTimes(source, to: times)).turned(from: source.shape, to: film.shape)
  }

  /// The same in a film in which this one is known again.
  func hidden(at times: PictureTimes, _ turns: FilmTurns) -> FilmPlan {
    plan.hidden(at: MovedTimes(source, to: times, turns)).turned(by: turns.orientations)
  }

  /// All that is hidden, at the very same times, which need not be those of the same pictures.
  func hiddenAsShown(in film: Source) throws(FaceBlurError) -> FilmPlan {
    try plan.hidden(at: MovedTimes(secondsOf: source, in: film)).turned(from: source.shape, to: film.shape)
  }
}
