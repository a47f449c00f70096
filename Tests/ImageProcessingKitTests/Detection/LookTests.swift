import CFaceDetection
import COpenCVTestSupport
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What the networks are shown is bit for bit what OpenCV would show them: the thresholds were fitted to that.
@Suite struct LookTests {
  private static let sizes = [
    (1, 1), (1, 700), (3, 2), (31, 57), (64, 64), (200, 151), (400, 300), (640, 480), (1023, 767), (1500, 40),
  ]
  private static let longSides = [32, 64, 100, 200, 320, 341, 640, 641]

  /// A picture with gradients, edges and noise.
  private static func picture(width: Int, height: Int) -> PixelBuffer {
    var random = SplitMix(seed: UInt64(width * 7919 + height))
    return PixelBuffer(width: width, height: height) { bytes in
      for index in 0..<bytes.count {
        let x = index / 3 % width
        let noise = Int(random.next() % 24)
        bytes[index] = UInt8(truncatingIfNeeded: x / 16 % 2 == 0 ? x + index % 3 * 40 + noise : 255 - noise)
      }
    }
  }

  private static func withView<Result>(of picture: PixelBuffer, _ body: (fbd_picture) -> Result) -> Result? {
    picture.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { start in
        body(
          fbd_picture(
            pixels: start, width: Int32(picture.width), height: Int32(picture.height),
            stride: picture.width * PixelBuffer.channels))
      }
    }
  }

  /// - Parameter portably: whether it is made with the instructions that every processor has.
  private static func ours(
    _ picture: PixelBuffer, longSide: Int, degrees: Int, portably: Bool = false
  ) -> [UInt8]? {
    var message = fbd_message()
    return withView(of: picture) { view -> [UInt8]? in
      var (width, height): (Int32, Int32) = (0, 0)
      guard fbd_look_size(view, Int32(longSide), Int32(degrees), &width, &height, &message) == .ok else {
        return nil
      }
      var look = [UInt8](repeating: 1, count: Int(width * height) * PixelBuffer.channels)
      let status = look.withUnsafeMutableBufferPointer { look -> fbd_status in
        guard let start = look.baseAddress else { return .invalidArgument }
        let canvas = fbd_canvas(
          pixels: start, width: width, height: height, stride: Int(width) * PixelBuffer.channels)
        let (side, turn) = (Int32(longSide), Int32(degrees))
        return portably
          ? fbd_look_portably(view, side, turn, canvas, &message)
          : fbd_look(view, side, turn, canvas, &message)
      }
      return status == .ok ? look : nil
    } ?? nil
  }

  private static func theirs(_ picture: PixelBuffer, longSide: Int, degrees: Int) -> [UInt8] {
    let scale = Double(longSide) / Double(max(picture.width, picture.height))
    func length(_ pixels: Int) -> Int32 {
      Int32(max(1, (Double(pixels) * scale).rounded(.toNearestOrEven)))
    }
    // Turned, no side is longer than both together.
    var look = [UInt8](repeating: 2, count: 4 * (longSide + 1) * (longSide + 1) * PixelBuffer.channels)
    let count = opencv_look(
      picture.bytes, Int32(picture.width), Int32(picture.height), length(picture.width),
      length(picture.height),
      Int32(degrees), &look, look.count)
    return Array(look.prefix(count))
  }

  @Test(arguments: sizes)
  func scalesAsOpenCVDoes(width: Int, height: Int) throws {
    let picture = Self.picture(width: width, height: height)
    for longSide in Self.longSides + [width, max(width / 2, 32), max(width / 3, 32)] where longSide >= 32 {
      let expected = Self.theirs(picture, longSide: longSide, degrees: 0)
      for portably in [false, true] {
        let look = try #require(Self.ours(picture, longSide: longSide, degrees: 0, portably: portably))
        #expect(look == expected, "\(longSide)")
      }
    }
  }

  @Test(arguments: [1, 30, 45, 89, 90, 91, 135, 180, 200, 270, 315, 359])
  func turnsAsOpenCVDoes(degrees: Int) throws {
    for (width, height) in Self.sizes {
      let picture = Self.picture(width: width, height: height)
      for longSide in [64, 320] {
        let expected = Self.theirs(picture, longSide: longSide, degrees: degrees)
        for portably in [false, true] {
          let look = try #require(
            Self.ours(picture, longSide: longSide, degrees: degrees, portably: portably))
          #expect(look == expected, "\(width)x\(height), \(longSide)")
        }
      }
    }
  }

  @Test(arguments: [(31, 0), (8193, 0), (64, -1), (64, 360)])
  func refusesSizesAndTurnsThatMakeNoSense(longSide: Int, degrees: Int) {
    #expect(Self.ours(Self.picture(width: 40, height: 30), longSide: longSide, degrees: degrees) == nil)
  }
}
