/// What an edit is to be, whatever it was before: a person has seen all of it.
package struct WantedState: Sendable, Hashable {
  var state: EditState
  /// The recorded step, from 1, that the state is to follow as a step of its own; nil for the current one.
  var step: Int?
  /// Of the record file that it was decided upon, in lower-case hexadecimal; nil where there is none.
  var recordSHA256: String?
  /// Of what another program had made of the photo, where it was decided upon that; nil where it was not, or the record says it.
  var pictureSHA256: String?
}
