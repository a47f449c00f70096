extension EditSession {
  /// How an edit is begun, and what it may do.
  public struct Options: Sendable {
    public var reader = PhotoReader()
    /// Whether to go on where the original is not the one that was edited; the old record is `superseded` then.
    public var rebasing = false
    /// Whether what a crash interrupted is brought to its end; a dry run changes nothing.
    package var recovering = true
    public var record = RecordPlace.beside
    /// Whether the edit may be begun although one is recorded elsewhere, too: whoever allows that sees to it that what that one hides stays
    /// hidden.
    public var passesOverOtherRecords = false
    /// What is known of records that may have been left behind; edits of one run share it.
    package var leftRecords = LeftRecords()
    /// Where else than around the photo renders may be replaced or removed.
    package var reach = RenderReach()
    /// Folders in which renders may be replaced and removed, beside the photo's own.
    public var renderFolders: [FilePath] {
      get { reach.folders }
      set { reach.folders = newValue }
    }
    /// Whether a state may be rendered in which nobody looked for faces, and one may be gone back to that shows what is hidden now.
    ///
    /// Else regions of the record that the state neither hides nor holds as excluded are not rendered.
    public var showsUnhidden = false
    /// Whether whoever renders has asked a person for each region that is shown, and says which they are.
    package var tellsShown = false
    /// Whether the session was begun to take the edit back: it renders nothing.
    package var isReverting = false

    public init() {}
  }
}
