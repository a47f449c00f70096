internal import CJPEG

/// The bytes of one JPEG file and the calls into libjpeg that read them whole.
struct JPEGStream: Sendable {
  let bytes: FileBytes
  let limits: ImageLimits

  /// Calls into libjpeg, turns its status into an error, and returns its warning if it left one.
  static func checked(
    _ call: (UnsafeMutablePointer<fbj_message>) -> fbj_status
  ) throws(FaceBlurError) -> String? {
    var message = fbj_message()
    let status = call(&message)
    let text = withUnsafeBytes(of: message.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    switch status {
    case .ok: return text.isEmpty ? nil : text
    case .notAJPEG: throw .notAPhoto(kind: "this is not a JPEG photo", readable: "JPEG")
    case .unsupported: throw .unsupportedJPEG(text)
    case .tooLarge: throw .photoTooLarge(text)
    case .truncated: throw .truncatedPhoto(text)
    case .damaged, .warned: throw .damagedPhoto(text)
    case .outOfMemory: throw .outOfMemoryForPhoto
    case .invalidArgument: throw .internalError(text)
    }
  }

  /// Calls into libjpeg with the file's bytes.
  private func checked(
    _ call: (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<fbj_message>) -> fbj_status
  ) throws(FaceBlurError) -> String? {
    try bytes.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      guard let base = file.baseAddress else { throw .emptyPhoto }
      return try Self.checked { call(base, file.count, $0) }
    }
  }

  func header() throws(FaceBlurError) -> fbj_header {
    var header = fbj_header()
    _ = try checked { fbj_read_header($0, $1, limits.forC, &header, $2) }
    return header
  }

  /// RGB in stored orientation at `eighths`/8 of the size.
  func decodeRGB(
    eighths: Int, of header: fbj_header
  ) throws(FaceBlurError) -> (pixels: PixelBuffer, warning: String?) {
    var warning: String?
    let pixels = try PixelBuffer(
      width: Int(fbj_scaled_size(header.width, UInt32(eighths))),
      height: Int(fbj_scaled_size(header.height, UInt32(eighths)))
    ) { (target) throws(FaceBlurError) in
      guard let base = target.baseAddress else { throw FaceBlurError.outOfMemoryForPhoto }
      warning = try checked {
        fbj_decode_rgb($0, $1, limits.forC, UInt32(eighths), base, target.count, $2)
      }
    }
    return (pixels, warning)
  }

  /// The inks of a stream of four components, in stored orientation, at `eighths`/8 of the size.
  func decodeCMYK(eighths: Int, of header: fbj_header) throws(FaceBlurError) -> CMYKPicture {
    let width = Int(fbj_scaled_size(header.width, UInt32(eighths)))
    let height = Int(fbj_scaled_size(header.height, UInt32(eighths)))
    var samples = [UInt8](repeating: 0, count: 4 * width * height)
    let capacity = samples.count
    _ = try checked {
      fbj_decode_inks($0, $1, limits.forC, UInt32(eighths), &samples, capacity, $2)
    }
    return CMYKPicture(width: width, height: height, samples: samples)
  }

  /// Interleaved samples of the stream's own components at full size.
  func decodeComponents(of header: fbj_header) throws(FaceBlurError) -> (samples: [UInt8], warning: String?) {
    var samples = [UInt8](
      repeating: 0, count: Int(header.width) * Int(header.height) * Int(header.component_count))
    let capacity = samples.count
    let warning = try checked {
      fbj_decode_components($0, $1, limits.forC, &samples, capacity, $2)
    }
    return (samples, warning)
  }

  /// Encodes samples from `decodeComponents` with this stream's quantisation and sampling, and lends the result.
  func encodeComponents(_ samples: [UInt8], _ use: (UnsafeRawBufferPointer) -> Void) throws(FaceBlurError) {
    try bytes.withUnsafeBufferPointer { (file) throws(FaceBlurError) in
      guard let base = file.baseAddress else { throw .emptyPhoto }
      try Self.lend(use) {
        fbj_encode_components(base, file.count, limits.forC, samples, samples.count, $0, $1)
      }
    }
  }

  /// Opens the quantised coefficients; nil with the decoder's warning where they cannot be trusted.
  /// - Parameter quickly: whether code of our own may read them, and not libjpeg.
  func openCoefficients(
    quickly: Bool = false
  ) throws(FaceBlurError) -> (coefficients: OpaquePointer?, warning: String?) {
    let open = quickly ? fbj_coefficients_open_quickly : fbj_coefficients_open
    var opened: OpaquePointer?
    var doubted = false
    let warning = try checked { base, count, message in
      let status = open(base, count, limits.forC, &opened, message)
      doubted = status == .warned
      return doubted ? .ok : status
    }
    return (opened, doubted ? warning ?? "the decoder warned" : nil)
  }

  /// What a call opened.
  static func opened(
    _ call: (inout OpaquePointer?, UnsafeMutablePointer<fbj_message>) -> fbj_status
  ) throws(FaceBlurError) -> OpaquePointer {
    try openedTelling(call).handle
  }

  /// The same, with what the decoder warned about.
  static func openedTelling(
    _ call: (inout OpaquePointer?, UnsafeMutablePointer<fbj_message>) -> fbj_status
  ) throws(FaceBlurError) -> (handle: OpaquePointer, warning: String?) {
    var handle: OpaquePointer?
    let warning = try checked { call(&handle, $0) }
    guard let handle else { throw .outOfMemoryForPhoto }
    return (handle, warning)
  }

  /// Lends what a call wrote into a buffer, without a copy, and frees it.
  static func lend(
    _ use: (UnsafeRawBufferPointer) -> Void,
    _ call: (UnsafeMutablePointer<fbj_buffer>, UnsafeMutablePointer<fbj_message>) -> fbj_status
  ) throws(FaceBlurError) {
    var output = fbj_buffer()
    defer { fbj_buffer_free(&output) }
    _ = try checked { message in call(&output, message) }
    use(UnsafeRawBufferPointer(start: output.bytes, count: output.count))
  }
}

extension ImageLimits {
  var forC: fbj_limits {
    fbj_limits(max_pixels: UInt64(max(maxPixels, 0)), max_scans: UInt32(clamping: maxScans))
  }
}

extension FaceBlurError {
  /// - Parameter reason: why JPEGs of this kind are not read or not changed.
  static func unsupportedJPEG(_ reason: String) -> FaceBlurError {
    .unsupportedPhoto(format: "JPEG", reason: reason, instead: "an 8-bit baseline JPEG")
  }
}
