import Foundation
import TestSupport
import Testing

/// Machines on which nothing would confine what reads the photos of a collection.
@Suite struct ScrubConfinementTests {
  /// Starts a command as a kernel would that lacks something: what asks for it is told so by a filter.
  private static let script = """
    import ctypes, errno, os, platform, struct, sys
    is_arm = platform.machine() == "aarch64"
    load = lambda place: struct.pack("HBBI", 0x20, 0, 0, place)
    unless = lambda value, count: struct.pack("HBBI", 0x15, 0, count, value)
    answer = lambda value: struct.pack("HBBI", 0x06, 0, 0, value)
    refuse = lambda code: answer(0x00050000 | code)
    allow = answer(0x7fff0000)
    if sys.argv[1] == "Landlock":
      code = [load(0), unless(444, 1), refuse(errno.ENOSYS), allow]
    else:
      # prctl(PR_SET_SECCOMP, …)
      code = [load(0), unless(167 if is_arm else 157, 3), load(16), unless(22, 1), refuse(errno.EINVAL), allow]
    filters = ctypes.create_string_buffer(b"".join(code))
    program = struct.pack("HxxxxxxQ", len(code), ctypes.addressof(filters))
    process = ctypes.CDLL(None)
    for call in [(38, 1, 0, 0, 0), (22, 2, program, 0, 0)]:
      if process.prctl(*call): sys.exit(99)
    os.execvp(sys.argv[2], sys.argv[2:])
    """

  // Photos of strangers are not read by a process that may do what its user may, unless that was asked for by name.
  @Test(arguments: ["Landlock", "filters for system calls"])
  func isRefusedUnlessItIsAskedFor(without missing: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeSmallPhotos(4)
    let prefix = ["python3", "-c", Self.script, missing]
    let refused = try scratch.scrub(prefix: prefix)
    #expect(refused.exitCode == 69)
    #expect(
      refused.errors.contains("cannot be confined here: the kernel has no \(missing)"), "\(refused.errors)")
    #expect(refused.errors.contains("give --no-sandbox"), "\(refused.errors)")
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix("out/") })
    let allowed = try scratch.scrub("--no-sandbox", prefix: prefix)
    #expect(allowed.exitCode == 0, "\(allowed.errors)")
    #expect(try scratch.scrub(target: "confined").exitCode == 0)
    #expect(try !scratch.published().isEmpty && scratch.published() == scratch.published("confined"))
  }
}
