internal import Glibc

/// Judges whether coded blocks are what some samples give when they are coded with certain quantisers.
///
/// An encoder divides each coefficient of the discrete cosine transform (ITU-T T.81, A.3.3) by its quantiser and rounds,
/// so a coded coefficient is off by half of its quantiser at most; anything farther was made from other samples.
struct BlockSpectrum {
  /// By sample, the basis at its eight frequencies: C(u) / 2 · cos((2x + 1)uπ / 16).
  private static let basis: [SIMD8<Float>] = (0..<8).map { sample in
    var frequencies = SIMD8<Float>()
    for frequency in 0..<8 {
      let scale = frequency == 0 ? 0.5.squareRoot() / 2 : 0.5
      frequencies[frequency] = Float(scale * cos(Double((2 * sample + 1) * frequency) * .pi / 16))
    }
    return frequencies
  }

  /// What an encoder's integers may be off by before it divides: no more than an eighth of a level of a block's mean.
  private static let slack: Float = 1

  private let basis = Self.basis
  /// By row of the block, in natural order.
  private let quantizers: [SIMD8<Float>]
  /// By row, the square of how far a coefficient may be off.
  private let limits: [SIMD8<Float>]

  /// - Parameter quantizers: 64, in natural order.
  init(quantizers: [UInt16]) {
    self.quantizers = (0..<8).map { row in
      var eight = SIMD8<Float>()
      for column in 0..<8 { eight[column] = Float(quantizers[8 * row + column]) }
      return eight
    }
    limits = self.quantizers.map { ($0 / 2 + Self.slack) * ($0 / 2 + Self.slack) }
  }

  /// Whether each coefficient is what the samples give, as near as its quantiser lets it be.
  /// - Parameters:
  ///   - samples: the block's upper left sample, 0…255.
  ///   - stride: how far apart its rows are.
  ///   - coefficients: 64, quantised, in natural order.
  func holds(
    _ samples: UnsafePointer<Float>, stride: Int, for coefficients: UnsafePointer<Int16>
  ) -> Bool {
    basis.withUnsafeBufferPointer { basis in
      let rows = UnsafeRawPointer(samples)
      let rowBytes = stride * MemoryLayout<Float>.stride
      for v in 0..<8 {
        // Down all eight columns at once, then across.
        var column = SIMD8<Float>()
        for y in 0..<8 {
          let row = rows.loadUnaligned(fromByteOffset: y * rowBytes, as: SIMD8<Float>.self) - 128
          column += row * basis[y][v]
        }
        var spectrum = SIMD8<Float>()
        for x in 0..<8 { spectrum += basis[x] * column[x] }
        let coded = UnsafeRawPointer(coefficients + 8 * v).loadUnaligned(as: SIMD8<Int16>.self)
        let difference = SIMD8<Float>(coded) * quantizers[v] - spectrum
        if any(difference * difference .> limits[v]) { return false }
      }
      return true
    }
  }
}
