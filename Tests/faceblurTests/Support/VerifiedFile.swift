/// A line of `verify --json`, as a program that knows only the documentation would read it.
struct VerifiedFile: Decodable, Sendable {
  struct Block: Decodable, Sendable, CustomStringConvertible {
    enum Answer: String, Decodable, Sendable {
      case yes, no, unknown
    }

    let kind: String
    let offset: Int
    let size: Int
    let allowed: Bool
    let mayShowFace: Answer

    /// Whether the block is a place in a file of so many bytes.
    func lies(in fileSize: Int) -> Bool { offset >= 0 && size > 0 && offset + size <= fileSize }

    var description: String {
      "\(kind) \(offset)+\(size)\(allowed ? "" : " not allowed, face: \(mayShowFace)")"
    }
  }

  let file: String
  let leak: Bool
  let blocks: [Block]

  /// The blocks that a render must not have.
  var leaks: [Block] { blocks.filter { !$0.allowed } }
}
