/// What stands in the code of an AVIF's tiles, and in what says how they are coded, beside the picture.
struct AVIFCodeInspection: HEIFCodeInspection {
  let picture: ExaminedAVIF
  let judge: HiddenPictureJudge

  init(_ picture: ExaminedAVIF, _ judge: HiddenPictureJudge) {
    self.picture = picture
    self.judge = judge
  }

  func takeConfigurations(into findings: inout HEIFFindings) {
    for (_, configuration) in picture.configurations.sorted(by: { $0.key < $1.key })
    where !configuration.rest.isEmpty {
      // The header that decoders go by stands with the picture.
      findings.addOpaque(.furtherCode, configuration.rest, HEIFFindings.unneeded)
    }
  }

  func takeCode<Bytes: RandomAccessCollection<UInt8>>(
    _ data: Bytes, ofTile index: Int, into findings: inout HEIFFindings,
    at place: (Range<Int>) -> Range<Int>
  ) where Bytes.Index == Int {
    var units = ExaminedOBUs(data)
    var (hasSequence, hasPicture, isInParts, hasFound) = (false, false, false, false)
    while let unit = units.next() {
      switch unit.type {
      case ExaminedOBU.sequenceHeader where !hasSequence && !hasPicture:
        hasSequence = true
        if let header = ExaminedAV1Sequence(data[unit.content]), !header.isAlone {
          add(
            Array(data[unit.content]), .furtherCode, place(unit.range), "something follows its end",
            to: &findings)
        }
      case ExaminedOBU.frame where !hasPicture, ExaminedOBU.frameHeader where !hasPicture:
        hasPicture = true
        isInParts = unit.type == ExaminedOBU.frameHeader
        hasFound = addPicture(in: Array(data[unit.content]), place(unit.range), to: &findings)
      case ExaminedOBU.tileGroup where isInParts:
        hasFound = addPicture(in: Array(data[unit.content]), place(unit.range), to: &findings) || hasFound
      default:
        let content = judge.detector == nil ? [] : Array(data[unit.content])
        let objection =
          unit.type == ExaminedOBU.frame || unit.type == ExaminedOBU.frameHeader
          ? "it belongs to another picture" : HEIFFindings.unneeded
        add(content, .furtherCode, place(unit.range), objection, to: &findings)
        continue
      }
      if !unit.isPlain {
        findings.addOpaque(
          .headerBytes, place(unit.range.lowerBound..<unit.content.lowerBound),
          "a render's say the same in other bytes")
      }
    }
    if !units.rest.isEmpty {
      findings.addOpaque(.strayBytes, place(units.rest), "no unit of the code holds them")
    }
    guard hasSequence, hasPicture, let code = try? ExaminedAV1(Array(data)) else {
      return findings.addOpaque(.strayBytes, place(data.startIndex..<data.endIndex), "they hold no picture")
    }
    let whole = place(data.startIndex..<data.endIndex)
    guard code.codes(picture.shape) else {
      return findings.addOpaque(.hiddenPixels, whole, "more is coded than is shown")
    }
    if !hasFound, looksForRests, (try? AV1EndCheck.hasRest(code, picture.shape)) ?? false {
      findings.addOpaque(.furtherCode, whole, "something follows the end of the picture's code")
    }
  }
}
