/// The code of one picture of a film, as its encoder gave it.
struct CodedFrame: Sendable, Hashable {
  /// NAL units, each behind its length in 4 bytes: the picture's slices, and nothing else.
  let bytes: [UInt8]
  /// Whether decoding can begin here, and nothing behind it refers to what is before: an IDR picture.
  let isKey: Bool

  init(bytes: [UInt8], isKey: Bool) {
    self.bytes = bytes
    self.isKey = isKey
  }

  /// - Parameters:
  ///   - bytes: that an encoder gave.
  ///   - codec: H.264 or HEVC.
  /// - Returns: nil where there is something else than the slices of one picture.
  init?(_ bytes: [UInt8], of codec: VideoCodec) {
    guard let units = CodedUnits.all(in: bytes) else { return nil }
    let kinds = Set(units.map { CodedUnits.kind(of: $0, in: codec) })
    guard kinds.count == 1, let kind = kinds.first, case .slice(let isKey) = kind else { return nil }
    self.init(bytes: bytes, isKey: isKey)
  }
}
