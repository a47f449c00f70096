@testable internal import ImageProcessingKit

/// What is read of a photo's segments may be written into a render: the gate allows all of it.
enum SegmentChecks {
  static func check(_ bytes: [UInt8], _ policies: [MetadataPolicy]) {
    checkMarkers(bytes)
    let segments = JPEGSegments(FileBytes(bytes))
    for policy in policies {
      expectAllowed(
        JPEGHeaderWriter(
          jfif: nil, exif: segments.exif.filtered(by: policy).tiff(thumbnail: nil),
          colorProfile: policy.keeps(.colorProfile)
            ? PhotoColors(segments.profile, components: 3, isInverted: false).renderProfile : nil,
          adobeTransform: nil),
        policy)
    }
    for segment in JPEGMarkers(FileBytes(bytes)) where segment.marker == 0xE1 {
      let content = bytes[segment.content]
      guard content.starts(with: JPEGSegmentSignature.exif) else { continue }
      for policy in policies { EXIFChecks.check(content.dropFirst(JPEGSegmentSignature.exif.count), policy) }
    }
    checkPhoto(bytes)
  }

  private static func checkMarkers(_ bytes: [UInt8]) {
    var reached = 2
    for segment in JPEGMarkers(FileBytes(bytes)) {
      precondition(
        segment.content.lowerBound >= reached && segment.content.upperBound <= bytes.count,
        "\(segment) is not where it should be")
      reached = segment.content.upperBound
    }
  }

  /// Whatever decodes has one orientation, whoever reads it.
  private static func checkPhoto(_ bytes: [UInt8]) {
    var limits = ImageLimits()
    limits.maxPixels = 1 << 17
    guard let photo = try? JPEGPhoto(bytes, limits: limits) else { return }
    _ = DroppedMetadata(from: Photo(photo, .jpeg), policy: .minimal)
    bytes.withUnsafeBufferPointer {
      let seen = JPEGInspection.orientation(of: $0)
      precondition(
        seen == photo.geometry.orientation,
        "turned \(photo.geometry.orientation) for one, \(seen) for the gate")
    }
  }

  /// The gate has nothing against a file with these segments.
  static func expectAllowed(_ header: JPEGHeaderWriter, _ policy: MetadataPolicy) {
    let file = [0xFF, 0xD8] + header.segments() + [0xFF, 0xD9]
    file.withUnsafeBufferPointer { file in
      let inspection = JPEGInspection(file, policy: policy, judge: HiddenPictureJudge(detector: nil))
      for block in inspection.blocks {
        precondition(block.isAllowed, "the gate objects to what is written: \(block)")
      }
    }
  }
}
