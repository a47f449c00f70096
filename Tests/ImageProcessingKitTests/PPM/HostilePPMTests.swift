import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct HostilePPMTests {
  private func error(_ bytes: [UInt8]) -> FaceBlurError? {
    do {
      _ = try PhotoFormats.withPPM.open(bytes)
      return nil
    } catch {
      return error
    }
  }

  private func error(_ header: String) -> String { error(Array(header.utf8)).map { "\($0)" } ?? "none" }

  @Test func saysWhatIsWrong() {
    #expect(error("P6 999999 999999 255\n").contains("too large (999998000001 pixels"))
    #expect(error("P6 1000 1000 255\n").contains("fewer samples than its header says"))
    #expect(error("P6 4 4 65535\n").contains("this kind of PPM is not supported"))
    #expect(error("P6 4 4 65535\n").contains("save it as an 8-bit PPM first"))
    #expect(error("P6 99999999999999999999 4 255\n").contains("header"))
    #expect(error("P6 0 4 255\n").contains("no pixels"))
    #expect(error("P6 -4 4 255\n").contains("header"))
    #expect(error("P6 4 4").contains("cut short"))
    #expect(error("P6 4 4 255").contains("cut short"))
    #expect(error("P6#").contains("cut short"))
    #expect(error("P6 #" + String(repeating: "x", count: 1 << 17)).contains("cut short"))
    #expect(error("P5 4 4 255\n") == "this is not a photo; give a JPEG or PPM photo")
    #expect(error("P6") == "this is not a photo; give a JPEG or PPM photo")
  }

  @Test func opensEveryHeaderThatTheManualAllows() throws {
    let samples = [UInt8](repeating: 9, count: 3 * 6)
    for header in ["P6 3 2 255\n", "P6\n#a\n#b\n3#c\n 2\t255 ", "P6\r\n3\r\n2\r\n255\r"] {
      let geometry = try PhotoFormats.withPPM.open(Array(header.utf8) + samples).geometry
      #expect(geometry.storedWidth == 3 && geometry.storedHeight == 2)
    }
  }

  /// Two readers of one file must not come to different pictures.
  @Test func theGateReadsWhatThePhotoIs() throws {
    var random = SplitMix(seed: 5)
    let sound = PPMFile.encode(TestPhotos.noise(width: 9, height: 7, seed: 1), comment: " hi")
    for _ in 0..<20_000 {
      var file = sound
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<22, using: &random)
        let signs = Array("P6# \n\t0123456789\u{b}x".utf8)
        file[place] = signs.randomElement(using: &random) ?? 0
      }
      let layout = file.withUnsafeBufferPointer { PPMLayout($0) }
      guard PPMContainer().recognizes(Array(file.prefix(64))),
        let photo = try? PPMPhoto(file, limits: ImageLimits())
      else { continue }
      #expect(layout?.width == photo.geometry.storedWidth && layout?.height == photo.geometry.storedHeight)
      let samples = try #require(layout?.samples)
      #expect(try Array(file[samples]) == photo.displayImage(fitting: 1000).pixels.bytes)
    }
  }
}
