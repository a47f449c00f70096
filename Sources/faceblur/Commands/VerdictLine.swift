internal import ImageProcessingKit

/// What `verify --json` prints for a file. The names are a contract with the programs that read them.
struct VerdictLine: Encodable {
  struct Block: Encodable {
    var kind: String
    var name: String
    /// In bytes from the file's beginning.
    var offset: Int
    var size: Int
    var allowed: Bool
    /// Why it may not be in a scrubbed photo; absent where it may.
    var reason: String?
    /// `yes`, `no` or `unknown`.
    var mayShowFace: String
    var contents: [String]
  }

  var file: String
  /// Whether all of the picture was read, and why not.
  var read: Bool
  var reason: String?
  var leak: Bool
  /// Whether the file makes the command fail.
  var failed: Bool
  var blocks: [Block] = []
  /// Faces seen in the picture itself, in upright full-size pixels.
  var faces: [PhotoLine.Face] = []
  var problems: [String] = []
  var notes: [String] = []

  init(_ verdict: PhotoVerifier.Verdict, failed: Bool) {
    file = verdict.file.description
    read = verdict.unread == nil
    reason = verdict.unread
    leak = verdict.isLeaking
    self.failed = failed
    blocks = verdict.blocks.map { block in
      Block(
        kind: block.kind.rawValue, name: block.name, offset: block.range.lowerBound, size: block.range.count,
        allowed: block.isAllowed, reason: block.objection, mayShowFace: block.mayShowFace.rawValue,
        contents: block.contents)
    }
    faces =
      verdict.size.map { size in
        verdict.faces.map { PhotoLine.Face($0, width: size.width, height: size.height) }
      } ?? []
    problems = verdict.problems
    notes = verdict.notes
  }

  /// Something in a folder that nobody looked at.
  init(unread file: FilePath, _ reason: String, failed: Bool) {
    self.file = file.description
    read = false
    self.reason = reason
    leak = false
    self.failed = failed
  }
}
