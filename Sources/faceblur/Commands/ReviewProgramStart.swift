internal import CWorker
internal import FoundationEssentials
internal import Glibc
internal import ImageProcessingKit

/// The way from the command to the program that serves the review page.
enum ReviewProgramStart {
  static let program = "faceblur-review"

  /// Where it is; nil where it is not installed.
  static var path: FilePath? { places.first(where: \.exists) }

  private static var places: [FilePath] { FilePath.places(ofProgram: program) }

  /// Becomes that program.
  /// - Throws: `FaceBlurError` where it is missing or cannot be run.
  static func become(_ start: ReviewStart) throws(FaceBlurError) -> Never {
    guard let path else {
      throw FaceBlurError(
        .libraryMissing, "\(program), which serves the page, is not there",
        advice:
          "install the package faceblur-review; it was looked for as \(places.map(\.description).joined(separator: " and "))"
      )
    }
    guard let object = try? JSONEncoder().encode(start) else {
      throw FaceBlurError(
        .internalError, "internal error (what was asked for has no JSON)", advice: "please report it")
    }
    let bytes = Array(object)
    let name = path.bytes.map(CChar.init(bitPattern:)) + [0]
    name.withUnsafeBufferPointer { name in
      bytes.withUnsafeBufferPointer { bytes in
        if let path = name.baseAddress, let first = bytes.baseAddress {
          _ = fbw_become(path, program, first, bytes.count)
        }
      }
    }
    let reason = SystemError.text()
    throw FaceBlurError(.libraryUnusable, file: path, "it cannot be run: \(reason)")
  }
}
