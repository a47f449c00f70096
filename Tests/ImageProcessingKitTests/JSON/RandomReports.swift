import TestSupport

@testable import ImageProcessingKit

/// Reports of every shape, for what must hold of all.
extension SplitMix {
  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  private mutating func real(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  private mutating func chance<Value>(_ value: (inout SplitMix) -> Value) -> Value? {
    number(0...1) == 0 ? nil : value(&self)
  }

  private mutating func list<Value>(_ most: Int, _ value: (inout SplitMix) -> Value) -> [Value] {
    (0..<number(0...most)).map { _ in value(&self) }
  }

  private mutating func some<Value>(of values: [Value]) -> Value { values[number(0...(values.count - 1))] }

  mutating func text() -> String {
    let letters: [Character] = [
      "a", "é", "\u{301}", "\"", "\\", "\n", "\u{202E}", "😀", "/", " ", "{", "\u{0}",
    ]
    return String(list(12) { $0.some(of: letters) })
  }

  /// Any bytes but NUL.
  mutating func path() -> FilePath {
    FilePath(bytes: list(12) { UInt8($0.number(1...255)) } + [UInt8(number(1...255))])
  }

  private mutating func digest() -> String { SHA256.hexDigest(of: Array(text().utf8)) }

  private mutating func rect() -> NormalizedRect {
    // Also where an edge is so near to the picture's that it is rounded to it.
    let x = some(of: [real(-0.9...0.99), -1e-9, 0, 1 - 1e-9])
    let y = some(of: [real(-0.9...0.99), -1e-9, 0, 1 - 1e-9])
    return NormalizedRect(x: x, y: y, width: real(1e-6...1) + max(0, -x), height: real(1e-6...3) + max(0, -y))
  }

  private mutating func region(_ index: Int) -> PlannedRegion {
    let isManual = number(0...3) == 0
    var region = PlannedRegion(
      id: "\(isManual ? "m" : "f")\(index)", rect: rect(),
      // Also those that are rounded to the least sure score from either side.
      score: isManual ? nil : some(of: [real(0...1), 0.8499, 0.85, 0.8501, 0.9999, 1, 0]),
      origin: isManual ? .manual : .detected, state: some(of: [.applied, .excluded]),
      kind: some(of: [.face, SubjectKind("licence-plate"), .unknown]))
    region.cells = chance { $0.number(0...24) }
    region.seenBy = chance { $0.list(4) { "look \($0.number(1...9)) 90°" } }
    return region
  }

  mutating func regions() -> [PlannedRegion] { (0..<number(0...6)).map { region($0) } }

  mutating func plan() -> RegionPlan {
    let style = some(of: ObscuringStyle.allCases)
    let strength = ObscuringStrength(
      style: style, shape: some(of: ObscuringShape.allCases),
      cells: some(of: Array(ObscuringStrength.allowedCells(of: style))), margin: real(1...4),
      lattice: some(of: [.area, .picture]))
    return RegionPlan(regions: regions(), strength: strength ?? .default)
  }

  private mutating func geometry() -> PhotoGeometry {
    let (width, height) = (some(of: [1, 3, number(1...65_535)]), some(of: [1, 7, number(1...65_535)]))
    let shown = PixelRect(x: width / 4, y: height / 3, width: (width + 1) / 2, height: (height + 1) / 2)
    return PhotoGeometry(
      storedWidth: width, storedHeight: height, orientation: some(of: Orientation.allCases), unitWidth: 8,
      unitHeight: 8, visible: chance { _ in shown })
  }

  private mutating func detector() -> DetectorIdentity {
    DetectorIdentity(
      name: text(), modelSHA256: digest(), longSides: [640], threshold: real(0...1),
      effort: chance { _ in "normal" })
  }

  mutating func photoReport() -> PhotoReport {
    var report = PhotoReport(path(), geometry(), detector(), plan(), warnings: list(3) { $0.text() })
    report.outputs = PhotoReport.Outputs(
      render: chance { $0.path() }, record: chance { $0.path() }, preview: chance { $0.path() },
      overlay: chance { $0.path() }, sidecar: chance { $0.path() })
    report.added = list(3) { $0.text() }
    report.renderPath = chance { _ in .bitCopy }
    report.notes = list(3) { $0.text() }
    report.dropped = list(3) { $0.text() }
    report.kept.excluded = list(3) { $0.text() }
    report.kept.drawn = list(3) { $0.text() }
    report.kept.notFoundAgain = list(3) { $0.text() }
    report.shown = list(3) { $0.text() }
    report.isUnseen = number(0...1) == 0
    return report
  }

  private mutating func block() -> MetadataBlock {
    let start = number(0...1_000_000)
    var block = MetadataBlock(
      some(of: [.exif, .xmp, .trailingBytes]), start..<(start + number(0...1_000_000)),
      objection: chance { $0.text() })
    block.mayShowFace = some(of: MetadataBlock.FaceEvidence.allCases)
    block.contents = list(3) { $0.text() }
    return block
  }

  mutating func verdict() -> PhotoVerifier.Verdict {
    var verdict = PhotoVerifier.Verdict(
      file: path(), blocks: list(4) { $0.block() }, unread: chance { $0.text() })
    verdict.size = chance { $0.geometry().uprightSize }
    if verdict.size != nil {
      verdict.faces =
        RegionPlanner().plan(
          for: list(4) { DetectedFace(rect: $0.rect(), score: $0.real(0...1), seenBy: ["a look"]) }
        ).regions
    }
    verdict.problems = list(3) { $0.text() }
    verdict.notes = list(3) { $0.text() }
    verdict.isRecordCompared = chance { $0.number(0...1) == 0 }
    return verdict
  }

  mutating func revertOutcome() -> EditRevert.Outcome {
    EditRevert.Outcome(
      file: path(), removed: list(3) { $0.path() }, kept: list(3) { $0.path() },
      restored: list(3) { $0.path() })
  }

  mutating func line() -> ScrubLine {
    var regions = ReportedRegions()
    if number(0...3) > 0 {
      regions = ReportedRegions(on: geometry())
      regions.regions = self.regions()
      regions.style = .mosaic
    }
    return ScrubLine(
      source: path(), target: chance { $0.path() }, status: some(of: ScrubStatus.allCases),
      faces: number(0...9), doubtful: number(0...9), regions: regions, way: chance { _ in "bitCopy" },
      reason: chance { $0.text() }, warnings: list(3) { $0.text() }, seconds: chance { $0.real(0...100) },
      sourceSHA256: chance { $0.digest() }, targetSHA256: chance { $0.digest() })
  }

  mutating func event() -> ScrubEvent {
    switch number(0...6) {
    case 0: .warning(text())
    case 1: .walking(number(0...1_000_000))
    case 2: .checking(number(0...1_000_000))
    case 3:
      .planned(
        ScrubForecast(
          source: path(), status: some(of: ScrubStatus.allCases), isUnchanged: number(0...1) == 0,
          reason: text()))
    case 4: .finished(line())
    case 5:
      .progress(
        ScrubProgress(
          total: number(1000...1_000_000), through: number(0...1000), done: number(0...1_000_000),
          faces: number(0...1_000_000), failures: number(0...1000), seconds: some(of: [0, real(1e-6...1e6)])))
    default: .ended(summary())
    }
  }

  private mutating func summary() -> ScrubSummary {
    var summary = ScrubSummary()
    for status in ScrubStatus.allCases {
      if let count = chance({ $0.number(1...1_000_000) }) { summary.counts[status] = count }
    }
    summary.unchanged = number(0...9)
    summary.isInterrupted = number(0...1) == 0
    summary.notes = list(2) { $0.text() }
    summary.isForecast = number(0...2) == 0
    guard !summary.isForecast else { return summary }
    (summary.faces, summary.doubtful, summary.leftOver) = (number(0...9), number(0...9), number(0...9))
    summary.showing = number(0...9)
    summary.seconds = real(0...1e5)
    summary.error = chance { $0.text() }
    summary.reportFolder = chance { $0.path() }
    return summary
  }
}
