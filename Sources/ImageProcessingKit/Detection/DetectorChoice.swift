/// The detectors by the names under which commands know them.
public enum DetectorChoice: String, Sendable, CaseIterable {
  /// YuNet, with CenterFace where it is there; Haar where YuNet is missing.
  case auto
  case yunet
  case centerface
  case haar

  /// Loads the models and builds the detector.
  /// - Parameters:
  ///   - effort: how often the networks look at a picture; Haar knows one way only.
  ///   - threshold: the least score that counts, 0…1; nil for the detector's own.
  ///   - engine: what computes the networks.
  /// - Returns: the detector, and a warning where it is not the best one.
  /// - Throws: `DetectionError` where a model is missing or not the tested one.
  public func makeDetector(
    models: ModelLocator, effort: DetectionEffort = .normal, threshold: Double? = nil,
    engine: NetworkEngine = .native
  ) throws(DetectionError) -> (detector: any FaceDetecting, warning: String?) {
    switch self {
    case .yunet, .centerface:
      let network: NetworkKind = self == .yunet ? .yunet : .centerface
      return (
        try NetworkDetector(
          models: models, networks: [network], effort: effort, threshold: threshold, engine: engine), nil
      )
    case .haar:
      return (try HaarDetector(models: models, threshold: threshold), nil)
    case .auto:
      guard models.path(of: .yuNet) == nil else {
        return (
          try NetworkDetector(models: models, effort: effort, threshold: threshold, engine: engine), nil
        )
      }
      return (
        try HaarDetector(models: models, threshold: threshold),
        "the model \(Model.yuNet.file) is missing, so Haar cascades look for the faces: in ordinary photos they"
          + " find about 77 % where YuNet finds 99 %; check every overlay, or name the model's folder with --models"
      )
    }
  }
}
