/// A part of what describes a film's tracks, in memory, and where it lies in the file.
struct FilmScope {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where the first byte lies in the file.
  let base: Int
  let findings: FilmFindings

  func place(_ range: Range<Int>) -> Range<Int> { range.lowerBound + base..<range.upperBound + base }

  func object(
    _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String,
    _ evidence: MetadataBlock.FaceEvidence = .unknown
  ) {
    findings.object(kind, place(range), objection, evidence)
  }

  /// The boxes of a range, by type; what is not known, stands there twice or is no box is objected to.
  /// - Parameters:
  ///   - known: what may be there once.
  ///   - many: what may be there as often as it likes.
  func boxes(
    in range: Range<Int>, _ known: Set<BoxType>, many: Set<BoxType> = []
  ) -> [BoxType: [ExaminedBox]] {
    var found: [BoxType: [ExaminedBox]] = [:]
    var boxes = ExaminedBoxes(bytes, in: range)
    while let box = boxes.next() {
      let letters = box.userType == nil ? 0 : 16
      if box.content.lowerBound - box.range.lowerBound != 8 + letters {
        object(.headerBytes, box.range, "its head is of another length than it needs")
      } else if !known.contains(box.type), !many.contains(box.type) {
        object(.of(box), box.range, "boxes of type \(box.type.text) are not on the whitelist")
      } else if found[box.type] != nil, !many.contains(box.type) {
        object(.furtherBox, box.range, "a second box of type \(box.type.text)")
      }
      found[box.type, default: []].append(box)
    }
    if !boxes.rest.isEmpty { object(.headerBytes, boxes.rest, "bytes that belong to no box") }
    return found
  }
}

extension MetadataBlock.Kind {
  /// What boxes are that are not on the whitelist.
  static func of(_ box: ExaminedBox) -> MetadataBlock.Kind {
    switch box.type {
    case "udta": .userData
    case "meta": .metadataBox
    case "free", "skip", "wide": .freeSpace
    case "tref": .trackReference
    case "uuid" where box.userType == ExaminedBox.UserType.credential: .contentCredential
    case "uuid" where box.userType == ExaminedBox.UserType.xmp: .xmp
    default: .furtherBox
    }
  }
}
