/// Proves that a thumbnail shows what its photo shows, and nothing that was obscured since.
enum ThumbnailProof {
  /// How far a thumbnail's samples may be from the photo's on average, and in any place of a size that a face's
  /// part has: what coding twice changes stays far below, and any other face far above.
  private static let mostMeanDifference = 4.0
  private static let mostPlaceDifference = 24.0
  /// Side of a place in pixels of the thumbnail.
  private static let place = 4

  /// - Parameter thumbnail: where the thumbnail's JPEG lies in the file.
  static func holds(for thumbnail: Range<Int>, in file: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isBare(thumbnail, in: file), let small = try? PhotoFormat.open(Array(file[thumbnail])),
      let photo = try? PhotoFormat.open(Array(file)),
      small.geometry.storedWidth <= photo.geometry.storedWidth,
      let shown = try? small.displayImage(fitting: .max).pixels,
      // A thumbnail lies as the photo is stored and has no orientation of its own.
      let whole = try? photo.displayImage(fitting: max(shown.width, shown.height)).pixels
    else { return false }
    let upright = photo.geometry.orientation.upright(shown)
    guard (upright.width, upright.height) == (whole.width, whole.height) else { return false }
    return isNear(upright, whole)
  }

  /// Whether a JPEG holds its picture and nothing else, to the last byte.
  private static func isBare(_ range: Range<Int>, in file: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeBufferPointer(rebasing: file[range])
    return bytes.count > 4
      && JPEGInspection(bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil))
        .blocks.allSatisfy { $0.kind == .jfif && $0.isAllowed }
  }

  private static func isNear(_ a: PixelBuffer, _ b: PixelBuffer) -> Bool {
    var total = 0
    for top in stride(from: 0, to: a.height, by: place) {
      for left in stride(from: 0, to: a.width, by: place) {
        var sum = 0
        var count = 0
        for y in top..<min(top + place, a.height) {
          let row = (y * a.width + left) * PixelBuffer.channels
          let width = min(place, a.width - left) * PixelBuffer.channels
          for index in row..<(row + width) { sum += abs(Int(a.bytes[index]) - Int(b.bytes[index])) }
          count += width
        }
        if Double(sum) > mostPlaceDifference * Double(count) { return false }
        total += sum
      }
    }
    return Double(total) <= mostMeanDifference * Double(a.bytes.count)
  }
}
