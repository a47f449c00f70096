import Foundation
import Testing

@Suite struct RoomDirectionTests {
  private static let library = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/ImageProcessingKit").standardizedFileURL

  /// The library's Swift files by their paths in it.
  private static func sources() throws -> [String: String] {
    var sources: [String: String] = [:]
    let files = FileManager.default.enumerator(at: library, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files) where file.pathExtension == "swift" {
      let path = file.standardizedFileURL.path(percentEncoded: false)
      sources[String(path.dropFirst(library.path(percentEncoded: false).count + 1))] =
        try String(contentsOf: file, encoding: .utf8)
    }
    return sources
  }

  @Test func everyRoomKnowsOnlyRoomsBeforeIt() throws {
    #expect(RoomRules.house.disorder.isEmpty)
    let sources = try Self.sources()
    for room in RoomRules.house.rooms {
      #expect(sources.keys.contains { $0.hasPrefix(room.name + "/") }, "\(room.name) has no files")
    }
    let findings = RoomRules.house.findings(in: sources)
    #expect(findings.isEmpty, Comment(rawValue: findings.joined(separator: "\n")))
  }

  private static let rules = RoomRules([
    .init("Ground"), .init("Attic", knows: ["Ground"]), .init("Attic/Nook", knows: [], and: ["Stone"]),
  ])

  @Test func namesTheFileTheNameAndTheRule() {
    let findings = Self.rules.findings(in: [
      "Ground/Stone.swift": "struct Stone {\n  var above: Beam\n}",
      "Attic/Beam.swift": "struct Beam { var on: Stone }",
    ])
    #expect(findings == ["Ground/Stone.swift:2 uses Beam of Attic; Ground may know Errors"])
  }

  @Test func countsFunctionsAndMembersThatARoomAdds() {
    let findings = Self.rules.findings(in: [
      "Ground/Stone.swift": "func laid() { raise(1); _ = [1].stacked; _ = [1].count }",
      "Attic/Beam.swift": "func raise(_ beam: Int) {}\nextension [Int] { var stacked: Int { 0 } }",
    ])
    #expect(findings.count == 2 && findings[0].contains("raise") && findings[1].contains("stacked"))
  }

  @Test func readsCodeInInterpolationsAndNoOtherText() {
    let stone = ##"""
      let a = "Beam \" Beam" // Beam
      let b = #"Beam \(Beam.x)"# /* Beam */
      let c = "a \("Beam" + ")") \(f(Beam(1))) Beam"
      """##
    let findings = Self.rules.findings(in: [
      "Ground/Stone.swift": stone, "Attic/Beam.swift": "struct Beam {}",
    ])
    #expect(findings == ["Ground/Stone.swift:3 uses Beam of Attic; Ground may know Errors"])
  }

  @Test func leavesAFilesOwnNamesAlone() {
    let findings = Self.rules.findings(in: [
      "Ground/Stone.swift":
        "struct Stone { struct Beam {}; var beam: Beam; case raise; func f() { x.Beam() } }",
      "Ground/Pebble.swift": "private struct Roof {}\nlet roof = Roof()",
      "Attic/Beam.swift": "struct Beam {}\nprivate struct Roof {}\nfunc raise() {}",
    ])
    #expect(findings.isEmpty)
  }

  @Test func takesRoomsWithinRoomsForThemselves() {
    let findings = Self.rules.findings(in: [
      "Ground/Stone.swift": "struct Stone {}\nstruct Sand {}",
      "Attic/Nook/Shelf.swift": "let shelf = (Stone(), Sand())",
      "Cellar/Jar.swift": "struct Jar {}",
    ])
    #expect(findings.count == 2 && findings[0].hasPrefix("Cellar/Jar.swift: its folder is no room"))
    #expect(findings[1].contains("Sand") && findings[1].contains("and of others only Stone"))
  }
}
