/// The detectors by the names under which commands know them.
public enum DetectorChoice: String, Sendable, CaseIterable {
  /// YuNet and CenterFace, or the one that is there; Haar where neither is.
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
    func detector(asking networks: Set<NetworkKind>?) throws(DetectionError) -> NetworkDetector {
      try NetworkDetector(
        models: models, networks: networks, effort: effort, threshold: threshold, engine: engine)
    }
    switch self {
    case .yunet: return (try detector(asking: [.yunet]), nil)
    case .centerface: return (try detector(asking: [.centerface]), nil)
    case .haar: return (try HaarDetector(models: models, threshold: threshold), nil)
    case .auto:
      if models.path(of: .yuNet) != nil { return (try detector(asking: nil), nil) }
      if models.path(of: .centerFace) != nil {
        return (
          try detector(asking: [.centerface]),
          "the model \(Model.yuNet.file) is missing, so CenterFace looks alone; \(Model.yuNet.remedy)"
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
