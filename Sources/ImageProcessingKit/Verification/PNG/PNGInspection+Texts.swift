/// Chunks of blocks and texts.
extension PNGInspection {
  mutating func takeEXIF(_ piece: PNGPieces.Piece, _ isFirst: Bool) {
    let inspection = EXIFInspection(bytes, piece.content, segment: piece.range, policy: policy, judge: judge)
    var found = inspection.blocks
    if !isFirst { found[0].objection = "it is a second one" }
    if !hasOrientation, TIFFStructure(bytes, in: piece.content) != nil {
      shape.orientation = inspection.orientation
      hasOrientation = true
    }
    found.forEach { list.add($0) }
  }

  /// A profile has a name, and is deflated (PNG 3rd edition, 11.3.2.3).
  mutating func takeProfile(_ piece: PNGPieces.Piece, _ isFirst: Bool) {
    let name = text(at: piece.content)
    let start = min(name.upperBound + 2, piece.content.upperBound)
    let stream = try? InflatedData(bytes, start..<piece.content.upperBound)
    // One byte more than there is room for tells that there is more.
    let profile = stream?.all(limit: Self.maxProfile) ?? []
    let isPlain = HiddenText.starts(
      bytes, piece.content.lowerBound..<min(start, piece.content.upperBound), with: "ICC profile\0\0")
    var objection = placeObjection("iCCP", isFirst)
    if !policy.keeps(.colorProfile) { objection = objection ?? "the policy drops it" }
    let isWhole = stream?.state == .ended && stream?.hasRest == false
    if !isPlain || !isWhole || stream?.blocks.holdMore(than: profile.count) != false {
      objection = objection ?? "it holds more than a profile"
    }
    objection = objection ?? ICCInspection.objection(to: profile)
    guard let objection else { return list.add(MetadataBlock(.colorProfile, piece.range)) }
    var found = list.opaque(.colorProfile, piece.range, objection)
    look(intoStreamAt: start..<piece.content.upperBound, for: &found)
    list.add(found)
  }

  private static let maxProfile = 1 << 16

  /// A text up to its zero byte, or to the end.
  private func text(at range: Range<Int>) -> Range<Int> {
    range.lowerBound..<(range.first { bytes[$0] == 0 } ?? range.upperBound)
  }

  /// Texts have a keyword; some are deflated, some in a language (PNG 3rd edition, 11.3.3).
  mutating func takeText(_ type: String, _ piece: PNGPieces.Piece) {
    let content = piece.content
    let keyword = text(at: content)
    var start = min(keyword.upperBound + 1, content.upperBound)
    var isDeflated = type == "zTXt"
    if isDeflated { start = min(start + 1, content.upperBound) }
    if type == "iTXt", start + 2 <= content.upperBound {
      isDeflated = bytes[start] == 1
      let language = text(at: start + 2..<content.upperBound)
      let translated = text(at: min(language.upperBound + 1, content.upperBound)..<content.upperBound)
      start = min(translated.upperBound + 1, content.upperBound)
    }
    let isXMP =
      type == "iTXt" && HiddenText.starts(bytes, keyword, with: "XML:com.adobe.xmp") && keyword.count == 17
    var found = list.opaque(
      isXMP ? .xmp : .text, piece.range,
      isXMP ? "it is not needed to show the picture" : "it could say anything")
    let isHexadecimal = HiddenText.starts(bytes, keyword, with: "Raw profile type ")
    if isDeflated {
      look(intoStreamAt: start..<content.upperBound, isHexadecimal: isHexadecimal, for: &found)
    } else if isHexadecimal, judge.detector != nil {
      look(intoHexadecimal: bytes[start..<content.upperBound], for: &found)
    }
    list.add(found)
  }

  /// Looks into what a stream inflates to.
  private mutating func look(
    intoStreamAt range: Range<Int>, isHexadecimal: Bool = false, for block: inout MetadataBlock
  ) {
    guard judge.detector != nil, inflatable > 0, let stream = try? InflatedData(bytes, range) else { return }
    let text = stream.all(limit: min(Self.maxInflated, inflatable))
    inflatable -= text.count
    text.withUnsafeBufferPointer { text in
      judge.look(into: text, text.indices, for: &block)
      if isHexadecimal { look(intoHexadecimal: text[...], for: &block) }
    }
  }

  /// Looks into a block that stands in a text as some programs write it: a line with its name, one with its length, and its
  /// bytes in hexadecimal.
  private func look(intoHexadecimal text: Slice<UnsafeBufferPointer<UInt8>>, for block: inout MetadataBlock) {
    var lines = 0
    let digits = text.drop { byte in
      if byte == 0x0A { lines += 1 }
      return lines < 3
    }
    var decoded: [UInt8] = []
    var high: UInt8?
    for byte in digits {
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: continue
      }
      if let first = high {
        decoded.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    decoded.withUnsafeBufferPointer { judge.look(into: $0, $0.indices, for: &block) }
  }
}
