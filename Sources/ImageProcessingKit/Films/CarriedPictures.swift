/// The files of pictures in what is copied of a film. Behind the end of a slice, or of a packet of sound, there can be anything: no decoder looks at
/// it.
///
/// What they are known by is so long that it stands nowhere by chance: in less than one of 10^15 bytes. So it is not said of what cameras and
/// encoders write.
enum CarriedPictures {
  private enum Finding {
    /// Four bytes that one could begin with.
    case mark
    case picture
  }

  /// Whether one begins in some bytes.
  static func begin(in bytes: ArraySlice<UInt8>) -> Bool { look(into: bytes) == .picture }

  /// Whether one begins in a NAL unit, with or without the bytes that are only there against start codes.
  static func begin(inUnit unit: ArraySlice<UInt8>) -> Bool {
    switch look(into: unit) {
    case .picture: true
    // None of those bytes stands in a mark.
    case .mark: begin(in: EmulationPrevention.removed(from: unit)[...])
    case nil: false
    }
  }

  private static func look(into bytes: ArraySlice<UInt8>) -> Finding? {
    bytes.withUnsafeBufferPointer { bytes in
      var hasMark = false
      var word: UInt32 = 0
      for place in bytes.indices {
        word = word << 8 | UInt32(bytes[place])
        guard isMark(word) else { continue }
        hasMark = true
        if isPicture(bytes, from: place - 3, word) { return .picture }
      }
      return hasMark ? .mark : nil
    }
  }

  private static let png: UInt32 = 0x8950_4E47
  private static let riff: UInt32 = 0x5249_4646
  private static let fileType: UInt32 = 0x6674_7970
  private static let jpegXL: UInt32 = 0x4A58_4C20
  private static let jpeg2000: UInt32 = 0x6A50_2020
  private static let gif: UInt32 = 0x4749_4638
  private static let littleTIFF: UInt32 = 0x4949_2A00
  private static let bigTIFF: UInt32 = 0x4D4D_002A

  private static func isMark(_ word: UInt32) -> Bool {
    switch word {
    case png, riff, fileType, jpegXL, jpeg2000, gif, littleTIFF, bigTIFF: true
    default: word >> 8 == 0xFF_D8FF
    }
  }

  /// - Parameter word: the mark, which stands at `start`.
  private static func isPicture(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ word: UInt32
  ) -> Bool {
    let rest = bytes.dropFirst(start + 4)
    return switch word {
    case png: rest.starts(with: [0x0D, 0x0A, 0x1A, 0x0A])
    case riff: rest.dropFirst(4).starts(with: "WEBP".utf8)
    case jpegXL, jpeg2000: rest.starts(with: [0x0D, 0x0A, 0x87, 0x0A])
    case fileType: isFileType(bytes, at: start)
    case gif: isGIF(bytes, from: start)
    case littleTIFF: isTIFF(bytes, from: start, LittleEndian.number)
    case bigTIFF: isTIFF(bytes, from: start, BigEndian.number)
    default: isJPEG(bytes, from: start)
    }
  }

  /// The first box of HEIF, AVIF and films (ISO/IEC 14496-12, 4.3): a small size before its name, and a brand in letters.
  private static func isFileType(_ bytes: UnsafeBufferPointer<UInt8>, at name: Int) -> Bool {
    guard name >= 4, name + 8 <= bytes.count else { return false }
    let size = BigEndian.number(bytes[(name - 4)..<name])
    return size % 4 == 0 && (16...1024).contains(size)
      && bytes[(name + 4)..<(name + 8)].allSatisfy { (0x20...0x7E).contains($0) }
  }

