/// The boxes `mdat` of a film that is written, the last of which is in memory until it is full.
struct MP4MediaData {
  private let sink: any ByteSink
  /// Of the file, that the sink has.
  private var written: Int
  private var buffer: [UInt8] = []
  private var count = 0
  /// Where in `buffer` the pictures of this part begin.
  private var partStart = 0

  private static let headSize = 8
  /// Bytes of the first boxes. Of each further step there are twice as many, so that a film of any length has few boxes.
  private static let firstBytes = 8 << 20
  private static let step = 1500
  /// What a reader of films takes, without `ftyp` and `moov`.
  private static let maxCount = FilmLimits.maxBoxes - 100

  /// - Parameters:
  ///   - sink: gets the file.
  ///   - head: what it begins with.
  init(_ sink: any ByteSink, behind head: [UInt8]) {
    self.sink = sink
    sink.append(head)
    written = head.count
  }

  /// Where in the file the next byte will be.
  var place: Int { written + Self.headSize + buffer.count }

  var partBytes: Int { buffer.count - partStart }

  private var mostBytes: Int { Self.firstBytes << (count / Self.step) }

  /// - Returns: whether a new box begins, because the bytes do not fit into this one.
  @discardableResult
  mutating func makeRoom(for bytes: Int) throws(FaceBlurError) -> Bool {
    guard !buffer.isEmpty, buffer.count + bytes > mostBytes else { return false }
    try writeBox()
    return true
  }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  mutating func endPart() { partStart = buffer.count }

  private mutating func writeBox() throws(FaceBlurError) {
    guard count < Self.maxCount else { throw .filmTooLarge("what is made of it would be too large") }
    sink.append(BigEndian.bytes(buffer.count + Self.headSize, 4) + FourCC("mdat").bytes)
    sink.append(buffer)
    written += buffer.count + Self.headSize
    count += 1
    buffer.removeAll(keepingCapacity: true)
    partStart = 0
  }

  /// - Parameter tail: what the file ends with.
  mutating func finish(with tail: [UInt8]) throws(FaceBlurError) {
    if !buffer.isEmpty { try writeBox() }
    sink.append(tail)
    written += tail.count
    buffer = []
  }
}
