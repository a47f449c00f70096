internal import Glibc

/// The forward discrete cosine transform of an 8 × 8 block (ITU-T T.81, A.3.3), in floating point.
enum ForwardDCT {
  /// By frequency, then by sample: C(u) / 2 · cos((2x + 1)uπ / 16).
  private static let basis: [Double] = (0..<8).flatMap { frequency in
    let scale = frequency == 0 ? 0.5.squareRoot() / 2 : 0.5
    return (0..<8).map { sample -> Double in
      let angle = Double((2 * sample + 1) * frequency) * Double.pi / 16
      return scale * cos(angle)
    }
  }

  /// Transforms and quantises a block.
  /// - Parameters:
  ///   - samples: 64 samples, 0…255, row by row.
  ///   - quantizers: 64, in natural order.
  /// - Returns: 64 coefficients in natural order.
  static func quantized(_ samples: [Double], by quantizers: [UInt16]) -> [Int16] {
    var rows = [Double](repeating: 0, count: 64)
    var result = [Int16](repeating: 0, count: 64)
    basis.withUnsafeBufferPointer { basis in
      for y in 0..<8 {
        for u in 0..<8 {
          var sum = 0.0
          for x in 0..<8 { sum += (samples[y * 8 + x] - 128) * basis[u * 8 + x] }
          rows[y * 8 + u] = sum
        }
      }
      for v in 0..<8 {
        for u in 0..<8 {
          var sum = 0.0
          for y in 0..<8 { sum += rows[y * 8 + u] * basis[v * 8 + y] }
          result[v * 8 + u] = Int16(clamping: Int((sum / Double(max(quantizers[v * 8 + u], 1))).rounded()))
        }
      }
    }
    return result
  }
}

/// The order in which a block's coefficients are coded (ITU-T T.81, figure A.6).
enum ZigZag {
  /// By place in the code, the place in natural order.
  static let natural: [Int] = {
    // Along the diagonals, each the other way round than the one before.
    (0..<15).flatMap { diagonal in
      let places = (max(0, diagonal - 7)...min(diagonal, 7)).map { row in row * 8 + diagonal - row }
      return diagonal % 2 == 0 ? places.reversed() : Array(places)
    }
  }()
}
