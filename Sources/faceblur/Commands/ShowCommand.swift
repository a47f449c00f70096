internal import FoundationEssentials
internal import ImageProcessingKit

/// `faceblur show`: what the record of a photo holds.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "Show the edit records of photos and films."
  static let operandName = "PHOTO…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "The record says which photo it is of, which program wrote it, where the renders are, which steps there were and which regions are hidden;"
      + " of a film, which tracks are. The photo itself is not opened. Of a render it is said whose it is; --json tells no object for one."
  ]
  static let examples = [
    CommandExample(
      "faceblur show *.JPG", "Print the records of all photos in the folder that have one.")
  ]
  static let parameters = [
    CommonParameters.record.parameter, CollectionAccess.state.parameter, CommonParameters.json.parameter,
  ]

  private let photos: [FilePath]
  private let place: RecordPlace
  private let console: Console
  private let collection: CollectionAccess

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photos = arguments.operands
    place = try arguments.value(of: CommonParameters.record) ?? .beside
    if place == .none { throw UsageError("a record is to be shown; leave --record none out") }
    console = CommonParameters.console(arguments)
    collection = try CollectionAccess(arguments)
  }

  func run() -> ExitCode { ExitCode(ofAll: photos.map(show)) }

  private func show(_ photo: FilePath) -> ExitCode {
    do {
      let output = try collection.output(photo)
      if let report = try filmReport(of: photo, output) {
        if console.json { console.emit(report) } else { console.answer(report.lines) }
        return .done
      }
      let listing: RecordListing
      if let output {
        listing = try output.listing()
      } else {
        listing = try RecordListing.read(of: photo, at: place)
      }
      if console.json {
        console.emit(RecordReport(photo, listing))
      } else {
        console.answer(RecordText(photo, listing).lines)
      }
      return .done
    } catch {
      if case .noRecord = error.kind, let original = Self.original(ofRender: photo) {
        tell(of: photo, asRenderOf: original)
        return .done
      }
      return PhotoReporter(console: console).tell(of: error, photo)
    }
  }

  private static func original(ofRender photo: FilePath) -> FilePath? {
    PhotoAsset.original(ofRender: photo) ?? PhotoAsset.original(ofFilmRender: photo)
  }

  /// Of a render people are told whose it is. It has no record of its own, so programs are told nothing.
  private func tell(of render: FilePath, asRenderOf original: FilePath) {
    let line = "\(render): the render of \(original), whose record says what is hidden in it"
    if console.json { console.warn(line) } else { console.answer([line]) }
  }

  /// Nil of a photo.
  private func filmReport(
    of photo: FilePath, _ output: CollectionOutput?
  ) throws(FaceBlurError) -> FilmRecordReport? {
    if let output { return output.isFilm ? try output.filmReport() : nil }
    return FilmPipeline.isFilm(photo) ? try FilmPipeline.record(of: photo, at: place) : nil
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
    if let source = listing.source { lines.append("  source    \(source)") }
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
    var lines = [
      "  original  \(source.frame.visible.width) × \(source.frame.visible.height), SHA-256 \(source.sha256)"
    ]
    guard let settings = record.state.faceBlur else { return lines }
    let detector = settings.detector
    lines.append(
      detector == .byHand
        ? "  detector  none, a person drew the regions"
        : "  detector  \(detector.name), threshold \(detector.threshold)"
          + (detector.smallestFace.map { ", faces from \($0) pixels on" } ?? ""))
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
      let object = RegionObject(region, in: record.photo.frame)
      let cells = region.cells.map { $0 == 0 ? "  filled" : "  at most \($0) cells" } ?? ""
      return "  \(object.line)\(cells)"
    }
  }
}
