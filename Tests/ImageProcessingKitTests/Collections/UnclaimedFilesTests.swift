import TestSupport
import Testing

@testable import ImageProcessingKit

/// A folder may hold a hundred thousand files that are no photos.
@Suite struct UnclaimedFilesTests {
  @Test func needNoWorker() throws {
    let scratch = try ScratchFolder()
    for index in 0..<20 { try scratch.write(Array("note \(index)".utf8), "photos/\(index).txt") }
    var settings = ScrubSettings(target: FilePath(scratch.path("out")))
    settings.jobs = 2
    // A program that is no worker: a run that began one would end with an error.
    let scrub = CollectionScrub(settings: settings, workers: .processes([Array("--list-tests".utf8)])) {
      OneFaceDetector()
    }
    let input = CollectionScrub.Input(
      sources: try CollectionSource.sources([FilePath(scratch.path("photos"))]))
    var reasons: Set<String?> = []
    let summary = try scrub.run(input, isStopping: { false }) {
      if case .finished(let line) = $0 { reasons.insert(line.reason) }
    }
    #expect(summary.counts == [.other: 20] && summary.error == nil)
    #expect(reasons == ["not a photo"])
  }
}
