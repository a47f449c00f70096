internal import CLibFuzzer
internal import Synchronization

/// A check as one object: a function that is read out of a lock is wrapped once more each time, and after some thousand inputs its
/// calls take all of the time.
private final class HeldCheck: Sendable {
  let body: @Sendable ([UInt8]) -> Void
  init(_ body: @escaping @Sendable ([UInt8]) -> Void) { self.body = body }
}

/// libFuzzer, which makes inputs until one stops the program or time is up.
public enum LibFuzzer {
  private static let check = Mutex<HeldCheck?>(nil)

  /// Hands its inputs to a check, as the program's arguments say.
  /// - Parameter check: stops the program where a property does not hold, which libFuzzer reports with the input.
  public static func run(_ check: @escaping @Sendable ([UInt8]) -> Void) {
    self.check.withLock { $0 = HeldCheck(check) }
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      // An allocation that ends with the last byte: the address sanitizer sees a read of the next one.
      let input = [UInt8](unsafeUninitializedCapacity: count) { target, filled in
        filled = target.initialize(fromContentsOf: UnsafeBufferPointer(start: bytes, count: count))
      }
      let check = LibFuzzer.check.withLock { $0 }
      check?.body(input)
      return 0
    }
  }
}
