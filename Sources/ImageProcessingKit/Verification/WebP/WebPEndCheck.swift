/// Tells whether anything stands behind the end of a picture's code.
///
/// The code itself says where it ends, deep in its arithmetic; whatever follows, decoders ignore. So some bytes are left out at the
/// end: a decoder that does without them did not come that far.
struct WebPEndCheck {
  private let picture: ExaminedWebP
  private var bytes: UnsafeBufferPointer<UInt8> { picture.file.bytes }

  /// What is left out of a part of a code with loss, and of an alpha's. An arithmetic coder ends with a few bytes that nobody reads;
  /// fewer bytes than these say nothing that a picture could be told from.
  private static let cut = 8
  /// The decoder holds so many bytes of a code without loss at once, zeros where it has fewer, and misses none of them.
  private static let window = 8

  init(_ picture: ExaminedWebP) { self.picture = picture }

  /// Chunks of the code that end before their content does.
  /// - Throws: `FaceBlurError` where the whole picture cannot be decoded.
  func chunksWithRests() throws(FaceBlurError) -> [ExaminedRIFF.Chunk] {
    guard picture.form.coding == .lossy else {
      return try hasRestWithoutLoss() ? [picture.picture] : []
    }
    let planes = try WebPCodec.planes(of: picture.code, picture.form)
    var found: [ExaminedRIFF.Chunk] = []
    if let alpha = picture.alpha, try hasRest(alpha, planes) { found.append(alpha) }
    if try hasRestWithLoss(planes) { found.append(picture.picture) }
    return found
  }

  /// Whether a picture without loss is the same without the last byte of its code.
  /// - Throws: `FaceBlurError` where the whole of it cannot be decoded.
  private func hasRestWithoutLoss() throws(FaceBlurError) -> Bool {
    let content = picture.picture.content
    guard content.count > Self.window else { return false }
    // Without padding: the decoder reads on in it, and a zero there would stand for one that was left out.
    let short =
      picture.picture.name.bytes + CanonicalWebP.number(content.count - 1, 4) + bytes[content.dropLast()]
    return try isSame(try pixels(of: picture.code)) { () throws(FaceBlurError) in try pixels(of: short) }
  }

  /// All that is coded, whether or not an alpha counts.
  private func pixels(of code: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    let form = picture.form
    return try WebPCodec.pixels(
      of: code,
      WebPForm(width: form.width, height: form.height, coding: form.coding, hasAlpha: true))
  }

  /// Whether something that cannot be decoded, or can, is what another one is.
  private func isSame<Picture: Equatable>(
    _ picture: Picture, _ decoded: () throws(FaceBlurError) -> Picture
  ) throws(FaceBlurError) -> Bool {
    do { return try decoded() == picture } catch {
      guard error.kind == .damagedPhoto else { throw error }
      return false
    }
  }

  /// Whether an alpha is the same without the end of its code (WebP Container Specification, "Alpha").
  private func hasRest(
    _ alpha: ExaminedRIFF.Chunk, _ planes: WebPPlanes
  ) throws(FaceBlurError) -> Bool {
    let content = alpha.content
    guard let first = bytes[content].first else { return false }
    // One that is not compressed is a byte for each pixel.
    if first & 3 == 0 { return content.count > 1 + picture.form.pixelCount }
    guard content.count > 1 + Self.window + Self.cut else { return false }
    let short = CanonicalWebP.chunk(alpha.name, bytes[content.dropLast(Self.cut)])
    return try isSame(planes, short + chunk(picture.picture))
  }

  private func chunk(_ chunk: ExaminedRIFF.Chunk) -> [UInt8] {
    CanonicalWebP.chunk(chunk.name, bytes[chunk.content])
  }

  private func isSame(_ planes: WebPPlanes, _ code: [UInt8]) throws(FaceBlurError) -> Bool {
    try isSame(planes) { () throws(FaceBlurError) in try WebPCodec.planes(of: code, picture.form) }
  }

  /// Whether a picture with loss is the same without the end of a partition (RFC 6386, 9.5).
  private func hasRestWithLoss(_ planes: WebPPlanes) throws(FaceBlurError) -> Bool {
    guard let frame = picture.frame else { return false }
    let before = picture.alpha.map(chunk) ?? []
    for place in -1..<frame.partitions.count {
      guard let short = frame.shortened(place, by: Self.cut, bytes) else { continue }
      if try isSame(planes, before + CanonicalWebP.chunk(picture.picture.name, short)) { return true }
    }
    return false
  }
}

extension ExaminedVP8 {
  /// The content of the chunk without the last bytes of a partition, and what it says of sizes changed accordingly.
  /// - Parameter place: among those of coefficients; -1 for the first one of all.
  /// - Returns: nil where the partition is no longer than that.
  fileprivate func shortened(_ place: Int, by cut: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let partition = place < 0 ? firstPartition : partitions[place]
    guard partition.count > cut else { return nil }
    var short = Array(bytes[content])
    let end = partition.upperBound - content.lowerBound
    short.removeSubrange(end - cut..<end)
    let size = partition.count - cut
    if place < 0 {
      // The frame tag: the size stands above five other bits.
      let tag = size << 5 | Int(short[0] & 31)
      short.replaceSubrange(0..<3, with: CanonicalWebP.number(tag, 3))
    } else if place < partitions.count - 1 {
      // Where sizes begin does not change: what was cut lies behind them.
      let table = firstPartition.upperBound - content.lowerBound + 3 * place
      short.replaceSubrange(table..<table + 3, with: CanonicalWebP.number(size, 3))
    }
    return short
  }
}
