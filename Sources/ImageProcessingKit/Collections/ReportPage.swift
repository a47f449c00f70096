internal import FoundationEssentials

/// `report.html`: one page that needs nothing else, and shows no pixel that is not in the target.
struct ReportPage {
  /// Thumbnails on the page, and lines of each list; with more of them no browser would be quick.
  static let maxPictures = 400
  static let maxLines = 2000

  private let journal: ScrubJournal
  private let summary: ScrubSummary
  private let thumbnails: ReportThumbnails
  /// How many thumbnails are made at once.
  private let jobs: Int
  /// Photos whose regions show something of what they hide.
  private let telling: Int
  /// How a person decides about what is in doubt, in the client's words.
  private let review: String

  init(
    _ journal: ScrubJournal, _ summary: ScrubSummary, _ settings: ScrubSettings, root: FilePath,
    folder: FilePath, telling: Int
  ) {
    self.telling = telling
    self.journal = journal
    self.summary = summary
    let budget = settings.memoryBudget()
    thumbnails = ReportThumbnails(root: root, folder: folder, settings.reader, budget)
    jobs = settings.jobCount(within: budget)
    review = settings.wording(
      .review(root, state: folder == root.suffixed(StateFolder.ending) ? nil : folder))
  }

  /// What wants a person first.
  private static let sections:
    [(selection: ScrubJournal.Selection, kind: String, title: String, advice: String)] = [
      (
        .failed, "failed", "Failed",
        "These are not in the target. Mend what is named and run the command again."
      ),
      (
        .review, "review", "No face found, to be looked at",
        "These are not in the target, as was asked for photos without faces."
      ),
      (
        .doubtful, "doubtful", "To be checked",
        "Something in them may or may not be a face. Dashed boxes are in doubt."
      ),
      (
        .clear, "done", "Scrubbed without doubt",
        "Every face that was found is hidden, but for those that somebody has decided to show."
      ),
      (.rest, "rest", "Left out", "No photos, or photos that were to be left out."),
    ]

  func write(to out: ReportText) throws(FaceBlurError) {
    out.add(ReportTemplate.head + header)
    var pictures = 0
    var invitation = summary.hasQuestions ? self.invitation : ""
    for section in Self.sections {
      let all = count(section.selection)
      guard all > 0 else { continue }
      // Whoever reads of failures runs the collection again first.
      if section.selection != .failed {
        out.add(invitation)
        invitation = ""
      }
      let isSheet = section.selection == .doubtful || section.selection == .clear
      let most = isSheet ? max(Self.maxPictures - pictures, 0) : Self.maxLines
      out.add("<section data-k=\(section.kind)><h2>\(section.title) <span>\(Self.number(all))</span></h2>")
      out.add("<p>\(section.advice)\(all > most ? " " + rest(most, of: all) : "")</p>")
      out.add(isSheet ? "<div class=sheet>" : "<table>")
      if isSheet {
        pictures += try addCards(of: section.selection, atMost: most, to: out)
      } else {
        try journal.forEach(section.selection, atMost: most) { line in out.add(ReportThumbnails.row(line)) }
      }
      out.add(isSheet ? "</div></section>\n" : "</table></section>\n")
    }
    out.add(ReportTemplate.foot)
  }

  /// - Returns: how many there are.
  private func addCards(
    of selection: ScrubJournal.Selection, atMost most: Int, to out: ReportText
  ) throws(FaceBlurError) -> Int {
    var lines: [ScrubLine] = []
    try journal.forEach(selection, atMost: most) { line in lines.append(line) }
    let thumbnails = thumbnails
    let cards = lines.concurrentMap(inPiecesOf: 1, onThreads: jobs) { line in thumbnails.card(line) }
    for card in cards { out.add(card) }
    return cards.count
  }

  private var invitation: String {
    "<p class=how>To decide about faces in doubt and photos without a face, one after the other, \(review.asHTML)</p>\n"
  }

  private func rest(_ most: Int, of all: Int) -> String {
    most == 0
      ? "None of the \(Self.number(all)) is shown here; all are in report.csv."
      : "The first \(Self.number(most)) of \(Self.number(all)) are shown here; all are in report.csv."
  }

  private func count(_ selection: ScrubJournal.Selection) -> Int {
    switch selection {
    case .failed: summary.count(.failed)
    case .review: summary.count(.review)
    case .doubtful: summary.doubtful
    case .clear: summary.count(.done) - summary.doubtful
    case .rest: [ScrubStatus.pending, .skipped, .other].map(summary.count).reduce(0, +)
    case .all: summary.counts.values.reduce(0, +)
    }
  }

  private var header: String {
    let tiles: [(kind: String, number: Int, label: String)] = [
      ("all", count(.all), "files met"), ("failed", count(.failed), "failed"),
      ("review", count(.review), "without a face"), ("doubtful", count(.doubtful), "to be checked"),
      ("done", count(.clear), "without doubt"), ("rest", count(.rest), "left out"),
    ]
    let buttons = tiles.filter { $0.number > 0 || ["all", "failed"].contains($0.kind) }.map { tile in
      "<button data-f=\(tile.kind) aria-pressed=\(tile.kind == "all")><b>\(Self.number(tile.number))</b>\(tile.label)</button>"
    }
    let state =
      summary.error.map { "Stopped: " + $0 }
      ?? (summary.isInterrupted ? "Interrupted; the same command goes on where it ended." : nil)
    let verdict =
      count(.failed) == 0
      ? "No photo failed." : "\(Self.number(count(.failed))) could not be scrubbed and are not in the target."
    return """
      <header><h1>Scrubbed photos</h1>
      <p class=where>\(thumbnails.root.description.asHTML)</p>
      <p class="verdict \(count(.failed) == 0 ? "good" : "bad")">\(verdict) \
      \(Self.number(summary.faces)) \(summary.faces == 1 ? "face is" : "faces are") hidden.</p>
      \(telling == 0 ? "" : Self.caution(of: telling))
      \(state.map { "<p class=\"verdict bad\">\($0.asHTML)</p>" } ?? "")
      <nav>\(buttons.joined())</nav>
      <div class=tools><input type=search placeholder="Name or reason…" aria-label="Search">
      <label><input type=checkbox checked> Boxes</label>
      <span class=date>FaceBlur \(FaceBlurVersion.current), \(Date().formatted(.iso8601).asHTML)</span></div></header>
      <main>
      """
  }

  private static func caution(of telling: Int) -> String {
    "<p class=\"verdict bad\">In \(number(telling)) of the photos, faces are shown in cells of their own colours (pixelate):"
      + " whoever knows a person may recognise them.</p>"
  }

  /// With a thin space between thousands.
  private static func number(_ value: Int) -> String {
    var digits = String(value)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: "\u{202F}")
  }
}

extension String {
  /// Safe in an element and in a quoted attribute.
  var asHTML: String {
    var text = ""
    for scalar in PlainText.visible(self).unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
