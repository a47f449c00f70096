/// A message from a run to a worker.
enum WorkerRequest: Codable {
  /// The first message, sent once.
  case begin(WorkerConfiguration)
  case scrub(ScrubJob, ScrubCost)
  /// Whether the output that the worker announced may get its place.
  case place(Bool)
}

/// What a worker needs beside its settings, which it reads from its arguments.
struct WorkerConfiguration: Codable {
  /// The path of the folder whose descriptor the worker inherits.
  let target: FilePath
  /// Folders that may be read, and that may be written to.
  let readable: [FilePath]
  let writable: [FilePath]
  /// Bytes that all workers together may take.
  let memory: Int
  /// Where looks at the film that it will be given are kept, which may be written to; nil for nowhere.
  let looks: FilePath?
  /// What it will be given: helpers for that are started before it confines itself.
  let need: CodecHelpers.Need
}

/// A message from a worker to the run.
enum WorkerResponse: Codable {
  /// It is ready for work. The digests of its settings and models must be those of the run.
  case ready(settings: String, model: String)
  case cannotBegin(String)
  /// It is about to place a file with this hash.
  case announce(String)
  case outcome(WorkerOutcome)
}
