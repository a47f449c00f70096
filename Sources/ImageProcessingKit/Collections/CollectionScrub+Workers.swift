extension CollectionScrub {
  /// Makes the worker of one thread of the pool.
  typealias MakeWorker =
    @Sendable (MemoryBudget, @escaping PhotoScrubber.Announce) -> Result<any ScrubWorking, FaceBlurError>

  /// - Parameter longestLook: the detector's.
  /// - Throws: `FaceBlurError` where a folder that workers write to cannot be made, or nothing would confine them.
  func makeWorker(
    for input: Input, _ folder: HeldFolder, _ basis: ScrubJournal.Basis, longestLook: Int
  ) throws(FaceBlurError) -> MakeWorker {
    let settings = settings
    switch workers {
    case .threads:
      let makeDetector = makeDetector
      return { budget, announce in
        do throws(FaceBlurError) {
          return .success(
            PhotoScrubber(
              settings, target: folder, detector: try makeDetector(), budget: budget, announce: announce))
        } catch {
          return .failure(.workerCannotBegin(folder.path, error.described(settings.wording)))
        }
      }
    case .processes(let arguments):
      try WorkerConfinement.require()
      let plan = ProcessScrubber.Plan(
        arguments: arguments, readable: input.folders, writable: try writable(input), basis: basis,
        formats: settings.reader.formats, format: settings.renderOptions.format, longestLook: longestLook)
      return { budget, announce in
        .success(ProcessScrubber(plan, target: folder, budget: budget, announce: announce))
      }
    }
  }

  /// The folders beside the target that workers write to.
  private func writable(_ input: Input) throws(FaceBlurError) -> [FilePath] {
    switch settings.records {
    case .none: return []
    case .beside: return input.folders
    case .folder(let records):
      // A worker may write only below this folder, so it is made here.
      try Folder.make(records, mode: 0o700)
      guard let root = records.resolved else { throw .reading(records) }
      return [root]
    }
  }
}
