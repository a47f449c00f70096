internal import FoundationEssentials
internal import ImageProcessingKit

/// `faceblur show`: what the record of a photo holds.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "Show the edit record of a photo."
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let parameters = [CommonParameters.record.parameter, CommonParameters.json.parameter]

  private let photo: FilePath
  private let place: RecordPlace
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    place = try arguments.value(of: CommonParameters.record) ?? .beside
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    do throws(EditError) {
      let listing = try RecordListing.read(of: photo, at: place)
      if console.json {
        console.emit(RecordLine(photo, listing))
      } else {
        console.answer(RecordText(photo, listing).lines)
      }
      return .done
    } catch {
      console.fail("\(error)")
      return ExitCode(error)
    }
  }
}

extension RecordListing {
  /// What could be read of a record of ours.
  fileprivate var record: EditRecord? {
    switch content {
    case .ours(let record): record
    case .newer(let record): record
    case .foreign: nil
    }
  }
}

extension RecordOwner {
  fileprivate var text: String { "\(formatIdentifier) \(formatVersion)" }
}

extension EditRecord.Step {
  /// The step for people.
  fileprivate var text: String {
    switch adjustment {
    case .faceBlur(let settings):
      if settings.regions.isEmpty { return "no face found" }
      let applied = settings.regions.count { $0.state == .applied }
      return "obscure \(applied) \(applied == 1 ? "region" : "regions"), \(settings.style.rawValue)"
    case .tone(let settings):
      let filters = settings.filters
      let names = [
        filters.vignette.map { "vignette \($0.intensity) from \($0.radius)" },
        filters.sepia.map { "sepia \($0)" }, filters.lut.map { "table \($0.name)" },
      ].compactMap(\.self)
      return names.isEmpty ? "no filter" : names.joined(separator: ", ")
    }
  }
}

/// What `show` prints for people.
private struct RecordText {
  let lines: [String]

  init(_ photo: FilePath, _ listing: RecordListing) {
    let edited = listing.owner.timestamp.map { "edited \($0.formatted(.iso8601))" } ?? "edited"
    var lines = [
      "\(photo): \(edited)", "  record    \(listing.path)", "  format    \(listing.owner.text)",
    ]
    switch listing.content {
    case .foreign:
      lines.append("  another program's edit; 'faceblur blur' begins from its result and keeps it")
    case .newer:
      lines.append("  written by a newer faceblur: it is shown as far as it is known, and not edited")
    case .ours: break
    }
    if let beneath = listing.beneath {
      lines.append("  beneath   \(beneath.text), restored by 'revert --phase'")
    }
    if let record = listing.record { lines += Self.lines(of: record) }
    lines += listing.renders.map { "  render    \($0)" }
    if let record = listing.record {
      if let sidecar = record.sidecar { lines.append("  regions   \(sidecar.name)") }
      lines += Self.steps(of: record) + Self.regions(of: record)
    }
    self.lines = lines
  }

  private static func lines(of record: EditRecord) -> [String] {
    let source = record.source
    var lines = ["  original  \(source.width) × \(source.height), SHA-256 \(source.sha256)"]
    guard let settings = record.state.faceBlur else { return lines }
    let detector = settings.detector
    lines.append(
      detector == .byHand
        ? "  detector  none, a person drew the regions"
        : "  detector  \(detector.name), threshold \(detector.threshold)")
    let cells = settings.style == .fill ? "" : ", at most \(settings.cells) cells across a face"
    let shape = settings.shape.rawValue
    lines.append("  style     \(settings.style.rawValue), \(shape)\(cells), margin \(settings.margin)")
    return lines
  }

  private static func steps(of record: EditRecord) -> [String] {
    record.steps.enumerated().map { index, step in
      let mark = step.isEnabled ? (index + 1 == record.currentStep ? "  current" : "") : "  taken back"
      return "  step \(index + 1)    \(step.madeAt.formatted(.iso8601))  \(step.text)\(mark)"
    }
  }

  private static func regions(of record: EditRecord) -> [String] {
    (record.state.faceBlur?.regions ?? []).map { region in
      let face = PhotoLine.Face(region, width: record.photo.width, height: record.photo.height)
      let cells = region.cells.map { $0 == 0 ? "  filled" : "  at most \($0) cells" } ?? ""
      return "  \(face.line)  \(region.origin.rawValue)  \(region.state.rawValue)\(cells)"
    }
  }
}

/// What `show --json` prints.
private struct RecordLine: Encodable {
  struct Step: Encodable {
    var step: Int
    var kind: String
    var text: String
    var timestamp: String
    /// Whether the step takes part in the render.
    var enabled: Bool
    var current: Bool
  }

  struct Tone: Encodable {
    var vignetteIntensity: Double?
    var vignetteRadius: Double?
    var sepia: Double?
    var lut: String?
  }

  struct Source: Encodable {
    var fileName: String
    var byteCount: Int
    var sha256: String
    /// Upright, in pixels.
    var width: Int
    var height: Int
  }

  var file: String
  var record: String
  var formatIdentifier: String
  var formatVersion: String
  var timestamp: String?
  /// Whether faceblur can take the edit up.
  var editable: Bool
  /// Whose edit lies beneath; absent where the original itself is edited.
  var beneath: String?
  var source: Source?
  var renders: [String]
  var steps: [Step]
  /// What is obscured in the current state; absent where nothing is.
  var settings: FaceBlurAdjustment?
  var tone: Tone?
  /// The regions again, in upright full-size pixels.
  var faces: [PhotoLine.Face]

  init(_ photo: FilePath, _ listing: RecordListing) {
    file = photo.description
    record = listing.path.description
    formatIdentifier = listing.owner.formatIdentifier
    formatVersion = listing.owner.formatVersion
    timestamp = listing.owner.timestamp?.formatted(.iso8601)
    if case .ours = listing.content { editable = true } else { editable = false }
    beneath = listing.beneath?.text
    renders = listing.renders.map(\.description)
    let record = listing.record
    source = record.map { Source($0.source) }
    steps = record.map(Self.steps) ?? []
    settings = record?.state.faceBlur
    tone = record.flatMap { Tone($0.state.tone.filters) }
    faces = (settings?.regions ?? []).map {
      PhotoLine.Face($0, width: record?.photo.width ?? 0, height: record?.photo.height ?? 0)
    }
  }

  private static func steps(of record: EditRecord) -> [Step] {
    record.steps.enumerated().map { index, step in
      Step(
        step: index + 1, kind: step.adjustment.kind.rawValue, text: step.text,
        timestamp: step.madeAt.formatted(.iso8601), enabled: step.isEnabled,
        current: index + 1 == record.currentStep)
    }
  }
}

extension RecordLine.Source {
  fileprivate init(_ source: EditRecord.Source) {
    self.init(
      fileName: source.fileName.description, byteCount: source.byteCount, sha256: source.sha256,
      width: source.width, height: source.height)
  }
}

extension RecordLine.Tone {
  /// Nil where no filter is at work.
  fileprivate init?(_ filters: ToneFilters) {
    guard !filters.isNeutral else { return nil }
    self.init(
      vignetteIntensity: filters.vignette?.intensity, vignetteRadius: filters.vignette?.radius,
      sepia: filters.sepia, lut: filters.lut?.name)
  }
}
