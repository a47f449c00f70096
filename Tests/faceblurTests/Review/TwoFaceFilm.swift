import Foundation
import ImageProcessingKit
import TestSupport

/// A film of two seconds: a portrait that is seen in all of it, and another one that is seen in a single frame and so in doubt.
enum TwoFaceFilm {
  static let width = 640
  static let frames = 24
  /// The frame with the second face.
  static let seen = 12
  /// Where the faces are, in every frame that they are in.
  static let face = portrait(TestPhotos.astronautFace, of: 512, as: 300, x: 20, y: 30)
  static let doubtfulFace = portrait(TestPhotos.cameramanFace, of: 320, as: 130, x: 440, y: 20)
  /// Something else of the first portrait, and the frames in which a person hides it.
  static let drawnBox = PixelBox(x: 96, y: 234, width: 96, height: 72)
  static let drawn = 3...8
  /// The same in fractions of the picture.
  static let drawnRect = [0.15, 0.65, 0.15, 0.2]

  private static func portrait(_ face: PixelBox, of side: Int, as length: Int, x: Int, y: Int) -> PixelBox {
    PixelBox(
      x: x + face.x * length / side, y: y + face.y * length / side, width: face.width * length / side,
      height: face.height * length / side)
  }

  /// - Returns: its bytes.
  static func write(_ name: String, in scratch: ScratchFolder) throws -> [UInt8] {
    func photo(_ name: String) -> [String] {
      ["-loop", "1", "-framerate", "12", "-i", TestPhotos.folder.appending(path: name).path]
    }
    let inputs =
      photo("astronaut.jpg") + photo("cameraman.jpg")
      + ["-f", "lavfi", "-i", "color=gray:size=\(width)x360:rate=12"]
    let filter =
      "[0:v]scale=300:300[a];[1:v]scale=130:130[b];[2:v][a]overlay=x=20:y=30[c];"
      + "[c][b]overlay=x=440:y=20:enable='eq(n,\(seen))'[v]"
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-y"] + inputs + ["-filter_complex", filter, "-map", "[v]"]
        + ["-frames:v", "\(frames)", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        + ["-g", "8", "-bf", "2", name], in: scratch)
    return try scratch.read(name)
  }
}
