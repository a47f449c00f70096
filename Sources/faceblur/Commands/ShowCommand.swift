internal import FoundationEssentials
internal import ImageProcessingKit

/// `faceblur show`: what the record of a photo holds.
struct ShowCommand: Command {
  static let name = "show"
  static let abstract = "Show the edit record of a photo."
  static let operandName = "PHOTO"
  static let operandCount = CommonParameters.onePhoto
  static let parameters = [CommonParameters.json.parameter]

  private let photo: FilePath
  private let console: Console

  init(_ arguments: ParsedArguments) throws(UsageError) {
    photo = arguments.operands[0]
    console = CommonParameters.console(arguments)
  }

  func run() -> ExitCode {
    do throws(EditError) {
      let record = try EditRecord.read(of: photo)
      if console.json {
        console.emit(RecordLine(photo, record))
      } else {
        console.answer(description(of: record))
      }
      return .done
    } catch {
      console.fail("\(error)")
      return ExitCode(error)
    }
  }

  private func description(of record: EditRecord) -> [String] {
    let adjustment = record.adjustment
    let source = adjustment.source
    let cells = adjustment.style == .fill ? "" : ", at most \(adjustment.cells) cells across a face"
    let regions = adjustment.regions.map { region in
      "  \(PhotoLine.Face(region, width: source.width, height: source.height).line)"
        + "  \(region.origin.rawValue)  \(region.state.rawValue)"
        + (region.cells.map { $0 == 0 ? "  filled" : "  at most \($0) cells" } ?? "")
    }
    return [
      "\(photo): edited \(record.data.timestamp.formatted(.iso8601))",
      "  record    \(record.path)",
      "  format    \(record.data.formatIdentifier) \(record.data.formatVersion)",
      "  original  \(source.width) × \(source.height), SHA-256 \(source.sha256)",
      "  detector  "
        + (adjustment.detector == .byHand
          ? "none, a person drew the regions"
          : "\(adjustment.detector.name), threshold \(adjustment.detector.threshold)"),
      "  style     \(adjustment.style.rawValue), \(adjustment.shape.rawValue)\(cells), margin \(adjustment.margin)",
    ] + record.renders.map { "  render    \($0)" } + regions
  }
}

/// What `show --json` prints.
private struct RecordLine: Encodable {
  var file: String
  var record: String
  var formatIdentifier: String
  var formatVersion: String
  var timestamp: String
  var settings: FaceBlurAdjustment
  /// The regions again, in upright full-size pixels.
  var faces: [PhotoLine.Face]

  init(_ photo: FilePath, _ record: EditRecord) {
    file = photo.description
    self.record = record.path.description
    formatIdentifier = record.data.formatIdentifier
    formatVersion = record.data.formatVersion
    timestamp = record.data.timestamp.formatted(.iso8601)
    settings = record.adjustment
    faces = record.adjustment.regions.map {
      PhotoLine.Face($0, width: record.adjustment.source.width, height: record.adjustment.source.height)
    }
  }
}
