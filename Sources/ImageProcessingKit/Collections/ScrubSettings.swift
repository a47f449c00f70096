/// What to do with a collection.
public struct ScrubSettings: Sendable {
  /// What becomes of photos in which no face is found.
  public enum OnNoFace: String, Sendable, CaseIterable {
    /// They go to the target like all others, without their metadata.
    case keep
    /// They are left out.
    case skip
    /// They are left out and stand on top of the report, for a person to look at.
    case review
  }

  /// Where the records of the edits go: they say where the faces are.
  public enum Records: Sendable, Hashable {
    case none
    /// Beside the originals, as `blur` writes them.
    case beside
    /// Into a folder with the target's tree.
    case folder(FilePath)
  }

  public var target: FilePath
  public var filter = NameFilter()
  public var strength = ObscuringStrength.default
  /// How photos are begun that nobody has edited yet, where the user's settings say so; nil for as `strength` says. What is recorded
  /// of edits, and what people have decided, yields to `strength` alone.
  package var beginning: ObscuringStrength?
  /// What to tell people of the settings, at the end of the run.
  package var notes: [String] = []
  public var renderOptions = RenderOptions()
  public var reader = PhotoReader()
  /// What becomes of the sound of films; nil where nobody has said it: then it is kept, unless an earlier run left it out.
  package var audio: AudioChoice?
  /// Whether films are taken; else they fail.
  package var takesFilms = true
  public var onNoFace = OnNoFace.keep
  public var records = Records.none
  /// Whether outputs of earlier runs are taken to be as they were where their size and time are, unread.
  public var trustsTimes = false
  /// Whether only what this run finds is hidden, also where earlier ones found more. What a person decided stays.
  public var forgets = false
  /// Whether files at the target that faceblur did not write are replaced.
  public var force = false
  /// The folder of the journal and the reports; nil for the one beside the target.
  public var state: FilePath?
  /// Workers; nil for one for each core.
  public var jobs: Int?
  /// Bytes that all workers together may take; nil for half of what is free.
  public var memory: Int?
  /// How the reports say what helps against an error.
  public var wording: @Sendable (Advice.Remedy) -> String = \.description

  public init(target: FilePath) {
    self.target = target
  }

  /// How the edit of a photo is begun whose record is written.
  /// - Parameter folder: where the record goes; nil for beside the original.
  func sessionOptions(recordingIn folder: FilePath?) -> EditSession.Options {
    var options = EditSession.Options()
    options.reader = reader
    // Beside the original a record may be somebody's work; in a folder of its own it was begun by a scrub.
    options.rebasing = force || folder != nil
    options.record = folder.map { .folder($0) } ?? .beside
    // A run reads what these hide by itself.
    options.passesOverOtherRecords = true
    options.tellsShown = true
    // What an edit of the photo has rendered there since is ours as well.
    options.reach.folders = [target]
    return options
  }

  /// A worker with less memory than this has no room for a photo of a few megapixels.
  private static let memoryPerWorker = 192 << 20

  /// How many files are worked on at once.
  /// - Parameter budget: of all of them.
  func jobCount(within budget: MemoryBudget) -> Int {
    max(jobs ?? min(Processors.count, budget.limit / Self.memoryPerWorker), 1)
  }

  /// What all workers together may take.
  func memoryBudget() -> MemoryBudget { MemoryBudget(limit: memory ?? MemoryBudget.defaultLimit) }

  /// How what is found is hidden of which nothing is recorded or decided.
  var strengthOfFound: ObscuringStrength { beginning ?? strength }

  /// Stands for everything that decides what an output looks like.
  func digest(_ detector: DetectorIdentity) -> String {
    var parts: [String] =
      [
        FaceBlurVersion.current, "\(FaceBlurAdjustment.rendererVersion)", strength.style.rawValue,
        "\(strength.shape)", "\(strength.cells)",
        "\(strength.margin)", renderOptions.metadata.text, "\(renderOptions.keepsProgressive)",
        "\(renderOptions.hasThumbnail)", "\(reader.limits.maxPixels)", onNoFace.rawValue, "\(records)",
        detector.name, "\(detector.longSides)", "\(detector.threshold)", detector.effort ?? "",
        "\(detector.smallestFace ?? 0)", "evidence \(FaceEvidence.revision)",
      ] + (renderOptions.recordedTiles.map { ["tiles \($0.rawValue)"] } ?? [])
      + (renderOptions.recordedFormat.map { ["format \($0.rawValue)"] } ?? [])
    if let audio { parts.append("audio \(audio.rawValue)") }
    if let beginning, beginning != strength {
      parts.append(
        "begun \(beginning.style.rawValue) \(beginning.shape) \(beginning.cells) \(beginning.margin)")
    }
    return SHA256.hexDigest(of: Array(parts.joined(separator: "\n").utf8))
  }

  /// Where the journal and the reports are, which name the originals and are not for publishing.
  public var stateFolder: FilePath { state ?? StateFolder.beside(target) }

  /// Whether they are in the target, as in those of earlier versions.
  package var hasStateInTarget: Bool {
    guard let root = target.resolved, let state = state?.resolved else { return false }
    return state.isInside(root)
  }

  var journal: FilePath { stateFolder.appending(StateFolder.journalName) }
}
