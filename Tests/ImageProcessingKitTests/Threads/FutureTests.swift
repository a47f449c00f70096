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

  /// It is begun though nobody asks, and nothing is computed any more when the value is let go.
  @Test func waitsForItsThreadWhereNobodyAsks() {
    let ended = Monitor(false)
    do {
      _ = Future { () throws(FaceBlurError) in ended.update { $0 = true } }
    }
    #expect(ended.update { $0 })
  }
}
