/// A value that a thread of its own computes, while whoever needs it last does other work.
final class Future<Value: Sendable>: Sendable {
  private let result: Monitor<Result<Value, FaceBlurError>?>
  private let thread: Monitor<WorkerThreads?>

  /// Begins to compute the value; where the system gives no thread, it is computed here and now.
  init(_ compute: @escaping @Sendable () throws(FaceBlurError) -> Value) {
    let result = Monitor<Result<Value, FaceBlurError>?>(nil)
    let work: @Sendable () -> Void = {
      let computed: Result<Value, FaceBlurError>
      do throws(FaceBlurError) { computed = .success(try compute()) } catch { computed = .failure(error) }
      result.update { $0 = computed }
    }
    let thread = WorkerThreads(1, work)
    if thread.count == 0 { work() }
    self.result = result
    self.thread = Monitor(thread)
  }

  /// A value that is there already.
  init(_ value: Value) {
    result = Monitor(.success(value))
    thread = Monitor(nil)
  }

  /// Waits for the value.
  /// - Throws: what computing it has thrown.
  func value() throws(FaceBlurError) -> Value { try result.wait { $0 }.get() }

  /// No thread outlives what it computes.
  deinit { thread.update { $0?.join() } }
}
