import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos in a folder, and pictures of them as a person reviews them.
struct ReviewedPictures {
  let folder: ScratchFolder
  let pictures: ReviewPictures

  init(_ reader: PhotoReader = PhotoReader(), limit: Int = 150 << 20) throws {
    folder = try ScratchFolder()
    pictures = ReviewPictures(reader: reader, limit: limit)
  }

  func add(_ file: [UInt8], _ name: String = "a.jpg") throws -> FilePath {
    FilePath(try folder.write(file, name))
  }

  /// A picture, decoded.
  func picture(
    _ path: FilePath, _ picture: ReviewPicture, _ plan: RegionPlan, _ filters: ToneFilters = ToneFilters(),
    key: Int = 0
  ) throws -> PixelBuffer {
    try Self.decoded(pictures.picture(key, at: path, picture, plan: plan, filters: filters))
  }

  static func decoded(_ jpeg: [UInt8]) throws -> PixelBuffer {
    try PhotoFormats.standard.open(jpeg).displayImage(fitting: .max).pixels
  }

  /// As it comes out of a JPEG.
  static func coded(_ picture: PixelBuffer, quality: UInt32 = DisplayFile.quality) throws -> PixelBuffer {
    try decoded(DisplayFile.encode(picture, quality: quality))
  }

  static func plan(_ rects: [NormalizedRect], _ style: ObscuringStyle = .mosaic) throws -> RegionPlan {
    let strength = try #require(ObscuringStrength(style: style, margin: 1.3))
    return RegionPlan(
      regions: rects.enumerated().map { index, rect in
        PlannedRegion(id: "f\(index + 1)", rect: rect, score: 0.5, origin: .detected)
      }, strength: strength)
  }

  /// The mean difference of two pictures' samples.
  static func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    guard (a.width, a.height) == (b.width, b.height) else { return .infinity }
    let sum = zip(a.bytes, b.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(a.bytes.count)
  }
}
