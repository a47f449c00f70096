// Stands in until the sign-off is merged, and goes then.

package struct SignOff: Sendable {
  package struct Check: Sendable, Hashable {
    package enum Flaw: String, Sendable, Hashable { case unseen, changed, stranger, unread }

    package struct Finding: Sendable, Hashable {
      package var output: FilePath
      package var flaw: Flaw
    }

    package var outputs = 0
    package var findings: [Finding] = []
    package var others = 0
    package var isSound: Bool { findings.isEmpty }
  }

  package static func check(target: FilePath, state: FilePath? = nil) throws(FaceBlurError) -> Check {
    throw .internalError("not built yet")
  }
}
