internal import CJPEG

/// The picture at display size, which can be looked at while it is decoded.
extension JPEGPhoto {
  /// The same as `storedImage(fitting:)`, made row by row.
  /// - Returns: nil where it is not made so.
  func grownImage(
    fitting longSide: Int, in growing: GrowingPicture
  ) throws(FaceBlurError) -> (pixels: PixelBuffer, warning: String?)? {
    let scale = DisplayScale(geometry, fitting: longSide)
    // The smallest is made of less than all data, and inks are mixed when all of them are there.
    guard scale.eighths > 1, header.component_count != 4 else { return nil }
    let size = (
      width: Int(fbj_scaled_size(header.width, UInt32(scale.eighths))),
      height: Int(fbj_scaled_size(header.height, UInt32(scale.eighths)))
    )
    var warning: String?
    let pixels = try growing.make(width: scale.target.width, height: scale.target.height) {
      (target, made) throws(FaceBlurError) in
      try stream.bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
        var reader = try JPEGRowReader(scaled: bytes, eighths: scale.eighths, limits: stream.limits)
        warning = reader.warning
        if let shrinker = scale.shrinker(of: size) {
          try Self.read(size, from: &reader, by: shrinker, into: target, made, &warning)
        } else {
          try Self.read(size, from: &reader, into: target, made, &warning)
        }
      }
    }
    return (pixels, warning)
  }

  /// - Parameter warning: what the decoder warns about first.
  private static func read(
    _ size: (width: Int, height: Int), from reader: inout JPEGRowReader,
    into target: UnsafeMutableBufferPointer<UInt8>, _ made: (Int) -> Void, _ warning: inout String?
  ) throws(FaceBlurError) {
    let length = size.width * PixelBuffer.channels
    for row in 0..<size.height {
      let said = try reader.next(
        into: UnsafeMutableBufferPointer(rebasing: target[row * length..<(row + 1) * length]))
      warning = warning ?? said
      made(row + 1)
    }
  }

  /// The same of a picture that is shrunk to the target's size. All rows are read, whatever the target shows.
  private static func read(
    _ size: (width: Int, height: Int), from reader: inout JPEGRowReader, by shrinker: RowShrinker,
    into target: UnsafeMutableBufferPointer<UInt8>, _ made: (Int) -> Void, _ warning: inout String?
  ) throws(FaceBlurError) {
    var shrinker = shrinker
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.width * PixelBuffer.channels)
    defer { row.deallocate() }
    var (rows, written) = (0, 0)
    for _ in 0..<size.height {
      let said = try reader.next(into: row)
      warning = warning ?? said
      guard !shrinker.isComplete else { continue }
      shrinker.append(UnsafeBufferPointer(row)) { shrunk in
        _ = UnsafeMutableBufferPointer(rebasing: target[written..<written + shrunk.count])
          .update(fromContentsOf: shrunk)
        written += shrunk.count
        rows += 1
      }
      made(rows)
    }
    guard shrinker.isComplete else {
      throw .internalError("the rows of a picture are not as many as it has")
    }
  }
}
