/// Files of pictures that lie where no decoder looks: behind the end of a slice, or of a packet of sound.
///
/// Numbers of a code begin like one by chance. So a beginning counts where some fifty bits of it are as they must be.
enum ExaminedPictureFiles {
  /// The bytes from a place on that are asked for at least; no file of a picture is shorter.
  private static let leastBytes = 16

  /// Where the first one begins in some bytes, counted from the first of them; nil where there is none.
  static func first(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= leastBytes else { return nil }
      return (0...bytes.count - leastBytes).first { place in
        switch bytes[place] {
        case 0xFF: bytes[place + 1] == 0xD8 && bytes[place + 2] == 0xFF && isJPEG(bytes, place)
        case 0x89: holds(bytes, place, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case 0x52: holds(bytes, place, "RIFF") && holds(bytes, place + 8, "WEBP")
        case 0x4A: holds(bytes, place, [0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        case 0x6A: holds(bytes, place, [0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
        case 0x47: isGIF(bytes, place)
        case 0x49, 0x4D: isTIFF(bytes, place)
        case 0: isBoxOfBrands(bytes, place)
        default: false
        }
      }
    }
  }

  /// Whether one lies in a NAL unit, as it stands there or without the bytes that keep start codes out.
  static func lie(inUnit unit: ArraySlice<UInt8>) -> Bool {
    if first(in: unit) != nil { return true }
    let payload = ExaminedUnit.content(of: unit, head: 0)
    return payload.count < unit.count && first(in: payload[...]) != nil
  }

  private static func holds(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ wanted: [UInt8]
  ) -> Bool {
    place + wanted.count <= bytes.count && wanted.indices.allSatisfy { bytes[place + $0] == wanted[$0] }
  }

  private static func holds(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ wanted: StaticString
  ) -> Bool {
    let count = wanted.utf8CodeUnitCount
    return place + count <= bytes.count
      && (0..<count).allSatisfy { bytes[place + $0] == wanted.utf8Start[$0] }
  }

  private static func pair(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// Exif's name or JFIF's, or one segment after the other up to the one that says how large the picture is.
  private static func isJPEG(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    if holds(bytes, start + 6, "Exif") || holds(bytes, start + 6, "JFIF") {
      return true
    }
    var (place, fill) = (start + 2, 0)
    var segments = 0
    while place + 10 <= bytes.count, bytes[place] == 0xFF, segments < 32, fill < 16 {
      let (marker, length) = (bytes[place + 1], pair(bytes, place + 2))
      if marker == 0xFF {
        (place, fill) = (place + 1, fill + 1)
        continue
      }
      let isTable = marker == 0xC4 || marker == 0xCC || marker == 0xDB || marker == 0xDD
      if isTable || marker & 0xF0 == 0xE0 || marker == 0xFE {
        guard length > 1 else { return false }
        place += 2 + length
        segments += 1
        continue
      }
      return marker & 0xF0 == 0xC0 && marker != 0xC8 && isSize(bytes, place + 4, length)
    }
    return segments == 32
  }

  /// Bits of a sample, rows, columns, and how each of the colours is stored.
  private static func isSize(
    _ bytes: UnsafeBufferPointer<UInt8>, _ place: Int, _ length: Int
  ) -> Bool {
    let colors = Int(bytes[place + 5])
    guard 1...4 ~= colors, length == 3 * colors + 8, 2...16 ~= bytes[place], pair(bytes, place + 3) != 0,
      place + length - 2 <= bytes.count
    else { return false }
    for color in stride(from: place + 6, to: place + 6 + 3 * colors, by: 3) {
      let sampling = bytes[color + 1]
      guard 1...4 ~= sampling / 16, 1...4 ~= sampling % 16, bytes[color + 2] < 4 else { return false }
    }
    return true
  }

  /// What follows the screen and its colours begins as blocks do.
  private static func isGIF(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard holds(bytes, start, "GIF87a") || holds(bytes, start, "GIF89a") else {
      return false
    }
    let screen = Int(bytes[start + 10])
    let next = start + 13 + (screen >= 128 ? 3 * (2 << (screen % 8)) : 0)
    return holds(bytes, next, [0x2C]) || holds(bytes, next, [0x21])
  }

  /// Its first list of fields is where it says, and four of them are in order and of kinds that there are.
  private static func isTIFF(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    let isLittle = holds(bytes, start, [0x49, 0x49, 0x2A, 0])
    guard isLittle || holds(bytes, start, [0x4D, 0x4D, 0, 0x2A]) else { return false }
    func two(_ place: Int) -> Int {
      isLittle ? Int(bytes[place + 1]) << 8 | Int(bytes[place]) : pair(bytes, place)
    }
    let (low, high) = (two(start + (isLittle ? 4 : 6)), two(start + (isLittle ? 6 : 4)))
    let list = start + (high << 16 | low)
    guard list >= start + 8, list + 50 <= bytes.count, two(list) > 3 else { return false }
    var before = -1
    for field in stride(from: list + 2, to: list + 50, by: 12) {
      guard two(field) > before, 1...13 ~= two(field + 2) else { return false }
      before = two(field)
    }
    return true
  }

  /// The box that HEIF, AVIF and films begin with: of a small size, with the letters of a brand.
  private static func isBoxOfBrands(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    guard bytes[start + 1] == 0, bytes[start + 2] < 4, holds(bytes, start + 4, "ftyp") else {
      return false
    }
    let size = pair(bytes, start + 2)
    return size >= 16 && size.isMultiple(of: 4) && (8..<12).allSatisfy { 0x20...0x7E ~= bytes[start + $0] }
  }
}

extension ExaminedPictureFiles {
  /// What is looked at in one go, and how much of that again with what follows: one may begin in one packet and go on in the next.
  private static let mostBytes = 4 << 20
  private static let sharedBytes = 1 << 20

  /// Looks through the samples of a track, one behind the other.
  /// - Parameter extents: where they lie.
  /// - Returns: from where the first one begins to the end of that extent; nil where there is none.
  static func first(
    in extents: [Range<Int>], of film: ExaminedFilm
  ) throws(FaceBlurError) -> Range<Int>? {
    var window: [UInt8] = []
    var pieces: [(start: Int, range: Range<Int>)] = []
    func found() -> Range<Int>? {
      guard let place = first(in: window[...]), let piece = pieces.last(where: { $0.start <= place }) else {
        return nil
      }
      return piece.range.lowerBound + place - piece.start..<piece.range.upperBound
    }
    for extent in extents {
      var place = extent.lowerBound
      while place < extent.upperBound {
        let end = min(place + mostBytes, extent.upperBound)
        pieces.append((window.count, place..<extent.upperBound))
        window += try film.bytes(place..<end)
        place = end
        guard window.count >= mostBytes else { continue }
        if let range = found() { return range }
        let cut = window.count - sharedBytes
        window.removeFirst(cut)
        // The last one that begins before is where the window begins now.
        let kept = pieces.lastIndex { $0.start <= cut } ?? 0
        pieces = pieces[kept...].map { ($0.start - cut, $0.range) }
      }
    }
    return found()
  }
}
