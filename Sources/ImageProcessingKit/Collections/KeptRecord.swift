internal import FoundationEssentials

/// The record that an earlier run kept of a file elsewhere than beside it, and that this run does not keep: what it hides stays hidden.
struct KeptRecord: Sendable, Codable {
  let path: FilePath
  private let data: Data

  /// Of the file, which a worker may not be able to read.
  var content: [UInt8] { [UInt8](data) }

  init(_ path: FilePath, content: [UInt8]) {
    (self.path, data) = (path, Data(content))
  }
}

extension ScrubJournal {
  /// Tells jobs what is known of the records that earlier runs kept of their files: an edit may have been rendered into the target since,
  /// without a word to the journal.
  /// - Parameter basis: of this run, whose own records say for themselves what they hide.
  func noteRecords(of jobs: inout [ScrubJob], _ basis: Basis) throws(FaceBlurError) {
    let recipes = try recipes()
    guard recipes.values.contains(where: \.keepsRecords) else { return }
    let own = recipes[Basis(settings: basis.settings, model: basis.model)]
    for index in jobs.indices {
      let job = jobs[index]
      let rows = try database.rows(
        "SELECT settings, model FROM entries WHERE id = ?", [DatabaseValue(job.id)])
      guard try rows.step(),
        let recipe = recipes[Basis(settings: rows.text(0) ?? "", model: rows.text(1) ?? "")],
        let path = recipe.recordFile(of: job.source, at: job.target)
      else { continue }
      let content = try? RecordFile.bytes(of: path, within: .film)
      jobs[index].recordedSHA256 = content.flatMap(Self.newestRender)
      // What lies beside the file is read with it.
      guard recipe.recordFolder != nil, !basis.isForgetting,
        own?.recordFile(of: job.source, at: job.target) != path
      else { continue }
      jobs[index].record = content.map { KeptRecord(path, content: $0) }
      if content == nil { jobs[index].isHiddenUntold = true }
    }
  }

  private static func newestRender(in content: [UInt8]) -> String? {
    if case .ours(let record, _)? = try? RecordFile.content(of: content) {
      return record.renders.last?.sha256
    }
    return RecordedTracks.newestRender(in: content)
  }
}
