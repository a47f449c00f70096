extension FilmPipeline {
  /// How a film is blurred.
  package struct Settings: Sendable {
    /// What of style, shape, cells and margin is asked for; the rest is as an earlier edit has it, or the default.
    package var strength = ObscuringStrength.Change()
    /// What of the user's settings is in force: how edits are begun where `strength` does not say it.
    package var wishes = UserSettings()
    /// What becomes of the sound; nil where nobody has said it.
    package var audio: AudioChoice?
    /// Whether render and record are left unwritten.
    package var dryRun = false
    /// Whether to go on where the original has changed since the record was made.
    package var rebasing = false
    /// Whether what an earlier edit hides is forgotten.
    package var forgets = false
    package var record = RecordPlace.beside
    /// Folders for films of display size, of what the render shows and of what was found; nil for none. They are made where missing.
    package var previewFolder: FilePath?
    package var overlayFolder: FilePath?
    /// Folders in which renders may be replaced and removed, beside the film's own.
    package var renderFolders: [FilePath] = []
    /// As photos have it.
    package var leftRecords = LeftRecords()

    /// Is told of the work of functions that have no pipeline, and may end it.
    package var watch = FilmWatch()

    package init() {}

    /// - Parameter target: the place that was named for the render; nil for the one beside the original.
    func editOptions(naming target: FilePath?) -> FilmEdit.Options {
      FilmEdit.Options(
        record: record, reach: RenderReach(folders: renderFolders, files: [target].compactMap(\.self)),
        rebasing: rebasing, passesOverOtherRecords: forgets, leftRecords: leftRecords)
    }

    /// How faces would be hidden, where none is: as far as an overlay shows it.
    var drawnStrength: ObscuringStrength {
      strength.over(wishes.strength).applied(to: .default) ?? .default
    }

    /// How faces are hidden.
    /// - Parameter earlier: what an earlier edit hides; nil where there is none, or it is forgotten.
    /// - Throws: `FaceBlurError` where it is out of bounds, or would tell something of the faces.
    func strength(after earlier: FilmPlan?) throws(FaceBlurError) -> ObscuringStrength {
      let change = earlier == nil ? strength.over(wishes.strength) : strength
      guard let strength = change.applied(to: earlier?.strength ?? .default) else {
        throw .strengthOutOfRange
      }
      guard !strength.style.revealsContent else { throw .tellingStyle(strength.style) }
      return strength
    }
  }
}

extension FaceBlurError {
  /// A style whose cells add up over the frames of a film.
  static func tellingStyle(_ style: ObscuringStyle) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto,
      "\(style.rawValue) shows something of the faces in each frame, which adds up to the faces over a film",
      advice: "take another style")
  }
}
