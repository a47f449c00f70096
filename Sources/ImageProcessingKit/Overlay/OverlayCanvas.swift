internal import CFaceDetection

/// A picture that boxes, lines and labels are drawn on.
struct OverlayCanvas {
  enum Color {
    case face
    case doubtful
    case region

    fileprivate var value: fbo_color {
      switch self {
      case .face: fbo_color(red: 255, green: 214, blue: 10)
      case .doubtful: fbo_color(red: 255, green: 105, blue: 45)
      case .region: fbo_color(red: 48, green: 209, blue: 88)
      }
    }
  }

  private(set) var picture: PixelBuffer

  init(_ picture: PixelBuffer) { self.picture = picture }

  /// Draws the outline of a box, inward from its edge.
  mutating func draw(_ box: PixelRect, thickness: Int, _ color: Color) throws(FaceBlurError) {
    try withCanvas { opencv, canvas, message in
      opencv.draw_box(
        canvas, Int32(box.x), Int32(box.y), Int32(box.width), Int32(box.height), Int32(thickness),
        color.value, message)
    }
  }

  /// Draws a line between the two rectangles, where they are nearest.
  mutating func drawLine(from label: PixelRect, to box: PixelRect, _ color: Color) throws(FaceBlurError) {
    func nearest(_ a: Range<Int>, _ b: Range<Int>) -> (Int, Int) {
      if a.upperBound <= b.lowerBound { return (a.upperBound - 1, b.lowerBound) }
      if b.upperBound <= a.lowerBound { return (a.lowerBound, b.upperBound - 1) }
      let middle = (max(a.lowerBound, b.lowerBound) + min(a.upperBound, b.upperBound)) / 2
      return (middle, middle)
    }
    let (fromX, toX) = nearest(label.x..<label.maxX, box.x..<box.maxX)
    let (fromY, toY) = nearest(label.y..<label.maxY, box.y..<box.maxY)
    try withCanvas { opencv, canvas, message in
      opencv.draw_line(
        canvas, Int32(fromX), Int32(fromY), Int32(toX), Int32(toY), 1, color.value, message)
    }
  }

  /// Draws a label's text on a plate in the upper left corner of its place.
  mutating func draw(
    _ text: String, letters: Int, at place: PixelRect, _ color: Color
  ) throws(FaceBlurError) {
    try withCanvas { opencv, canvas, message in
      opencv.draw_label(
        canvas, text, Int32(place.x), Int32(place.y), Int32(letters), color.value, message)
    }
  }

  private mutating func withCanvas(
    _ draw: (fbo_functions, fbd_canvas, UnsafeMutablePointer<fbd_message>) -> fbd_status
  ) throws(FaceBlurError) {
    let opencv = try OpenCVLibrary.open().functions.pointee
    let (width, height) = (picture.width, picture.height)
    try picture.withUnsafeMutableBytes { (bytes) throws(FaceBlurError) in
      guard let base = bytes.baseAddress else { throw FaceBlurError.outOfMemoryForDetection }
      let canvas = fbd_canvas(
        pixels: base, width: Int32(width), height: Int32(height), stride: width * PixelBuffer.channels)
      try DetectionShim.checked(path: nil) { draw(opencv, canvas, $0) }
    }
  }
}

extension PixelBuffer {
  /// The picture with so many pixels for each one across and down.
  func enlarged(by factor: Int) -> PixelBuffer {
    guard factor > 1 else { return self }
    let length = width * factor * Self.channels
    return PixelBuffer(width: width * factor, height: height * factor) { target in
      for y in 0..<height {
        let row = y * factor * length
        for x in 0..<width {
          let from = (y * width + x) * Self.channels
          for copy in 0..<factor {
            let to = row + (x * factor + copy) * Self.channels
            for channel in 0..<Self.channels { target[to + channel] = bytes[from + channel] }
          }
        }
        for copy in 1..<factor {
          for index in 0..<length { target[row + copy * length + index] = target[row + index] }
        }
      }
    }
  }
}
