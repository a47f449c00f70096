internal import ImageProcessingKit

/// Prints what was done to each photo.
struct PhotoReporter {
  let console: Console

  /// Takes one photo through some work, and prints what became of it.
  /// - Parameter runWarning: what is to be said of every photo; it has been printed already.
  func report(
    on photo: FilePath, _ runWarning: String? = nil, _ work: () throws(PipelineError) -> PhotoReport
  ) -> ExitCode {
    do throws(PipelineError) {
      var report = try work()
      for warning in report.warnings { console.warn("\(photo): \(warning)") }
      if let runWarning { report.warnings.append(runWarning) }
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
    console.say(["\(report.file): \(count)\(left)\(nothing)"] + added + written + dropped)
    console.detail(
      regions.map { "  " + RegionObject($0, width: size.width, height: size.height).line })
    if let path = report.renderPath {
      console.detail(["  rendered by way of: \(path.rawValue)"])
      console.say(report.notes.map { "  note  " + $0 })
    }
  }
}
