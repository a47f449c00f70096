internal import CCodec
@testable internal import ImageProcessingKit

/// Taking JPEGs out of JPEG XL.
enum DecodedJPEGXL {
  /// - Parameter rest: 2 bytes of size, then a file.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 2 else { return }
    let size = Array(rest.prefix(2))
    let file = Array(rest.dropFirst(2))
    var shape = JPEGXLShape.asked(1 + Int(size[0]), 1 + Int(size[1]))
    for _ in 0..<2 {
      guard UInt64(shape.width) * UInt64(shape.height) <= 1 << 16, fbc_sample_bytes(shape) > 0 else { return }
      func decode() -> HelperCall? { HelperCall(.decodeJPEGXL, shape, input: file, room: 1 << 20) }
      guard let call = decode() else { return }
      if let output = call.output {
        precondition(!output.isEmpty && decode()?.output == output, "the same file is another JPEG")
        return
      }
      shape = call.response.shape
    }
  }
}

/// Putting JPEGs into JPEG XL, from which they must come back as they were.
enum EncodedJPEGXL {
  /// - Parameter rest: a JPEG.
  static func check(_ rest: ArraySlice<UInt8>) {
    let jpeg = Array(rest)
    // The header that counts says how large it is, as far as a search finds it.
    guard
      let frame = jpeg.indices.first(where: {
        jpeg[$0] == 0xFF && $0 + 8 < jpeg.count && 0xC0...0xC2 ~= jpeg[$0 + 1]
      })
    else { return }
    let height = Int(jpeg[frame + 5]) << 8 | Int(jpeg[frame + 6])
    let width = Int(jpeg[frame + 7]) << 8 | Int(jpeg[frame + 8])
    guard 1...256 ~= width, 1...256 ~= height else { return }
    let shape = JPEGXLShape.asked(width, height)
    func encode() -> [UInt8]? {
      HelperCall(.encodeJPEGXL, shape, input: jpeg, room: 2 * jpeg.count + (1 << 16))?.output
    }
    guard let file = encode() else { return }
    precondition(encode() == file, "the same JPEG is another file")
    let decoded = HelperCall(.decodeJPEGXL, shape, input: file, room: jpeg.count)
    // A frame that stands elsewhere may be the one that counts.
    let isOther = decoded?.response.status == UInt32(fbc_status.mismatch.rawValue)
    precondition(isOther || decoded?.output == jpeg, "a JPEG comes back as another one")
  }
}

private enum JPEGXLShape {
  static func asked(_ width: Int, _ height: Int) -> fbc_shape {
    fbc_shape(
      width: UInt32(width), height: UInt32(height), chroma: fbc_chroma.full.rawValue, luma_depth: 8,
      chroma_depth: 8)
  }
}
