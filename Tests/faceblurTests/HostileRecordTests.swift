import TestSupport
import Testing

/// Records that are made to end or to occupy whoever reads them: every command says that it cannot take them up.
@Suite struct HostileRecordTests {
  private static let commands = [
    ["show"], ["blur"], ["edit", "--cells", "4"], ["filter", "--sepia", "0.3"], ["render"], ["revert"],
  ]
  /// Many times what a record of any size takes; a list whose time grows with the square of its size takes more.
  private static let limits = ["prlimit", "--cpu=5"]

  @Test(arguments: HostileRecord.all)
  func areRefusedByName(_ record: HostileRecord) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces(width: 64, height: 48)), "portrait.jpg")
    try scratch.write(record.bytes, "portrait.AAE")
    for command in Self.commands {
      try scratch.expectFailure(
        65, naming: "portrait.AAE", [command[0], "portrait.jpg"] + command[1...], prefix: Self.limits)
    }
  }

  @Test func doNotEndARunOverAFolder() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.withoutFaces(width: 64, height: 48))
    for (index, record) in HostileRecord.all.enumerated() {
      try scratch.write(photo, "photos/\(index).jpg")
      try scratch.write(record.bytes, "photos/\(index).AAE")
    }
    let outcome = try scratch.scrub(prefix: ["prlimit", "--cpu=20"])
    #expect([0, 1].contains(outcome.exitCode), "\(outcome.errors)")
    let report = try scratch.report()
    for index in HostileRecord.all.indices { #expect(report["\(index).jpg"] != nil) }
  }
}
