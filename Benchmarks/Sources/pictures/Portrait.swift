import ImageProcessingKit
import TestSupport

/// A person from one of the photos that ship with the project, to be placed in scenes.
struct Portrait {
  let picture: PixelBuffer
  let face: PixelBox
  /// By pixel, how much of it is the person, 0…1.
  private let cover: [Double]

  /// - Parameter outline: points around the person, in pixels; none for the whole picture.
  init(_ jpeg: [UInt8], face: PixelBox, outline: [(x: Double, y: Double)] = []) throws {
    picture = try TestPhotos.pixels(of: jpeg)
    self.face = face
    cover = Self.cover(of: outline, width: picture.width, height: picture.height)
  }

  static func astronaut() throws -> Portrait {
    try Portrait(
      TestPhotos.astronaut(), face: TestPhotos.astronautFace,
      outline: [
        (160, 118), (156, 100), (155, 75), (161, 57), (176, 47), (191, 36), (206, 24), (225, 17), (245, 18),
        (262, 24), (279, 34), (291, 50), (298, 70), (299, 92), (295, 108), (286, 121), (275, 131), (266, 135),
        (258, 160), (256, 173), (270, 185), (285, 200), (300, 222), (304, 236), (318, 242), (335, 257),
        (348, 282), (357, 320), (361, 348), (395, 344), (430, 351), (465, 376), (489, 415), (499, 460),
        (511, 511), (20, 511), (21, 430), (22, 390), (32, 340), (42, 290), (62, 260), (82, 240), (101, 217),
        (116, 204), (115, 191), (124, 172), (141, 156), (160, 150), (183, 149), (181, 135), (173, 126),
      ])
  }

  static func graceHopper() throws -> Portrait {
    try Portrait(
      TestPhotos.graceHopper(), face: TestPhotos.graceHopperFace,
      outline: [
        (154, 172), (154, 116), (162, 101), (174, 89), (180, 71), (192, 56), (215, 44), (223, 34), (240, 27),
        (258, 25), (280, 29), (294, 40), (325, 50), (344, 66), (352, 83), (367, 94), (370, 130), (369, 180),
        (374, 191), (370, 215), (364, 245), (358, 265), (360, 280), (351, 298), (338, 305), (330, 313),
        (345, 327), (380, 347), (430, 367), (475, 382), (491, 394), (499, 420), (509, 450), (511, 599),
        (12, 599), (17, 540), (30, 440), (42, 401), (54, 387), (82, 374), (140, 357), (180, 337), (198, 321),
        (203, 312), (200, 300), (187, 290), (170, 270), (164, 240), (157, 215), (154, 195),
      ])
  }

  /// In profile, with what is around him.
  static func cameraman() throws -> Portrait {
    try Portrait(TestPhotos.cameraman(), face: TestPhotos.cameramanFace)
  }

  /// The colour at a point and how much of it is the person; nil outside the picture.
  func sample(x: Double, y: Double) -> (color: Color, cover: Double)? {
    let (left, top) = (Int((x - 0.5).rounded(.down)), Int((y - 0.5).rounded(.down)))
    guard x >= 0, y >= 0, x < Double(picture.width), y < Double(picture.height) else { return nil }
    let (right, down) = (x - 0.5 - Double(left), y - 0.5 - Double(top))
    var color = Color.zero
    var all = 0.0
    for (row, weightDown) in [(top, 1 - down), (top + 1, down)] {
      for (column, weightAcross) in [(left, 1 - right), (left + 1, right)] {
        let (inX, inY) = (min(max(column, 0), picture.width - 1), min(max(row, 0), picture.height - 1))
        let weight = weightDown * weightAcross
        color += Color(picture[inX, inY]) * weight
        all += cover[inY * picture.width + inX] * weight
      }
    }
    return (color, all)
  }

  /// Even and odd crossings to the left (four looks at each pixel), then softened a little.
  private static func cover(of outline: [(x: Double, y: Double)], width: Int, height: Int) -> [Double] {
    guard let last = outline.last else { return [Double](repeating: 1, count: width * height) }
    var cover = [Double](repeating: 0, count: width * height)
    for look in 0..<4 * height {
      var crossings: [Double] = []
      let y = (Double(look) + 0.5) / 4
      var from = last
      for to in outline {
        if (from.y <= y) != (to.y <= y) {
          crossings.append(from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x))
        }
        from = to
      }
      crossings.sort()
      for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
        let first = max(Int(crossings[pair].rounded()), 0)
        for x in first..<max(first, min(Int(crossings[pair + 1].rounded()), width)) {
          cover[look / 4 * width + x] += 0.25
        }
      }
    }
    return softened(softened(cover, width: width, step: 1), width: width, step: width)
  }

  private static func softened(_ cover: [Double], width: Int, step: Int) -> [Double] {
    cover.indices.map { index in
      let (before, after) = (max(index - step, 0), min(index + step, cover.count - 1))
      return (cover[before] + 2 * cover[index] + cover[after]) / 4
    }
  }
}
