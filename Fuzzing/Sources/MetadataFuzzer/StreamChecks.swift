@testable internal import ImageProcessingKit

/// A file taken apart by the gate: every byte once, every block in the file.
enum StreamChecks {
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) {
    checkPieces(bytes, bytes.indices)
    // A part of the file, as a picture that is found in it.
    let quarter = bytes.count / 4
    checkPieces(bytes, quarter..<(bytes.count - quarter))
    checkHiddenPictures(bytes)
    for policy in [MetadataPolicy.none, .everything] { checkInspection(bytes, policy) }
    _ = JPEGInspection.orientation(of: bytes)
  }

  private static func checkPieces(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var reached = range.lowerBound
    for piece in JPEGPieces(bytes, in: range) {
      precondition(piece.range.lowerBound == reached, "a gap or an overlap before \(piece)")
      precondition(!piece.range.isEmpty && piece.range.upperBound <= range.upperBound, "\(piece) is nowhere")
      if case .segment = piece.kind {
        precondition(piece.content.upperBound == piece.range.upperBound, "\(piece) has odd content")
      }
      reached = piece.range.upperBound
    }
    precondition(reached == range.upperBound, "bytes are left over")
  }

  private static func checkHiddenPictures(_ bytes: UnsafeBufferPointer<UInt8>) {
    let found = HiddenPicture.find(in: bytes, bytes.indices)
    precondition(found.count <= HiddenPicture.maxFound, "too many pictures")
    for picture in found {
      precondition(
        picture.range.lowerBound >= 0 && !picture.range.isEmpty && picture.range.upperBound <= bytes.count,
        "\(picture) is not in the file")
      _ = picture.content(in: bytes)
    }
  }

  private static func checkInspection(_ bytes: UnsafeBufferPointer<UInt8>, _ policy: MetadataPolicy) {
    var inspection = JPEGInspection(bytes, policy: policy, judge: HiddenPictureJudge(detector: nil))
    inspection.objectToEntropy(because: "a test")
    // A marker is two bytes; an EXIF segment of some more has four blocks at most.
    precondition(inspection.blocks.count <= bytes.count, "more blocks than bytes")
    for block in inspection.blocks {
      precondition(
        block.range.lowerBound >= 0 && !block.range.isEmpty && block.range.upperBound <= bytes.count,
        "\(block) is not in the file")
    }
    if let thumbnail = inspection.thumbnail {
      precondition(thumbnail.lowerBound >= 0 && thumbnail.upperBound <= bytes.count, "\(thumbnail)")
    }
  }
}
