import TestSupport
import Testing

@testable import ImageProcessingKit

/// Of files that may be anything, the gate says something and ends.
extension FormatGate {
  /// Expects that every block that an inspection lists lies in the file, whatever the file.
  /// - Parameter warning: what a decoder is said to say of the picture; nil where none is asked.
  func expectBlocksInFile(
    _ file: [UInt8], _ policy: MetadataPolicy, detector: (any FaceDetecting)?, warning: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    file.withUnsafeBufferPointer { bytes in
      var inspection = self.inspection(
        of: bytes, policy: policy, judge: HiddenPictureJudge(detector: detector))
      if let warning { inspection.judgePicture(warning: warning) }
      for block in inspection.blocks {
        #expect(
          block.range.lowerBound >= 0 && block.range.upperBound <= file.count, "\(block)",
          sourceLocation: sourceLocation)
      }
    }
  }

  /// Has every check answer for a file, as a render and as an original, whatever the answer is.
  /// - Parameters:
  ///   - photo: what the file is said to be a render of.
  ///   - ways: how it is said to be made.
  ///   - originalWay: how the photo is said to be made of the file.
  func answer(
    for file: [UInt8], against photo: UnopenedPhoto, madeBy ways: [RenderSummary.Path?],
    originalWay: RenderSummary.Path?
  ) throws {
    let bytes = FileBytes(file)
    let geometry = photo.geometry
    let areas = try GatedRender.plan(GatedRender.three).areas(on: geometry)
    for way in ways {
      try? checkPicture(of: bytes, against: photo, areas, .mosaic, way, judgesCode: way == nil)
    }
    try? checkRegions(of: bytes, geometry, areas, .blur)
    try? checkTones(of: bytes, against: photo, ToneFilters(sepia: 0.5))
    let other = UnopenedPhoto(
      file, width: geometry.storedWidth, height: geometry.storedHeight, unit: geometry.unitWidth)
    try? checkPicture(of: photo.fileBytes, against: other, areas, .fill, originalWay, judgesCode: true)
    _ = file.withUnsafeBufferPointer(shape)
  }
}
