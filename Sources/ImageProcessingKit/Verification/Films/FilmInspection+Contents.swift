/// Looks into what was found.
extension FilmInspection {
  /// No block that is larger is read, and no more than that of all blocks together: nearly all of such is code of pictures.
  private static let mostBytes = 16 << 20
  private static let mostBytesOfAll = 64 << 20

  /// What was found in the order of the file. Of what a render may not hold it says what is in there, as far as that can be told, and whether
  /// a face is seen in it.
  /// - Parameter judge: looks at pictures that lie in there, as covers do.
  /// - Throws: `FaceBlurError` where the file cannot be read any more.
  func blocks(judgedBy judge: HiddenPictureJudge) throws(FaceBlurError) -> [MetadataBlock] {
    var blocks = blocks.sorted {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    var rest = Self.mostBytesOfAll
    for index in blocks.indices {
      var block = blocks[index]
      let range = block.range
      guard !block.isAllowed, block.mayShowFace != .no, range.count <= min(Self.mostBytes, rest),
        range.lowerBound >= 0, range.upperBound <= film.file.size
      else { continue }
      rest -= range.count
      let bytes = try film.file.bytes(range)
      var pieces = [bytes]
      // What lies in a set has bytes in between that keep start codes out.
      if block.kind == .parameterSet {
        let payload = ExaminedUnit.content(of: bytes, head: 0)
        if payload.count < bytes.count { pieces.append(payload) }
      }
      for piece in pieces {
        piece.withUnsafeBufferPointer { bytes in
          for name in FilmCarriers(in: bytes).names where !block.contents.contains(name) {
            block.contents.append(name)
          }
          judge.look(into: bytes, 0..<bytes.count, for: &block)
        }
      }
      blocks[index] = block
    }
    return blocks
  }
}
