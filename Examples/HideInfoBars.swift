import ImageProcessingKit

/// Finds the black bar with date and place that wildlife cameras put at the bottom of their photos.
final class InfoBarDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "info-bar", modelSHA256: "", longSides: [1024], threshold: 0.5)
  let longestLook = 1024

  func faces(in picture: PixelBuffer) -> [DetectedFace] {
    let rows = (0..<picture.height).reversed().prefix { isBar($0, of: picture) }.count
    guard rows * 50 >= picture.height else { return [] }
    let height = Double(rows) / Double(picture.height)
    let bar = NormalizedRect(x: 0, y: 1 - height, width: 1, height: height)
    return [DetectedFace(rect: bar, score: 1, seenBy: ["info-bar"], kind: SubjectKind("info-bar"))]
  }

  /// Whether half of a row is black, whatever is written on it.
  private func isBar(_ y: Int, of picture: PixelBuffer) -> Bool {
    let black = (0..<picture.width).count { x in
      let pixel = picture[x, y]
      return max(pixel.red, pixel.green, pixel.blue) < 24
    }
    return black * 2 >= picture.width
  }
}

/// Hides the faces and the bar of a photo.
@main struct HideInfoBars {
  static func main() throws {
    guard let photo = CommandLine.arguments.dropFirst().first.map({ FilePath($0) }) else {
      return print("usage: HideInfoBars PHOTO")
    }
    let detector = CombinedDetector(try DetectorChoice.networks.makeDetector(), InfoBarDetector())
    var outputs = OutputGuard(originals: [photo])
    let report = try BlurPipeline(detector: detector).blur(photo, guardedBy: &outputs)
    for warning in report.warnings { print("\(photo): \(warning)") }
    print(report.applied.map { "\($0.kind) \($0.id)" }.joined(separator: ", "))
  }
}
