/// How large a photo is looked at, so that a face of so many pixels is looked for whatever the photo's size.
///
/// Between the looks at the whole picture and those at its bands no size of face is left out: each is shown with 16 pixels or more
/// by some look that is believed about it.
enum DetectionScale {
  /// The long side in pixels of the photo of the smallest face that is looked for.
  static let smallestFace = 24.0
  /// How long that face is where it is looked for: of such faces YuNet sees 95 in 100 at a score of 0.1, of 12 pixels 85.
  static let smallestLookedAt = 16.0
  /// What is looked at of a photo's size in the finest look.
  static let finest = smallestLookedAt / smallestFace

  /// The longest photo that is looked at whole and nowhere closer.
  static let longestWhole = 4000
  /// The long side in pixels of the picture that is looked at whole, which has the half of that photo's: of a picture at half its
  /// size, enlarged, YuNet sees as many small faces as of the photo itself.
  static let wholePicture = longestWhole / 2

  /// The long side of the finest look at a whole picture.
  /// - Parameter least: what the effort looks at whatever the photo's size.
  static func finestLook(ofPhoto longSide: Int, atLeast least: Int) -> Int {
    max(least, Int((Double(min(longSide, longestWhole)) * finest).rounded(.up)))
  }
}
