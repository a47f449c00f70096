internal import FuzzerSupport

/// Hands libFuzzer's inputs to the reader and the writer of PNGs, and to the gate that proves what they make.
@main
enum PNGFuzzer {
  static func main() {
    LibFuzzer.run { bytes in
      RenderCheck.check(png: bytes)
      // Chance finds no checksum and few streams that inflate: of what is there, a sound file is made.
      if let file = PNGDraft(bytes)?.file { RenderCheck.check(png: file) }
    }
  }
}
