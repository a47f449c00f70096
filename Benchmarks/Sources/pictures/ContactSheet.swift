@testable import ImageProcessingKit
import TestSupport

/// Pictures side by side in rows, with captions.
struct ContactSheet {
  struct Row {
    let caption: String
    let pictures: [PixelBuffer]
  }

  private(set) var picture: PixelBuffer

  /// Of one picture, in pixels. It begins and ends with a coding unit of the page, as captions and gaps do: sharp edges cost
  /// nothing there.
  private static let side = 208
  private static let gap = 16
  private static let captionHeight = 16
  /// Of a capital.
  private static let letters = 9

  init(columns: [String], rows: [Row]) throws {
    let step = (x: Self.side + Self.gap, y: Self.captionHeight + Self.side)
    picture = PixelBuffer(
      width: columns.count * step.x + Self.gap, height: Self.captionHeight + rows.count * step.y,
      red: 255, green: 255, blue: 255)
    for (index, column) in columns.enumerated() {
      try write(column, x: Self.gap + index * step.x, y: 0)
    }
    for (index, row) in rows.enumerated() {
      let top = Self.captionHeight + index * step.y
      try write(row.caption, x: Self.gap, y: top)
      for (column, shown) in row.pictures.enumerated() {
        picture.paste(
          AreaResampler.shrink(shown, toLongSide: Self.side), x: Self.gap + column * step.x,
          y: top + Self.captionHeight)
      }
    }
  }

  func encoded() throws -> [UInt8] {
    try TestJPEG.encode(
      picture,
      TestJPEG.Kind {
        $0.quality = 60
        $0.hasOptimizedTables = true
      })
  }

  /// Black on white: the overlay's labels are black on a yellow that has all of the red which white has.
  private mutating func write(_ text: String, x: Int, y: Int) throws {
    var canvas = OverlayCanvas(
      PixelBuffer(width: picture.width - x, height: Self.captionHeight, red: 255, green: 255, blue: 255))
    try canvas.draw(
      text, letters: Self.letters,
      at: PixelRect(x: 0, y: 0, width: canvas.picture.width, height: Self.captionHeight), .face)
    for row in 0..<Self.captionHeight {
      for column in 0..<canvas.picture.width {
        let ink = canvas.picture[column, row].red
        if ink < 255 { picture[x + column, y + row] = (ink, ink, ink) }
      }
    }
  }
}
