import Testing
import TestSupport

@Suite struct SmokeTests {
  @Test func printsItsVersion() throws {
    let outcome = try BuiltCommand.run(["--version"])
    #expect(outcome.exitCode == 0)
  }
}
