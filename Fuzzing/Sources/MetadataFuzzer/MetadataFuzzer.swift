internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to everything that reads or judges what is not the picture.
@main
enum MetadataFuzzer {
  static func main() { LibFuzzer.run(check) }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  ///
  /// The input is everything in turn: a policy's text, an EXIF block, a colour profile, a photo file.
  static func check(_ bytes: [UInt8]) {
    let policies = policies(from: bytes)
    PolicyChecks.check(bytes)
    for policy in policies { EXIFChecks.check(bytes[...], policy) }
    ProfileChecks.check(bytes)
    bytes.withUnsafeBufferPointer { StreamChecks.check($0) }
    SegmentChecks.check(bytes, policies)
    bytes.withUnsafeBufferPointer { ComparisonChecks.check($0) }
  }

  /// What every field is kept by, and one that follows from the input.
  private static func policies(from bytes: [UInt8]) -> [MetadataPolicy] {
    let texts = ["none", "standard+gps=coarse-artist", "minimal", "none+gps+lens", "standard-date", "+gps"]
    let chosen = texts[Int(bytes.last ?? 0) % texts.count]
    return [.everything] + [MetadataPolicy(chosen)].compactMap { $0 }
  }
}

/// What a policy is written as reads as the same policy.
enum PolicyChecks {
  static func check(_ bytes: [UInt8]) {
    guard bytes.count <= 256, let policy = MetadataPolicy(String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    precondition(MetadataPolicy(policy.text) == policy, "\(policy.text) reads as another policy")
  }
}

/// A colour profile that is written has nothing that the gate objects to, and writing it again changes nothing. One that cannot
/// be written makes colours of any samples all the same.
enum ProfileChecks {
  static func check(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { _ = ICCInspection.objection(to: Array($0)) }
    checkColors(bytes)
    // Few inputs state their own size and begin as a profile does; every one is read as if it did.
    guard bytes.count >= 132 else { return }
    var profile = bytes
    profile.replaceSubrange(0..<4, with: (0..<4).map { UInt8(bytes.count >> (24 - 8 * $0) & 255) })
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    _ = ICCInspection.objection(to: profile)
    checkColors(profile)
    for space in ["RGB ", "GRAY", "CMYK"] {
      profile.replaceSubrange(12..<24, with: Array("mntr\(space)XYZ ".utf8))
      checkColors(profile)
    }
  }

  private static func checkColors(_ profile: [UInt8]) {
    for components in [1, 3, 4] {
      let colors = PhotoColors(profile, components: components, isInverted: true)
      if let written = colors.renderProfile { check(written, components) }
      do {
        if let transform = try colors.transform() { use(transform) }
      } catch {
        preconditionFailure("a profile that was opened is not opened again")
      }
    }
  }

  private static func check(_ profile: [UInt8], _ components: Int) {
    precondition(ICCInspection.objection(to: profile) == nil, "the gate objects to a profile that is written")
    precondition(
      PhotoColors(profile, components: components, isInverted: true).renderProfile == profile,
      "a profile changes when it is written again")
    let header = JPEGHeaderWriter(jfif: nil, exif: [], colorProfile: profile, adobeTransform: nil)
    SegmentChecks.expectAllowed(header, .everything)
  }

  private static func use(_ transform: borrowing ColorTransform) {
    let row = (0..<(12 * transform.samples.channels)).map { UInt8($0 * 7 & 255) }
    var rgb = [UInt8](repeating: 0, count: 36)
    let isDone = row.withUnsafeBufferPointer { row in
      rgb.withUnsafeMutableBufferPointer { transform.apply(row, into: $0) }
    }
    precondition(isDone, "a profile that was opened makes no colours")
  }
}
