import Foundation
import TestSupport
import Testing

/// A line that a worker prints, as a program that knows only the documentation would read it.
struct WorkerLine: Decodable {
  let event: String
  let id: String?
  let status: String?
  let target: String?
  let reason: String?
  let line: Int?
  let hiddenCount: Int?
  let sourceSHA256: String?
  let targetSHA256: String?
  let settingsSHA256: String?
  let modelSHA256: String?
  let answered: Int?
  let failed: Int?
  let pending: Int?
  let interrupted: Bool?

  init(_ text: some StringProtocol) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
  }
}

/// What a worker answered.
struct WorkerRun {
  let outcome: BuiltCommand.Outcome
  let lines: [WorkerLine]

  var answers: [String: WorkerLine] {
    Dictionary(
      lines.filter { $0.event == "answer" }.compactMap { line in line.id.map { ($0, line) } },
      uniquingKeysWith: { first, _ in first })
  }
  var refusals: [WorkerLine] { lines.filter { $0.event == "refused" } }
  var end: WorkerLine? { lines.last { $0.event == "ended" } }

  /// The edits that it told, as they stand in its lines.
  func edits() throws -> [String: Any] {
    var edits: [String: Any] = [:]
    for object in try outcome.jsonLines() {
      if let id = object["id"] as? String, let edit = object["edit"] { edits[id] = edit }
    }
    return edits
  }
}

extension ScratchFolder {
  /// A request for a photo in the folder `photos`, by its name there, which is the id.
  func request(_ name: String, target: String? = nil, _ more: [String: Any] = [:]) throws -> String {
    let all: [String: Any] = ["id": name, "source": path("photos/\(name)"), "target": target ?? name]
    let object = all.merging(more) { _, new in new }
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// Has a worker answer some lines, with looks that find the portraits' faces.
  func work(
    _ lines: [String], _ options: [String] = [], target: String = "out", prefix: [String] = []
  ) throws -> WorkerRun {
    let input = try write(Array(lines.map { $0 + "\n" }.joined().utf8), "requests")
    let outcome = try BuiltCommand.run(
      ["worker", "photos", "-o", target] + Self.quick + options, prefix: prefix, in: path, input: input)
    return WorkerRun(outcome: outcome, lines: try outcome.output.split(separator: "\n").map(WorkerLine.init))
  }
}
