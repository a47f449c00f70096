extension FilmPictureCheck {
  /// - Parameter pass: is called for every picture.
  func check(pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    if isSpliced, try before.hasOpenGroups() { return try checkOpenGroups(pass: pass) }
    let pairs = try FramePairs(before: decoder(before), after: decoder(after), frames)
    var isCopied = false
    for index in before.places.indices {
      let (packet, code) = try examined(index)
      let old = try before.packet(index)
      if isSpliced {
        let original = try ExaminedPacket(old, before.codec)
        let copied = code.setNumbers.isDisjoint(with: added)
        if index == 0 || (original.isIDR && copied != isCopied) {
          isCopied = copied
          guard code.isIDR, !copied || original.isIDR else {
            throw .damagedRender("a group of its pictures does not stand for itself")
          }
        }
        guard copied == isCopied else { throw .damagedRender("a group is copied in part") }
        if copied {
          try checkCopy(of: index, original, code, index)
          try pairs.giveCopied(old, before.times[index], pass)
          try pass()
          continue
        }
      } else {
        guard index > 0 || code.isIDR else { throw .damagedRender("its first picture needs others") }
      }
      try checkNew(code, index)
      try pairs.give(old, before.times[index], packet, after.times[index], pass)
    }
    try pairs.finish(pass)
  }

  /// Pictures that others lead to may be copied without these. So every picture of both films is decoded: copied ones are the same then, too, and
  /// nothing of what they were decoded with before is missed.
  private func checkOpenGroups(pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    let pairs = try FramePairs(before: decoder(before), after: decoder(after), frames)
    var (isCopied, last): (Bool?, Int) = (nil, -1)
    for index in before.places.indices {
      let (packet, code) = try examined(index)
      let copied = code.setNumbers.isDisjoint(with: added)
      if copied {
        guard let place = before.index(at: after.times[index], decodedAs: index), place > last else {
          throw .otherTimes
        }
        last = place
        let original = try ExaminedPacket(try before.packet(place), before.codec)
        guard isCopied == true || original.isIDR || original.isCRA else {
          throw .damagedRender("a group is copied in part")
        }
        // Behind new pictures it says that nothing before it is there.
        let isSevered = isCopied == false && original.isCRA
        try checkCopy(of: place, original, code, index, isSevered: isSevered)
      } else {
        guard isCopied == false || code.isIDR else {
          throw .damagedRender("a group of its pictures does not stand for itself")
        }
        try checkNew(code, index)
      }
      isCopied = copied
      try pairs.give(
        try before.packet(index), before.times[index], packet, after.times[index], isCopied: copied, pass)
    }
    try pairs.finish(pass)
  }

  /// A picture of the render, in which there is nothing that may not be there.
  private func examined(_ index: Int) throws(FaceBlurError) -> (packet: [UInt8], code: ExaminedPacket) {
    let packet = try after.packet(index)
    let code = try ExaminedPacket(packet, after.codec)
    if let stranger = code.strangers.first {
      let start = after.places[index].lowerBound
      throw .leakingBlock(
        MetadataBlock(
          stranger.kind, stranger.range.lowerBound + start..<stranger.range.upperBound + start,
          objection: "a picture's code holds more than the picture"))
    }
    if let carrier = code.carriers.first {
      let start = after.places[index].lowerBound
      throw .leakingBlock(
        MetadataBlock(
          .hiddenPicture, carrier.lowerBound + start..<carrier.upperBound + start,
          objection: "the file of a picture lies in a picture's code"))
    }
    guard code.hasSlices else { throw .damagedRender("a picture of it has no code") }
    return (packet, code)
  }

  private func decoder(_ side: ExaminedPictures) throws(FaceBlurError) -> () throws(FaceBlurError) ->
    VideoDecoder
  {
    { () throws(FaceBlurError) in
      try VideoDecoder(side.codec, configuration: side.configuration, shape: shape)
    }
  }

  private func checkNew(_ code: ExaminedPacket, _ index: Int) throws(FaceBlurError) {
    guard code.setNumbers.isSubset(of: added) else {
      throw .damagedRender("a new picture is coded by sets of parameters that are not its own")
    }
    // Slices alone, and in what light all pictures are to be seen where decoding begins.
    let allowed = code.isIDR ? sets.light : []
    for part in code.parts where !allowed.contains(part) {
      guard case .unit(let unit) = part, let head = unit.first,
        after.codec == .h264 ? head & 31 != 9 : head >> 1 != 35
      else {
        throw .leakingBlock(
          MetadataBlock(
            .codeMessage, after.places[index], objection: "a new picture's code says more than it"))
      }
    }
    if after.isSync(index), !code.isIDR {
      throw .damagedRender("it says that decoding begins where it cannot")
    }
  }

  /// A copied picture has nothing to hide, and nothing but what the original's has.
  private func checkCopy(
    of place: Int, _ original: ExaminedPacket, _ code: ExaminedPacket, _ index: Int, isSevered: Bool = false
  ) throws(FaceBlurError) {
    guard plan.frame(at: before.times[place]).regions.isEmpty else { throw .leakingRegion }
    guard before.times[place] == after.times[index] else { throw .otherTimes }
    guard !original.hasOtherPictures else { throw .damagedRender("it copies pictures of several layers") }
    guard (isSevered ? original.severedParts : original.parts) == code.parts, let originalSets,
      original.sets.allSatisfy(originalSets.has),
      before.isSync(place) == after.isSync(index)
    else { throw .changedOutside }
  }
}
