internal import ImageProcessingKit

/// What `verify` says of a photo or a film, for people.
struct VerdictText {
  let file: FilePath
  let isClean: Bool
  let isLeaking: Bool
  let unread: String?
  let faceCount: Int
  /// Whether a photo passes although no record says what was to be hidden in it.
  let isUncompared: Bool
  private let blocks: [MetadataBlock]
  private let problems: [String]
  private let notes: [String]
  /// What the pictures are and show, a line each; empty where nobody could look at them.
  private let pictures: [String]

  init(_ verdict: PhotoVerifier.Verdict) {
    file = verdict.file
    isClean = verdict.isClean
    isLeaking = verdict.isLeaking
    unread = verdict.unread
    faceCount = verdict.faces.map(\.rect).faceCount
    isUncompared = verdict.isClean && verdict.isRecordCompared == false
    blocks = verdict.blocks
    problems = verdict.problems
    notes = verdict.notes
    let faces = Self.seen(faceCount)
    pictures = verdict.size.map { ["picture  \($0.width) × \($0.height), \(faces) in it"] } ?? []
  }

  init(_ verdict: FilmVerifier.Verdict) {
    file = verdict.file
    isClean = verdict.isClean
    isLeaking = verdict.isLeaking
    unread = verdict.unread
    faceCount = verdict.faceCount
    isUncompared = verdict.isClean && verdict.isRecordCompared == false
    blocks = verdict.blocks
    problems = verdict.problems
    notes = verdict.notes
    let faces = Self.seen(faceCount)
    pictures =
      verdict.report.map { report in
        let shown = "\(report.width) × \(report.height), \(counted(report.frameCount, "frame"))"
        return ["film  \(shown), \(FilmTime.text(report.duration)), \(faces) in it"]
          + report.summaries.map { "  \($0.line)" }
      } ?? []
  }

  static let uncompared =
    "there is no record of the original, so nobody knows whether all is hidden that was to be; say with --record where it is"

  var headline: String {
    let leaks = blocks.count { !$0.isAllowed } + problems.count
    var parts: [String] = []
    if faceCount > 0 { parts.append(Self.seen(faceCount)) }
    if leaks > 0 { parts.append(counted(leaks, "leak")) }
    if isClean { parts.append("no leak") }
    if let unread { parts.append("not read: \(unread)") }
    return parts.joined(separator: ", ")
  }

  var details: [String] {
    let blocks = blocks.map { block in
      let contents = block.contents.isEmpty ? "" : " (\(block.contents.joined(separator: ", ")))"
      return "  byte \(block.range.lowerBound)  \(block.range.count) bytes  \(block.name)\(contents)"
        + (block.objection.map { "  LEAK: \($0), \(Self.phrase(block.mayShowFace))" } ?? "")
    }
    return blocks + pictures.map { "  \($0)" } + problems.map { "  LEAK: \($0)" }
      + notes.map { "  note  \($0)" }
  }

  private static func seen(_ faces: Int) -> String {
    faces == 0 ? "no face is seen" : "\(counted(faces, "face")) \(faces == 1 ? "is" : "are") seen"
  }

  private static func phrase(_ evidence: MetadataBlock.FaceEvidence) -> String {
    switch evidence {
    case .yes: "and it shows a face"
    case .no: "no face is seen in it"
    case .unknown: "it may show a face"
    }
  }
}
