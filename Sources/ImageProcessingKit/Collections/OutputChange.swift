/// What a person changes about an output of a collection.
package enum OutputChange {
  /// - Parameter detectingAnew: whether faces are looked for once more.
  case correct(PlanCorrections, detectingAnew: Bool)
  /// What is done with the filters so far.
  case tone((inout ToneFilters) -> Void)
  /// The state after a recorded step is the current one again; from 1.
  case goBack(toStep: Int)
  /// What was decided is dropped, and the output becomes what the run would make of the photo.
  case drop
  /// What counts is this alone, whatever was decided before.
  case become(WantedState)
}
