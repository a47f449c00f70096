/// Tells whether the records that hide something in a photo or film have changed since it was done.
struct EditStamps {
  /// Of those beside it.
  var beside: String
  /// Of the one that the run keeps elsewhere; empty for none.
  var own = ""
  /// Of those that other runs have kept elsewhere; empty for none.
  var others = ""

  private static let ownMark: Character = "|"
  private static let othersMark: Character = "#"

  init(beside: String, own: String = "", others: String = "") {
    (self.beside, self.own, self.others) = (beside, own, others)
  }

  /// Reads what `text` gave, also in earlier versions, which knew only what lies beside it.
  init(_ text: String) {
    let parts = text.split(separator: Self.othersMark, maxSplits: 1, omittingEmptySubsequences: false)
    let first = parts.first ?? ""
    let head = first.split(separator: Self.ownMark, maxSplits: 1, omittingEmptySubsequences: false)
    beside = String(head.first ?? "")
    if head.count > 1 { own = String(head[1]) }
    if parts.count > 1 { others = String(parts[1]) }
  }

  /// For the journal: what it was in earlier versions where no record is kept elsewhere.
  var text: String {
    beside + (own.isEmpty ? "" : "\(Self.ownMark)\(own)")
      + (others.isEmpty ? "" : "\(Self.othersMark)\(others)")
  }
}

extension EditStamps {
  /// The stamp of the record of a photo or film in a folder of records; empty where there is none.
  static func stamp(of source: FilePath, keptIn folder: FilePath) -> String {
    let places = RecordedRegions.places(beside: folder.appending(source.name))
    return places.first { $0.exists && !PhotoAsset.isOfAnother($0, than: source) }.map(stamp) ?? ""
  }

  /// Whether that is the stamp; records are read only where their names do not tell.
  static func isStamp(_ stamp: String, of source: FilePath, keptIn folder: FilePath) -> Bool {
    let places = RecordedRegions.places(beside: folder.appending(source.name))
    let nearest = places.map(Self.stamp).first { !$0.isEmpty } ?? ""
    return nearest == stamp || Self.stamp(of: source, keptIn: folder) == stamp
  }

  /// A word for all that may be records of a photo or film in some folders; empty where there are none.
  static func word(of source: FilePath, keptIn folders: [FilePath]) -> String {
    var content: [UInt8] = []
    for folder in folders {
      let stamps = RecordedRegions.places(beside: folder.appending(source.name)).map(stamp)
      guard stamps.contains(where: { !$0.isEmpty }) else { continue }
      // Paths have no zeros in them.
      content += folder.bytes + [0] + Array(stamps.joined(separator: ";").utf8) + [0]
    }
    return content.isEmpty ? "" : SHA256.hexDigest(of: content)
  }

  private static func stamp(of record: FilePath) -> String {
    FileStamp(of: record).map { "\($0.size) \($0.modified)" } ?? ""
  }
}

extension ScrubSettings {
  /// Of all records of a file as they are.
  func editStamps(of job: ScrubJob) -> EditStamps {
    EditStamps(
      beside: RecordedRegions.stamp(beside: job.source), own: ownStamp(of: job), others: job.otherRecords)
  }

  /// The same after the run has written its own record.
  /// - Parameter before: when the file was read. What others have changed since, the run has not seen.
  func editStamps(of job: ScrubJob, writtenSince before: EditStamps) -> EditStamps {
    var stamps = before
    if records == .beside { stamps.beside = RecordedRegions.stamp(beside: job.source) }
    stamps.own = ownStamp(of: job)
    return stamps
  }

  private func ownStamp(of job: ScrubJob) -> String {
    guard case .folder(let folder) = records else { return "" }
    let place = job.target.folder
    return EditStamps.stamp(of: job.source, keptIn: place == "." ? folder : folder.appending(place))
  }
}

extension ScrubJournal {
  /// The folders where runs keep records of what goes to a place in the target, elsewhere than beside the sources, each once and in one order.
  func recordFolders(at place: FilePath) throws(FaceBlurError) -> [FilePath] {
    let folders = try recipes().values.filter(\.keepsRecords).compactMap { $0.recordPlace(at: place).folder }
    return Set(folders).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }

  /// Where a run keeps them; nil for beside the sources, or nowhere.
  private func ownRecordFolder(at place: FilePath, _ basis: Basis) throws(FaceBlurError) -> FilePath? {
    let recipe = try recipes()[Basis(settings: basis.settings, model: basis.model)]
    return recipe?.recordPlace(at: place).folder
  }

  /// A word for the records of a file that other runs have kept elsewhere than beside it.
  func otherRecords(
    of source: FilePath, at place: FilePath, _ basis: Basis
  ) throws(FaceBlurError) -> String {
    let own = try ownRecordFolder(at: place, basis)
    return EditStamps.word(of: source, keptIn: try recordFolders(at: place).filter { $0 != own })
  }

  /// Whether all records of a file are as they were when it was done.
  /// - Parameters:
  ///   - edit: of its entry.
  ///   - basis: that it was done with, which is this run's.
  func isEditUnchanged(
    _ edit: String, of source: FilePath, at place: FilePath, _ basis: Basis
  ) throws(FaceBlurError) -> Bool {
    let stamps = EditStamps(edit)
    guard stamps.beside == RecordedRegions.stamp(beside: source) else { return false }
    guard stamps.others == (try otherRecords(of: source, at: place, basis)) else { return false }
    guard let folder = try ownRecordFolder(at: place, basis) else { return stamps.own.isEmpty }
    return EditStamps.isStamp(stamps.own, of: source, keptIn: folder)
  }
}
