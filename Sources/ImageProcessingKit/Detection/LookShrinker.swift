internal import CFaceDetection

/// Brings pictures down for looks: as `AreaResampler` does, and several sums at a time where the processor can.
enum LookShrinker {
  /// The whole picture with a long side of so many pixels; never enlarged.
  static func shrink(_ picture: PixelBuffer, toLongSide longSide: Int) -> PixelBuffer {
    averaged(picture, toLongSide: longSide) ?? AreaResampler.shrink(picture, toLongSide: longSide)
  }

  /// Nil where that is not brought down, or the processor cannot.
  private static func averaged(_ picture: PixelBuffer, toLongSide longSide: Int) -> PixelBuffer? {
    guard fbd_can_average() != 0, longSide < max(picture.width, picture.height) else { return nil }
    let size = AreaResampler.size(of: picture, toLongSide: longSide)
    let columns = AreaResampler.Taps(from: picture.width, extent: Double(picture.width), to: size.width)
    let rows = AreaResampler.Taps(from: picture.height, extent: Double(picture.height), to: size.height)
    var isShrunk = false
    let shrunk = PixelBuffer(width: size.width, height: size.height) { target in
      isShrunk = average(picture, columns, rows, size, into: target)
      if !isShrunk { target.update(repeating: 0) }
    }
    return isShrunk ? shrunk : nil
  }

  private static func average(
    _ picture: PixelBuffer, _ columns: AreaResampler.Taps, _ rows: AreaResampler.Taps,
    _ size: (width: Int, height: Int), into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Bool {
    withShares(of: columns) { columns in
      withShares(of: rows) { rows in
        picture.bytes.withUnsafeBufferPointer { bytes in
          guard let pixels = bytes.baseAddress, let base = target.baseAddress else { return false }
          let source = fbd_picture(
            pixels: pixels, width: Int32(picture.width), height: Int32(picture.height),
            stride: picture.width * PixelBuffer.channels)
          let canvas = fbd_canvas(
            pixels: base, width: Int32(size.width), height: Int32(size.height),
            stride: size.width * PixelBuffer.channels)
          var message = fbd_message()
          return fbd_average(source, columns, rows, canvas, &message) == .ok
        }
      }
    }
  }

  private static func withShares(of taps: AreaResampler.Taps, _ body: (fbd_shares) -> Bool) -> Bool {
    var isDone = false
    taps.withTables { firsts, starts, weights in
      guard let firsts = firsts.baseAddress, let starts = starts.baseAddress,
        let weights = weights.baseAddress
      else { return }
      isDone = body(fbd_shares(firsts: firsts, starts: starts, shares: weights))
    }
    return isDone
  }
}
