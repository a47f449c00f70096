internal import ImageProcessingKit

/// Prints what was done to each photo.
struct PhotoReporter {
  let console: Console

  /// Takes one photo through some work, and prints what became of it.
  func report(on photo: FilePath, _ work: () throws(PipelineError) -> PhotoReport) -> ExitCode {
    do throws(PipelineError) {
      let report = try work()
      for warning in report.warnings { console.warn("\(photo): \(warning)") }
      if let caution = report.caution { console.insist("\(photo): \(caution)") }
      present(report)
      return .done
    } catch {
      return tell(of: error, photo)
    }
  }

  /// Reports a file that failed.
  func tell(of error: PipelineError, _ file: FilePath) -> ExitCode {
    let code = ExitCode(error)
    console.fail("\(error)")
    if console.json {
      console.emit(FailureObject(file: file, error: "\(error)", exitCode: code))
    }
    return code
  }

  private func present(_ report: PhotoReport) {
    if console.json { console.emit(PhotoObject(report)) }
    let regions = report.plan.regions
    let size = report.geometry.uprightSize
    let count = regions.isEmpty ? "no face found" : counted(regions.count, "face")
    let excluded = regions.count - report.plan.applied.count
    let left = excluded == 0 ? "" : ", \(excluded) excluded"
    let files = [
      ("render", report.outputs.render), ("record", report.outputs.record),
      ("preview", report.outputs.preview),
      ("overlay", report.outputs.overlay), ("regions", report.outputs.sidecar),
    ]
    let written = files.compactMap { kind, path in path.map { "  \(kind)  \($0)" } }
    let nothing = written.isEmpty && regions.isEmpty ? ", nothing written" : ""
    let dropped = report.dropped.isEmpty ? [] : ["  dropped  " + report.dropped.joined(separator: ", ")]
    let added = report.added.isEmpty ? [] : ["  added  " + report.added.joined(separator: ", ")]
    let kept = report.kept.lines.map { "  kept  " + $0 }
    console.say(["\(report.file): \(count)\(left)\(nothing)"] + added + written + kept + dropped)
    console.detail(
      regions.map { "  " + RegionObject($0, width: size.width, height: size.height).line })
    if let path = report.renderPath {
      console.detail(["  rendered by way of: \(path.rawValue)"])
      console.say(report.notes.map { "  note  " + $0 })
    }
  }
}

extension PhotoReport {
  static let unseenCaution = "nobody has looked for faces, so every face is as visible as in the photo"

  /// What can be seen that an earlier edit hid, or may be seen because nobody has looked; nil where nothing is.
  var caution: String? {
    if isUnseen { return Self.unseenCaution }
    guard !shown.isEmpty else { return nil }
    return "visible from now on, as was asked for: \(shown.joined(separator: ", "))"
  }
}

extension KeptRegions {
  /// For people.
  fileprivate var lines: [String] {
    [
      ("excluded", excluded), ("drawn or moved by hand", drawn),
      ("found by an earlier look and not by this one, so still hidden", notFoundAgain),
    ].filter { !$0.1.isEmpty }.map { "\($1.joined(separator: ", ")): \($0)" }
      + (isEmpty ? [] : ["(--forget drops all of these)"])
  }
}
