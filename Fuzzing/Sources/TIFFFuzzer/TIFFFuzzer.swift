internal import FuzzerSupport

/// Hands libFuzzer's inputs to the reader and the writer of TIFFs, and to the gate that proves what they make.
@main
enum TIFFFuzzer {
  static func main() {
    LibFuzzer.run { bytes in
      RenderCheck.check(tiff: bytes)
      // Chance finds few places that lie in the file: of what is there, a sound file is made.
      if let file = TIFFDraft(bytes)?.file { RenderCheck.check(tiff: file) }
    }
  }
}
