internal import ImageProcessingKit

/// What `selftest` tells, in one object.
struct SelfTestObject: Encodable {
  private var version = FaceBlurVersion.current
  private var passed: Bool
  private var checks: [SelfTestCheck]
  /// The vector instructions of the native engine.
  private var instructions = NetworkEngine.nativeInstructions
  /// Landlock's version; 0 where there is none.
  private var landlock: Int32
  private var seccomp: Bool

  /// - Parameter passed: whether the command succeeds, which its options decide.
  init(_ checks: [SelfTestCheck], _ sandbox: SelfTestMachine.Sandbox, passed: Bool) {
    self.checks = checks
    self.passed = passed
    landlock = sandbox.landlock
    seccomp = sandbox.hasSeccomp
  }
}
