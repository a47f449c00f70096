/// Two films that are decoded in step, and their frames compared.
///
/// What is held at once is what decoders hold back: no more frames than a picture may refer to, and no more packets.
final class FramePairs {
  private let makeBefore: () throws(FaceBlurError) -> VideoDecoder
  private let makeAfter: () throws(FaceBlurError) -> VideoDecoder
  private let frames: FrameCheck
  private var decoders: (before: VideoDecoder, after: VideoDecoder)?
  private var before: [VideoFrame] = []
  private var after: [VideoFrame] = []
  private var waiting: [(packet: [UInt8], time: Int)] = []
  private var lastTime = Int.min
  private var open = 0
  /// Times of pictures that are the same to the last bit.
  private var copied: Set<Int> = []

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
    if decoders == nil { decoders = (try makeBefore(), try makeAfter()) }
    waiting.append((other, otherTime))
    open += 1
    if isCopied { copied.insert(otherTime) }
    try decoders?.before.decode(packet, time: time) { (frame) throws(FaceBlurError) in before.append(frame) }
    try compare(pass)
    guard waiting.count <= Self.most, before.count <= Self.most else {
      throw .damagedRender("its pictures come too late")
    }
  }

  func finish(_ pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    guard let decoders else { return }
    try decoders.before.finish { (frame) throws(FaceBlurError) in before.append(frame) }
    try compare(pass)
    while !waiting.isEmpty { try giveAfter() }
    try decoders.after.finish { (frame) throws(FaceBlurError) in after.append(frame) }
    try compare(pass)
    guard before.isEmpty, after.isEmpty, open == 0 else {
      throw .damagedRender("not all of its pictures can be decoded")
    }
  }

  private func giveAfter() throws(FaceBlurError) {
    let next = waiting.removeFirst()
    try decoders?.after.decode(next.packet, time: next.time) { (frame) throws(FaceBlurError) in
      after.append(frame)
    }
  }

  private func compare(_ pass: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    while !before.isEmpty {
      while after.isEmpty, !waiting.isEmpty { try giveAfter() }
      guard !after.isEmpty else { return }
      let (one, other) = (before.removeFirst(), after.removeFirst())
      guard one.time == other.time, one.time > lastTime else { throw .otherTimes }
      guard !other.isDamaged else { throw .damagedRender("a picture of it refers to what is not there") }
      lastTime = one.time
      open -= 1
      if copied.remove(one.time) == nil {
        try frames.check(one, shows: other)
      } else if one.bytes != other.bytes {
        throw .changedOutside
      }
      try pass()
    }
  }
}
