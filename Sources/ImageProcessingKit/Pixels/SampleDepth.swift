extension UInt16 {
  /// A sample of 16 bits in 8, to the nearest.
  @inline(__always)
  var inEightBits: UInt8 { UInt8(truncatingIfNeeded: (UInt32(self) * 255 + 32_767) / 65_535) }
}
