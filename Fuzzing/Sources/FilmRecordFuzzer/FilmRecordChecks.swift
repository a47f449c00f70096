@testable internal import ImageProcessingKit

/// What must hold for a record of a film that is taken up, whoever wrote it.
enum FilmRecordChecks {
  /// Plans of more are long to compare with themselves.
  private static let mostPoints = 200

  /// It is written as the same record, is no larger than may be, and everything that is made of it can be made.
  static func check(_ record: FilmRecord, _ data: AdjustmentData) {
    guard let written = try? record.fileContent(timestamp: data.timestamp) else {
      fatalError("a record that was read cannot be written")
    }
    guard case .ours(let again, _)? = try? FilmRecord.content(of: written), again == record else {
      fatalError("a record reads back as another")
    }
    let plan = record.plan
    let points = plan.tracks.reduce(0) { $0 + $1.points.count }
    precondition(plan.tracks.count <= FilmPlan.maxTracks && points <= FilmPlan.maxPoints, "it is too large")
    precondition(!record.renders.isEmpty, "it names no render")
    guard points <= mostPoints else { return }
    let kept = plan.keeping(plan)
    for time in plan.tracks.flatMap(\.points).map(\.time) {
      let regions = plan.frame(at: time)
      for area in regions.areas(on: geometry) {
        precondition(area.bounds.width > 0 && area.bounds.height > 0, "an area of nothing")
      }
      precondition(
        regions.regions.isEmpty || !kept.frame(at: time).regions.isEmpty, "something is shown again")
      precondition(record.source.seconds(at: time).isFinite, "a track is never shown")
    }
    _ = plan.drawn(at: MovedTimes(ticks: { Double($0) * 1.5 }, doubt: -3...3))
  }

  private static let geometry = PhotoGeometry(
    storedWidth: 62, storedHeight: 44, orientation: .right, unitWidth: 2, unitHeight: 2)
}
