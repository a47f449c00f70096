/// What is found in a film's file that is not its pictures, as much as can be listed.
final class FilmFindings {
  private(set) var blocks: [MetadataBlock] = []

  private static let maxBlocks = 4096

  /// Lists something that may not be there.
  /// - Parameter content: what people call what it holds.
  func object(
    _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String,
    _ evidence: MetadataBlock.FaceEvidence = .unknown, holding content: String? = nil
  ) {
    var block = MetadataBlock(kind, range, objection: objection)
    block.mayShowFace = evidence
    block.contents = [content].compactMap(\.self)
    add(block)
  }

  /// Lists something that may.
  func allow(_ kind: MetadataBlock.Kind, _ range: Range<Int>) { add(MetadataBlock(kind, range)) }

  private func add(_ block: MetadataBlock) {
    if let last = blocks.last, last.kind == block.kind, last.objection == block.objection, !block.isAllowed,
      blocks.count > 1, last.range.upperBound == block.range.lowerBound || kindIsRepeated(block.kind)
    {
      blocks[blocks.count - 1].range =
        min(
          last.range.lowerBound, block.range.lowerBound)..<max(last.range.upperBound, block.range.upperBound)
      blocks[blocks.count - 1].merge(block)
    } else if blocks.count < Self.maxBlocks {
      blocks.append(block)
    } else if blocks.count == Self.maxBlocks {
      var rest = MetadataBlock(.others, block.range, objection: "there are too many blocks to list")
      rest.mayShowFace = .unknown
      blocks.append(rest)
    }
  }

  /// A message in every picture is one entry.
  private func kindIsRepeated(_ kind: MetadataBlock.Kind) -> Bool {
    kind == .codeMessage || kind == .furtherCode
  }
}
