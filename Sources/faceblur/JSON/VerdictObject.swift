internal import ImageProcessingKit

/// What `verify` says of a file.
struct VerdictObject: Encodable {
  private struct Block: Encodable {
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

    init(_ block: MetadataBlock) {
      kind = block.kind.rawValue
      name = block.name
      offset = block.range.lowerBound
      size = block.range.count
      allowed = block.isAllowed
      reason = block.objection
      mayShowFace = block.mayShowFace.rawValue
      contents = block.contents
    }
  }

  private struct Details: Encodable {
    /// Upright full-size pixels; absent where the picture cannot be read.
    var width: Int?
    var height: Int?
    /// Whether all of the picture was read, and why not.
    var read: Bool
    var reason: String?
    var leak = false
    /// Whether the file makes the command fail.
    var failed: Bool
    var blocks: [Block] = []
    /// Faces seen in the picture itself.
    var faces: [FaceObject] = []
    var problems: [String] = []
    var notes: [String] = []
  }

  private let file: FileNames
  private let details: Details

  init(_ verdict: PhotoVerifier.Verdict, failed: Bool) {
    file = FileNames(["file": verdict.file])
    let size = verdict.size
    details = Details(
      width: size?.width, height: size?.height, read: verdict.unread == nil, reason: verdict.unread,
      leak: verdict.isLeaking, failed: failed, blocks: verdict.blocks.map(Block.init),
      faces: size.map { size in
        verdict.faces.map { FaceObject($0, in: PictureFrame(width: size.width, height: size.height)) }
      } ?? [],
      problems: verdict.problems, notes: verdict.notes)
  }

  /// Something in a folder that nobody looked at.
  init(unread path: FilePath, _ reason: String, failed: Bool) {
    file = FileNames(["file": path])
    details = Details(read: false, reason: reason, failed: failed)
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try details.encode(to: encoder)
  }
}
