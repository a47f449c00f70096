/// What the configurations of H.264 and HEVC have in common.
enum ParameterUnits {
  /// Why pictures are not copied of which a part is cut away.
  static let hiddenPart = "its code holds more of the pictures than is shown"

  private static let maxBytes = 4096

  /// What a parameter set says, without the bytes that are only there against start codes (ITU-T H.264 and H.265, 7.4.2).
  /// - Parameter bytes: behind the head of its unit.
  /// - Throws: `FaceBlurError` where they are too many.
  static func payload(_ bytes: ArraySlice<UInt8>) throws(FaceBlurError) -> [UInt8] {
    guard bytes.count <= maxBytes else { throw .unsupportedFilm("a parameter set is longer than 4 KB") }
    return EmulationPrevention.removed(from: bytes)
  }

  /// - Parameter byte: whose two lowest bits are one less than the bytes of a unit's length.
  /// - Throws: `FaceBlurError` where they are three, which may not be.
  static func checkLengthSize(_ byte: Int) throws(FaceBlurError) {
    guard byte & 3 != 2 else { throw .damagedFilm("the parts of its pictures have lengths of 3 bytes") }
  }

  /// What is left of a coded picture where its margins are cut off.
  /// - Parameters:
  ///   - width: as coded, in pixels.
  ///   - height: likewise.
  ///   - margins: left, right, top and bottom.
  ///   - step: pixels that one of a margin stands for.
  /// - Throws: `FaceBlurError` where nothing is left.
  static func size(
    width: Int, height: Int, margins: [Int], step: (x: Int, y: Int)
  ) throws(FaceBlurError) -> CodedForm.Size {
    guard margins.allSatisfy({ $0 <= FilmLimits.maxSide }) else {
      throw .damagedFilm("a parameter set shows nothing")
    }
    let size = CodedForm.Size(
      width: width - step.x * (margins[0] + margins[1]), height: height - step.y * (margins[2] + margins[3]))
    guard size.width > 0, size.height > 0 else { throw .damagedFilm("a parameter set shows nothing") }
    return size
  }

  /// Whether more of a coded picture is cut away than what fills up its last blocks. What is cut away is not looked at, and lies in copied
  /// pictures, where anybody can have it shown.
  /// - Parameters:
  ///   - margins: left, right, top and bottom.
  ///   - step: pixels that one of a margin stands for.
  ///   - block: the pixels to which encoders fill up.
  static func hidesPart(margins: [Int], step: (x: Int, y: Int), block: (x: Int, y: Int)) -> Bool {
    margins[0] > 0 || margins[2] > 0 || step.x * margins[1] >= block.x || step.y * margins[3] >= block.y
  }

  /// - Throws: `FaceBlurError` where there is none, or pictures of several forms are to come.
  static func onlyForm(_ forms: [CodedForm]) throws(FaceBlurError) -> CodedForm {
    guard let first = forms.first else {
      throw .unsupportedFilm("its tracks do not say how its pictures are coded, but the pictures themselves")
    }
    guard forms.allSatisfy({ $0 == first }) else {
      throw .unsupportedFilm("its pictures change their size or form on the way")
    }
    return first
  }
}
