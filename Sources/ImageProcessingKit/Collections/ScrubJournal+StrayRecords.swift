/// Records that somebody has drawn in, in the folder of a run's records and where no file of the collection has its own: whoever began one there,
/// beside the one that counts, believes that the photo or film is corrected.
extension ScrubJournal {
  /// What is known of them.
  struct StrayRecords {
    /// By the contents that they are of.
    fileprivate var records: [String: FilePath] = [:]
    /// Of these contents, in bytes: files of other sizes need not be hashed.
    fileprivate var sizes: Set<Int> = []
  }

  /// Finds them, and has the files that they are of done anew, so that these fail. It reads the records alone that are no file's own.
  /// - Parameters:
  ///   - folder: of the run's records.
  ///   - root: the target, without links and dots. What was rendered there was told to the journal, or is found in it.
  /// - Returns: how many files are not as an earlier run left them because of that.
  func findStrayRecords(in folder: FilePath, _ root: FilePath) throws(FaceBlurError) -> Int {
    var places: [FilePath] = ["."]
    var reopened = 0
    while let place = places.popLast() {
      let path = place == "." ? folder : folder.appending(place)
      for name in Folder.names(in: path) {
        let file = path.appending(name)
        if ["AAE", "aae"].contains(name.pathExtension) {
          guard try !isPlace(ofRecord: name, in: place), let stray = Self.strayRecord(at: file, root) else {
            continue
          }
          strays.records[stray.sha256] = file
          strays.sizes.insert(stray.size)
          reopened += try reopen(contentsOf: stray.size, stray.sha256)
        } else if file.isFolder, !file.isLink {
          places.append(place == "." ? name : place.appending(name))
        }
      }
    }
    return reopened
  }

  /// Tells a job of a stray record of its file's content.
  func noteStrayRecord(in job: inout ScrubJob, _ file: inout AskedFile) {
    // One that cannot be read fails anyway.
    guard strays.sizes.contains(file.stamp.size), let content = try? file.sha256() else { return }
    job.strayRecord = strays.records[content]
  }

  /// Whether a run has its record of a file under a name in a folder, below that of all records: of what it has met, or an earlier run.
  private func isPlace(ofRecord name: FilePath, in place: FilePath) throws(FaceBlurError) -> Bool {
    let stem = name.stem
    let output = place == "." ? stem : place.appending(stem)
    // An output has the name of its file, with or without another ending behind it.
    let rows = try database.rows(
      """
      SELECT source, target FROM entries WHERE target = ?1
      UNION ALL SELECT source, target FROM entries WHERE target >= ?2 AND target < ?3
      """, [DatabaseValue(output), DatabaseValue(output.suffixed(".")), DatabaseValue(output.suffixed("/"))])
    while try rows.step() {
      guard let source = rows.path(0), let target = rows.path(1) else { continue }
      if target.folder == place, source.name == stem || source.stem == stem { return true }
    }
    return false
  }

  /// The content and its size that a record of ours is of, if a person has drawn in it and its newest render is not in the target.
  private static func strayRecord(at path: FilePath, _ root: FilePath) -> (sha256: String, size: Int)? {
    guard let content = (try? RecordFile.bytes(ifThereAt: path, within: .film)) ?? nil else { return nil }
    func isElsewhere(_ render: FilePath?) -> Bool {
      guard let render, render.isAbsolute else { return true }
      return render.folder.resolvedWhereItExists?.isInside(root) != true
    }
    if case .ours(let record, _)? = try? RecordFile.content(of: content) {
      guard record.hasDrawn, isElsewhere(record.renders.last?.path) else { return nil }
      return (record.source.sha256, record.source.byteCount)
    }
    guard case .ours(let record, _)? = try? FilmRecord.content(of: content), record.hasDrawn,
      isElsewhere(record.renders.last?.path)
    else { return nil }
    return (record.source.sha256, record.source.byteCount)
  }

  /// Has the files of a content done anew that are as an earlier run left them.
  /// - Returns: how many.
  private func reopen(contentsOf size: Int, _ sha256: String) throws(FaceBlurError) -> Int {
    try database.run(
      """
      UPDATE entries SET status = 'pending'
      WHERE size = ? AND sha256 = ? AND boxes IS NOT NULL AND run = ? AND status IN ('done', 'skipped', 'review')
      """, [DatabaseValue(size), .text(sha256), DatabaseValue(run)])
    guard case .integer(let count) = try database.value("SELECT changes()") else { return 0 }
    return Int(count)
  }
}

extension EditRecord {
  /// Whether it hides something that a person has drawn.
  fileprivate var hasDrawn: Bool { appliedRegions.contains { $0.origin == .manual } }
}

extension FilmRecord {
  /// The same of a film.
  fileprivate var hasDrawn: Bool { plan.applied.contains { $0.origin == .manual } }
}

extension ScrubSettings {
  /// - Throws: `FaceBlurError` where somebody has drawn in the file of a job by a record that is not the run's.
  func refuseStrayRecord(of job: ScrubJob) throws(FaceBlurError) {
    guard let stray = job.strayRecord, case .folder(let named) = records else { return }
    let folder = named.resolvedWhereItExists ?? named
    let root = target.resolvedWhereItExists ?? target
    let place = job.target.folder
    let own = place == "." ? folder : folder.appending(place)
    let record = PhotoAsset(job.source, recordFolder: own).record
    let advice: Advice =
      record.exists
      ? "\(.edit(job.source, recordFolder: own, renders: root)) to hide there what this one hides, and move it out of \(folder)"
      : "call it \(record)"
    throw FaceBlurError(
      .refused, stray,
      "somebody has drawn in \(job.source.name) there, and its record in this run is \(record)",
      advice: advice)
  }
}
