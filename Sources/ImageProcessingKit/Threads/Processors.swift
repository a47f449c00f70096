internal import CWorker

/// The processors that this process may run on.
enum Processors {
  /// At least 1: those of the machine, less the ones that `taskset` or a container keeps from it.
  static var count: Int { max(Int(fbw_processors()), 1) }
}
