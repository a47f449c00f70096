internal import Synchronization

/// Stops work from any thread.
///
/// A render looks for it with every piece of the file that it writes, and between its stages.
public final class Cancellation: Sendable {
  private let isSet = Atomic(false)

  public init() {}

  public func cancel() { isSet.store(true, ordering: .relaxed) }

  public var isCancelled: Bool { isSet.load(ordering: .relaxed) }
}
