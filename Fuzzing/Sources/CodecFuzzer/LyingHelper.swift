internal import CCodec
internal import FuzzerSupport
internal import Glibc
@testable internal import ImageProcessingKit

/// The client's side: whatever a helper answers, nothing comes out but what was asked for and what its memory holds.
enum LyingHelper {
  /// - Parameter rest: what is asked for, what is changed in the answer, and what stands in the memory.
  static func check(_ rest: ArraySlice<UInt8>) {
    let bytes = Array(rest)
    guard bytes.count > 8 else { return }
    let isDecoding = bytes[0] & 1 == 0
    let shape = PlanarShape(
      width: 1 + Int(bytes[1] & 63), height: 1 + Int(bytes[2] & 63),
      chroma: ChromaFormat(rawValue: Int(bytes[3] & 3)) ?? .gray, depth: 8 + Int(bytes[3] >> 2) % 5)
    let request = fbc_request(
      operation: isDecoding ? .decodeHEVC : .encodeHEVC, options: 0, shape: shape.asked, seconds: 5,
      quantizer: 0, memory: 1 << 30, packet: 0)
    let input = isDecoding ? Array(bytes[4..<8]) : [UInt8](repeating: bytes[4], count: shape.byteCount)
    var output = [UInt8](repeating: 0, count: isDecoding ? shape.byteCount : 2 * shape.byteCount)
    let offset = (input.count + Int(FBC_ALIGNMENT) - 1) / Int(FBC_ALIGNMENT) * Int(FBC_ALIGNMENT)

    var answer = fbc_response_message()
    answer.magic = UInt32(FBC_MAGIC)
    answer.version = UInt32(FBC_VERSION)
    answer.number = 1
    answer.count = UInt64(isDecoding ? shape.byteCount : output.count / 2)
    answer.shape = shape.asked
    // Each two bytes: a place in the answer, and what is put there; a cut where the place is behind it.
    let changes = Int(bytes[5] % 8)
    var message = withUnsafeBytes(of: answer) { Array($0) }
    var next = 8
    for _ in 0..<changes where next + 1 < bytes.count {
      let place = Int(bytes[next] % 72)
      if place < message.count {
        message[place] = bytes[next + 1]
      } else {
        message.removeLast(min(8, message.count))
      }
      next += 2
    }
    let content = Array(bytes[min(next, bytes.count)...])
    var response = fbc_response()
    let channel = Channel(message: message, memory: content, at: offset)
    let status = withExtendedLifetime(channel) {
      var helper = channel.helper
      return withUnsafePointer(to: request) {
        fbc_perform(&helper, $0, input, input.count, &output, output.count, &response)
      }
    }
    guard status == .ok else { return }
    let count = Int(clamping: response.count)
    precondition(
      isDecoding ? count == shape.byteCount : (1...output.count).contains(count),
      "an answer of an odd length is believed")
    precondition(fbc_is_same_shape(response.shape, shape.asked), "another picture is believed")
    let known = content.prefix(count)
    precondition(
      output.prefix(known.count).elementsEqual(known) && output[known.count...].allSatisfy { $0 == 0 },
      "something else than the helper's memory came out")
  }
}

/// A helper's ends: an answer that is there before anybody asks, and nobody.
private final class Channel {
  let helper: fbc_helper
  private let memory = MemoryFile()
  private let far: Int32

  init(message: [UInt8], memory content: [UInt8], at offset: Int) {
    var ends: [Int32] = [-1, -1]
    memory.fill(content, at: offset)
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0,
      send(ends[1], message, message.count, 0) == message.count, shutdown(ends[1], Int32(SHUT_WR)) == 0
    else { fatalError("there is no channel") }
    var helper = fbc_helper()
    helper.process = fbw_process(id: -1, channel: ends[0])
    helper.memory = memory.descriptor
    helper.operations = ~0
    helper.is_jailed = true
    self.helper = helper
    far = ends[1]
  }

  deinit {
    close(helper.process.channel)
    close(far)
  }
}
