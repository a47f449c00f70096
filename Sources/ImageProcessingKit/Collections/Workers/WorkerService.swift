internal import CWorker

/// The work of a process that a run has started: it takes requests from its channel until that is closed.
struct WorkerService {
  private let channel = WorkerChannel(Int32(FBW_CHANNEL))
  private let settings: ScrubSettings
  private let makeDetector: ScrubWorkerPool.MakeDetector

  init(_ settings: ScrubSettings, _ makeDetector: @escaping ScrubWorkerPool.MakeDetector) {
    self.settings = settings
    self.makeDetector = makeDetector
  }

  /// - Throws: `WorkerFailure` where the run has ended, or is none.
  func run() throws(WorkerFailure) {
    guard fbw_become_worker() != .failed else { return try refuse("it cannot limit itself") }
    guard case .begin(let basis) = try channel.receive(WorkerRequest.self) else { throw .invalidMessage }
    let detector: any FaceDetecting
    let target: HeldFolder
    do {
      try DetectionShim.setThreadCount(1)
      detector = try makeDetector()
      target = try HeldFolder(inherited: Int32(FBW_TARGET), at: basis.target)
    } catch {
      return try refuse(error.described(settings.wording))
    }
    CodecHelpers.prepareForConfinement(needing: basis.need)
    if basis.need == .films { fbw_share_heap() }
    // Models and libraries are loaded; untrusted bytes are read only after this.
    guard confine(basis, target) else { return try refuse("it cannot be confined") }
    let channel = channel
    var looks: PhotoScrubber.LooksOfFilm?
    if let folder = basis.looks { looks = { _ in folder } }
    let scrubber = PhotoScrubber(
      settings, target: target, detector: detector, budget: MemoryBudget(limit: basis.memory),
      looks: looks
    ) { _, sha256 in
      do throws(WorkerFailure) {
        try channel.send(WorkerResponse.announce(sha256))
        guard case .place(let isGranted) = try channel.receive(WorkerRequest.self) else { return false }
        return isGranted
      } catch {
        return false
      }
    }
    let identity = detector.identity
    try channel.send(
      WorkerResponse.ready(settings: settings.digest(identity), model: identity.modelSHA256))
    while case .scrub(let job, let limits) = try channel.receive(WorkerRequest.self) {
      limit(limits, detector)
      try channel.send(WorkerResponse.outcome(WorkerOutcome(scrubber.scrub(job), settings.wording)))
      // Confined as this process is, it can start no other helper: the run starts a new worker.
      guard !CodecHelpers.isLost else { return }
    }
  }

  private func refuse(_ reason: String) throws(WorkerFailure) {
    try channel.send(WorkerResponse.cannotBegin(reason))
  }

  /// False where the kernel could and does not; one that cannot leaves the process as free as any.
  private func confine(_ basis: WorkerConfiguration, _ target: HeldFolder) -> Bool {
    let writing = basis.writable + [target.at(".")] + [basis.looks].compactMap(\.self)
    let isConfined = Self.lending(basis.readable) { readable in
      Self.lending(writing) { writable in
        fbw_confine_files(readable, basis.readable.count, writable, writing.count)
      }
    }
    return isConfined != .failed && fbw_confine_calls() != .failed
  }

  /// Twice what it takes by its header, which is an estimate, and what looking for faces takes.
  private func limit(_ limits: ScrubCost, _ detector: any FaceDetecting) {
    let bytes = UInt64(max(limits.bytes, 0))
    let (all, overflow) = UInt64(max(detector.workingMemory, 0)).addingReportingOverflow(2 * bytes)
    _ = fbw_limit(overflow ? .max : all, UInt64(max(limits.seconds, 0)))
  }

  private static func lending<Result>(
    _ paths: [FilePath], to body: (UnsafePointer<UnsafePointer<CChar>>?) -> Result
  ) -> Result {
    let copies = paths.map { path in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: path.bytes.count + 1)
      for (index, byte) in path.bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
      copy[path.bytes.count] = 0
      return UnsafePointer(copy)
    }
    defer { for copy in copies { copy.deallocate() } }
    return copies.withUnsafeBufferPointer { body($0.baseAddress) }
  }
}

extension CollectionScrub {
  /// Does the work of one worker process, which a run has started with the arguments of `ScrubWorkers.processes`.
  /// Returns when the run has no more for it, or has ended.
  /// - Returns: false where no run has started this process.
  public func serve() -> Bool {
    guard fbw_has_channel() else { return false }
    // There is nobody to report the error to where the run has ended.
    try? WorkerService(settings, makeDetector).run()
    return true
  }
}
