internal import CCodec

/// HEVC pictures (ITU-T H.265) by decoders and encoders of other people, which run in a process of their own.
enum HEVCCodec {
  private static let name = CodecName(format: "HEVC", packages: "libde265-0 and libx265-199")

  /// Decodes one intra picture.
  /// - Parameters:
  ///   - units: NAL units, each behind its length in 4 bytes, big-endian: parameter sets, then slices.
  ///   - shape: the picture's.
  /// - Throws: `FaceBlurError` where it is damaged, of another shape, or there is no decoder.
  static func decode(_ units: [UInt8], as shape: PlanarShape) throws(FaceBlurError) -> PlanarPicture {
    let request = request(.decodeHEVC, shape, inputCount: units.count)
    let bytes = try CodecHelpers.perform(
      request, units, count: shape.sampleCount * shape.sampleBytes, of: name)
    guard let picture = PlanarPicture(shape, bytes: bytes) else {
      throw .internalError("the codec gave another picture than it said")
    }
    return picture
  }

  /// Encodes one picture without loss.
  /// - Parameter colors: what its code says of itself.
  /// - Returns: VPS, SPS, PPS and one slice, each behind its length in 4 bytes, big-endian. The same picture gives the same bytes.
  /// - Throws: `FaceBlurError` where it cannot be encoded, or there is no encoder.
  static func encode(_ picture: PlanarPicture, _ colors: SampleColors) throws(FaceBlurError) -> [UInt8] {
    let bytes = picture.bytes
    var request = request(.encodeHEVC, picture.shape, inputCount: bytes.count)
    request.options =
      (colors.isFullRange ? UInt32(FBC_FULL_RANGE) : 0) | colors.bits << UInt32(FBC_COLORS_SHIFT)
    // Noise takes a little more than its samples.
    let most = 2 * picture.shape.sampleCount * picture.shape.sampleBytes + (1 << 16)
    return try CodecHelpers.perform(request, bytes, count: most, of: name)
  }

  private static func request(
    _ operation: fbc_operation, _ shape: PlanarShape, inputCount: Int
  ) -> fbc_request {
    let stated = fbc_shape(
      width: UInt32(clamping: shape.width), height: UInt32(clamping: shape.height),
      chroma: UInt32(shape.chroma.rawValue), luma_depth: UInt32(clamping: shape.depth),
      chroma_depth: UInt32(clamping: shape.depth))
    // A megapixel takes a tenth of a second to decode and .3 to encode, and on the smallest machines ten times that.
    return fbc_request(
      operation: operation, options: 0, shape: stated,
      seconds: UInt32(20 + shape.width * shape.height / 100_000),
      memory: fbc_memory(operation, stated, UInt64(inputCount)))
  }
}

extension SampleColors {
  /// As they go to a helper; nothing where the code is to say nothing, or cannot.
  fileprivate var bits: UInt32 {
    let numbers = [primaries, transfer, matrix]
    guard numbers != [2, 2, 2], numbers.allSatisfy((0...255).contains) else { return 0 }
    return UInt32(primaries | transfer << 8 | matrix << 16)
  }
}

extension PlanarShape {
  /// Bytes of a sample as they go to a helper.
  fileprivate var sampleBytes: Int { depth > 8 ? 2 : 1 }
}

extension PlanarPicture {
  /// As they go to a helper: plane by plane, in the machine's own order.
  fileprivate var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: shape.sampleCount * shape.sampleBytes) { buffer, count in
      for plane in planes {
        if shape.sampleBytes == 1 {
          for sample in plane {
            buffer[count] = UInt8(truncatingIfNeeded: sample)
            count += 1
          }
        } else {
          plane.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
              .copyMemory(from: $0)
          }
          count += 2 * plane.count
        }
      }
    }
  }

  /// - Returns: nil where they are more or fewer than a picture of the shape has, or a sample is larger than its depth allows.
  fileprivate init?(_ shape: PlanarShape, bytes: [UInt8]) {
    guard bytes.count == shape.sampleCount * shape.sampleBytes else { return nil }
    var planes: [[UInt16]] = []
    var start = 0
    for plane in 0..<shape.planeCount {
      let size = shape.size(ofPlane: plane)
      let count = size.width * size.height
      planes.append(
        bytes.withUnsafeBytes { bytes in
          [UInt16](unsafeUninitializedCapacity: count) { samples, filled in
            if shape.sampleBytes == 1 {
              for place in 0..<count { samples[place] = UInt16(bytes[start + place]) }
            } else {
              UnsafeMutableRawBufferPointer(samples).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 2 * count)]))
            }
            filled = count
          }
        })
      start += count * shape.sampleBytes
    }
    let largest = UInt16((1 << shape.depth) - 1)
    guard shape.depth == 8 || planes.allSatisfy({ $0.allSatisfy { $0 <= largest } }) else { return nil }
    self.init(shape, planes: planes)
  }
}
