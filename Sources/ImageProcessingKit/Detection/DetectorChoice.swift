/// The detectors by the names under which commands know them.
public enum DetectorChoice: String, Sendable, CaseIterable {
  /// YuNet and CenterFace together.
  case networks
  case yunet
  case centerface
  case haar

  /// Loads the models and builds the detector. No other one ever stands in for it.
  /// - Parameters:
  ///   - folder: holds the models; nil for those that are compiled in, and the distribution's cascades.
  ///   - effort: how often the networks look at a picture; Haar knows one way only.
  ///   - threshold: the least score that counts, 0…1; nil for the detector's own.
  ///   - threads: how many the networks look at one photo with, which changes nothing but the time; nil for as many as there are
  ///     processors. Whoever looks at several photos at once gives each detector one.
  /// - Throws: `FaceBlurError` where a model is missing or not the tested one, or the threshold is out of range.
  public func makeDetector(
    modelsIn folder: FilePath? = nil, effort: DetectionEffort = .normal, threshold: Double? = nil,
    threads: Int? = nil
  ) throws(FaceBlurError) -> any FaceDetecting {
    try makeDetector(
      models: ModelLocator(folder: folder), effort: effort, threshold: threshold, threads: threads)
  }

  /// The same, with models from a locator.
  /// - Parameter engine: what computes the networks.
  package func makeDetector(
    models: ModelLocator, effort: DetectionEffort = .normal, threshold: Double? = nil,
    engine: NetworkEngine = .native, threads: Int? = nil
  ) throws(FaceBlurError) -> any FaceDetecting {
    guard (0...1).contains(threshold ?? 0) else {
      throw FaceBlurError(.invalidArgument, "a threshold is a number from 0 to 1", advice: nil)
    }
    func detector(asking networks: Set<NetworkKind>) throws(FaceBlurError) -> NetworkDetector {
      try NetworkDetector(
        models: models, networks: networks, effort: effort, threshold: threshold, engine: engine,
        threads: threads)
    }
    return switch self {
    case .networks: try detector(asking: effort.networks)
    case .yunet: try detector(asking: [.yunet])
    case .centerface: try detector(asking: [.centerface])
    case .haar: try HaarDetector(models: models, threshold: threshold)
    }
  }
}
