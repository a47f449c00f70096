/// The picture's data.
extension PNGInspection {
  /// Looks for what stands in the data besides the rows: of a screenshot that was cropped in place, the rows below.
  mutating func judgeData(of header: ExaminedPNG.Shape) {
    let last = data.upperBound - 4
    // The gate looks at what has passed the limits; whoever looks for pictures may have any file.
    let pixels = header.width.multipliedReportingOverflow(by: header.height)
    if judge.detector != nil, pixels.overflow || pixels.partialValue > judge.limits.maxPixels {
      list.add(list.opaque(.pictureSlack, data, "it claims more pixels than are looked at"))
      return
    }
    guard !data.isEmpty, let stream = try? InflatedData(bytes, chunks: data) else {
      if data.isEmpty {
        list.add(MetadataBlock(.strayBytes, bytes.count..<bytes.count, objection: "the picture is missing"))
      }
      return
    }
    let passes = ExaminedRows.Pass.all(of: header)
    guard let size = ExaminedRows.Pass.bytes(of: passes),
      size <= ExaminedRows.most(from: data.count), skip(size, of: stream) == size
    else {
      list.add(list.opaque(.strayBytes, data, "they hold no whole picture"))
      return
    }
    let isLonger = skip(1, of: stream) > 0
    let rest = stream.position < last ? stream.position..<last : data
    if isLonger {
      list.add(list.opaque(.pictureSlack, rest, "it inflates to more than the picture's rows"))
    } else if stream.state != .ended {
      list.add(list.opaque(.pictureSlack, rest, "what follows the picture's rows is no end"))
    } else if stream.hasRest {
      list.add(list.opaque(.pictureSlack, rest, "it follows the end of the picture's data"))
    } else if stream.blocks.holdMore(than: size, rows: passes.reduce(0) { $0 + $1.rows }) {
      list.add(
        list.opaque(.pictureSlack, data, "blocks of its data stand for nothing, and could say anything"))
    }
    if header.type == .palette, hasTwins {
      list.add(
        list.opaque(
          .twinEntries, data, "which of them a pixel has, nobody sees, and could be a picture of its own"))
    }
  }

  /// Whether pixels have several entries of the palette that show the same.
  private var hasTwins: Bool {
    guard let picture = try? ExaminedPNG(bytes) else { return false }
    let first = picture.indices(in: picture)
    // What no palette has is black, too.
    let slots = 1 << picture.shape.depth
    guard first[..<slots].enumerated().contains(where: { $0.offset != Int($0.element) }),
      let rows = try? ExaminedRows(bytes, picture)
    else { return false }
    var isUsed = [Bool](repeating: false, count: 256)
    while let place = try? rows.next() {
      let samples = rows.samples(of: place)
      for index in stride(from: rows.channels - 1, to: samples.count, by: rows.channels) {
        isUsed[Int(samples[index])] = true
      }
    }
    var shown: Set<UInt16> = []
    return isUsed.indices.contains { isUsed[$0] && !shown.insert(first[$0]).inserted }
  }

  /// Inflates some bytes and forgets them.
  /// - Returns: how many there were.
  private func skip(_ count: Int, of stream: InflatedData) -> Int {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: min(count, 1 << 16))
    defer { room.deallocate() }
    var done = 0
    while done < count, stream.state == .going {
      done += stream.fill(UnsafeMutableBufferPointer(rebasing: room[..<min(room.count, count - done)]))
    }
    return done
  }
}
