import Foundation
import TestSupport

@testable import ImageProcessingKit

/// A picture whose faces are hard to see, and where they are.
struct HardPicture {
  /// What hides a part of a face.
  enum Cover {
    case nothing, sunglasses, mask, wall
  }

  /// A portrait with a face that is partly hidden or badly lit.
  struct Portrait {
    var picture: PixelBuffer
    var face: PixelBox

    static func astronaut() throws -> Portrait {
      Portrait(picture: try TestPhotos.pixels(of: TestPhotos.astronaut()), face: TestPhotos.astronautFace)
    }

    static func graceHopper() throws -> Portrait {
      Portrait(picture: try TestPhotos.pixels(of: TestPhotos.graceHopper()), face: TestPhotos.graceHopperFace)
    }

    func covered(by cover: Cover) -> Portrait {
      let (part, color): ((x: ClosedRange<Double>, y: ClosedRange<Double>), (UInt8, UInt8, UInt8))
      switch cover {
      case .nothing: return self
      case .sunglasses: (part, color) = ((-0.1...1.1, 0.2...0.45), (20, 20, 20))
      case .mask: (part, color) = ((-0.05...1.05, 0.5...1.05), (200, 215, 225))
      case .wall: (part, color) = ((0.5...1.4, -0.3...1.3), (90, 80, 70))
      }
      func pixels(_ range: ClosedRange<Double>, _ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
        let ends = [range.lowerBound, range.upperBound].map { start + Int($0 * Double(length)) }
        return max(0, ends[0])..<min(limit, ends[1])
      }
      var result = self
      for y in pixels(part.y, face.y, face.height, picture.height) {
        for x in pixels(part.x, face.x, face.width, picture.width) { result.picture[x, y] = color }
      }
      return result
    }

    /// Every tone times a factor, plus a base.
    func toned(_ factor: Double, plus base: Double = 0) -> Portrait {
      var result = self
      func tone(_ value: UInt8) -> UInt8 { UInt8(min(255, Double(value) * factor + base)) }
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let (red, green, blue) = picture[x, y]
          result.picture[x, y] = (tone(red), tone(green), tone(blue))
        }
      }
      return result
    }

    /// Smaller, so that the face has this height.
    func shrunk(toFaceHeight height: Double) -> Portrait {
      let scale = height / Double(face.height)
      let size = (width: Double(picture.width) * scale, height: Double(picture.height) * scale)
      return Portrait(
        picture: AreaResampler.shrink(
          picture, extent: (Double(picture.width), Double(picture.height)), width: Int(size.width.rounded()),
          height: Int(size.height.rounded())),
        face: PixelBox(
          x: Int(Double(face.x) * scale), y: Int(Double(face.y) * scale),
          width: Int((Double(face.width) * scale).rounded(.up)), height: Int(height.rounded(.up))))
    }

    /// Only the face, and as much around it as a part of its size.
    func cut(around margin: Double) -> Portrait {
      let (dx, dy) = (Int(margin * Double(face.width)), Int(margin * Double(face.height)))
      let (left, top) = (max(0, face.x - dx), max(0, face.y - dy))
      let (right, bottom) = (
        min(picture.width, face.x + face.width + dx), min(picture.height, face.y + face.height + dy)
      )
      var part = PixelBuffer(width: right - left, height: bottom - top)
      part.paste(picture, x: -left, y: -top)
      return Portrait(picture: part, face: face.moved(x: -left, y: -top))
    }
  }

  var picture: PixelBuffer
  /// Upright and normalised.
  var faces: [NormalizedRect]

  init(_ portrait: Portrait) {
    picture = portrait.picture
    faces = [portrait.face.normalized(width: picture.width, height: picture.height)]
  }

  /// Rows of small faces, partly hidden and badly lit, and one of larger ones that are plain to see.
  static func crowd(_ cover: Cover, _ brightness: Double) throws -> HardPicture {
    let portraits = [try Portrait.astronaut(), try Portrait.graceHopper()]
    let hard = portraits.map { $0.covered(by: cover).toned(brightness) }
    var picture = TestPhotos.withoutFaces(width: 800, height: 420)
    var faces: [PixelBox] = []
    var top = 8
    for height in [13, 16, 20, 26, 46] {
      for column in 0..<6 {
        let portrait = (height == 46 ? portraits : hard)[column % 2]
          .shrunk(toFaceHeight: Double(height) * (1 + 0.04 * Double(column))).cut(around: 0.85)
        picture.paste(portrait.picture, x: 8 + 132 * column, y: top)
        faces.append(portrait.face.moved(x: 8 + 132 * column, y: top))
      }
      top += Int(Double(height) * 3.1) + 8
    }
    var result = HardPicture(Portrait(picture: picture, face: faces[0]))
    result.faces = faces.map { $0.normalized(width: picture.width, height: picture.height) }
    return result
  }

  /// Leaning by some degrees against the clock, on grey.
  static func leaning(_ portrait: Portrait, by degrees: Double) -> HardPicture {
    let side = 720
    var picture = PixelBuffer(width: side, height: side, red: 118, green: 118, blue: 118)
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let middle = (x: Double(portrait.picture.width) / 2, y: Double(portrait.picture.height) / 2)
    let half = Double(side) / 2
    for y in 0..<side {
      for x in 0..<side {
        let (dx, dy) = (Double(x) - half, Double(y) - half)
        let (sourceX, sourceY) = (
          Int((dx * cosine - dy * sine + middle.x).rounded(.down)),
          Int((dx * sine + dy * cosine + middle.y).rounded(.down))
        )
        guard (0..<portrait.picture.width).contains(sourceX), (0..<portrait.picture.height).contains(sourceY)
        else { continue }
        picture[x, y] = portrait.picture[sourceX, sourceY]
      }
    }
    let face = portrait.face
    let (dx, dy) = (
      Double(face.x) + Double(face.width) / 2 - middle.x, Double(face.y) + Double(face.height) / 2 - middle.y
    )
    // What is inside the face whichever way it leans.
    let core = 0.7 * Double(min(face.width, face.height))
    let center = (x: dx * cosine + dy * sine + half, y: -dx * sine + dy * cosine + half)
    var result = HardPicture(portrait)
    result.picture = picture
    result.faces = [
      NormalizedRect(
        x: (center.x - core / 2) / Double(side), y: (center.y - core / 2) / Double(side),
        width: core / Double(side), height: core / Double(side))
    ]
    return result
  }

  func turned(_ turn: Orientation) -> HardPicture {
    var result = self
    result.picture = turn.upright(picture)
    result.faces = faces.map(turn.upright(fromStored:))
    return result
  }

  /// Which of the faces the regions of some boxes hide.
  func hidden(by found: [DetectedFace]) -> Set<Int> {
    Set(
      faces.indices.filter { index in
        found.contains { box in
          let region = box.rect.scaled(by: ObscuringStrength.default.reach)
          return region.intersection(faces[index]).area >= 0.8 * faces[index].area
            && region.area < 8 * faces[index].area
        }
      })
  }
}
