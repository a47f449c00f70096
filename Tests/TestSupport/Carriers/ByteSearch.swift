import Foundation
import Glibc

/// Finds runs of bytes in files, fast enough for hundreds of photos in a debug build.
public enum ByteSearch {
  /// Whether the bytes hold a run.
  public static func contains(_ bytes: [UInt8], _ run: [UInt8]) -> Bool {
    firstIndex(of: run, in: bytes) != nil
  }

  /// Where a run begins first.
  public static func firstIndex(of run: [UInt8], in bytes: [UInt8]) -> Int? {
    guard let first = run.first else { return 0 }
    return bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return run.withUnsafeBytes { run in
        guard let runStart = run.baseAddress else { return nil }
        var position = 0
        while position + run.count <= bytes.count {
          let rest = bytes.count - run.count + 1 - position
          guard let place = memchr(start + position, Int32(first), rest) else { return nil }
          if memcmp(place, runStart, run.count) == 0 { return UnsafeRawPointer(place) - start }
          position = UnsafeRawPointer(place) - start + 1
        }
        return nil
      }
    }
  }

  /// A run as it is, and what base64 makes of it wherever in a group of three bytes it begins.
  static func forms(of run: [UInt8], named name: String) -> [(name: String, bytes: [UInt8])] {
    let encoded = (0..<3).map { phase in
      let text = Data([UInt8](repeating: 0, count: phase) + run).base64EncodedString()
      // A character holds six bits; those at the ends share some with bytes that are not known.
      let first = (8 * phase + 5) / 6
      let end = 8 * (phase + run.count) / 6
      // A line break may come in between, so half of it must do.
      let known = Array(text.utf8)[first..<end]
      return (name: "\(name) in base64, phase \(phase)", bytes: Array(known.prefix(known.count / 2 + 8)))
    }
    return [(name: name, bytes: run)] + encoded
  }
}
