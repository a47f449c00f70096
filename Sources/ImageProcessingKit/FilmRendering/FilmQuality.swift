internal import Glibc

/// How finely the pictures of a film are to be coded anew: as near to the film as about its own bytes allow.
///
/// Some pictures, hidden as they will be, are coded on trial. A film of few bytes would otherwise become several times as large, and one of
/// many would lose what it has.
struct FilmQuality {
  /// What is tried first, and what is taken where there is nothing to try.
  static let usual = 22
  /// Finer ones cost bytes and show nothing more, coarser ones are to be seen.
  private static let range = 14...34
  /// How many times the film's own bytes pictures may take.
  private static let share = 1.15
  /// Steps of the rate factor that halve the bytes (x264's documentation).
  private static let stepsOfHalf = 6.0
  private static let trials = 3
  /// Pictures that are coded on trial, of which none are more than this many bytes in memory.
  private static let mostPictures = 32
  private static let mostBytes = 32 << 20

  /// How many pictures of a shape are coded on trial.
  static func sampleCount(_ shape: PlanarShape) -> Int {
    min(mostPictures, max(mostBytes / (shape.sampleCount * shape.sampleBytes), 2))
  }

  /// Bytes that the pictures take in the film.
  let bytes: Int
  /// Codes them.
  let trial: (_ quality: Int) throws(FaceBlurError) -> Int

  /// - Returns: the finest quality that was tried and found small enough, else the coarsest that was tried.
  func found() throws(FaceBlurError) -> Int {
    let most = max(Double(bytes) * Self.share, 1)
    var tried: [Int: Double] = [:]
    var quality = Self.usual
    for _ in 0..<Self.trials where tried[quality] == nil {
      let size = Double(max(try trial(quality), 1))
      tried[quality] = size
      // Up to the next whole step that should fit.
      let steps = (Self.stepsOfHalf * log2(size / most)).rounded(.up)
      quality = min(
        max(quality + Int(min(max(steps, -51), 51)), Self.range.lowerBound), Self.range.upperBound)
    }
    let fitting = tried.filter { $0.value <= most }.keys.min()
    return fitting ?? tried.keys.max() ?? Self.usual
  }
}
