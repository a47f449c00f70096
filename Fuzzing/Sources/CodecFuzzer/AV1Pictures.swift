internal import CCodec
@testable internal import ImageProcessingKit

/// Decoding pictures of AV1.
enum DecodedAV1 {
  /// - Parameter rest: 4 bytes of shape, then OBUs.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 4 else { return }
    let code = Array(rest.dropFirst(4))
    var shape = PlanarShape(fuzzing: rest.prefix(4)).asked
    // Where the helper says that it is another picture, that one is asked for.
    for _ in 0..<2 {
      guard UInt64(shape.width) * UInt64(shape.height) <= 1 << 16, fbc_sample_bytes(shape) > 0 else { return }
      let count = Int(fbc_sample_bytes(shape))
      func decode() -> HelperCall? { HelperCall(.decodeAV1, shape, input: code, room: count) }
      guard let call = decode() else { return }
      if let output = call.output {
        precondition(output.count == count, "a picture has too few samples")
        if shape.luma_depth > 8 {
          for place in stride(from: 0, to: output.count, by: 2) {
            let sample = Int(output[place]) | Int(output[place + 1]) << 8
            precondition(sample < 1 << shape.luma_depth, "a sample has more bits than it may have")
          }
        }
        precondition(decode()?.output == output, "the same code is another picture")
        return
      }
      shape = call.response.shape
    }
  }
}

/// Encoding pictures as AV1: those without loss must come back as they were.
enum EncodedAV1 {
  /// - Parameter rest: 4 bytes of shape, the quantiser, 4 bytes of options, then samples, again and again.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 9 else { return }
    let (settings, source) = (Array(rest.prefix(9)), Array(rest.dropFirst(9)))
    let shape = PlanarShape(fuzzing: rest.prefix(4))
    let most = UInt8(1 << (shape.depth - 8) - 1)
    let samples = (0..<shape.byteCount).map { place in
      let byte = source[(place + place / source.count) % source.count]
      return shape.depth > 8 && place & 1 == 1 ? byte & most : byte
    }
    let options = settings[5..<9].reduce(0) { $0 << 8 | UInt32($1) }
    func encode() -> [UInt8]? {
      HelperCall(
        .encodeAV1, shape.asked, options: options, quantizer: UInt32(settings[4]), input: samples,
        room: 2 * samples.count + (1 << 12))?.output
    }
    guard let code = encode() else { return }
    precondition(encode() == code, "the same picture is another code")
    let decoded = HelperCall(.decodeAV1, shape.asked, input: code, room: samples.count)
    precondition(decoded?.output != nil, "a picture cannot be decoded")
    precondition(settings[4] > 0 || decoded?.output == samples, "a picture comes back as another one")
  }
}
