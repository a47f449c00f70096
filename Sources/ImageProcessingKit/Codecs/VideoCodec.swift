/// What the pictures of a film are coded in.
enum VideoCodec: String, Sendable, Hashable, CaseIterable {
  case h264, hevc, vp9, av1
}
