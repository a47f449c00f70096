import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Whoever has the library reads what was told and tells it on, in the same bytes.
@Suite struct ReportRoundTripTests {
  /// Reads a report from its line and expects the line that it makes to be the same.
  @discardableResult
  private static func expectSameLine<Report: Codable>(
    _ report: Report, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Report {
    let line = try PlainText.json(CommandObject(command: "test", content: report))
    let read = try JSONDecoder().decode(CommandObject<Report>.self, from: Data(line.utf8))
    #expect(read.command == "test")
    #expect(try PlainText.json(read) == line, sourceLocation: sourceLocation)
    return read.content
  }

  @Test func reportsOfEveryShapeComeBackInTheSameBytes() throws {
    var random = SplitMix(seed: 1)
    for _ in 0..<300 {
      let report = random.photoReport()
      let read = try Self.expectSameLine(report)
      #expect(read.file == report.file && read.outputs == report.outputs && read.kept == report.kept)
      let (width, height) = (report.frame.visible.width, report.frame.visible.height)
      #expect(read.frame == PictureFrame(width: width, height: height))
      #expect(read.orientation == report.orientation && read.isUnseen == report.isUnseen)
      #expect(read.warnings == report.warnings && read.notes == report.notes)
      let seen = report.regions.map { $0.visible(in: report.frame) }
      Self.expectRounded(read.regions, seen, width: width, height: height)
      // What JSON does not tell is not made up.
      #expect(read.plan == nil && read.strength == nil && read.detector.longSides.isEmpty)
      #expect(try Self.expectSameLine(read) == read)

      let verdict = random.verdict()
      let judged = try Self.expectSameLine(verdict)
      #expect(judged.file == verdict.file && judged.blocks == verdict.blocks)
      #expect(judged.isLeaking == verdict.isLeaking && judged.isClean == verdict.isClean)
      #expect(judged.blocks.map(\.name) == verdict.blocks.map(\.name))

      let outcome = random.revertOutcome()
      let reverted = try Self.expectSameLine(outcome)
      #expect(reverted.file == outcome.file && reverted.removed.count == outcome.removed.count)

      let line = random.line()
      let told = try Self.expectSameLine(line)
      #expect(told.source == line.source && told.target == line.target && told.status == line.status)
      if let frame = line.regions.frame {
        Self.expectRounded(
          told.regions.regions, line.regions.regions.map { $0.visible(in: frame) },
          width: frame.visible.width, height: frame.visible.height)
      }
      try Self.expectSameLine(random.event())
    }
  }

  /// To half a tenth of a pixel and half a thousandth, and nothing else is another.
  private static func expectRounded(
    _ read: [PlannedRegion], _ told: [PlannedRegion], width: Int, height: Int
  ) {
    #expect(read.count == told.count)
    for (read, told) in zip(read, told) {
      #expect((read.id, read.kind) == (told.id, told.kind))
      #expect((read.origin, read.state, read.cells) == (told.origin, told.state, told.cells))
      #expect(read.isDoubtful == told.isDoubtful && (read.seenBy ?? []) == (told.seenBy ?? []))
      #expect(abs((read.score ?? 1) - (told.score ?? 1)) <= 0.000_501)
      for (side, places) in [
        (width, [(read.rect.x, told.rect.x), (read.rect.width, told.rect.width)]),
        (height, [(read.rect.y, told.rect.y), (read.rect.height, told.rect.height)]),
      ] {
        #expect(places.allSatisfy { abs($0 - $1) * Double(side) <= 0.050_001 })
      }
    }
  }

  /// A journal that somebody has changed may have regions of a photo without a size; where they are, nobody can tell.
  @Test func regionsOfAPhotoWithoutASizeAreNowhere() throws {
    var random = SplitMix(seed: 2)
    var line = random.line()
    line.regions = ReportedRegions()
    line.regions.regions = [
      PlannedRegion(
        id: "f1", rect: NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2), score: 0.9, origin: .detected
      )
    ]
    let read = try Self.expectSameLine(line)
    #expect(read.regions.regions.map(\.rect) == [NormalizedRect(x: 0, y: 0, width: 0, height: 0)])
  }

  /// What a program that calls the library gets of a photo's life.
  @Test func reportsOfAnEditsLifeComeBack() throws {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(TestJPEG.encode(TestPhotos.group().picture), "IMG_1234.JPG"))
    let detector = try DetectorChoice.networks.makeDetector()
    var settings = BlurPipeline.Settings()
    settings.previewFolder = FilePath(folder.path("look"))
    settings.hasSidecar = true
    let pipeline = BlurPipeline(detector: detector, settings: settings)
    var outputs = OutputGuard(originals: [photo], force: false)

