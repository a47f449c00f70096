@testable internal import ImageProcessingKit

/// EXIF that is written reads back as what was meant, and the gate allows it under the same policy.
enum EXIFChecks {
  static func check(_ tiff: ArraySlice<UInt8>, _ policy: MetadataPolicy) {
    let read = EXIFBlock(reading: tiff)
    expectSameOrientation(tiff, read)
    let kept = read.filtered(by: policy)
    precondition(kept.filtered(by: policy) == kept, "a policy takes more when it is applied again")
    for (tag, _) in kept.values {
      precondition(tag.field.map(policy.keeps) ?? true, "\(tag) is kept against the policy")
    }

    let content = kept.tiff(thumbnail: nil)
    precondition(content.isEmpty == kept.values.isEmpty, "a block without values, or values without one")
    guard !content.isEmpty else { return }
    let again = EXIFBlock(reading: content[...])
    precondition(again == kept, "\(kept.values) reads back as \(again.values)")
    SegmentChecks.expectAllowed(
      JPEGHeaderWriter(jfif: nil, exif: content, colorProfile: nil, adobeTransform: nil), policy)
    checkThumbnail(kept, policy)
  }

  /// Both readers must see a photo turned the same way, or the gate refuses a sound render.
  private static func expectSameOrientation(_ tiff: ArraySlice<UInt8>, _ read: EXIFBlock) {
    Array(tiff).withUnsafeBufferPointer { bytes in
      let seen = TIFFStructure(bytes, in: bytes.indices)?.orientation ?? .up
      precondition(seen == read.orientation, "turned \(read.orientation) for one, \(seen) for the gate")
    }
  }

  /// A thumbnail is found where it was put, and nothing but it is objected to.
  private static func checkThumbnail(_ kept: EXIFBlock, _ policy: MetadataPolicy) {
    let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xFE, 0, 3, 7, 0xFF, 0xD9]
    let content = kept.tiff(thumbnail: thumbnail)
    let segment = JPEGHeaderWriter.segment(0xE1, JPEGSegmentSignature.exif + content)
    let file = [0xFF, 0xD8] + segment + [0xFF, 0xD9]
    file.withUnsafeBufferPointer { file in
      let inspection = JPEGInspection(file, policy: policy, judge: HiddenPictureJudge(detector: nil))
      let end = 2 + segment.count
      precondition(inspection.thumbnail == (end - thumbnail.count)..<end, "the thumbnail is not found")
      let others = inspection.blocks.filter { $0.kind != .exifThumbnail && !$0.isAllowed }
      precondition(others.isEmpty, "the gate objects to \(others)")
    }
  }
}
