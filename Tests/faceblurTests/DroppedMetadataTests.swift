import Foundation
import TestSupport
import Testing

/// `blur` says what it left out, in one line for people and in a list for programs.
@Suite struct DroppedMetadataTests {
  private struct Line: Decodable {
    let dropped: [String]
    let warnings: [String]
  }

  private func line(_ outcome: BuiltCommand.Outcome) throws -> Line {
    try JSONDecoder().decode(Line.self, from: Data(outcome.output.utf8))
  }

  private func droppedLines(_ outcome: BuiltCommand.Outcome) -> [Substring] {
    outcome.output.split(separator: "\n").filter { $0.hasPrefix("  dropped  ") }
  }

  @Test func isOneLineOfAllThatACameraWrites() throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.littleEndian), "photo.jpg")
    let lines = try droppedLines(scratch.faceblur("blur", "photo.jpg"))
    try #require(lines.count == 1)
    for content in ["location", "serial number", "maker note", "software", "description", "camera", "lens"] {
      #expect(lines[0].contains(content), "\(content)")
    }
    #expect(!lines[0].contains("colour profile"))
  }

  @Test(arguments: [("standard+gps", ["camera", "lens", "exposure"]), ("standard", ["camera", "exposure"])])
  func leavesOutWhatThePolicyKeeps(_ policy: (name: String, kept: [String])) throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.bigEndian), "photo.jpg")
    let outcome = try scratch.faceblur("blur", "photo.jpg", "--json", "--metadata", policy.name)
    let dropped = try line(outcome).dropped
    #expect(Set(dropped).isDisjoint(with: policy.kept), "\(dropped)")
    #expect(dropped.contains("serial number") && dropped.contains("maker note"), "\(dropped)")
    #expect(Set(dropped).count == dropped.count)
  }

  /// Viewers that heed it would draw faces out that nobody has found.
  @Test(arguments: ["none", "minimal", "standard"])
  func namesADensityThatDrawsFacesOut(policy: String) throws {
    let scratch = try ScratchFolder()
    // 100 × 300 pixels to an inch.
    let density = Array("JFIF".utf8) + [0, 1, 1, 1, 0, 100, 1, 0x2C, 0, 0]
    try scratch.write(JPEGParts.replacingJFIF(density, in: TestPhotos.astronaut()), "photo.jpg")
    let outcome = try scratch.faceblur("blur", "photo.jpg", "-o", "out.jpg", "--json", "--metadata", policy)
    #expect(try line(outcome).dropped == ["pixel density"])
    let verified = try scratch.attempt("verify", "photo.jpg")
    #expect(verified.exitCode == 1 && !verified.output.contains("no leak"), "\(verified.output)")
    #expect(verified.output.contains("3 times as wide as high"), "\(verified.output)")
    let checked = try scratch.attempt("verify", "out.jpg")
    #expect(checked.exitCode == 0 && !checked.output.contains("drawn out"), "\(checked.output)")
  }

  /// The date of capture is kept; what is not is another one.
  @Test func saysWhichDateIsLeftOutWhereOneIsKept() throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.littleEndian), "photo.jpg")
    let kept = try line(scratch.faceblur("blur", "photo.jpg", "--json")).dropped
    #expect(!kept.contains("date") && kept.contains("date of change"), "\(kept)")
    let gone = try line(scratch.faceblur("blur", "photo.jpg", "--json", "--metadata", "none")).dropped
    #expect(gone.contains("date") && gone.contains("date of change"), "\(gone)")
  }

  @Test func isNothingWhereThereIsNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    #expect(try droppedLines(scratch.faceblur("blur", "portrait.jpg")).isEmpty)
    #expect(try line(scratch.faceblur("blur", "portrait.jpg", "--json")).dropped.isEmpty)
  }

  @Test(arguments: Carrier.all.filter { $0.kind == "contentCredential" })
  func warnsOfAContentCredentialThatAnEditMakesInvalid(_ carrier: Carrier) throws {
    let scratch = try ScratchFolder()
    try scratch.write(carrier.build(TestPhotos.astronaut()), "signed.jpg")
    let outcome = try scratch.faceblur("blur", "signed.jpg")
    #expect(outcome.errors.hasPrefix("faceblur: warning: signed.jpg: "))
    #expect(outcome.errors.contains("C2PA") && outcome.errors.filter { $0 == "\n" }.count == 1)
    #expect(droppedLines(outcome).first?.contains("C2PA") == true)
    let told = try line(scratch.faceblur("blur", "signed.jpg", "--json"))
    #expect(told.warnings.contains { $0.contains("C2PA") })
    #expect(told.dropped.contains { $0.contains("C2PA") })
  }

  @Test func saysNothingOfWhatADryRunWouldDrop() throws {
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.bigEndian), "photo.jpg")
    let outcome = try scratch.faceblur("blur", "photo.jpg", "--dry-run")
    #expect(droppedLines(outcome).isEmpty)
    #expect(try scratch.names() == ["photo.jpg"])
  }
}
