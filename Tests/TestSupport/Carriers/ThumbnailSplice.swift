/// Changes the thumbnail of a render, as somebody would who wants a look at the face past every check.
public enum ThumbnailSplice {
  /// Where a render's thumbnail lies: at the end of its EXIF segment, behind the directory that describes it.
  public static func range(in render: [UInt8]) throws -> Range<Int> {
    guard let segment = JPEGParts.segments(of: render).first(where: { $0.marker == 0xE1 }),
      let start = ByteSearch.firstIndex(of: [0xFF, 0xD8, 0xFF], in: Array(render[segment.range]))
    else { throw TestJPEG.Failure() }
    return (segment.range.lowerBound + start)..<segment.range.upperBound
  }

  /// The render with another thumbnail in the place of its own; lengths are set right.
  public static func replacing(in render: [UInt8], by jpeg: [UInt8]) throws -> [UInt8] {
    let own = try range(in: render)
    guard let segment = JPEGParts.segments(of: render).first(where: { $0.marker == 0xE1 }) else {
      throw TestJPEG.Failure()
    }
    var before = Array(render[(segment.range.lowerBound + 4)..<own.lowerBound])
    // The last entry of the directory is the length; the place of a next directory follows it.
    let length = before.count - 8
    before.replaceSubrange(length..<(length + 4), with: ByteOrder.bigEndian.number(jpeg.count, 4))
    return render[..<segment.range.lowerBound] + JPEGParts.segment(0xE1, before + jpeg)
      + render[segment.range.upperBound...]
  }
}
