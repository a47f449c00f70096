/// The three reports of a run, written from the journal row by row, so that they may be of any length.
struct ScrubReport {
  private let journal: ScrubJournal
  private let summary: ScrubSummary
  private let settings: ScrubSettings
  /// The target, without links and dots.
  private let root: FilePath
  private let folder: FilePath

  init(
    _ journal: ScrubJournal, _ summary: ScrubSummary, _ settings: ScrubSettings, root: FilePath,
    folder: FilePath
  ) {
    self.journal = journal
    self.summary = summary
    self.settings = settings
    self.root = root
    self.folder = folder
  }

  /// Writes `report.csv`, `report.jsonl` and `report.html`, each whole or not at all.
  /// - Returns: how many files in the target show faces in cells of their own colours.
  /// - Throws: `FaceBlurError` where one cannot be written or the journal cannot be read.
  @discardableResult
  func write() throws(FaceBlurError) -> Int {
    try Folder.make(folder, mode: 0o700)
    var telling = 0
    // Reading a row of the journal takes longer than writing its lines, so both lists are written at once.
    try write("report.csv") { (table) throws(FaceBlurError) in
      table.add(ReportRow.csvHeader)
      try write("report.jsonl") { (lines) throws(FaceBlurError) in
        try journal.forEach(.all) { line in
          table.add(ReportRow.csv(line))
          if line.status == .done, line.regions.revealsContent { telling += 1 }
          guard let row = try? PlainText.json(CommandObject(command: "scrub", content: line)) else { return }
          lines.add(row + "\n")
        }
      }
    }
    try write("report.html") { (out) throws(FaceBlurError) in
      try ReportPage(journal, summary, settings, root: root, folder: folder, telling: telling).write(to: out)
    }
    return telling
  }

  private func write(
    _ name: FilePath, _ content: (ReportText) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    // Names and places of faces are for the owner alone.
    let staged = try StagedFile(
      for: folder.appending(name), mode: 0o600, temporaryName: FilePath(".faceblur-\(name).tmp"))
    let out = ReportText(staged.sink)
    try content(out)
    out.flush()
    _ = try staged.seal()
    try staged.place(replacing: true)
  }
}

/// Text on its way to a file, in pieces that are worth a write.
final class ReportText {
  private static let pieceSize = 1 << 16
  private let sink: FileSink
  private var buffer: [UInt8] = []

  init(_ sink: FileSink) { self.sink = sink }

  func add(_ text: String) {
    buffer += Array(text.utf8)
    if buffer.count >= Self.pieceSize { flush() }
  }

  func flush() {
    sink.append(buffer)
    buffer = []
  }
}
