/// Where samples lie.
extension ExaminedMatroska {
  /// - Returns: where it ends.
  mutating func readCluster(_ holder: ExaminedElement) throws(FaceBlurError) -> Int {
    var (start, place): (Int?, Int) = (nil, holder.content.lowerBound)
    while place < holder.content.upperBound {
      guard let element = try reader.element(at: place, before: holder.content.upperBound) else {
        throw .damagedRender("it ends within a part of it")
      }
      if holder.isOpen, Self.parts.contains(element.id) { break }
      guard !element.isOpen else { throw .damagedRender("a part of it has no end") }
      place = element.range.upperBound
      switch element.id {
      case 0xE7:
        guard start == nil else { throw .damagedRender("it says twice when a part of it is shown") }
        start = try number(element)
      case 0xA3: try readBlock(element.content, start, ExaminedBlocks.Group(), isSimple: true)
      case 0xA0: try readGroup(element, start)
      // Where it lies, and how long the one before it is.
      case 0xA7, 0xAB: break
      default: try objectTo(element)
      }
    }
    return place
  }

  private mutating func readGroup(_ holder: ExaminedElement, _ start: Int?) throws(FaceBlurError) {
    var group = ExaminedBlocks.Group()
    var block: Range<Int>?
    for element in try list(holder, [0xA1, 0x9B, 0xFB, 0xFA, 0x75A2]) {
      switch element.id {
      case 0xA1: block = block ?? element.content
      case 0x9B: group.duration = try number(element)
      case 0xFB: group.isSync = false
      case 0x75A2: group.unheard = element.content.count < 8 ? try number(element) : 0
      default: break
      }
    }
    if let block { try readBlock(block, start, group, isSimple: false) }
  }

  private mutating func readBlock(
    _ range: Range<Int>, _ start: Int?, _ group: ExaminedBlocks.Group, isSimple: Bool
  ) throws(FaceBlurError) {
    var group = group
    let head = try reader.bytes(range, most: 11)
    let length = (head.first ?? 0).leadingZeroBitCount + 1
    guard length <= 8, head.count >= length + 3, let start else {
      throw .damagedRender("a block of it is cut short, or has no time")
    }
    let track = head[1..<length].reduce(Int(head[0]) & (0xFF >> length)) { $0 << 8 | Int($1) }
    guard blocks[track] != nil else {
      return findings.object(.unreferencedBytes, range, "they belong to no track")
    }
    let offset = Int(Int16(bitPattern: UInt16(head[length]) << 8 | UInt16(head[length + 1])))
    let flags = Int(head[length + 2])
    if isSimple { group.isSync = flags & 0x80 != 0 }
    let body = range.lowerBound + length + 3..<range.upperBound
    let first = flags & 6 == 0 ? [] : try reader.file.bytes(body.prefix(Self.maxLaceBytes))
    guard start <= Self.maxTime / tick - 0x8000, start + offset >= 0,
      group.duration ?? 0 <= Self.maxTime / tick, group.unheard <= Self.maxTime
    else { throw .damagedRender("it has a time that may not be") }
    guard let samples = ExaminedBlocks.samples(body, flags: flags, first) else {
      throw .damagedRender("a block of it holds less than it says")
    }
    sampleCount += samples.count
    guard sampleCount <= 2 * ExaminedFilm.maxPictures else { throw .damagedRender("it has too many samples") }
    blocks[track]?.add(samples, at: start + offset, group)
  }
}
