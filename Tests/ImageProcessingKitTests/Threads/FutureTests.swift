import Testing

@testable import ImageProcessingKit

/// Values that other threads compute.
@Suite struct FutureTests {
  /// Whoever begins it goes on: here it computes what the other thread waits for.
  @Test func isComputedBesideOtherWork() throws {
    let gate = Monitor(false)
    let future = Future { () throws(FaceBlurError) in
      gate.wait { $0 ? 42 : nil }
    }
    gate.update { $0 = true }
    #expect(try future.value() == 42)
    #expect(try future.value() == 42)
  }

  @Test func throwsWhateverComputingItHasThrown() {
    let future = Future<Int> { () throws(FaceBlurError) in
      throw FaceBlurError(.notAPhoto, "a.jpg", "it is none")
    }
    for _ in 0..<2 {
      #expect(throws: FaceBlurError(.notAPhoto, "a.jpg", "it is none")) { try future.value() }
    }
  }

  @Test func mayBeThereAlready() throws {
    #expect(try Future("there").value() == "there")
  }

  /// The first who has the time computes it, and nobody else.
  @Test func waitsUntilAThreadHasTheTime() throws {
    let times = Monitor(0)
    let future = Future.whenFree { () throws(FaceBlurError) -> Int in
      times.update { times in
        times += 1
        return times
      }
    }
    #expect(times.update { $0 } == 0)
    let threads = WorkerThreads(3) { future.compute() }
    future.compute()
    threads.join()
    #expect(try future.value() == 1)
    #expect(times.update { $0 } == 1)
  }

  @Test func isComputedByWhoNeedsItWhereNobodyHadTheTime() throws {
    #expect(try Future.whenFree { () throws(FaceBlurError) in 42 }.value() == 42)
  }

  /// Whoever needs the value does not wait for what its thread does besides.
  @Test func goesOnWithOtherWorkOnceTheValueIsThere() throws {
    let gate = Monitor(false)
    let hasGoneOn = Monitor(false)
    let next: @Sendable () -> Void = {
      gate.wait { $0 ? () : nil }
      hasGoneOn.update { $0 = true }
    }
    do {
      let future = Future(then: next) { () throws(FaceBlurError) in 42 }
      let value = try future.value()
      #expect(value == 42)
      #expect(!hasGoneOn.update { $0 })
      gate.update { $0 = true }
      // Who lets it go waits for its thread.
      withExtendedLifetime(future) {}
    }
    #expect(hasGoneOn.update { $0 })
  }

  /// It is begun though nobody asks, and nothing is computed any more when the value is let go.
  @Test func waitsForItsThreadWhereNobodyAsks() {
    let ended = Monitor(false)
    do {
      _ = Future { () throws(FaceBlurError) in ended.update { $0 = true } }
    }
    #expect(ended.update { $0 })
  }
}
