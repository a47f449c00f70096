import Foundation
public import ImageProcessingKit

extension TestPhotos {
  /// A picture of everything around a camera, and what of one thing is in it.
  public struct AllAround {
    /// Twice as wide as high: the left and right edge are one place, where the camera's back was.
    public var picture: PixelBuffer
    /// Where the face is, in pixels.
    public private(set) var face: [(x: Int, y: Int)] = []

    public init(height: Int = 800) {
      picture = PixelBuffer(width: 2 * height, height: height)
      for y in 0..<height {
        for x in 0..<2 * height {
          // The edge is in the middle of one of them.
          let stripe: UInt8 = (x + height / 40) * 20 / height % 2 == 0 ? 40 : 0
          picture[x, y] = (60 + stripe, UInt8(y * 200 / height), 120)
        }
      }
    }

    /// Shows a portrait as if it stood there, upright, and looked at the camera.
    /// - Parameters:
    ///   - longitude: in degrees, to the right of the middle.
    ///   - latitude: in degrees, negative below the camera.
    ///   - degrees: how high the face is.
    ///   - surroundings: how many times as large as the face what is shown of it is.
    public mutating func place(
      _ portrait: PixelBuffer, _ face: PixelBox, longitude: Double, latitude: Double, degrees: Double,
      surroundings: Double = 2.2
    ) {
      let radians = Double.pi / 180
      let scale = Double(face.height) / (2 * tan(degrees / 2 * radians))
      let (centreX, centreY) = (
        Double(face.x) + Double(face.width) / 2, Double(face.y) + Double(face.height) / 2
      )
      let (sine, cosine) = (sin(latitude * radians), cos(latitude * radians))
      self.face = []
      for y in 0..<picture.height {
        let up = (0.5 - (Double(y) + 0.5) / Double(picture.height)) * .pi
        for x in 0..<picture.width {
          let across = ((Double(x) + 0.5) / Double(picture.width) * 2 - 1) * .pi - longitude * radians
          // Gnomonic projection (Snyder, Map Projections: A Working Manual, equations 5-3, 22-4 and 22-5).
          let nearness = sine * sin(up) + cosine * cos(up) * cos(across)
          guard nearness > 0.2 else { continue }
          let right = cos(up) * sin(across) / nearness * scale
          let down = -(cosine * sin(up) - sine * cos(up) * cos(across)) / nearness * scale
          let (inFaceX, inFaceY) = (2 * right / Double(face.width), 2 * down / Double(face.height))
          guard max(abs(inFaceX), abs(inFaceY)) < surroundings else { continue }
          let (column, row) = (Int((centreX + right).rounded(.down)), Int((centreY + down).rounded(.down)))
          guard (0..<portrait.width).contains(column), (0..<portrait.height).contains(row) else { continue }
          picture[x, y] = portrait[column, row]
          if inFaceX * inFaceX + inFaceY * inFaceY < 1 { self.face.append((x, y)) }
        }
      }
    }

    /// How much of the face lies in some boxes, 0 to 1.
    public func shareOfFace(in rects: [NormalizedRect]) -> Double {
      let hidden = face.count { place in
        let x = (Double(place.x) + 0.5) / Double(picture.width)
        let y = (Double(place.y) + 0.5) / Double(picture.height)
        return rects.contains { $0.x <= x && x < $0.maxX && $0.y <= y && y < $0.maxY }
      }
      return Double(hidden) / Double(max(face.count, 1))
    }
  }
}
