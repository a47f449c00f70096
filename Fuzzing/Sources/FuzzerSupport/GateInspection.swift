@testable internal import ImageProcessingKit

/// What gates list of files that may be anything.
public enum GateInspection {
  /// Has a gate list what a file holds besides its picture, and stops the program where a block lies outside of the file.
  public static func check(heic file: [UInt8]) { check(file, HEICGate()) }
  public static func check(avif file: [UInt8]) { check(file, AVIFGate()) }
  public static func check(webP file: [UInt8]) { check(file, WebPGate()) }
  public static func check(jpegXL file: [UInt8]) { check(file, JPEGXLGate()) }

  static func check(_ file: [UInt8], _ gate: any FormatGate) {
    file.withUnsafeBufferPointer { bytes in
      var inspection = gate.inspection(
        of: bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      inspection.judgePicture(warning: nil)
      for block in inspection.blocks {
        precondition(
          block.range.lowerBound >= 0 && block.range.upperBound <= bytes.count,
          "a block lies outside of the file")
      }
    }
  }
}
