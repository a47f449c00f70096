/// Something that is told to a program whose requests are answered, as worker.schema.json says.
package enum RequestEvent: Sendable {
  case ready(Readiness)
  case answer(RequestAnswer)
  /// A line is no request: its number, why, and its id where that could be read.
  case refused(line: Int, reason: String, id: String?)
  /// Nothing else was told for some time.
  case heartbeat(Load)
  case ended(RequestSummary)

  /// What stands behind every answer.
  package struct Readiness: Sendable, Encodable {
    let version: String
    /// Of all that decides what an output looks like, and of the models.
    let settingsSHA256: String
    let modelSHA256: String
    /// Photos at once.
    let jobs: Int
    /// Requests that are taken before one is answered.
    let requests: Int
  }

  package struct Load: Sendable, Encodable {
    let answered: Int
    let inFlight: Int
    let waiting: Int
  }
}

/// What came of a request.
package struct RequestAnswer: Sendable {
  let id: String
  let line: ScrubLine
  let settingsSHA256: String
  let modelSHA256: String
  /// What makes the same output again, exact; nil where there is no output, or its record is in a file.
  let edit: FaceBlurAdjustment?
}

/// How the answering ended.
package struct RequestSummary: Sendable, Encodable {
  package var answered = 0
  /// Photos that failed, and lines that were refused.
  package var failed = 0
  /// Photos that are to be asked for again: it is not their fault.
  package var pending = 0
  /// Whether it was stopped from outside.
  package var interrupted = false
}

extension RequestEvent: Encodable {
  private enum CodingKeys: CodingKey {
    case event, id, line, reason, settingsSHA256, modelSHA256, edit
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .ready(let readiness):
      try container.encode("ready", forKey: .event)
      try readiness.encode(to: encoder)
    case .answer(let answer):
      try container.encode("answer", forKey: .event)
      try container.encode(answer.id, forKey: .id)
      try container.encode(answer.settingsSHA256, forKey: .settingsSHA256)
      try container.encode(answer.modelSHA256, forKey: .modelSHA256)
      try container.encodeIfPresent(answer.edit, forKey: .edit)
      try answer.line.encode(to: encoder)
    case .refused(let line, let reason, let id):
      try container.encode("refused", forKey: .event)
      try container.encode(line, forKey: .line)
      try container.encode(reason, forKey: .reason)
      try container.encodeIfPresent(id, forKey: .id)
    case .heartbeat(let load):
      try container.encode("heartbeat", forKey: .event)
      try load.encode(to: encoder)
    case .ended(let summary):
      try container.encode("ended", forKey: .event)
      try summary.encode(to: encoder)
    }
  }
}
