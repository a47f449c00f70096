/// What an inspection finds in a HEIF file, put into the order of the file at the end, when pictures are looked for in it: once in each byte,
/// however many items say that it is theirs.
struct HEIFFindings {
  private struct Finding {
    var block: MetadataBlock
    /// Whether the bytes are not understood.
    let isOpaque: Bool
    /// A file of the picture that lies there.
    let picture: [UInt8]?
  }

  private var findings: [Finding] = []
  /// What was found when there were too many findings to keep apart.
  private var surplus: MetadataBlock?

  private static let maxFindings = 1 << 16

  /// Why most of what is found may not be there.
  static let unneeded = "it is not needed to show the picture"

  /// Whether something is objected to whatever else is allowed.
  var hasObjection: Bool {
    surplus != nil || findings.contains { !$0.block.isAllowed && $0.block.kind != .colorProfile }
  }

  /// Adds a part that is allowed, or whose every byte is understood.
  mutating func add(_ block: MetadataBlock) { add(Finding(block: block, isOpaque: false, picture: nil)) }

  /// Adds a part whose bytes are not understood.
  /// - Parameter picture: a file of the picture that lies there.
  mutating func addOpaque(
    _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String, contents: [String] = [],
    picture: [UInt8]? = nil
  ) {
    var block = MetadataBlock(kind, range, objection: objection)
    block.mayShowFace = .unknown
    block.contents = contents
    add(Finding(block: block, isOpaque: true, picture: picture))
  }

  private mutating func add(_ finding: Finding) {
    let block = finding.block
    if let last = findings.last, last.isOpaque, finding.isOpaque, last.picture == nil, finding.picture == nil,
      last.block.kind == block.kind, last.block.objection == block.objection,
      last.block.contents == block.contents, last.block.range.upperBound == block.range.lowerBound
    {
      findings[findings.count - 1].block.range = last.block.range.lowerBound..<block.range.upperBound
    } else if findings.count < Self.maxFindings {
      findings.append(finding)
    } else {
      var rest =
        surplus ?? MetadataBlock(.others, block.range, objection: "there are too many blocks to list")
      rest.range =
        min(
          rest.range.lowerBound, block.range.lowerBound)..<max(
          rest.range.upperBound, block.range.upperBound)
      rest.mayShowFace.strengthen(.unknown)
      rest.merge(block)
      surplus = rest
    }
  }

  /// The blocks in the order of the file.
  func list(_ bytes: UnsafeBufferPointer<UInt8>, _ judge: HiddenPictureJudge) -> BlockList {
    var list = BlockList(bytes, judge)
    var seen = 0
    for finding in findings.sorted(by: { $0.block.range.lowerBound < $1.block.range.lowerBound }) {
      var block = finding.block
      if finding.isOpaque {
        let unseen = max(seen, block.range.lowerBound)..<max(seen, block.range.upperBound)
        if !unseen.isEmpty { judge.look(into: bytes, unseen, for: &block) }
        seen = unseen.upperBound
      }
      if let picture = finding.picture { judge.look(atFile: picture, for: &block) }
      list.add(block)
    }
    if let surplus { list.add(surplus) }
    return list
  }
}
