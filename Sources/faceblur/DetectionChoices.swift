internal import ImageProcessingKit

/// How faces are looked for, by the names of the choices, so that one program can tell another.
struct DetectionChoices: Codable {
  private var detector: String
  private var effort: String
  private var engine: String
  private var threshold: Double?
  /// The folder of the models; nil for those of the program.
  private var models: FilePath?

  init(
    _ detector: DetectorChoice, _ effort: DetectionEffort, _ engine: NetworkEngine, threshold: Double?,
    models: ModelLocator
  ) {
    self.detector = detector.rawValue
    self.effort = effort.rawValue
    self.engine = engine.rawValue
    self.threshold = threshold
    self.models = models.folder
  }

  /// Makes a detector.
  /// - Parameter threads: nil for as many as there are processors.
  func maker(threads: Int?) -> @Sendable () throws(FaceBlurError) -> any FaceDetecting {
    { [self] () throws(FaceBlurError) in
      guard let choice = DetectorChoice(rawValue: detector), let effort = DetectionEffort(rawValue: effort),
        let engine = NetworkEngine(rawValue: engine)
      else {
        throw FaceBlurError(
          .internalError, "internal error (an unknown detector)", advice: "please report it")
      }
      return try choice.makeDetector(
        models: ModelLocator(folder: models), effort: effort, threshold: threshold, engine: engine,
        threads: threads)
    }
  }
}
