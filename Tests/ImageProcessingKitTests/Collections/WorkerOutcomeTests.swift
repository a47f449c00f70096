import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A worker that has read a stranger's photo and says what the stranger wants.
@Suite struct WorkerOutcomeTests {
  private static let hash = String(repeating: "ab", count: 32)

  private struct Scene {
    let scratch: ScratchFolder
    let target: HeldFolder
    let job: ScrubJob
    let outcome: ScrubOutcome

    init() throws {
      scratch = try ScratchFolder()
      try scratch.write(Array("a render".utf8), "out/a/portrait.jpg")
      let root = try #require(FilePath(scratch.path("out")).resolved)
      target = try HeldFolder(root)
      job = ScrubJob(
        id: 7, source: "/photos/a/portrait.jpg", target: "a/portrait.jpg",
        stamp: FileStamp(size: 5, modified: 6), writtenSHA256: nil, settledSHA256: nil)
      var outcome = ScrubOutcome(job, .done)
      outcome.stamp = job.stamp
      outcome.sha256 = WorkerOutcomeTests.hash
      let face = DetectedFace(rect: NormalizedRect(x: 0.3, y: 0.1, width: 0.2, height: 0.2), score: 0.7)
      let plan = RegionPlanner(strength: .default).plan(for: [face])
      outcome.take(plan, found: FaceBlurAdjustment(plan, foundBy: .byHand), ["a warning"])
      (outcome.regions.width, outcome.regions.height) = (512, 600)
      outcome.way = .photo(.coefficients)
      outcome.seconds = 0.25
      outcome.written = (FileStamp(size: 1, modified: 1), WorkerOutcomeTests.hash)
      self.outcome = outcome
    }

    /// What the run makes of an answer in which something was changed.
    func received(
      announced: String? = hash, _ change: (inout [String: Any]) -> Void = { _ in }
    ) throws -> ScrubOutcome? {
      let honest = try JSONEncoder().encode(WorkerOutcome(outcome, \.description))
      var fields = try #require(try JSONSerialization.jsonObject(with: honest) as? [String: Any])
      change(&fields)
      let answer = try? JSONDecoder().decode(
        WorkerOutcome.self, from: try JSONSerialization.data(withJSONObject: fields))
      return answer?.outcome(of: job, announced: announced, in: target)
    }
  }

  @Test func anHonestAnswerArrivesWhole() throws {
    let scene = try Scene()
    let found = try #require(try scene.received())
    #expect(found.id == 7 && found.source == scene.job.source && found.target == "a/portrait.jpg")
    #expect(found.status == .done && found.faces == 1 && found.doubtful == 1)
    #expect(found.regions == scene.outcome.regions && found.warnings == ["a warning"])
    #expect(found.sha256 == Self.hash && found.stamp == scene.job.stamp && found.seconds == 0.25)
    // Not as the worker says, but as the file is.
    let path = FilePath(scene.scratch.path("out/a/portrait.jpg"))
    #expect(found.written?.stamp == FileStamp(of: path) && found.written?.sha256 == Self.hash)
  }

  /// What else a detector finds arrives as what it is; what a worker calls a thing is no reason to forget where it is.
  @Test func theKindOfARegionArrives() throws {
    func received(_ kind: Any?) throws -> SubjectKind? {
      try Scene().received { fields in
        var regions = fields["regions"] as? [String: Any] ?? [:]
        var list = regions["regions"] as? [[String: Any]] ?? []
        list[0]["kind"] = kind
        regions["regions"] = list
        fields["regions"] = regions
      }?.regions.regions.first?.kind
    }
    #expect(try received(nil) == .face)
    #expect(try received("licence-plate") == SubjectKind("licence-plate"))
    #expect(try received("\u{1B}[2J") == .unknown)
    #expect(try received(7) == .unknown)
  }

  @Test(arguments: [
    "status", "hash", "state", "rect", "side", "edit", "reason", "warnings", "seconds", "nothing written",
    "written and failed", "number of regions",
  ])
  func noAnswerIsBelievedThatCannotBeOne(_ lie: String) throws {
    let scene = try Scene()
    let long = String(repeating: "x", count: 5000)
    let outcome = try scene.received { fields in
      var regions = fields["regions"] as? [String: Any] ?? [:]
      let list = regions["regions"] as? [[String: Any]] ?? []
      var region = list.first ?? [:]
      switch lie {
      case "status": fields["status"] = "pending"
      case "hash": fields["sha256"] = "../../etc/passwd"
      case "state": region["state"] = "excluded"
      case "rect": region["rect"] = ["x": 1e300, "y": 0, "width": 1, "height": 1]
      case "side": regions["width"] = -1
      case "edit": fields["edit"] = long
      case "reason": fields["reason"] = long
      case "warnings": fields["warnings"] = [String](repeating: "w", count: 300)
      case "seconds": fields["seconds"] = -1
      case "nothing written": fields["written"] = nil
      case "written and failed": fields["status"] = "failed"
      case "number of regions": break
      default: Issue.record("what is \(lie)?")
      }
      let isMany = lie == "number of regions"
      regions["regions"] = isMany ? [[String: Any]](repeating: region, count: 5000) : [region]
      fields["regions"] = regions
    }
    #expect(outcome == nil)
  }

  @Test func whatWasPlacedIsWhatWasAnnounced() throws {
    let scene = try Scene()
    #expect(try scene.received(announced: String(repeating: "cd", count: 32)) == nil)
    // Nor is anything done that is not there.
    try FileManager.default.removeItem(atPath: scene.scratch.path("out/a/portrait.jpg"))
    #expect(try scene.received() == nil)
  }

  @Test func longTextsAreCutAndArrive() throws {
    let scene = try Scene()
    var outcome = ScrubOutcome(scene.job, .failed, String(repeating: "é", count: 5000))
    outcome.warnings = [String](repeating: "w", count: 1000)
    let answer = WorkerOutcome(outcome, \.description)
    let found = try #require(answer.outcome(of: scene.job, announced: nil, in: scene.target))
    #expect(found.reason?.hasPrefix("ééé") == true && found.warnings.count == 256)
  }

  // A length is a promise of so many bytes, and no reason to make room for more.
  @Test(arguments: [
    [0xFF, 0xFF, 0xFF, 0xFF], [2, 0, 0, 0, 0x7B], [1, 0, 0, 0, 0x7B], [0, 0, 0, 0], [1, 0],
    [4, 0, 0, 0] + Array("null".utf8), [10, 0, 0, 0] + Array("{\"job\": 1}".utf8),
  ])
  func noMessageIsTakenThatIsNone(_ bytes: [UInt8]) throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #expect(write(ends[0], bytes, bytes.count) == bytes.count)
    close(ends[0])
    defer { close(ends[1]) }
    #expect(throws: WorkerFailure.self) { try WorkerChannel(ends[1]).receive(WorkerResponse.self) }
  }
}
