internal import ImageProcessingKit

extension FilmRecordReport {
  /// What `show` prints for people.
  var lines: [String] {
    var lines = [
      "\(file): edited\(owner.timestamp.map { " \($0)" } ?? "")", "  record    \(recordFile)",
      "  format    \(owner.formatIdentifier) \(owner.formatVersion)",
    ]
    if owner.formatIdentifier != EditRecord.formatIdentifier {
      lines.append("  another program's edit, which is not taken up of films")
    } else if !owner.editable {
      lines.append("  written by a newer faceblur: it is shown as far as it is known, and not edited")
    }
    lines += facts + renders.map { "  render    \($0)" } + tracks.map { "  \($0.line)" }
    return lines
  }

  private var facts: [String] {
    guard let original else { return [] }
    let shown = duration.map { ", \(FilmTime.text($0))" } ?? ""
    var lines = ["  original  \(width) × \(height)\(shown), SHA-256 \(original.sha256)"]
    if let detector {
      lines.append(
        detector == .byHand
          ? "  detector  none, a person drew the tracks"
          : "  detector  \(detector.name), threshold \(detector.threshold)")
    }
    if let strength {
      let cells = strength.style == .fill ? "" : ", at most \(strength.cells) cells across a face"
      lines.append(
        "  style     \(strength.style.rawValue), \(strength.shape.rawValue)\(cells), margin \(strength.margin)"
      )
    }
    if let way, let quality, let audio {
      lines.append("  pictures  \(way), quality \(quality)")
      lines.append("  audio     \(audio)")
    }
    return lines
  }
}

extension FilmRecordReport.Track {
  /// For people.
  var line: String {
    let found = score.map { "  score \(($0 * 1000).rounded() / 1000)" } ?? ""
    return
      "\(id)\(kind == .default ? "" : "  \(kind)")  \(FilmTime.text(start)) to \(FilmTime.text(end))\(found)"
      + "  \(origin.rawValue)  \(state.rawValue)"
  }
}
