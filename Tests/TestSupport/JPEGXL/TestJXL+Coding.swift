import CJXLTestSupport
public import ImageProcessingKit

extension TestJXL {
  /// A box that libjxl writes beside the picture.
  public struct Beside: Sendable, Hashable {
    public let name: String
    public let content: [UInt8]
    /// By Brotli, as a `brob`.
    public let isPacked: Bool

    public init(_ name: String, _ content: [UInt8], isPacked: Bool = false) {
      (self.name, self.content, self.isPacked) = (name, content, isPacked)
    }
  }

  /// How a file is written; the numbers are those of libjxl's own settings.
  public struct Coding: Sendable, Hashable {
    /// 1…9.
    public var effort = 7
    /// Whether the file has boxes, also where nothing asks for them.
    public var hasContainer = true
    /// Of a JPEG, whether it can be had back.
    public var keepsJPEG = true
    /// Of pixels: 0 is without loss.
    public var distance: Float = 1
    /// Of pixels: pictures that follow each other in time.
    public var frames = 1
    /// Of pixels.
    public var orientation = Orientation.up
    /// Of pixels.
    public var hasAlpha = false
    /// Behind the header of the file.
    public var boxes: [Beside] = []

    public init(_ change: (inout Coding) -> Void = { _ in }) { change(&self) }

    fileprivate func withOptions<Value>(_ body: (inout fxt_options) throws -> Value) rethrows -> Value {
      var options = fxt_options()
      options.effort = Int32(effort)
      options.has_container = hasContainer
      options.keeps_jpeg = keepsJPEG
      options.distance = distance
      options.frames = Int32(frames)
      options.orientation = Int32(orientation.rawValue)
      options.has_alpha = hasAlpha
      // One piece of memory for what all boxes hold.
      return try boxes.flatMap(\.content).withUnsafeBufferPointer { contents in
        var place = 0
        let written = boxes.map { box in
          var written = fxt_box()
          withUnsafeMutableBytes(of: &written.type) { $0.copyBytes(from: box.name.utf8.prefix(4)) }
          written.is_packed = box.isPacked
          written.bytes = contents.baseAddress.map { $0 + place }
          written.count = box.content.count
          place += box.content.count
          return written
        }
        return try written.withUnsafeBufferPointer { written in
          options.boxes = written.baseAddress
          options.box_count = written.count
          return try body(&options)
        }
      }
    }
  }

  // MARK: Encoding

  /// A file made of a JPEG by libjxl.
  public static func transcode(_ jpeg: [UInt8], _ coding: Coding = Coding()) throws -> [UInt8] {
    try coding.withOptions { options in
      try bytes { fxt_transcode(jpeg, jpeg.count, &options, &$0) }
    }
  }

  /// The same, taken apart.
  public static func photo(_ jpeg: [UInt8], _ coding: Coding = Coding()) throws -> TestJXL {
    try TestJXL(transcode(jpeg, coding))
  }

  /// Native JPEG XL; alpha is full.
  public static func encode(_ picture: PixelBuffer, _ coding: Coding = Coding()) throws -> [UInt8] {
    var pixels = picture.bytes
    if coding.hasAlpha {
      pixels = stride(from: 0, to: pixels.count, by: 3).flatMap { picture.bytes[$0..<($0 + 3)] + [255] }
    }
    return try coding.withOptions { options in
      try bytes {
        fxt_encode(pixels, pixels.count, UInt32(picture.width), UInt32(picture.height), &options, &$0)
      }
    }
  }

  private static func bytes(_ write: (inout fxt_buffer) -> Bool) throws -> [UInt8] {
    var output = fxt_buffer()
    defer { fxt_buffer_free(&output) }
    guard write(&output) else { throw Failure("libjxl writes none") }
    return Array(UnsafeBufferPointer(start: output.bytes, count: output.count))
  }

  // MARK: Decoding

  /// What libjxl shows of a file.
  public struct Decoded: Sendable, Hashable {
    /// Turned as the file says.
    public let picture: PixelBuffer
    /// As the code says.
    public let orientation: Int
    public let extraChannels: Int
    public let isAnimated: Bool
    public let hasContainer: Bool
  }

  /// - Parameter maxPixels: a picture of more is not read.
  /// - Throws: `Failure` with why libjxl gives up.
  public static func read(_ file: [UInt8], maxPixels: Int = 1 << 26) throws -> Decoded {
    var picture = fxt_picture()
    defer { fxt_picture_free(&picture) }
    guard fxt_decode(file, file.count, maxPixels, &picture) else {
      throw Failure(
        withUnsafeBytes(of: picture.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    let bytes = Array(UnsafeBufferPointer(start: picture.rgb, count: picture.rgb_count))
    guard let pixels = PixelBuffer(width: Int(picture.width), height: Int(picture.height), bytes: bytes)
    else {
      throw Failure("pixels of another size")
    }
    return Decoded(
      picture: pixels, orientation: Int(picture.orientation), extraChannels: Int(picture.extra_channels),
      isAnimated: picture.is_animated, hasContainer: picture.has_container)
  }

  /// The JPEG that a file was made of, by libjxl.
  public static func jpeg(of file: [UInt8]) throws -> [UInt8] {
    try bytes { fxt_jpeg(file, file.count, &$0) }
  }

  /// What a file's first box of a name holds, unpacked; nil where there is none.
  public static func content(of name: String, in file: [UInt8]) -> [UInt8]? {
    try? bytes { fxt_box_content(file, file.count, name, &$0) }
  }
}

extension TestPhotos {
  /// The middle of the NASA portrait, 256 × 256, as a JPEG XL made of a JPEG without any metadata.
  public static func closeUpJPEGXL() throws -> [UInt8] { try closeUpTranscoded.get() }

  private static let closeUpTranscoded = Result {
    try TestJXL.transcode(TestJPEG.encode(closeUp(), TestJPEG.Kind { $0.quality = 92 }))
  }
}
