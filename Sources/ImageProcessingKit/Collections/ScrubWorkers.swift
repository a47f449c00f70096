/// Where the work of a run over a collection is done.
public enum ScrubWorkers: Sendable, Hashable {
  /// Threads of this process: a photo that ends one ends the run.
  case threads
  /// Processes of this very program, started with these arguments; the program hands them to
  /// `CollectionScrub.serve`. A photo that ends its process twice is on the list, and the run goes on.
  case processes([[UInt8]])
}
