internal import CCodec
internal import CCodecHelper
@testable internal import ImageProcessingKit

/// One request to the helper and what it answers, with all that holds for every request checked.
struct HelperCall {
  let response: fbc_response_message
  /// What came out; nil where it says that it could not.
  let output: [UInt8]?

  /// A request that a client would send.
  /// - Parameter room: bytes that the output may take.
  /// - Returns: nil where the helper ends instead of answering.
  init?(
    _ operation: fbc_operation, _ shape: fbc_shape, options: UInt32 = 0, quantizer: UInt32 = 0,
    input: [UInt8],
    room: Int
  ) {
    var request = fbc_request_message()
    request.magic = UInt32(FBC_MAGIC)
    request.version = UInt32(FBC_VERSION)
    request.number = 1
    request.operation = operation.rawValue
    request.options = options
    request.quantizer = quantizer
    request.seconds = 60
    request.memory = 1 << 34
    request.input_count = UInt64(input.count)
    let alignment = Int(FBC_ALIGNMENT)
    request.output_offset = UInt64((input.count + alignment - 1) / alignment * alignment)
    request.output_count = UInt64(room)
    request.shape = shape
    self.init(request, memory: input, size: Int(request.output_offset) + room)
  }

  /// - Parameters:
  ///   - memory: what both sides know, as far as it is not 0.
  ///   - size: of all of it, in bytes.
  init?(_ request: fbc_request_message, memory: [UInt8], size: Int) {
    // What lies behind the room for output must stay as it is.
    let guarded = memory + [UInt8](repeating: 0, count: max(size - memory.count, 0)) + Self.guardBytes
    guard fbf_fill(guarded, guarded.count, guarded.count) else { fatalError("there is no memory") }
    var answer = fbc_response_message()
    let count = withUnsafeBytes(of: request) { request in
      withUnsafeMutableBytes(of: &answer) { answer in
        let (request, answer) = (request.bindMemory(to: UInt8.self), answer.bindMemory(to: UInt8.self))
        return fbf_serve(request.baseAddress, request.count, answer.baseAddress, answer.count)
      }
    }
    guard count == MemoryLayout<fbc_response_message>.size else {
      precondition(
        count == 0 && (request.magic != UInt32(FBC_MAGIC) || request.version != UInt32(FBC_VERSION)),
        "a request is not answered")
      return nil
    }
    response = answer
    let after = Self.read(guarded.count, at: 0)
    let isDone = answer.status == UInt32(fbc_status.ok.rawValue)
    precondition(
      answer.magic == UInt32(FBC_MAGIC) && answer.number == request.number
        && answer.status <= UInt32(fbc_status.invalidRequest.rawValue),
      "an answer makes no sense")
    precondition(isDone || answer.count == 0, "there is output of what failed")
    precondition(answer.count <= request.output_count, "there is more output than room")
    let start = min(Int(clamping: request.output_offset), guarded.count)
    let end = start + min(Int(clamping: request.output_count), guarded.count - start)
    for place in guarded.indices where after[place] != guarded[place] {
      precondition((start..<end).contains(place), "a byte outside of the room for output has changed")
    }
    output = isDone ? Array(after[start..<(start + Int(answer.count))]) : nil
  }

  private static func read(_ count: Int, at offset: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      guard fbf_read(buffer.baseAddress, count, offset) else { fatalError("the memory cannot be read") }
      filled = count
    }
  }

  private static let guardBytes = [UInt8](repeating: 0xA5, count: 4096)
}

extension PlanarShape {
  var asked: fbc_shape {
    fbc_shape(
      width: UInt32(width), height: UInt32(height), chroma: UInt32(chroma.rawValue),
      luma_depth: UInt32(depth), chroma_depth: UInt32(depth))
  }

  /// Bytes that its samples take between client and helper.
  var byteCount: Int { sampleCount * (depth > 8 ? 2 : 1) }
}

/// Decoding pictures.
enum DecodedCode {
  private static let mostPixels = 1 << 16

