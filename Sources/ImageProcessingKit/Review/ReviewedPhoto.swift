package import FoundationEssentials

/// A photo as a person reviews it: what was found in it, and what they have decided so far.
package struct ReviewedPhoto: Sendable, Hashable {
  /// One step of the recorded edit, for going back to it.
  package struct Step: Sendable, Hashable {
    /// From 1.
    package var number: Int
    package var kind: Adjustment.Kind
    package var madeAt: Date
    package var isEnabled: Bool
  }

  /// What of a photo is other than a person was shown.
  package enum Difference: String, Sendable, Hashable {
    /// The file, what its picture is made from, or the record: something outside of the review has changed it.
    case photo
    /// What is decided about it, in this review.
    case decision
  }

  /// Its place in the review's list, from 0; the same for as long as the session lives.
  package var number: Int
  /// Changes whenever the photo's pictures do: part of their addresses.
  package var version: Int
  /// Stands for all of the photo that a person decides on: another one where its file, its record, or what is hidden in it is other than it was.
  package var basis: String
  /// How people call it: below the collection's target, or as it was named.
  package var name: FilePath
  /// What viewers show, upright, in pixels.
  package var width: Int
  package var height: Int
  /// With the person's changes; rectangles are fractions of what viewers show.
  package var regions: [PlannedRegion]
  /// The ids of regions that a person has answered.
  package var looked: Set<String>
  /// Whether a person has answered for the photo as a whole.
  package var isLooked: Bool
  package var strength: ObscuringStrength
  package var filters: ToneFilters
  /// Of the recorded edit.
  package var steps: [Step]
  /// Whether the person's changes differ from what is recorded, so that it is rendered when the review is finished.
  package var isChanged: Bool
  /// Whether the recorded edit is to be taken back as a whole.
  package var isReverted: Bool
  package var warnings: [String]
  /// In which ways some viewers show the photo otherwise than most, where anybody can tell; empty of nearly all photos and of films.
  package var views: [DisplayView.Kind] = []
  /// When and where its regions are, where it is a film; nil of photos. Rectangles of regions are then those of the middle of their times.
  package var film: ReviewedTimes?
}

/// What a person decides about one photo. Rectangles are fractions of what viewers show of the upright photo.
package enum ReviewChange: Sendable, Hashable {
  /// These regions were looked at, and each is as it should be: hidden or not.
  case confirm([String])
  /// These are no faces, or may be seen: they are not hidden. That answers them, too.
  case exclude([String])
  /// These are hidden, again or still. That answers them, too.
  case include([String])
  /// A face that nobody found.
  case add(NormalizedRect)
  /// A region gets another place.
  case move(String, NormalizedRect)
  /// What was drawn into a film is there from one time to another, in ticks of its video track; see `ReviewSession.ticks`.
  case span(String, ClosedRange<Int>)
  /// Every region of the photo is left open.
  case excludeAll
  /// The whole photo was looked at, and no face is missing; answers all its regions, too.
  case look
  case strength(ObscuringStrength.Change)
  case tone(ToneFilters)
  /// The state after a recorded step, from 1.
  case goBack(toStep: Int)
  /// The recorded edit is taken back as a whole: of a collection's output what a person decided, of another photo the edit.
  case revert
  /// What was decided in this review is forgotten; the recorded edit counts again.
  case reset
}
