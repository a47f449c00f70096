/// What a file holds that the render of the same JPEG does not: a part of the file each, with why it may not be there.
extension ExaminedJPEGXL {
  private static let otherBytes = "a render's say the same in other bytes"

  /// - Parameters:
  ///   - render: what the codec makes of the JPEG.
  ///   - jpeg: that is had back from the file.
  /// - Returns: none where the file is that render, byte for byte, and else at least one.
  func strangers(to render: [UInt8], of jpeg: [UInt8]) -> [MetadataBlock] {
    guard !bytes.elementsEqual(render) else { return [] }
    return render.withUnsafeBufferPointer { render in
      guard let render = try? ExaminedJPEGXL(render) else {
        return [MetadataBlock(.otherCode, bytes.indices, objection: "no render can be made of it")]
      }
      var found = strangeBoxes(besides: render, of: jpeg)
      if let place = placeOfOtherCode(than: render) {
        found.append(
          MetadataBlock(
            .otherCode, place, objection: "it is not what a render has, and may hold more than the picture"))
      }
      if !rest.isEmpty {
        found.append(MetadataBlock(.trailingBytes, rest, objection: "it follows the picture"))
      }
      guard found.isEmpty else { return found }
      // Boxes that are the same in another order, of other lengths, or with sizes in another form.
      let place = zip(bytes, render.bytes).enumerated().first { $1.0 != $1.1 }?.offset ?? bytes.count
      let end = boxes.first { $0.range.contains(place) }?.range.upperBound ?? bytes.count
      return [MetadataBlock(.headerBytes, min(place, end)..<end, objection: Self.otherBytes)]
    }
  }

  /// Every box but those of code that is not among another file's.
  private func strangeBoxes(besides render: ExaminedJPEGXL, of jpeg: [UInt8]) -> [MetadataBlock] {
    var left = render.boxes
    return boxes.compactMap { box in
      guard !box.isCode else { return nil }
      let same = left.firstIndex {
        $0.name == box.name && render.bytes[$0.content].elementsEqual(bytes[box.content])
      }
      guard let same else { return stranger(box, in: jpeg) }
      left.remove(at: same)
      return nil
    }
  }

  /// A box that no render of the JPEG has.
  private func stranger(_ box: ExaminedJPEGXLBox, in jpeg: [UInt8]) -> MetadataBlock {
    switch box.name {
    case "jbrd":
      MetadataBlock(
        .otherCode, box.range,
        objection: "it says in other bytes than a render's how the JPEG is written, and may hold more")
    case "Exif" where isEXIF(of: jpeg, in: box):
      MetadataBlock(.headerBytes, box.range, objection: Self.otherBytes)
    default: Self.beside(box, in: bytes)
    }
  }

  /// Whether a box holds the JPEG's own EXIF. Before that stands how many bytes are skipped (ISO/IEC 18181-2, 4.6).
  private func isEXIF(of jpeg: [UInt8], in box: ExaminedJPEGXLBox) -> Bool {
    jpeg.withUnsafeBufferPointer { jpeg in
      guard let piece = JPEGXLCarriers.firstEXIF(of: jpeg) else { return false }
      return bytes[box.content].elementsEqual([0, 0, 0, 0] + jpeg[piece.content.dropFirst(6)])
    }
  }

  /// A box beside the picture, as what its name says.
  static func beside(_ box: ExaminedJPEGXLBox, in bytes: UnsafeBufferPointer<UInt8>) -> MetadataBlock {
    let unneeded = "it is not needed to show the picture"
    let (kind, objection): (MetadataBlock.Kind, String) =
      switch box.name {
      case "JXL ", "ftyp": (.headerBytes, otherBytes)
      case "jxll": (.headerBytes, unneeded)
      case "Exif": (.exif, "it is not the EXIF of the JPEG")
      case "xml ": (.xmp, unneeded)
      case "jumb":
        (
          HiddenText.contains("c2pa", in: UnsafeBufferPointer(rebasing: bytes[box.content]))
            ? .contentCredential : .jumbf, unneeded
        )
      case "brob":
        (
          packedName(of: box, in: bytes).map(Self.kind) ?? .strangeBox,
          "it is packed, and nobody looks into it who shows the picture"
        )
      default: (.strangeBox, "\(box.name.text) is not needed to show the picture")
      }
    return MetadataBlock(kind, box.range, objection: objection)
  }

  private static func kind(_ name: Name) -> MetadataBlock.Kind {
    switch name {
    case "Exif": .exif
    case "xml ": .xmp
    case "jumb": .jumbf
    default: .strangeBox
    }
  }

  /// What a packed box is (ISO/IEC 18181-2, 4.8); nil for others, and where it does not say.
  static func packedName(of box: ExaminedJPEGXLBox, in bytes: UnsafeBufferPointer<UInt8>) -> Name? {
    guard box.name == "brob", box.content.count >= 4 else { return nil }
    return Name(bytes[box.content.prefix(4)].reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Where in the file the code first differs from another's; nil where it is the same.
  private func placeOfOtherCode(than render: ExaminedJPEGXL) -> Range<Int>? {
    let (own, other) = (wholeCode, render.wholeCode)
    guard own != other else { return nil }
    var place = zip(own, other).enumerated().first { $1.0 != $1.1 }?.offset ?? min(own.count, other.count)
    for part in code {
      if place < part.count { return part.lowerBound + place..<part.upperBound }
      place -= part.count
    }
    return bytes.count..<bytes.count
  }
}
