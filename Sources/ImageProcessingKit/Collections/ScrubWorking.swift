/// Takes files of a collection to the target, one at a time.
protocol ScrubWorking {
  /// Does one file. Whatever goes wrong is in the outcome.
  func scrub(_ job: ScrubJob) -> ScrubOutcome
}

/// In the thread that asks for it.
extension PhotoScrubber: ScrubWorking {}

extension FaceBlurError {
  /// - Parameter target: of the run that ends because of it.
  static func workerCannotBegin(_ target: FilePath, _ reason: String) -> FaceBlurError {
    FaceBlurError(.notReadable, target, "a worker cannot begin: \(reason)")
  }
}