  /// - Parameter rest: 4 bytes of shape, then NAL units behind their lengths.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 4 else { return }
    let code = Array(rest.dropFirst(4))
    check(code, as: shape(of: lengthSeparated(code)) ?? PlanarShape(fuzzing: rest.prefix(4)))
  }

  /// - Parameter rest: 4 bytes of shape, then NAL units behind start codes (ITU-T H.265, annex B).
  static func check(separated rest: ArraySlice<UInt8>) {
    guard rest.count > 4 else { return }
    var units: [[UInt8]] = [[]]
    var zeros = 0
    for byte in rest.dropFirst(4) {
      units[units.count - 1].append(byte)
      if zeros >= 2, byte == 1 {
        units[units.count - 1].removeLast(3)
        units.append([])
      }
      zeros = byte == 0 ? zeros + 1 : 0
    }
    units.removeAll(where: \.isEmpty)
    check(
      units.flatMap { BigEndian.bytes($0.count, 4) + $0 },
      as: shape(of: units) ?? PlanarShape(fuzzing: rest.prefix(4)))
  }

  private static func check(_ code: [UInt8], as shape: PlanarShape) {
    guard shape.width * shape.height <= mostPixels else { return }
    func decode() -> HelperCall? {
      HelperCall(.decodeHEVC, shape.asked, input: code, room: shape.byteCount)
    }
    guard let output = decode()?.output else { return }
    precondition(output.count == shape.byteCount, "a picture has too few samples")
    if shape.depth > 8 {
      for place in stride(from: 0, to: output.count, by: 2) {
        let sample = Int(output[place]) | Int(output[place + 1]) << 8
        precondition(sample < 1 << shape.depth, "a sample has more bits than it may have")
      }
    }
    // Where nothing was decoded, there would be marks, and another time others.
    precondition(decode()?.output == output, "the same code is another picture")
  }

  /// What a sequence parameter set among some units says, as whoever asks a helper has read it.
  private static func shape(of units: [[UInt8]]) -> PlanarShape? {
    units.lazy.compactMap { NALUnit($0) }.first { $0.kind == .parameters(.sequence) }
      .flatMap { try? SequenceParameters($0).shape }
  }

  private static func lengthSeparated(_ code: [UInt8]) -> [[UInt8]] {
    ((try? NALUnit.all(in: code, lengthSize: 4)) ?? []).map(\.bytes)
  }
}

extension PlanarShape {
  /// - Parameter bytes: at least 4.
  init(fuzzing bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    self.init(
      width: 1 + Int(bytes[0]), height: 1 + Int(bytes[1]),
      chroma: ChromaFormat(rawValue: Int(bytes[2] & 3)) ?? .gray,
      depth: 8 + Int(bytes[3] % 5))
  }
}

/// Encoding pictures, which must come back as they were.
enum EncodedSamples {
  /// - Parameter rest: 4 bytes of shape, then samples, again and again.
  static func check(_ rest: ArraySlice<UInt8>) {
    guard rest.count > 4 else { return }
    let source = Array(rest.dropFirst(4))
    let shape = PlanarShape(fuzzing: rest.prefix(4))
    var samples: [UInt8] = []
    samples.reserveCapacity(shape.byteCount)
    let most = UInt8(1 << (shape.depth - 8) - 1)
    for place in 0..<shape.byteCount {
      let byte = source[(place + place / source.count) % source.count]
      // The upper bytes of wide samples; a flag of the first byte leaves them as they are.
      let isUpper = shape.depth > 8 && place & 1 == 1
      samples.append(isUpper && source[0] & 1 == 0 ? byte & most : byte)
    }
    let options = source[0] & 2 == 0 ? 0 : UInt32(FBC_FULL_RANGE)
    let room = source[0] & 4 == 0 ? 2 * samples.count + (1 << 16) : Int(source[0]) * 16
    func encode() -> [UInt8]? {
      HelperCall(.encodeHEVC, shape.asked, options: options, input: samples, room: room)?.output
    }
    guard let code = encode() else { return }
    precondition(!code.isEmpty, "a picture has no code")
    let decoded = HelperCall(.decodeHEVC, shape.asked, input: code, room: samples.count)
    precondition(decoded?.output == samples, "a picture comes back as another one")
  }
}

/// Requests that no client sends.
enum RawRequest {
  /// - Parameter rest: pages of memory, the message, what stands in the memory.
  static func check(_ rest: ArraySlice<UInt8>) {
    let size = MemoryLayout<fbc_request_message>.size
    guard rest.count > 1 + size else { return }
    let bytes = Array(rest)
    var request = fbc_request_message()
    withUnsafeMutableBytes(of: &request) { $0.copyBytes(from: bytes[1..<(1 + size)]) }
    // Those with other ones end the helper, which is tried once in a while.
    if bytes[0] & 0x80 == 0 {
      request.magic = UInt32(FBC_MAGIC)
      request.version = UInt32(FBC_VERSION)
      request.operation = 1 + request.operation % 9
      request.output_offset &= ~UInt64(FBC_ALIGNMENT - 1)
      // Most numbers are beyond all memory.
      if bytes[0] & 0x40 == 0 {
        request.output_offset &= 0x1FFFF
        request.input_count &= 0x1FFFF
        request.output_count &= 0x1FFFF
        request.memory |= 1 << 30
        let shape = PlanarShape(fuzzing: bytes[(1 + size - 4)..<(1 + size)])
        request.shape = shape.asked
      }
    }
    guard UInt64(request.shape.width) * UInt64(request.shape.height) <= 1 << 16 else { return }
    _ = HelperCall(request, memory: Array(bytes[(1 + size)...]), size: Int(bytes[0] & 0x3F) << 12)
  }
}
