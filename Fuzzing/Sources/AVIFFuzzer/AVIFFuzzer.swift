internal import FuzzerSupport
internal import HEIFChecks
internal import TestSupport

/// Hands libFuzzer's inputs to all that reads and writes AVIFs.
@main
enum AVIFFuzzer {
  private static let checks = HEIFChecks(.av1)

  static func main() { LibFuzzer.run { checks.check($0) } }
}
