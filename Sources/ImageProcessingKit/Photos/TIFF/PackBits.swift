/// Runs of equal bytes and of different ones (TIFF 6.0, section 9).
enum PackBits {
  /// Fills the target.
  /// - Returns: whether nothing but the target's bytes is in the code, and nothing behind it.
  /// - Throws: `FaceBlurError` where the code ends before the target is full.
  static func decode(
    _ code: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(FaceBlurError) -> Bool {
    var place = 0
    var written = 0
    var hasNothings = false
    while written < target.count {
      guard place < code.count else { throw .truncatedPhoto("a strip or tile ends too early") }
      let head = Int(Int8(bitPattern: code[place]))
      place += 1
      // It stands for nothing.
      if head == -128 {
        hasNothings = true
        continue
      }
      let count = head < 0 ? 1 - head : head + 1
      let taken = min(count, target.count - written)
      let needed = head < 0 ? 1 : taken
      guard needed <= code.count - place else { throw .truncatedPhoto("a strip or tile ends too early") }
      for index in 0..<taken { target[written + index] = code[place + (head < 0 ? 0 : index)] }
      place += needed
      written += taken
      guard taken == count else { return false }
    }
    return place == code.count && !hasNothings
  }

  /// As many bytes may become of some rows.
  static func bound(_ count: Int, rowBytes: Int) -> Int {
    let rows = count / max(rowBytes, 1)
    return count + rows * (rowBytes / 128 + 1)
  }

  /// Encodes rows, each by itself.
  /// - Parameter target: has room for `bound` bytes.
  /// - Returns: bytes of the code.
  static func encode(
    _ rows: UnsafeBufferPointer<UInt8>, rowBytes: Int, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var count = 0
    func put(_ byte: UInt8) {
      target[count] = byte
      count += 1
    }
    for start in stride(from: 0, to: rows.count, by: rowBytes) {
      let end = start + rowBytes
      /// The first of the different bytes that are not written yet.
      var literals = start
      var place = start
      func putLiterals() {
        while literals < place {
          let length = min(place - literals, 128)
          put(UInt8(length - 1))
          for index in literals..<(literals + length) { put(rows[index]) }
          literals += length
        }
      }
      while place < end {
        var runEnd = place + 1
        while runEnd < end, runEnd - place < 128, rows[runEnd] == rows[place] { runEnd += 1 }
        // A run of two between different bytes saves nothing.
        guard runEnd - place > 2 || runEnd - place == 2 && literals == place else {
          place = runEnd
          continue
        }
        putLiterals()
        put(UInt8(bitPattern: Int8(1 - (runEnd - place))))
        put(rows[place])
        place = runEnd
        literals = place
      }
      putLiterals()
    }
    return count
  }
}
