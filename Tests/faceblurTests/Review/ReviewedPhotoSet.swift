import ImageProcessingKit
import TestSupport
import Testing

/// Thirty photos of which it is known what the quick looks of the tests find in them, scrubbed from `photos` to `out`.
struct ReviewedPhotoSet {
  /// A drawing that is taken for a face, at the same place in each of a burst.
  static let burst = (1...4).map { "burst/\($0).jpg" }
  static let drawing = PixelBox(x: 292, y: 210, width: 60, height: 70)
  /// A portrait that is too coarse to be found.
  static let missed = "missed.jpg"
  static let missedFace = PixelBox(x: 259, y: 112, width: 175, height: 210)
  /// A portrait of which only something doubtful is found.
  static let coarse = "coarse.jpg"
  static let count = 30

  /// What the scenarios are told of them.
  static var work: [String: Any] {
    [
      "false": place(drawing, in: burst[1]).merging(["alike": burst.count]) { $1 },
      "missed": place(missedFace, in: missed),
    ]
  }

  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for (index, name) in Self.burst.enumerated() {
      var picture = TestPhotos.withoutFaces()
      picture.drawFace(x: 320, y: 240)
      // What moves meanwhile.
      picture.fill(PixelBox(x: 8 * index, y: 8, width: 16, height: 16), (255, 255, 255))
      try write(picture, name)
    }
    var alone = TestPhotos.withoutFaces()
    alone.drawFace(x: 512, y: 240)
    try write(alone, "drawing.jpg")
    try Self.writeMissed(scratch, "photos/\(Self.missed)")
    try write(Self.coarse(try TestPhotos.astronaut(), x: 132, y: 17, side: 192, cell: 8), Self.coarse)
    try write(TestPhotos.group().picture, "group.jpg")
    try scratch.writeAstronaut("photos/portraits/collins.jpg")
    try scratch.writeGraceHopper("photos/portraits/hopper.jpg")
    try scratch.write(TestPhotos.cameraman(), "photos/portraits/man.jpg")
    for index in 0..<19 {
      try write(
        TestPhotos.small(index, width: 176 + index, hasFace: index % 2 == 0), "class/\(10 + index).jpg")
    }
    let outcome = try scratch.scrub("--jobs", "2")
    try #require(outcome.exitCode == 0 && outcome.output.contains("\(Self.count) scrubbed"))
    let report = try scratch.report()
    // Else the tests would show nothing.
    try #require(report[Self.missed]?.faces == 0, "the missed face is found now")
    for name in ["1.jpg", "2.jpg", "3.jpg", "4.jpg", "drawing.jpg", Self.coarse] {
      try #require(
        report[name]?.faces == 1 && report[name]?.doubtful == 1, "\(name) is not doubtful any more")
    }
  }

  private func write(_ picture: PixelBuffer, _ name: String) throws {
    try scratch.write(TestJPEG.encode(picture), "photos/\(name)")
  }

  static func writeMissed(_ scratch: ScratchFolder, _ name: String) throws {
    let picture = try coarse(try TestPhotos.graceHopper(), x: 120, y: 70, side: 288, cell: 16)
    try scratch.write(TestJPEG.encode(picture), name)
  }

  /// A square of a portrait in cells of its own means, on a drawn ground at x 200, y 60.
  private static func coarse(_ portrait: [UInt8], x: Int, y: Int, side: Int, cell: Int) throws -> PixelBuffer
  {
    let portrait = try TestPhotos.pixels(of: portrait)
    var picture = TestPhotos.withoutFaces()
    for top in stride(from: 0, to: side, by: cell) {
      for left in stride(from: 0, to: side, by: cell) {
        var (red, green, blue) = (0, 0, 0)
        for row in 0..<cell {
          for column in 0..<cell {
            let pixel = portrait[x + left + column, y + top + row]
            red += Int(pixel.red)
            green += Int(pixel.green)
            blue += Int(pixel.blue)
          }
        }
        let count = cell * cell
        picture.fill(
          PixelBox(x: 200 + left, y: 60 + top, width: cell, height: cell),
          (UInt8(red / count), UInt8(green / count), UInt8(blue / count)))
      }
    }
    return picture
  }

  /// A box in a photo of 640 × 480, as scenarios name it.
  static func place(_ box: PixelBox, in name: String, width: Int = 640, height: Int = 480) -> [String: Any] {
    let rect = box.normalized(width: width, height: height)
    return ["name": name, "rect": [rect.x, rect.y, rect.width, rect.height]]
  }

  /// What is published and what is kept of it, but for what an unfinished review keeps.
  func state() throws -> [String: String?] {
    try scratch.contentDigests().filter {
      !$0.key.hasPrefix("home") && !$0.key.hasPrefix("out.faceblur/review.sqlite")
    }
  }

  /// Forgets what an unfinished review has kept.
  func forgetDrafts() throws {
    for name in try scratch.names() where name.hasPrefix("out.faceblur/review.sqlite") {
      try scratch.remove(name)
    }
  }
}

extension PixelBuffer {
  fileprivate mutating func fill(_ box: PixelBox, _ color: (red: UInt8, green: UInt8, blue: UInt8)) {
    for y in box.y..<(box.y + box.height) {
      for x in box.x..<(box.x + box.width) { self[x, y] = color }
    }
  }

  /// Draws an oval with two eyes and a mouth, 80 pixels high.
  fileprivate mutating func drawFace(x centerX: Int, y centerY: Int) {
    func oval(_ x: Int, _ y: Int, _ across: Int, _ down: Int, _ color: (UInt8, UInt8, UInt8)) {
      for row in -down...down {
        for column in -across...across
        where column * column * down * down + row * row * across * across <= across * across * down * down {
          self[x + column, y + row] = (color.0, color.1, color.2)
        }
      }
    }
    oval(centerX, centerY, 31, 40, (225, 180, 150))
    for side in [-1, 1] { oval(centerX + 13 * side, centerY - 6, 5, 5, (40, 30, 30)) }
    fill(PixelBox(x: centerX - 11, y: centerY + 17, width: 23, height: 5), (160, 60, 60))
  }
}
