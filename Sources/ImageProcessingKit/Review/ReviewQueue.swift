/// What is to be decided, in the order that takes the most harm away per second of a person's time.
package struct ReviewQueue: Sendable, Hashable {
  package enum Status: String, Sendable, Hashable {
    /// Nobody has looked for faces in it yet.
    case waiting
    /// It holds something that may or may not be a face.
    case doubtful
    case noFace
    case clear
    /// It cannot be reviewed; the reason is in `Entry.reason`.
    case failed
  }

  package struct Entry: Sendable, Hashable {
    package var name: FilePath
    package var status: Status
    /// Regions that are hidden as things are.
    package var faces: Int
    /// Whether every question about it is answered.
    package var isLooked: Bool
    package var isChanged: Bool
    package var reason: String?
    package var isFilm = false
  }

  /// A film in which faces are looked for, and how far that is, 0…1.
  package struct Looking: Sendable, Hashable {
    package var photo: Int
    package var part: Double
  }

  package enum Kind: String, Sendable, Hashable {
    /// A region that may be no face.
    case doubtful
    /// A region in which the second look still saw a face.
    case seenAgain
    /// A photo in which nothing is hidden: a miss may be there.
    case noFace
    /// A photo without doubt.
    case rest
  }

  package struct Question: Sendable, Hashable {
    /// Of `photos`.
    package var photo: Int
    /// Nil for the photo as a whole.
    package var region: String?
    package var kind: Kind
    /// How many other open questions may be the same one, by place and size alone: a burst of photos.
    package var alike: Int
  }

  /// Grows with every change, in whatever photo.
  package var revision: Int
  package var photos: [Entry]
  /// Those that are open, the first one first.
  package var questions: [Question]
  package var answered: Int
  /// Photos of which something is decided that is not rendered; when the review is finished, those that can be read are.
  package var changed: Int
  /// Photos in which faces are still looked for.
  package var waiting: Int
  /// Nil where no film is looked at.
  package var looking: Looking?
  package var canUndo: Bool
  package var canRedo: Bool
}
