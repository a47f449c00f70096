/// Cuts JPEG streams at their segments and puts others in.
public enum JPEGParts {
  public typealias Segment = (marker: UInt8, content: [UInt8])

  /// A marker segment with its length.
  /// - Parameter content: at most 65,533 bytes.
  public static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    precondition(content.count <= 65_533, "a segment holds at most 65,533 bytes")
    return [0xFF, marker] + ByteOrder.bigEndian.number(content.count + 2, 2) + content
  }

  /// Puts segments behind the application segments at the photo's beginning: its own EXIF comes first.
  public static func inserting(_ segments: [Segment], into jpeg: [UInt8]) -> [UInt8] {
    inserting(bytes: segments.flatMap { segment($0.marker, $0.content) }, into: jpeg)
  }

  /// Puts bytes behind the application segments at the photo's beginning.
  static func inserting(bytes: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
    let place = endOfApplicationSegments(jpeg)
    return jpeg[..<place] + bytes + jpeg[place...]
  }

  /// Where the run of application segments behind SOI ends.
  static func endOfApplicationSegments(_ jpeg: [UInt8]) -> Int {
    let run = segments(of: jpeg).prefix { (0xE0...0xEF).contains($0.marker) }
    return run.last?.range.upperBound ?? 2
  }

  /// Puts segments behind the JFIF segment, where JFIF's extensions belong.
  static func insertingBehindJFIF(_ segments: [Segment], into jpeg: [UInt8]) -> [UInt8] {
    let own = self.segments(of: jpeg).first { $0.marker == 0xE0 }
    let place = own?.range.upperBound ?? 2
    let bytes = segments.flatMap { segment($0.marker, $0.content) }
    return jpeg[..<place] + bytes + jpeg[place...]
  }

  /// Puts a JFIF segment in the place of the photo's own.
  public static func replacingJFIF(_ content: [UInt8], in jpeg: [UInt8]) -> [UInt8] {
    guard let own = segments(of: jpeg).first(where: { $0.marker == 0xE0 }) else {
      return jpeg.prefix(2) + segment(0xE0, content) + jpeg.dropFirst(2)
    }
    return jpeg[..<own.range.lowerBound] + segment(0xE0, content) + jpeg[own.range.upperBound...]
  }

  /// The segments up to the first scan header, which is the last, each with its marker and length.
  public static func segments(of jpeg: [UInt8]) -> [(marker: UInt8, range: Range<Int>)] {
    var result: [(marker: UInt8, range: Range<Int>)] = []
    var position = 2
    while position + 4 <= jpeg.count, jpeg[position] == 0xFF, result.last?.marker != 0xDA {
      let end = position + 2 + Int(jpeg[position + 2]) << 8 + Int(jpeg[position + 3])
      guard end <= jpeg.count else { break }
      result.append((jpeg[position + 1], position..<end))
      position = end
    }
    return result
  }

  /// What a segment holds behind its length.
  public static func content(of range: Range<Int>, in jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[range].dropFirst(4))
  }
}
