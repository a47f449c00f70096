import TestSupport
import Testing

@testable import ImageProcessingKit

extension PhotoFormats {
  /// Why a file cannot be opened, shown and rendered; nil where it can.
  static func refusal(of file: [UInt8], limits: ImageLimits = ImageLimits()) -> FaceBlurError? {
    do {
      let photo = try standard.open(file, limits: limits).content
      _ = try photo.displayImage(fitting: 200)
      _ = try photo.rendering([], with: FillObscurer())
      return nil
    } catch {
      return error
    }
  }

  /// Why a file cannot be opened, by its headers alone; nil where it can.
  static func refusalToOpen(_ file: [UInt8], limits: ImageLimits) -> FaceBlurError? {
    do {
      _ = try standard.open(file, limits: limits)
      return nil
    } catch {
      return error
    }
  }
}

extension ImageLimits {
  /// Room for 256 by 256 pixels, so that a size that lies costs no time.
  static let fewPixels: ImageLimits = {
    var limits = ImageLimits()
    limits.maxPixels = 1 << 16
    return limits
  }()
}

extension FaceBlurError {
  /// Whether it says of a file that it is no photo that can be read, and nothing of the library or the system.
  var isOfContent: Bool {
    let kinds: Set<Kind> = [.notAPhoto, .unsupportedPhoto, .photoTooLarge, .truncatedPhoto, .damagedPhoto]
    return kinds.contains(kind)
  }
}

extension HostileFile {
  /// Expects that the file was read if it is a photo, and refused for what it holds if it is none.
  /// - Parameter refusal: what came of it.
  func expectReadOrRefused(
    _ refusal: FaceBlurError?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if isPhoto {
      #expect(refusal == nil, sourceLocation: sourceLocation)
    } else {
      #expect(
        refusal?.isOfContent == true, "\(refusal.map { "\($0)" } ?? "accepted")",
        sourceLocation: sourceLocation)
    }
  }
}
