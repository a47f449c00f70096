import TestSupport
import Testing

@testable import ImageProcessingKit

/// A collection with photos of two formats.
@Suite struct PPMCollectionTests {
  private let scratch: ScratchFolder
  private var settings: ScrubSettings

  init() throws {
    scratch = try ScratchFolder()
    settings = ScrubSettings(target: FilePath(scratch.path("out")))
    settings.reader = PhotoReader(formats: .withPPM)
    settings.jobs = 2
    for index in 0..<6 {
      try scratch.write(PPMFile.photo(seed: UInt64(index)), "photos/\(index).ppm")
      try scratch.write(TestJPEG.encode(GatedRender.picture(seed: UInt64(index))), "photos/\(index).jpg")
    }
    try scratch.write(Array("P6 9 9 255\n".utf8), "photos/short.ppm")
    try scratch.write(Array("P6 999999 999999 255\n".utf8), "photos/huge.ppm")
    try scratch.write(Array("text".utf8), "photos/text.ppm")
  }

  private func scrub(_ settings: ScrubSettings? = nil) throws -> (ScrubSummary, [String: ScrubLine]) {
    var lines: [String: ScrubLine] = [:]
    let input = CollectionScrub.Input(
      sources: try CollectionSource.sources([FilePath(scratch.path("photos"))]))
    let scrub = CollectionScrub(settings: settings ?? self.settings) { OneFaceDetector() }
    let summary = try scrub.run(input, isStopping: { false }) {
      if case .finished(let line) = $0 { lines[line.source.name.description] = line }
    }
    return (summary, lines)
  }

  @Test func isScrubbedWithAllOthers() throws {
    let (summary, lines) = try scrub()
    #expect(summary.counts == [.done: 12, .failed: 3])
    #expect(lines["0.ppm"]?.way == "samples" && lines["0.jpg"]?.way == "bitCopy")
    #expect(lines["short.ppm"]?.reason?.contains("cut short") == true)
    #expect(lines["huge.ppm"]?.reason?.contains("MB of memory") == true)
    #expect(lines["text.ppm"]?.reason == "this is not a photo; give a JPEG or PPM photo")
    for index in 0..<6 {
      let source = try settings.reader.open(PPMFile.photo(seed: UInt64(index)))
      let output = try scratch.read("out/\(index).ppm")
      let plan = RegionPlanner(strength: settings.strength).plan(
        for: try OneFaceDetector().faces(in: GatedRender.picture()))
      try LeakGate(format: .ppm).check(
        output, of: source.content, plan: plan, options: RenderOptions(), madeBy: .samples)
    }
    // The report shows what was written.
    let page = try #require(
      try scratch.contents().first { $0.key.hasSuffix("report.html") }?.value.map {
        String(decoding: $0, as: UTF8.self)
      })
    #expect(page.contains("0.ppm") && !page.contains("not there as it was written"))

    let (again, _) = try scrub()
    #expect(again.counts == summary.counts && again.unchanged >= 12)
  }

  @Test func isScrubbedWithRecords() throws {
    var settings = settings
    settings.records = .beside
    #expect(try scrub(settings).0.counts == [.done: 12, .failed: 3])
    var options = EditSession.Options()
    options.reader = settings.reader
    let session = try EditSession.begin(FilePath(scratch.path("photos/3.ppm")), options)
    #expect(session.record?.renders.last?.way == .samples)
  }
}
