/// What is told of a film that was rendered, whatever it was rendered for.
protocol FilmRenderReport {
  var outputs: FilmReport.Outputs { get set }
  var dropped: [String] { get set }
  var notes: [String] { get set }
  var cautions: [String] { get set }
  var warnings: [String] { get set }
  /// How long the sound is silent because somebody is hidden, in seconds; nil where it is kept or left out as a whole.
  var silence: Double? { get set }
}

extension FilmRenderReport {
  /// What people are told where a render and its record are as they would be.
  static var unchangedNote: String { "nothing has changed, so nothing was written" }

  /// Takes up what a committed edit has written.
  mutating func take(_ committed: CommittedFilm, _ proven: ProvenFilm) {
    outputs = FilmReport.Outputs(render: committed.render, record: committed.recordFile)
    take(proven)
    cautions += [EditSession.caution(ofRenders: committed.outdated)].compactMap(\.self)
    if committed.isUnchanged { notes.append(Self.unchangedNote) }
  }

  /// Takes up how a film was rendered.
  mutating func take(_ proven: ProvenFilm) {
    dropped = proven.dropped
    if dropped.contains(MetadataBlock.Kind.contentCredential.name) {
      warnings.append(MetadataBlock.credentialWarning)
    }
    silence = proven.summary.silentSeconds
    let summary = proven.summary
    if let reason = summary.reason {
      notes.append("all of its \(counted(summary.codedCount, "picture")) were coded anew, because \(reason)")
    } else {
      notes.append(
        "\(counted(summary.codedCount, "picture")) were coded anew, \(counted(summary.copiedCount, "picture")) copied"
      )
    }
    if summary.losesFields {
      notes.append(
        "it is interlaced, and its render does not say so: where something moves, players may show combs")
    }
  }
}
