/// What a run tells a worker.
enum WorkerOrder: Codable {
  /// The first one, once.
  case begin(WorkerBasis)
  /// - Parameter cost: bytes that the photo takes at most, an estimate.
  case scrub(ScrubJob, cost: Int)
  /// Whether the output that the worker announced may get its place.
  case place(Bool)
}

/// What a worker needs beside its settings, which it has from the words that it was started with.
struct WorkerBasis: Codable {
  /// As people know the folder that was handed over.
  let target: FilePath
  /// Folders that may be read, and that may be written to.
  let readable: [FilePath]
  let writable: [FilePath]
  /// Bytes that all workers together may take.
  let memory: Int
}

/// What a worker tells the run.
enum WorkerReport: Codable {
  /// It may be given work. What stands for its settings and models must be what stands for the run's.
  case ready(settings: String, model: String)
  case cannotBegin(String)
  /// It is about to place a file with this hash.
  case announce(String)
  case outcome(WorkerAnswer)
}
