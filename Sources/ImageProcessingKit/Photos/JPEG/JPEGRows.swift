internal import CJPEG

/// A JPEG's picture being decoded to RGB, in stored orientation, one row after another from the top.
///
/// Whatever the decoder warns about is an error, if not said otherwise: what is read here has been checked before.
struct JPEGRowReader: ~Copyable {
  private let handle: OpaquePointer
  /// What the decoder warned about before the first row.
  let warning: String?

  /// - Parameter bytes: the file, which must stay where it is as long as the reader lives.
  /// - Throws: `FaceBlurError` of kind `unsupportedPhoto` for CMYK, and where the picture cannot be decoded.
  init(_ bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(FaceBlurError) {
    guard let base = bytes.baseAddress else { throw .emptyPhoto }
    (handle, warning) = try JPEGStream.openedTelling {
      fbj_row_reader_open(base, bytes.count, limits.forC, &$0, $1)
    }
  }

  /// For rows of the stream's grey, RGB or inks, of which no pixel is made of what lies in another coding unit. What the
  /// decoder warns about is no error.
  init(unmixed bytes: UnsafeBufferPointer<UInt8>, limits: ImageLimits) throws(FaceBlurError) {
    guard let base = bytes.baseAddress else { throw .emptyPhoto }
    (handle, warning) = try JPEGStream.openedTelling {
      fbj_row_reader_open_unmixed(base, bytes.count, limits.forC, &$0, $1)
    }
  }

  /// For rows of what `JPEGStream.decodeRGB` makes at `eighths`/8 of the size, the same bytes. What the decoder warns about is
  /// no error, as there.
  init(
    scaled bytes: UnsafeBufferPointer<UInt8>, eighths: Int, limits: ImageLimits
  ) throws(FaceBlurError) {
    guard let base = bytes.baseAddress else { throw .emptyPhoto }
    (handle, warning) = try JPEGStream.openedTelling {
      fbj_row_reader_open_scaled(base, bytes.count, limits.forC, UInt32(eighths), &$0, $1)
    }
  }

  deinit {
    fbj_row_reader_close(handle)
  }

  /// A component's 64 quantisers in natural order.
  borrowing func quantizers(ofComponent index: Int) -> [UInt16] {
    var quantizers = [UInt16](repeating: 1, count: 64)
    fbj_row_reader_quantizers(handle, UInt32(index), &quantizers)
    return quantizers
  }

  /// Decodes the next row.
  /// - Returns: what the decoder warned about.
  @discardableResult
  mutating func next(into row: UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) -> String? {
    guard let base = row.baseAddress else { throw .outOfMemoryForPhoto }
    return try JPEGStream.checked { fbj_row_reader_next(handle, base, row.count, $0) }
  }
}

/// A JPEG being encoded from RGB rows, in stored orientation.
struct JPEGRowWriter: ~Copyable {
  private let handle: OpaquePointer

  /// - Parameters:
  ///   - stream: gives the size, colours, quantisers and sampling; grey and inks become YCbCr.
  ///   - isProgressive: whether it is stored in passes of growing detail.
  init(like stream: JPEGStream, isProgressive: Bool) throws(FaceBlurError) {
    handle = try stream.bytes.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      guard let base = file.baseAddress else { throw .emptyPhoto }
      return try JPEGStream.opened {
        fbj_row_writer_open(base, file.count, stream.limits.forC, isProgressive, &$0, $1)
      }
    }
  }

  /// For a picture that no other one is the model of: sequential, its Huffman tables the standard's.
  init(_ form: fbj_row_form) throws(FaceBlurError) {
    handle = try JPEGStream.opened { fbj_row_writer_open_new(form, &$0, $1) }
  }

  deinit {
    fbj_row_writer_close(handle)
  }

  /// Encodes the next row.
  mutating func append(_ row: UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) {
    try append(UnsafeBufferPointer(row))
  }

  /// The same, of a row that is only read.
  mutating func append(_ row: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    guard let base = row.baseAddress else { throw .outOfMemoryForPhoto }
    _ = try JPEGStream.checked { fbj_row_writer_append(handle, base, row.count, $0) }
  }

  /// Lends the whole stream, from SOI to EOI, without application segments.
  consuming func finish(_ use: (UnsafeRawBufferPointer) -> Void) throws(FaceBlurError) {
    try JPEGStream.lend(use) { fbj_row_writer_finish(handle, $0, $1) }
  }
}
