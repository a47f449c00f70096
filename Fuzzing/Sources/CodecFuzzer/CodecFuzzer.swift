internal import CCodecHelper
internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to both sides of the channel to `faceblur-codec`: requests to the helper, answers to the client.
@main
enum CodecFuzzer {
  static func main() {
    guard fbf_open() != 0 else { fatalError("no codec is installed") }
    LibFuzzer.run(check)
  }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  ///
  /// By chance, hardly an input would be a request with a picture's code in it. So the first byte says what the others are:
  /// messages and memory as they come, a picture's code as it comes or with right lengths, samples, a helper's answer, a WebP and what
  /// becomes one, AV1 and what becomes that, or a JPEG XL and what becomes one.
  static func check(_ input: [UInt8]) {
    guard let form = input.first else { return }
    let rest = input.dropFirst()
    switch form % 11 {
    case 0: RawRequest.check(rest)
    case 1: DecodedCode.check(rest)
    case 2: DecodedCode.check(separated: rest)
    case 3: EncodedSamples.check(rest)
    case 5: DecodedWebP.check(rest)
    case 6: EncodedWebP.check(rest)
    case 7: DecodedAV1.check(rest)
    case 8: EncodedAV1.check(rest)
    case 9: DecodedJPEGXL.check(rest)
    case 10: EncodedJPEGXL.check(rest)
    default: LyingHelper.check(rest)
    }
  }
}
