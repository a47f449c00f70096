import TestSupport

@testable import ImageProcessingKit

/// PPMs that tests build.
enum PPMFile {
  static func header(_ width: Int, _ height: Int, largest: Int = 255, comment: String? = nil) -> [UInt8] {
    Array("P6\n\(comment.map { "#\($0)\n" } ?? "")\(width) \(height)\n\(largest)\n".utf8)
  }

  static func encode(_ picture: PixelBuffer, comment: String? = nil) -> [UInt8] {
    header(picture.width, picture.height, comment: comment) + picture.bytes
  }

  /// What nobody but the photo has.
  static let comment = " taken by Ada at 59.33 N"

  /// 117 × 101 pixels, which no unit divides.
  static func photo(seed: UInt64 = 11) -> [UInt8] {
    encode(GatedRender.picture(seed: seed), comment: comment)
  }

  /// Where the first sample of a pixel of a render is, whose header is as short as can be.
  static func place(ofPixel x: Int, _ y: Int, in render: [UInt8], width: Int = 117, height: Int = 101) -> Int
  {
    render.count - 3 * width * height + 3 * (y * width + x)
  }
}

/// Sees a face at one place of every picture, and none beside a region.
final class OneFaceDetector: FaceDetecting {
  static let face = NormalizedRect(x: 0.35, y: 0.3, width: 0.25, height: 0.3)

  let identity = DetectorIdentity(name: "fixed", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 640

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    [DetectedFace(rect: Self.face, score: 0.9)]
  }

  func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] { [] }
}

extension PPMPhoto {
  /// A photo in memory.
  init(_ file: [UInt8], limits: ImageLimits) throws(FaceBlurError) {
    try self.init(FileBytes(file), limits: limits)
  }
}
