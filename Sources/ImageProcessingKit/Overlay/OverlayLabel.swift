internal import CFaceDetection

/// What is written beside a face's box: its name, and its score where a person should look at it.
struct OverlayLabel {
  /// Capitals of fewer pixels are hard to read.
  static let leastLetters = 10
  /// Capitals are so much of the face's height, where that is not too small or too large.
  private static let shareOfBox = 6
  private static let shareOfPicture = 64

  let text: String
  /// Heights of a capital that it may have, the preferred one first, in pixels.
  let letters: [Int]
  /// Of the whole plate, for each of them.
  let sizes: [LabelLayout.Size]

  /// - Parameters:
  ///   - mark: what is labelled.
  ///   - box: the face in the picture.
  ///   - longSide: of the picture.
  /// - Throws: `FaceBlurError` where OpenCV is missing or fails.
  init(_ mark: OverlayMark, at box: PixelRect, inPictureOf longSide: Int) throws(FaceBlurError) {
    let text = mark.name + (mark.isDoubtful ? " " + Self.hundredths(mark.score) + "?" : "")
    let most = max(longSide / Self.shareOfPicture, Self.leastLetters)
    let wanted = min(max(box.height / Self.shareOfBox, Self.leastLetters), most)
    let letters = wanted > Self.leastLetters ? [wanted, Self.leastLetters] : [Self.leastLetters]
    let opencv = try OpenCVLibrary.open().functions.pointee
    var sizes: [LabelLayout.Size] = []
    for height in letters {
      var size: (width: Int32, height: Int32) = (0, 0)
      try DetectionShim.checked(path: nil) {
        opencv.measure_label(text, Int32(height), &size.width, &size.height, $0)
      }
      sizes.append(LabelLayout.Size(width: Int(size.width), height: Int(size.height)))
    }
    self.text = text
    self.letters = letters
    self.sizes = sizes
  }

  /// "0.93", without Foundation's formatter.
  private static func hundredths(_ score: Double) -> String {
    let value = Int((min(max(score, 0), 1) * 100).rounded())
    return "\(value / 100).\(value % 100 / 10)\(value % 10)"
  }
}
