internal import FoundationEssentials

/// What a person has looked at in a collection, by photo and hash: `review.json` beside the journal. It says where faces are, and is not
/// for publishing.
package struct SignOff: Sendable {
  static let name: FilePath = "review.json"
  /// The most bytes and photos that are read.
  static let maxBytes = 1 << 29
  static let maxPhotos = 1 << 20
  /// When something may have been answered, in seconds since 1970: until the end of the last year of four digits, which is all that the
  /// form holds.
  static let times = 0...253_402_300_799

  struct Decision: Sendable, Hashable, Codable {
    var region: String
    var answer: ReviewAnswers.Kind
    var time: Date
  }

  struct Photo: Sendable {
    /// Below the target.
    var output: FilePath
    /// Of the output and of what it was made from, in lower-case hexadecimal.
    var sha256: String
    var sourceSHA256: String
    /// Of the newest answer.
    var time: Date
    /// Of the upright photo, as viewers show it.
    var frame: PictureFrame
    /// Those that a person was shown, as they are.
    var shown: [PlannedRegion]
    var decisions: [Decision]
    /// Whether every question about it is answered, and the output is as was decided.
    var isComplete: Bool
  }

  /// The target, without links and dots.
  var target: FilePath
  var made: Date
  var photos: [Photo]

  /// - Parameters:
  ///   - listed: what is in the target now, by the journal.
  ///   - items: the photos of the review, with whether each is answered for.
  ///   - earlier: the sign-off before: what it says of outputs that cannot be reviewed now holds as long as these are as they were.
  init(
    of target: FilePath, _ listed: [ScrubJournal.Listed], _ items: [(item: ReviewItem, isComplete: Bool)],
    after earlier: SignOff?
  ) {
    self.target = target
    made = Date()
    let outputs = Dictionary(uniqueKeysWithValues: listed.map { ($0.place, $0) })
    let signed = Dictionary(
      earlier?.photos.map { ($0.output, $0) } ?? [], uniquingKeysWith: { first, _ in first })
    photos = items.compactMap { item, isComplete in
      guard let output = outputs[item.key] else { return nil }
      if item.failure != nil, let known = signed[item.key], known.sha256 == output.currentSHA256(in: target) {
        return known
      }
      return Photo(item, isComplete, output, in: target)
    }
  }

  /// Writes the file, whole or not at all.
  /// - Returns: its path.
  func write(to folder: FilePath) throws(FaceBlurError) -> FilePath {
    let path = folder.appending(Self.name)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let json = try? encoder.encode(self) else {
      throw FaceBlurError(.internalError, path, "the sign-off cannot be written")
    }
    let staged = try StagedFile.holding(
      [UInt8](json) + [0x0A], for: path, mode: 0o600, temporaryName: ".faceblur-review.tmp")
    try staged.place(replacing: true)
    return path
  }

  /// Reads the file; nil where there is none.
  /// - Throws: `FaceBlurError` where others may write to it, or it is damaged.
  static func read(from folder: FilePath) throws(FaceBlurError) -> SignOff? {
    let path = folder.appending(name)
    guard path.exists else { return nil }
    try StateFolder.refuseShared(path)
    try StateFolder.refuseFolder(path)
    let bytes = try InputFile.open(path, followingLinks: false).readAll(limit: maxBytes)
    do {
      let signOff = try bytes.withUnsafeBytes { try JSONDecoder().decode(SignOff.self, from: Data($0)) }
      // A reader takes one of two with the same name, and does not say which.
      guard JSONNames.areDistinct(in: bytes) else {
        throw FaceBlurError(.notReadable, path, "it says something twice", advice: "finish a review again")
      }
      return signOff
    } catch let error as FaceBlurError {
      throw error
    } catch {
      throw FaceBlurError(
        .notReadable, path, "it is damaged, or a newer version's", advice: "finish a review again")
    }
  }
}

extension SignOff.Photo {
  /// Nil where nobody has looked at it, or its output is gone.
  fileprivate init?(
    _ item: ReviewItem, _ isComplete: Bool, _ listed: ScrubJournal.Listed, in target: FilePath
  ) {
    guard let recorded = item.recorded, listed.isInTarget, !item.answers.isEmpty else { return nil }
    let plan = recorded.start.plan
    let answers = item.answers
    let decisions = plan.regions.compactMap { region in
      answers.answer(about: region).map {
        SignOff.Decision(
          region: region.id, answer: $0.kind, time: Date(timeIntervalSince1970: Double($0.time)))
      }
    }
    let isLooked = answers.isLooked(plan)
    guard isLooked || !decisions.isEmpty, let sha256 = listed.currentSHA256(in: target) else {
      return nil
    }
    let shown = Set(decisions.map(\.region))
    let times =
      decisions.map(\.time)
      + [answers.looked.map { Date(timeIntervalSince1970: Double($0)) }].compactMap(\.self)
    self.init(
      output: listed.place, sha256: sha256, sourceSHA256: recorded.sha256, time: times.max() ?? Date(),
      frame: recorded.frame,
      shown: plan.regions.filter { shown.contains($0.id) }, decisions: decisions,
      // What was shown is what the journal or the record says, and so what lies there only where that is what these tell of.
      isComplete: isComplete && isLooked && sha256 == recorded.outputSHA256
        && sha256 == answers.lookedOutput)
  }
}

extension ScrubJournal.Listed {
  /// The hash of what is in the target; nil where nothing can be read there. Where size and time are those that were written, so is
  /// the content.
  fileprivate func currentSHA256(in target: FilePath) -> String? {
    let path = target.appending(place)
    guard let stamp = FileStamp(of: path) else { return nil }
    return stamp == written ? writtenSHA256 : try? FileHash.of(path)
  }
}
