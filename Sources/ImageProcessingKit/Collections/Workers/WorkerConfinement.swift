internal import CWorker

/// Whether the processes that read photos can be confined on this machine.
enum WorkerConfinement {
  /// - Throws: `FaceBlurError` where the kernel, or a container, keeps back what confines them, unless they may run as they are.
  static func require() throws(FaceBlurError) {
    guard CodecHelpers.areConfined else { return }
    var trial = fbw_trial()
    // Where not even a thread can be started, no worker can be, and that is said then.
    guard fbw_try_confinement(&trial) == .ok else { return }
    let missing = [(trial.files, "Landlock"), (trial.calls, "filters for system calls")]
      .filter { $0.0 == .notSupported }.map(\.1)
    guard !missing.isEmpty else { return }
    throw FaceBlurError(
      .libraryUnusable,
      "the processes that read photos cannot be confined here: the kernel has no \(missing.joined(separator: " and no ")), or does not let us"
        + " use them",
      advice: "\(.allowUnconfinedCodecs) if you trust the photos")
  }
}
