/// What a user wants where nobody says otherwise: one file that every client reads.
package struct UserSettings: Sendable, Hashable {
  /// Style, shape, cells and margin of edits that are begun; recorded edits keep theirs.
  package var strength = ObscuringStrength.Change()
  /// Nil for the default.
  package var metadata: MetadataPolicy?
  package var effort: DetectionEffort?

  package init() {}

  /// `settings.json` in the folder `faceblur` of the user's folder for settings, as the XDG base directory specification says; nil where
  /// the environment names none.
  package static var file: FilePath? { nil }

  /// - Returns: no wishes where there is no file.
  /// - Throws: `FaceBlurError` where the file is damaged, too large, or others may write to it.
  package static func read() throws(FaceBlurError) -> UserSettings { UserSettings() }

  /// Writes the file in place of the one that is there.
  package func write() throws(FaceBlurError) { throw .internalError("not built yet") }
}
