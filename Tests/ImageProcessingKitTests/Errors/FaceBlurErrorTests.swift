import Testing

@testable import ImageProcessingKit

@Suite struct FaceBlurErrorTests {
  private let error = FaceBlurError(
    .refused, file: "a.jpg", "a file is there", advice: "\(.nameOutputFile), or \(.replace)")

  @Test func saysWhichFileWhatIsWrongAndWhatHelps() {
    #expect(error.description == "a.jpg: a file is there; name another file, or allow replacing it")
    #expect(error.message() == "a file is there; name another file, or allow replacing it")
    #expect(FaceBlurError(.cancelled, "it was cancelled").description == "it was cancelled")
  }

  /// A page has buttons where the command has options.
  @Test func letsAClientSayItsOwnWay() {
    let told = error.message { remedy in
      switch remedy {
      case .nameOutputFile: "press Save as"
      case .replace: "press Replace"
      default: remedy.description
      }
    }
    #expect(told == "a file is there; press Save as, or press Replace")
  }

  @Test func keepsTheNameOfTheFileThatItBelongsTo() {
    #expect(error.naming("b.jpg").file == "a.jpg")
    #expect(FaceBlurError.emptyPhoto.naming("b.jpg").description.hasPrefix("b.jpg: the file is empty; "))
  }

  @Test func putsValuesIntoAdvice() {
    let (folder, count): (FilePath, Int) = ("out", 3)
    let advice: Advice = "move \(count) files to \(folder), or \(.scrub(folder))"
    #expect(advice.description == "move 3 files to out, or scrub out as a collection")
    #expect(advice.text { _ in "go" } == "move 3 files to out, or go")
  }
}