    try Self.expectSameLine(try pipeline.detect(photo, guardedBy: &outputs))
    let blurred = try pipeline.blur(photo, to: nil, guardedBy: &outputs)
    let read = try Self.expectSameLine(blurred)
    #expect(read.regions.count == 2 && read.applied.count == 2 && read.outputs.sidecar != nil)
    #expect(blurred.plan == (try EditSession.begin(photo).state.plan()))

    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox("10,10,50,60"))]
    corrections.excluded = ["f1"]
    outputs = OutputGuard(originals: [photo], force: false)
    let edited = try pipeline.edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    #expect(try Self.expectSameLine(edited).applied.map(\.id) == edited.applied.map(\.id))

    let listing = try RecordListing.read(of: photo)
    let report = RecordReport(photo, listing)
    let shown = try Self.expectSameLine(report)
    #expect(shown.regions.map(\.id) == edited.regions.map(\.id) && shown.steps == report.steps)
    #expect(shown.strength == report.strength && shown.original == report.original)
    #expect(shown.outputs == report.outputs && shown.renders == listing.renders)

    let verifier = PhotoVerifier(detector: detector)
    let verdict = try verifier.verify(photo, against: photo)
    #expect(try Self.expectSameLine(verdict).faces.count == 2)
    try Self.expectSameLine(try verifier.verify(try #require(edited.outputs.render), against: photo))
    verifier.verify(folder: FilePath(folder.path)) { finding in
      _ = try? Self.expectSameLine(finding.verdict)
    }

    let outcome = try EditRevert.revert(try EditSession.beginReverting(photo))
    #expect(try Self.expectSameLine(outcome) == outcome)
    #expect(outcome.file == photo)
  }

  @Test(arguments: ["1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.3.0-blur"])
  func recordsOfEveryVersionComeBack(_ version: String) throws {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(TestPhotos.astronaut(), "astronaut.jpg"))
    try folder.write(TestPhotos.goldenRecord(version), "astronaut.AAE")
    let read = try Self.expectSameLine(RecordReport(photo, try RecordListing.read(of: photo)))
    #expect(read.regions.map(\.id).first == "f1" && read.frame?.width == 512 && read.record.editable)
  }

  @Test func recordsOfOtherProgramsComeBack() throws {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_0001.JPG"))
    try folder.write(ForeignRecords.photos(), "IMG_0001.AAE")
    let read = try Self.expectSameLine(RecordReport(photo, try RecordListing.read(of: photo)))
    #expect(!read.record.editable && read.steps.isEmpty && read.detector == nil)
  }

  /// What a driver passes on of a run is what the command prints: every event, and last how it ended.
  @Test func everyEventOfARunComesBack() throws {
    let folder = try ScratchFolder()
    try folder.write(TestJPEG.encode(GatedRender.picture(seed: 1)), "photos/a.jpg")
    try folder.write(Array("no photo".utf8), "photos/broken.jpg")
    var settings = ScrubSettings(target: FilePath(folder.path("out")))
    settings.jobs = 1
    let scrub = CollectionScrub(settings: settings) { OneFaceDetector() }
    let input = CollectionScrub.Input(
      sources: try CollectionSource.sources([FilePath(folder.path("photos"))]))

    var events: [ScrubEvent] = []
    let foretold = try scrub.dryRun(input, isStopping: { false }) { events.append($0) }
    #expect(foretold.counts == [.done: 1, .failed: 1])
    guard case .ended(let last) = try #require(events.last) else {
      return #expect(Bool(false), "\(events)")
    }
    #expect(last.isForecast && last.counts == foretold.counts)
    for event in events { try Self.expectSameLine(event) }

    events = []
    let summary = try scrub.run(input, isStopping: { false }) { events.append($0) }
    guard case .ended(let end) = try #require(events.last) else {
      return #expect(Bool(false), "\(events)")
    }
    let read = try Self.expectSameLine(end)
    #expect(read.counts == summary.counts && read.faces == 1 && !read.isForecast)
    #expect(read.reportFolder == settings.stateFolder && read.error == nil)
    for event in events { try Self.expectSameLine(event) }
  }

  /// Why a run stopped is told in words, and so it is known.
  @Test func whatMadeARunStopComesBackInWords() throws {
    var summary = ScrubSummary()
    summary.fatal = FaceBlurError.writing("out", code: 28)
    let read = try Self.expectSameLine(summary)
    #expect(read.fatal == nil && read.error == "out: the disk is full; free some space")
  }
}
