/// How large a record may be before it is refused.
struct RecordLimits: Sendable, Hashable {
  /// Of the file, in bytes.
  let fileBytes: Int
  /// Of what its data inflates to, in bytes: 194 KB can hold 200 MB.
  let payloadBytes: Int

  static let photo = RecordLimits(fileBytes: 1 << 20, payloadBytes: 8 << 20)
  /// With room for whatever `FilmPlan.maxPoints` points can say: who has waited for the render of a long film is not to be told then that its
  /// record is too large.
  static let film = RecordLimits(fileBytes: 16 << 20, payloadBytes: 24 << 20)
}
