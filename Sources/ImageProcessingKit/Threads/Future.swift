/// A value that is computed once, beside other work of whoever needs it last.
final class Future<Value: Sendable>: Sendable {
  private struct State: Sendable {
    /// Nil once somebody has begun.
    var compute: (@Sendable () throws(FaceBlurError) -> Value)?
    /// Nil until it is known.
    var result: Result<Value, FaceBlurError>?
  }

  private let state: Monitor<State>
  private let thread: Monitor<WorkerThreads?>

  /// Begins to compute the value on a thread of its own; where the system gives no thread, it is computed here and now.
  /// - Parameters:
  ///   - next: what the thread does when the value is there; nil for nothing.
  ///   - compute: makes the value.
  init(
    then next: (@Sendable () -> Void)? = nil,
    _ compute: @escaping @Sendable () throws(FaceBlurError) -> Value
  ) {
    let state = Monitor(State(compute: compute))
    let work: @Sendable () -> Void = {
      Self.compute(state)
      next?()
    }
    let thread = WorkerThreads(1, work)
    if thread.count == 0 { work() }
    self.state = state
    self.thread = Monitor(thread)
  }

  private init(_ state: State) {
    self.state = Monitor(state)
    thread = Monitor(nil)
  }

  /// A value that waits until a thread has the time for it, which says so with `compute`.
  ///
  /// It is no initializer: `Future { … }` would mean this one, because a trailing closure has no label.
  static func whenFree(_ compute: @escaping @Sendable () throws(FaceBlurError) -> Value) -> Future {
    Future(State(compute: compute))
  }

  /// A value that is there already.
  convenience init(_ value: Value) { self.init(State(result: .success(value))) }

  /// Computes the value on the thread that calls, unless another one has begun.
  func compute() { Self.compute(state) }

  private static func compute(_ state: Monitor<State>) {
    let compute = state.update { state in
      defer { state.compute = nil }
      return state.compute
    }
    guard let compute else { return }
    let result: Result<Value, FaceBlurError>
    do throws(FaceBlurError) { result = .success(try compute()) } catch { result = .failure(error) }
    state.update { $0.result = result }
  }

  /// Computes the value where nobody has begun, else waits for it.
  /// - Throws: what computing it has thrown.
  func value() throws(FaceBlurError) -> Value {
    compute()
    return try state.wait { $0.result }.get()
  }

  /// No thread outlives what it computes.
  deinit { thread.update { $0?.join() } }
}
