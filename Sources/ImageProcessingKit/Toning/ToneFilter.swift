/// A change of a picture's tones.
///
/// A new filter is one new file that conforms to this, and a setting in `ToneFilters` with its place in `ordered`.
protocol ToneFilter: Sendable {
  /// Whether it leaves every picture as it is.
  var isNeutral: Bool { get }

  /// - Throws: `FaceBlurError` of kind `filterOutOfRange` where a setting is no number from 0 to 1.
  func validate() throws(FaceBlurError)

  /// The filter made ready for a picture.
  ///
  /// Pictures come as they are stored, in any orientation and at any size, and must look the same in all of them: a
  /// filter that depends on the place must be symmetric about the centre, or it needs the orientation, too.
  /// - Parameters:
  ///   - width: the picture's size in pixels.
  ///   - height: as `width`.
  func prepared(width: Int, height: Int) -> any RowToner
}

/// A filter that is ready to be applied. Integers alone decide every sample, so the same picture gives the same bytes
/// on every machine.
protocol RowToner: Sendable {
  /// Changes a row in place.
  /// - Parameters:
  ///   - row: interleaved 8-bit RGB.
  ///   - y: the row's number from the top.
  func tone(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int)

  /// The same in 16 bits, 0…65535.
  func tone(_ row: UnsafeMutableBufferPointer<UInt16>, y: Int)
}
