/// A picture in memory: interleaved 8-bit RGB, rows from the top, no padding.
public struct PixelBuffer: Sendable, Hashable {
  /// Bytes per pixel.
  package static let channels = 3

  /// Size in pixels, at least 1 × 1.
  public let width: Int
  public let height: Int

  /// `width * height * 3` bytes.
  public private(set) var bytes: [UInt8]

  /// A picture of one colour, black unless told otherwise.
  public init(width: Int, height: Int, red: UInt8 = 0, green: UInt8 = 0, blue: UInt8 = 0) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    bytes = [UInt8](unsafeUninitializedCapacity: width * height * Self.channels) { buffer, count in
      for pixel in 0..<(width * height) {
        buffer[pixel * Self.channels] = red
        buffer[pixel * Self.channels + 1] = green
        buffer[pixel * Self.channels + 2] = blue
      }
      count = width * height * Self.channels
    }
  }

  /// A picture whose bytes a closure writes, all of them.
  init<Failure: Error>(
    width: Int, height: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
    let length = width * height * Self.channels
    var failure: Failure?
    bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      do throws(Failure) {
        try write(UnsafeMutableBufferPointer(rebasing: buffer.prefix(length)))
        count = length
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// What viewers show of the whole picture of a frame, whatever size the picture has here: to the nearest pixel.
  public func visible(in frame: PictureFrame) -> PixelBuffer {
    guard !frame.isWhole else { return self }
    func span(_ start: Int, _ length: Int, of whole: Int, _ pixels: Int) -> (start: Int, length: Int) {
      let scale = Double(pixels) / Double(whole)
      let first = min(Int((Double(start) * scale).rounded()), pixels - 1)
      return (first, max(Int((Double(start + length) * scale).rounded()) - first, 1))
    }
    let across = span(frame.visible.x, frame.visible.width, of: frame.width, width)
    let down = span(frame.visible.y, frame.visible.height, of: frame.height, height)
    let part = PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
    return PixelBuffer(width: part.width, height: part.height) { target in
      bytes.withUnsafeBufferPointer { source in
        for row in 0..<part.height {
          let start = ((part.y + row) * width + part.x) * Self.channels
          let length = part.width * Self.channels
          for place in 0..<length { target[row * length + place] = source[start + place] }
        }
      }
    }
  }

  /// A picture from bytes in the layout described above; nil where their number does not fit the size.
  public init?(width: Int, height: Int, bytes: [UInt8]) {
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, bytes.count % Self.channels == 0,
      bytes.count / Self.channels == pixels
    else { return nil }
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// The red, green and blue samples at a pixel.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    get {
      let index = (y * width + x) * Self.channels
      return (bytes[index], bytes[index + 1], bytes[index + 2])
    }
    set {
      let index = (y * width + x) * Self.channels
      bytes[index] = newValue.red
      bytes[index + 1] = newValue.green
      bytes[index + 2] = newValue.blue
    }
  }

  /// Lends the rows of a part of the picture, which must lie in it, from the top.
  func forEachRow<Failure: Error>(
    of part: PixelRect, _ use: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      for y in part.y..<part.maxY {
        let start = (y * width + part.x) * Self.channels
        try use(UnsafeBufferPointer(rebasing: bytes[start..<(start + part.width * Self.channels)]))
      }
    }
  }

  /// Lends the bytes to a closure that writes to them in place.
  mutating func withUnsafeMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    bytes.withUnsafeMutableBufferPointer { buffer in
      do throws(Failure) { outcome = .success(try body(buffer)) } catch { outcome = .failure(error) }
    }
    guard let outcome else { preconditionFailure("the closure has run") }
    return try outcome.get()
  }
}
