internal import Foundation
internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Makes records as they are found beside photos: ours, forged, and with what other versions wrote.
enum RecordDraft {
  private static let versions = [
    "1.3.0", "1.2.0", "1.1.0", "1.0.0", "1.4.0", "1", "2.0.0", "1.3.99", "1.5.0",
  ]
  private static let time = Date(timeIntervalSince1970: 1_700_000_000)

  /// A record file around some JSON.
  static func record(holding json: ArraySlice<UInt8>, version: UInt8) -> [UInt8] {
    guard let data = try? RawDeflate.compress(Array(json)),
      let adjustment = AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: versions[Int(version) % versions.count],
        data: data, timestamp: time),
      let content = try? adjustment.fileContent()
    else { fatalError("a record cannot be written") }
    return content
  }

  /// The file of a record, forged or not; nil where it would be too large.
  static func content(of record: EditRecord) -> [UInt8]? {
    try? record.adjustmentData(timestamp: time).fileContent()
  }

  /// An edit of a photo, most of it sound.
  static func record(_ bytes: [UInt8], of source: EditRecord.Source) -> EditRecord {
    var choices = Choices(bytes)
    var steps: [EditRecord.Step] = []
    repeat { steps.append(step(&choices)) } while choices.byte() % 3 == 0 && !choices.isEmpty
    let isEnabled = choices.one(of: [steps.count, steps.count, 1, 0])
    for index in steps.indices where index >= isEnabled { steps[index].isEnabled = false }
    var record = EditRecord(
      source: self.source(source, &choices), base: nil, steps: steps, renders: [render(&choices)])
    if choices.once(in: 4) { record.renders.append(render(&choices)) }
    if choices.once(in: 8) {
      record.base = EditRecord.Base(
        photo: self.source(source, &choices), record: choices.bytes(Int(choices.byte())))
    }
    if choices.once(in: 4) {
      record.sidecar = EditRecord.Sidecar(name: name(&choices), sha256: digest(&choices))
    }
    return record
  }

  private static func source(_ real: EditRecord.Source, _ choices: inout Choices) -> EditRecord.Source {
    guard choices.once(in: 8) else { return real }
    var source = real
    source.fileName = name(&choices)
    source.width = Int(choices.byte()) - 1
    source.byteCount = choices.one(of: [Int.max, Int.min, 0, -1])
    if choices.once(in: 2) { source.sha256 = digest(&choices) }
    return source
  }

  private static func step(_ choices: inout Choices) -> EditRecord.Step {
    let time = choices.once(in: 16) ? choices.number() * 1e12 : 1_700_000_000
    let adjustment: Adjustment = choices.once(in: 3) ? .tone(tone(&choices)) : .faceBlur(faces(&choices))
    return EditRecord.Step(adjustment: adjustment, madeAt: Date(timeIntervalSince1970: time.rounded()))
  }

  private static func faces(_ choices: inout Choices) -> FaceBlurAdjustment {
    var detector = DetectorIdentity.byHand
    detector.name = choices.text()
    detector.threshold = choices.number()
    var settings = FaceBlurAdjustment(RegionPlan(regions: [], strength: .default), foundBy: detector)
    settings.regions = (0..<Int(choices.byte() % 8)).map { region("f\($0)", &choices) }
    settings.style = choices.one(of: ObscuringStyle.allCases)
    settings.shape = choices.one(of: ObscuringShape.allCases)
    settings.cells = Int(choices.byte() % 8)
    settings.margin = 1 + choices.number()
    if choices.once(in: 32) { settings.rendererVersion = Int(choices.byte()) }
    return settings
  }

  private static func region(_ id: String, _ choices: inout Choices) -> PlannedRegion {
    let rect = NormalizedRect(
      x: choices.number(), y: choices.number(), width: choices.number(), height: choices.number())
    var region = PlannedRegion(
      id: choices.once(in: 16) ? choices.text() : id, rect: rect,
      score: choices.once(in: 4) ? nil : choices.number(),
      origin: choices.one(of: [.detected, .manual]), state: choices.one(of: [.applied, .applied, .excluded]))
    if choices.once(in: 4) { region.cells = Int(choices.byte() % 8) - 1 }
    if choices.once(in: 4) { region.seenBy = [choices.text()] }
    if choices.once(in: 8) {
      region.kind = SubjectKind(rawValue: choices.text()) ?? SubjectKind("licence-plate")
    }
    return region
  }

  private static func tone(_ choices: inout Choices) -> ToneAdjustment {
    var filters = ToneFilters()
    if choices.once(in: 2) { filters.sepia = choices.number() }
    if choices.once(in: 2) {
      var vignette = Vignette(intensity: choices.number())
      vignette.radius = choices.number()
      filters.vignette = vignette
    }
    if choices.once(in: 2) {
      let values = choices.bytes(ColorLUT.valueCount(2)).map { UInt16($0) << 8 }
      filters.lut = ColorLUT(size: 2, name: choices.text(), values: values)
    }
    return ToneAdjustment(filters)
  }

  private static func render(_ choices: inout Choices) -> EditRecord.Render {
    EditRecord.Render(
      path: name(&choices), sha256: digest(&choices), foldersMade: Int(choices.byte() % 8) - 1,
      metadata: choices.one(of: [.minimal, .standard, .none, .everything]),
      hasThumbnail: choices.once(in: 4), keepsProgressive: choices.once(in: 4))
  }

  private static func name(_ choices: inout Choices) -> FilePath {
    choices.one(of: [
      "photo_edited.jpg", "photo_edited.jpg", "neighbour.jpg", "photo.jpg", "../neighbour.jpg", "/", ".", "",
      FilePath(choices.text()),
    ])
  }

  private static func digest(_ choices: inout Choices) -> String {
    choices.once(in: 16) ? choices.text() : String(repeating: choices.one(of: ["a", "0"]), count: 64)
  }
}
