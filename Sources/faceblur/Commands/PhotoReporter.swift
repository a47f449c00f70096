internal import ImageProcessingKit

/// Prints what was done to each photo.
struct PhotoReporter {
  var console: Console

  /// Takes one photo through some work, and prints what became of it.
  func report(on photo: FilePath, _ work: () throws(FaceBlurError) -> PhotoReport) -> ExitCode {
    do {
      tell(of: try work())
      return .done
    } catch {
      return tell(of: error, photo)
    }
  }

  /// Prints what became of a photo that was done.
  func tell(of report: PhotoReport) {
    warn(of: report)
    present(report)
  }

  /// Reports that a photo has no render where somebody waits for one: nothing, and no failure, would pass for it.
  func failWithoutRender(_ report: PhotoReport, _ reason: String) -> ExitCode {
    let (code, text) = (ExitCode.someFailed, "\(report.file): \(reason)")
    warn(of: report)
    if console.json {
      console.emit(FailureObject(file: report.file, error: text, exitCode: code))
    } else {
      present(report)
    }
    console.fail(text)
    return code
  }

  private func warn(of report: PhotoReport) {
    let photo = report.file
    for warning in report.warnings { console.warn("\(photo): \(warning)") }
    for caution in report.cautions { console.insist("\(photo): \(caution)") }
    if let caution = report.caution { console.insist("\(photo): \(caution)") }
  }

  /// Reports a file that failed.
  func tell(of error: FaceBlurError, _ file: FilePath) -> ExitCode {
    let code = ExitCode(error)
    let text = error.text(for: console.command)
    console.fail(text)
    if console.json {
      console.emit(FailureObject(file: file, error: text, exitCode: code))
    }
    return code
  }

  /// Says that a file which was named for a render is not there, or is not of this run: a script would take it for the render.
  /// - Parameter foundNothing: whether no face was found at all.
  func insistThatNothingIs(at target: FilePath, _ foundNothing: Bool) {
    console.insist(Self.nothing(at: target, foundNothing))
  }

  /// The same in words.
  static func nothing(at target: FilePath, _ foundNothing: Bool) -> String {
    let reason = foundNothing ? "no face was found" : "no face is to be hidden"
    let left = target.exists ? "; what is there is not of this run" : ""
    return "\(reason), so \(target) was not written\(left)"
  }

  private func present(_ report: PhotoReport) {
    if console.json { console.emit(report) }
    let regions = report.regions
    let none = report.isUnseen ? "nobody has looked for faces" : "no face found"
    let applied = report.applied.map(\.rect).faceCount
    let excluded = regions.filter { $0.state == .excluded }.map(\.rect).faceCount
    let count = regions.isEmpty ? none : counted(applied + excluded, "face")
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
      regions.map { "  " + RegionObject($0, in: report.frame).line })
    if let path = report.renderPath {
      console.detail(["  rendered by way of: \(path.rawValue)"])
    }
    console.say(report.notes.map { "  note  " + $0 })
  }
}

extension PhotoReport {
  /// What can be seen in the render by somebody's decision, or may be because nobody has looked; nil where nothing is.
  fileprivate var caution: String? {
    guard renderPath != nil || outputs.preview != nil else { return nil }
    let excluded = regions.filter { $0.state == .excluded }.map(\.id)
    let hidden = Set(applied.map(\.id))
    // A region of that name which is hidden now lies elsewhere: it was moved, or begun anew.
    let open =
      excluded
      + shown.filter { !excluded.contains($0) }.map { hidden.contains($0) ? "\($0) where it was before" : $0 }
    return [
      open.isEmpty ? nil : "as was decided, the render shows \(open.joined(separator: ", "))",
      isUnseen ? "nobody has looked for faces, so whatever was not drawn is as visible as in the photo" : nil,
    ].compactMap(\.self).joined(separator: "; ").nilIfEmpty
  }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}

extension KeptRegions {
  /// For people.
  var lines: [String] {
    [
      ("excluded", excluded), ("drawn or moved by hand", drawn),
      ("found by an earlier look and not by this one, so still hidden", notFoundAgain),
    ].filter { !$0.1.isEmpty }.map { "\($1.joined(separator: ", ")): \($0)" }
      + (isEmpty ? [] : ["(--forget drops all of these)"])
  }
}
