internal import ImageProcessingKit

/// How far rendering is: `GET /api/work`.
struct WorkObject: Encodable {
  private struct Result: Encodable {
    private enum Key: CodingKey {
      case photo, name, error, notes, warnings, written
    }

    let result: ReviewWork.Result

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(result.photo, forKey: .photo)
      try container.encode(result.name.shown, forKey: .name)
      try container.encode(result.error.map { PlainText.visible($0.message()) }, forKey: .error)
      try container.encode(
        (result.notes + (result.report.map { $0.cautions + $0.notes } ?? [])
          + (result.film.map { $0.cautions + $0.notes } ?? [])).map(PlainText.visible),
        forKey: .notes)
      let unedited = result.unedited.map { "\($0): \(LivePhoto.uneditedWarning)" }
      try container.encode(
        (unedited + (result.report?.warnings ?? result.film?.warnings ?? [])).map(PlainText.visible),
        forKey: .warnings)
      try container.encode(
        (result.report?.outputs.render ?? result.film?.outputs.render)?.shown, forKey: .written)
    }
  }

  private enum Key: CodingKey {
    case phase, through, total, signOff, results, error
  }

  private let work: ReviewWork

  init(_ work: ReviewWork) { self.work = work }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(work.phase.rawValue, forKey: .phase)
    try container.encode(work.through, forKey: .through)
    try container.encode(work.total, forKey: .total)
    try container.encode(work.signOff?.shown, forKey: .signOff)
    try container.encode(work.results.map(Result.init), forKey: .results)
    try container.encode(work.error.map { PlainText.visible($0.description) }, forKey: .error)
  }
}
