/// Two films that are decoded in step, and their frames compared; of the one, also frames that the other has as they are.
///
/// What is held at once is what decoders hold back: no more frames than a picture may refer to, and no more packets.
final class FramePairs {
  private let makeBefore: () throws(FaceBlurError) -> VideoDecoder
  private let makeAfter: () throws(FaceBlurError) -> VideoDecoder
  private let frames: FrameCheck
  private var decoderBefore: VideoDecoder?
  private var decoderAfter: VideoDecoder?
  private var before: [VideoFrame] = []
  private var after: [VideoFrame] = []
  private var waiting: [(packet: [UInt8], time: Int)] = []
  private var lastTime = Int.min
  private var open = 0
  /// Times of pictures that are the same to the last bit, and of those that are not decoded of the other film.
  private var copied: Set<Int> = []
  private var unpaired: Set<Int> = []

  /// More than the 16 that a picture may refer to, and what threads hold.
  private static let most = 32

  init(
    before: @escaping () throws(FaceBlurError) -> VideoDecoder,
    after: @escaping () throws(FaceBlurError) -> VideoDecoder, _ frames: FrameCheck
  ) {
    makeBefore = before
    makeAfter = after
    self.frames = frames
  }

  /// - Parameter isCopied: whether the other film's picture is to be the same to the last bit as the one of its time.
  func give(
    _ packet: [UInt8], _ time: Int, _ other: [UInt8], _ otherTime: Int, isCopied: Bool = false,
    _ pass: () throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    waiting.append((other, otherTime))
    open += 1
    if isCopied { copied.insert(otherTime) }
    try decodeBefore(packet, time)
    try compare(pass)
    guard waiting.count <= Self.most, before.count <= Self.most else {
      throw .damagedRender("its pictures come too late")
    }
  }

  /// Takes a picture that the other film has to the last bit, with all that it needs. Of one that cannot be decoded without faults, nobody knows
  /// what others make of it.
  func giveCopied(
    _ packet: [UInt8], _ time: Int, _ pass: () throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    unpaired.insert(time)
    try decodeBefore(packet, time)
    try compare(pass)
  }

  func finish(_ pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    try decoderBefore?.finish { (frame) throws(FaceBlurError) in try take(frame) }
    try compare(pass)
    while !waiting.isEmpty { try giveAfter() }
    try decoderAfter?.finish { (frame) throws(FaceBlurError) in after.append(frame) }
    try compare(pass)
    guard before.isEmpty, after.isEmpty, open == 0, unpaired.isEmpty else {
      throw .damagedRender("not all of its pictures can be decoded")
    }
  }

  private func decodeBefore(_ packet: [UInt8], _ time: Int) throws(FaceBlurError) {
    let decoder: VideoDecoder
    if let decoderBefore { decoder = decoderBefore } else { decoder = try makeBefore() }
    decoderBefore = decoder
    try decoder.decode(packet, time: time) { (frame) throws(FaceBlurError) in try take(frame) }
  }

  private func take(_ frame: VideoFrame) throws(FaceBlurError) {
    if unpaired.remove(frame.time) == nil {
      before.append(frame)
    } else if frame.isDamaged {
      throw .copiedDamage
    }
  }

  private func giveAfter() throws(FaceBlurError) {
    let next = waiting.removeFirst()
    let decoder: VideoDecoder
    if let decoderAfter { decoder = decoderAfter } else { decoder = try makeAfter() }
    decoderAfter = decoder
    try decoder.decode(next.packet, time: next.time) { (frame) throws(FaceBlurError) in after.append(frame) }
  }

  private func compare(_ pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    while !before.isEmpty {
      while after.isEmpty, !waiting.isEmpty { try giveAfter() }
      guard !after.isEmpty else { return }
      let (one, other) = (before.removeFirst(), after.removeFirst())
      guard one.time == other.time, one.time > lastTime else { throw .otherTimes }
      let isCopied = copied.remove(one.time) != nil
      if isCopied, one.isDamaged { throw .copiedDamage }
      guard !other.isDamaged else { throw .damagedRender("a picture of it refers to what is not there") }
      lastTime = one.time
      open -= 1
      if !isCopied {
        try frames.check(one, shows: other)
      } else if one.bytes != other.bytes {
        throw .changedOutside
      }
      try pass()
    }
  }
}

extension FaceBlurError {
  /// The render has a picture of its original that cannot be decoded without faults.
  static var copiedDamage: FaceBlurError {
    .damagedRender("a picture is copied that cannot be decoded without faults").cued(.copiedDamage)
  }
}