  /// The screen, its colours, and a block (GIF89a, 17 to 24).
  private static func isGIF(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    guard start + 13 <= bytes.count, bytes[start + 4] == 0x37 || bytes[start + 4] == 0x39,
      bytes[start + 5] == 0x61
    else { return false }
    let flags = bytes[start + 10]
    let block = start + 13 + (flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7))
    return block < bytes.count && (bytes[block] == 0x21 || bytes[block] == 0x2C)
  }

  /// Four entries of its first directory, in order (TIFF 6.0, section 2).
  private static func isTIFF(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ number: (Slice<UnsafeBufferPointer<UInt8>>) -> Int
  ) -> Bool {
    guard start + 8 <= bytes.count else { return false }
    let offset = number(bytes[(start + 4)..<(start + 8)])
    let directory = start + offset
    guard offset >= 8, directory + 2 + 4 * 12 <= bytes.count,
      number(bytes[directory..<(directory + 2)]) >= 4
    else { return false }
    var last = -1
    for index in 0..<4 {
      let entry = directory + 2 + 12 * index
      let tag = number(bytes[entry..<(entry + 2)])
      guard tag > last, (1...13).contains(number(bytes[(entry + 2)..<(entry + 4)])) else { return false }
      last = tag
    }
    return true
  }

  /// Segments before the frame. No camera writes as many, and by chance there are not even some.
  private static let mostSegments = 32
  /// Steps from one segment to the next, with bytes between that fill up.
  private static let mostSteps = 64

  /// Its names, or segments up to a frame whose numbers fit (ITU-T T.81, B.2).
  private static func isJPEG(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let name = bytes.dropFirst(start + 6)
    if name.starts(with: "JFIF".utf8) || name.starts(with: "Exif".utf8) { return true }
    var (place, segments) = (start + 2, 0)
    for _ in 0..<mostSteps {
      guard place + 4 <= bytes.count, bytes[place] == 0xFF else { return false }
      let length = BigEndian.number(bytes[(place + 2)..<(place + 4)])
      switch bytes[place + 1] {
      case 0xFF: place += 1
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return isFrame(bytes, at: place + 4, length)
      case 0xC4, 0xCC, 0xDB, 0xDD, 0xE0...0xEF, 0xFE:
        guard length >= 2 else { return false }
        place += 2 + length
        segments += 1
        if segments == mostSegments { return true }
      default: return false
      }
    }
    return false
  }

  /// - Parameters:
  ///   - place: behind the length of the segment.
  ///   - length: of the segment, as it says.
  private static func isFrame(
    _ bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ length: Int
  ) -> Bool {
    guard place + 6 <= bytes.count else { return false }
    let count = Int(bytes[place + 5])
    guard (1...4).contains(count), length == 8 + 3 * count, (2...16).contains(bytes[place]),
      BigEndian.number(bytes[(place + 3)..<(place + 5)]) > 0, place + 6 + 3 * count <= bytes.count
    else { return false }
    return (0..<count).allSatisfy { index in
      let sampling = bytes[place + 7 + 3 * index]
      return (1...4).contains(sampling >> 4) && (1...4).contains(sampling & 15)
        && bytes[place + 8 + 3 * index] <= 3
    }
  }
}

extension AudioSamples {
  /// What is read and what is looked at in one go, and how much of that again with what follows: a picture's head may lie in several packets.
  private static let pieceBytes = 1 << 20
  private static let mostBytes = 8 << 20
  private static let sharedBytes = 1 << 20

  /// Refuses sound in which the file of a picture lies: it is copied packet by packet, and players heed nothing but what they play.
  /// - Parameter bytes: reads a part of the file.
  /// - Throws: `FaceBlurError` where there is one.
  func refusePictures(_ bytes: (Range<Int>) throws(FaceBlurError) -> [UInt8]) throws(FaceBlurError) {
    var window: [UInt8] = []
    for place in places {
      for start in stride(from: place.lowerBound, to: place.upperBound, by: Self.pieceBytes) {
        window += try bytes(start..<min(start + Self.pieceBytes, place.upperBound))
        guard window.count >= Self.mostBytes else { continue }
        try Self.refusePictures(in: window)
        window.removeFirst(window.count - Self.sharedBytes)
      }
    }
    try Self.refusePictures(in: window)
  }

  private static func refusePictures(in bytes: [UInt8]) throws(FaceBlurError) {
    guard !CarriedPictures.begin(in: bytes[...]) else {
      throw .unsupportedAudio("the file of a picture lies in it")
    }
  }
}
