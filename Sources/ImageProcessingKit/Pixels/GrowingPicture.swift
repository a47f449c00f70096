/// A picture that one thread makes from the top, while others read the rows that are there.
///
/// It is a picture as any other one in the end, and no copy of it: whoever reads it sees the memory that it is made in.
package final class GrowingPicture: Sendable {
  /// Where a picture lies and how large it is.
  struct Place: @unchecked Sendable {
    // Rows are written before they are told of, and read afterwards; a mutex is between both. The memory stays as long as somebody reads.
    let base: UnsafePointer<UInt8>
    let width: Int
    let height: Int
  }

  private struct State {
    /// Nil before the first row is begun, and where there never is one.
    var place: Place?
    var rows = 0
    var readers = 0
    /// Whether no further row comes.
    var isOver = false
    /// Keeps the memory.
    var picture: PixelBuffer?
  }

  private let state = Monitor(State())

  package init() {}

  /// Makes the picture.
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: likewise.
  ///   - write: writes all bytes, row by row, and tells after each how many rows are there.
  /// - Throws: what `write` throws; nobody reads any more then.
  func make<Failure: Error>(
    width: Int, height: Int,
    _ write: (UnsafeMutableBufferPointer<UInt8>, _ made: (Int) -> Void) throws(Failure) -> Void
  ) throws(Failure) -> PixelBuffer {
    let picture = try PixelBuffer(width: width, height: height) { (target) throws(Failure) in
      if let base = target.baseAddress {
        let place = Place(base: UnsafePointer(base), width: width, height: height)
        state.update { $0.place = place }
      }
      do throws(Failure) {
        try write(target) { rows in state.update { $0.rows = rows } }
      } catch {
        // The memory goes with the error.
        end()
        _ = state.wait { $0.readers == 0 ? true : nil }
        state.update { $0.place = nil }
        throw error
      }
    }
    state.update { state in
      precondition(
        picture.bytes.withUnsafeBufferPointer { $0.baseAddress } == state.place?.base,
        "an array that was not written to lies where it lay")
      state.picture = picture
      state.rows = height
    }
    return picture
  }

  /// Says that no further row comes. Where none was made, nobody waits any longer for one.
  func end() { state.update { $0.isOver = true } }

  /// Lends the picture to somebody who asks for each row before reading it. Waits until it has been begun.
  /// - Returns: what the closure returns; nil where the picture is made in another way, or not at all.
  func read<Value, Failure: Error>(
    _ body: (Place) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let lent = state.wait { state -> Place?? in
      if let place = state.place, !state.isOver || state.picture != nil {
        state.readers += 1
        return .some(place)
      }
      return state.isOver ? .some(nil) : nil
    }
    guard let lent else { return nil }
    defer { state.update { $0.readers -= 1 } }
    return try body(lent)
  }

  /// Waits until so many rows are there.
  /// - Returns: false where they never will be.
  func wait(forRows rows: Int) -> Bool {
    state.wait { state in state.rows >= rows ? true : state.isOver ? false : nil }
  }

  /// Whether a picture is this one when it was done, as it was then.
  func became(_ picture: PixelBuffer) -> Bool {
    guard let own = state.update({ $0.picture }) else { return false }
    // Nobody writes to memory that is shared, so what lies at the same place is the same.
    return own.width == picture.width && own.height == picture.height
      && own.bytes.withUnsafeBufferPointer { $0.baseAddress }
        == picture.bytes.withUnsafeBufferPointer { $0.baseAddress }
  }
}
