import CHEVCTestSupport
public import ImageProcessingKit

/// What libheif, a reader of other people, makes of a file.
extension TestHEIF {
  /// What it says without decoding.
  public struct Summary: Sendable, Hashable {
    public struct Metadata: Sendable, Hashable {
      public let type: String
      public let contentType: String
      public let data: [UInt8]
    }

    /// Pictures that are neither hidden nor somebody's thumbnail or auxiliary.
    public let topLevelCount: Int
    public let primary: Int
    /// As `ispe` says.
    public let codedWidth: Int, codedHeight: Int
    /// As it is shown.
    public let width: Int, height: Int
    public let depth: Int
    public let hasAlpha: Bool, hasDepth: Bool
    public let thumbnailCount: Int, auxiliaryCount: Int
    /// Of the first sixteen.
    public let thumbnails: [Int], auxiliaries: [Int]
    public let auxiliaryTypes: [String]
    public let profile: [UInt8]?
    /// Primaries, transfer and matrix.
    public let colors: [Int]?
    public let isFullRange: Bool
    /// Of the primary picture.
    public let metadata: [Metadata]
  }

  private static func text<T>(_ characters: T) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// - Throws: `TestHEVC.Failure` with libheif's words where it gives up.
  public static func summary(of file: [UInt8]) throws -> Summary {
    var summary = fht_summary()
    var message = fht_message()
    defer { fht_summary_free(&summary) }
    guard fht_summarize(file, file.count, &summary, &message) else { throw TestHEVC.Failure(message) }
    let known = min(Int(summary.auxiliary_count), 16)
    let types = withUnsafeBytes(of: summary.auxiliary_types) { bytes in
      (0..<known).map {
        String(decoding: bytes[(96 * $0)..<(96 * $0 + 96)].prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    func numbers<T>(_ tuple: T, _ count: Int) -> [Int] {
      withUnsafeBytes(of: tuple) { $0.bindMemory(to: UInt32.self).prefix(count).map { Int($0) } }
    }
    return Summary(
      topLevelCount: Int(summary.top_level_count), primary: Int(summary.primary),
      codedWidth: Int(summary.coded_width), codedHeight: Int(summary.coded_height),
      width: Int(summary.width), height: Int(summary.height), depth: Int(summary.luma_depth),
      hasAlpha: summary.has_alpha, hasDepth: summary.has_depth,
      thumbnailCount: Int(summary.thumbnail_count), auxiliaryCount: Int(summary.auxiliary_count),
      thumbnails: numbers(summary.thumbnails, min(Int(summary.thumbnail_count), 16)),
      auxiliaries: numbers(summary.auxiliaries, known), auxiliaryTypes: types,
      profile: summary.profile.map { Array(UnsafeBufferPointer(start: $0, count: summary.profile_count)) },
      colors: summary.has_nclx
        ? [Int(summary.primaries), Int(summary.transfer), Int(summary.matrix)] : nil,
      isFullRange: summary.full_range,
      metadata: UnsafeBufferPointer(start: summary.metadata, count: summary.metadata_count).map {
        Summary.Metadata(
          type: text($0.type), contentType: text($0.content_type),
          data: Array(UnsafeBufferPointer(start: $0.data, count: $0.count)))
      })
  }

  /// A picture as it is shown: cropped, turned and mirrored. libheif makes RGB of all colours, so samples are not to be had from it.
  /// - Parameters:
  ///   - item: nil for the primary one.
  ///   - isTransformed: false for the picture as it is stored.
  ///   - isStrict: whether what libheif would warn of is an error.
  public static func pixels(
    of file: [UInt8], item: Int? = nil, isTransformed: Bool = true, isStrict: Bool = true
  ) throws -> PixelBuffer {
    var view = fht_view()
    view.item = UInt32(item ?? 0)
    view.untransformed = !isTransformed
    view.strict = isStrict
    var picture = fht_picture()
    var message = fht_message()
    defer { fht_picture_free(&picture) }
    guard fht_view_file(file, file.count, &view, &picture, &message) else { throw TestHEVC.Failure(message) }
    if isStrict, picture.warnings > 0 {
      throw TestHEVC.Failure("libheif has \(picture.warnings) warnings")
    }
    let bytes = Array(UnsafeBufferPointer(start: picture.rgb, count: picture.count))
    guard let pixels = PixelBuffer(width: Int(picture.width), height: Int(picture.height), bytes: bytes)
    else { throw TestHEVC.Failure("a picture without pixels") }
    return pixels
  }
}
