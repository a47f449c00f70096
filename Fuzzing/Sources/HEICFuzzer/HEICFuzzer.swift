internal import FuzzerSupport
internal import HEIFChecks
internal import TestSupport

/// Hands libFuzzer's inputs to all that reads and writes HEICs.
@main
enum HEICFuzzer {
  private static let checks = HEIFChecks(.hevc)

  static func main() { LibFuzzer.run { checks.check($0) } }
}
