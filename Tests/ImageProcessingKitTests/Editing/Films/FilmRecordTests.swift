import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// The record of a film as a file: it says again what was written, and nothing that a stranger writes into it is believed.
@Suite struct FilmRecordTests {
  private let time = Date(timeIntervalSince1970: 1_700_000_000.75)

  static func record() throws -> FilmRecord {
    let strength = try #require(
      ObscuringStrength(style: .blur, shape: .ellipse, cells: 9, margin: 1.4))
    let tracks = [
      PlannedTrack(
        id: "t1",
        points: [
          TrackPoint(time: -512, rect: NormalizedRect(x: 0.1 + 0.2, y: 1.0 / 3, width: 0.07, height: 0.09)),
          TrackPoint(time: 40, rect: NormalizedRect(x: -1.5, y: 2, width: 1e-9, height: 15.999)),
        ], score: 0.87, origin: .detected),
      PlannedTrack(
        id: "m1",
        points: [TrackPoint(time: 1 << 53, rect: NormalizedRect(x: 0.5, y: 0.5, width: 0.1, height: 0.1))],
        score: nil, origin: .manual, state: .excluded, kind: SubjectKind("licence-plate")),
    ]
    return FilmRecord(
      source: FilmRecord.Source(
        fileName: "IMG_1234.MOV", byteCount: 5_000_000_000, sha256: String(repeating: "ab", count: 32),
        width: 1080, height: 1920, orientation: .right, duration: 61.23, pictures: 1837, timescale: 600,
        start: 20),
      detector: DetectorIdentity(name: "yunet", modelSHA256: "cd", longSides: [640], threshold: 0.6),
      plan: FilmPlan(tracks: tracks, strength: strength),
      renders: [
        FilmRecord.Render(
          path: "IMG_E1234.MOV", sha256: String(repeating: "ef", count: 32), foldersMade: 2,
          making: FilmRecord.Making(audio: .drop, quality: 18, way: .whole))
      ])
  }

  private func read(_ content: [UInt8]) throws -> FilmRecord? {
    guard case .ours(let record, _) = try FilmRecord.content(of: content) else { return nil }
    return record
  }

  @Test func survivesARoundTripExactly() throws {
    let record = try Self.record()
    let content = try record.fileContent(timestamp: time)
    #expect(try read(content) == record)
    // A file that says the same is the same file.
    #expect(try #require(try read(content)).fileContent(timestamp: time) == content)
  }

  @Test func isWrittenAsPhotosRecordsAre() throws {
    let content = try Self.record().fileContent(timestamp: time)
    let list = try #require(
      try PropertyListSerialization.propertyList(from: Data(content), format: nil) as? [String: Any])
    #expect(list["adjustmentFormatIdentifier"] as? String == "org.faceblur.FaceBlur")
    #expect(list["adjustmentFormatVersion"] as? String == "2.0.0")
    #expect(list["adjustmentTimestamp"] as? Date == Date(timeIntervalSince1970: 1_700_000_000))
    let data = [UInt8](try #require(list["adjustmentData"] as? Data))
    let json = String(decoding: try RawDeflate.decompress(data, limit: 1 << 20), as: UTF8.self)
    #expect(
      json == """
        {"adjustments":[{"enabled":true,"formatIdentifier":"org.faceblur.FaceBlur","formatVersion":"2.0.0",\
        "identifier":"FaceBlur","settings":{"cells":9,"detector":{"longSides":[640],"modelSHA256":"cd",\
        "name":"yunet","threshold":0.6},"margin":1.4,"rendererVersion":1,"shape":"ellipse","style":"blur",\
        "tracks":[{"id":"t1","origin":"detected","points":[[-512,0.30000000000000004,0.3333333333333333,0.07,\
        0.09],[40,-1.5,2,1e-09,15.999]],"score":0.87,"state":"applied"},{"id":"m1","kind":"licence-plate",\
        "origin":"manual","points":[[9007199254740992,0.5,0.5,0.1,0.1]],"state":"excluded"}]}}],\
        "formatVersion":"2.0.0","metadata":{"masterHeight":1920,"masterWidth":1080,"orientation":6},\
        "renders":[{"foldersMade":2,"making":{"audio":"drop","quality":18,"way":"whole"},\
        "path":"IMG_E1234.MOV","sha256":"\(String(repeating: "ef", count: 32))"}],"source":{"byteCount":5000000000,\
        "duration":61.23,"fileName":"IMG_1234.MOV","height":1920,"orientation":6,"pictures":1837,\
        "sha256":"\(String(repeating: "ab", count: 32))","start":20,"timescale":600,"width":1080},\
        "versionInfo":{"appVersion":"\(FaceBlurVersion.current)","platform":"Linux","schemaRevision":1}}
        """)
  }

  /// What a stranger could write, packed as ours is.
  private func content(_ version: String = "2.0.0", changing change: (String) -> String) throws -> [UInt8] {
    let data = try AdjustmentData(fileContent: Self.record().fileContent(timestamp: time))
    let json = String(decoding: try data.payload(within: .film), as: UTF8.self)
    let changed = change(json)
    #expect(version != "2.0.0" || changed != json, "nothing was changed")
    let forged = try #require(
      AdjustmentData(
        formatIdentifier: data.formatIdentifier, formatVersion: version,
        data: try RawDeflate.compress(Array(changed.utf8)), timestamp: time))
    return try forged.fileContent(within: .film)
  }

  private func kind(_ version: String = "2.0.0", changing change: (String) -> String) throws -> FaceBlurError
    .Kind?
  {
    let content = try content(version, changing: change)
    return EditedFilm.kind { _ = try read(content) }
  }

  @Test(arguments: [
    ("\"cells\":9", "\"cells\":60"), ("\"margin\":1.4", "\"margin\":0.5"),
    ("\"margin\":1.4", "\"margin\":NaN"),
    ("\"id\":\"m1\"", "\"id\":\"t1\""), ("\"id\":\"m1\"", "\"id\":\"\""), ("\"score\":0.87", "\"score\":7"),
    ("[40,", "[-512,"), ("[40,", "[-513,"), ("[40,", "[1e300,"), ("[40,", "[40.5,"), ("[40,", "[\"40\","),
    ("[40,", "[-9223372036854775808,"), ("9007199254740992", "9223372036854775807"),
    ("15.999]", "15.999,1]"), (",15.999]", "]"), ("15.999", "16.1"), ("15.999", "-1"), ("15.999", "NaN"),
    ("15.999", "1e999"), ("15.999", "null"), ("1e-09", "0"), ("[[9007199254740992,0.5,0.5,0.1,0.1]]", "[]"),
    ("\"points\":[[9", "\"points\":[{}],\"more\":[[9"), ("\"threshold\":0.6", "\"threshold\":7"),
    ("\"quality\":18", "\"quality\":52"), ("\"quality\":18", "\"quality\":-1"),
    ("\"quality\":18", "\"quality\":\"18\""),
    ("\"way\":\"whole\"", "\"way\":\"half\""), ("\"audio\":\"drop\"", "\"audio\":\"shout\""),
    ("\"path\":\"IMG_E1234.MOV\"", "\"path\":\"../../etc/passwd\""),
    ("\"foldersMade\":2", "\"foldersMade\":-2"),
    ("\"sha256\":\"ef", "\"sha256\":\"/f"), ("\"sha256\":\"ab", "\"sha256\":\"AB"),
    ("\"width\":1080", "\"width\":0"), ("\"width\":1080", "\"width\":9000000000000000000"),
    ("\"pictures\":1837", "\"pictures\":0"), ("\"timescale\":600", "\"timescale\":0"),
    ("\"duration\":61.23", "\"duration\":-1"), ("\"duration\":61.23", "\"duration\":1e300"),
    ("\"start\":20", "\"start\":-9223372036854775808"), ("\"byteCount\":5000000000", "\"byteCount\":-5"),
    ("\"enabled\":true", "\"enabled\":false"), ("\"identifier\":\"FaceBlur\"", "\"identifier\":\"Tone\""),
    ("\"tracks\":", "\"regions\":"), ("{\"adjustments\":[", "{\"adjustments\":[],\"others\":["),
    ("\"orientation\":6,\"pictures\"", "\"orientation\":9,\"pictures\""),
    ("{\"adjustments\"", "[[[[[[\"adjustments\""),
  ])
  func refusesValuesThatMakeNoSense(_ value: String, _ other: String) throws {
    #expect(try kind { $0.replacing(value, with: other, maxReplacements: 1) } == .damagedRecord)
  }

  @Test func refusesMoreThanAnyFilmHas() throws {
    let track = "{\"id\":\"m1\",\"kind\""
    let many = (0..<4096).map {
      "{\"id\":\"x\($0)\",\"origin\":\"detected\",\"points\":[[0,0,0,1,1]],\"state\":\"applied\"}"
    }.joined(separator: ",")
    #expect(try kind { $0.replacing(track, with: many + "," + track) } == .recordTooLarge)
    let points = (100..<200_100).map { "[\($0),0,0,1,1]" }.joined(separator: ",")
    #expect(try kind { $0.replacing("[40,", with: "\(points),[300000,") } == .recordTooLarge)
    // Of nothing but small numbers, 100 KB.
    let bomb = try content { _ in String(repeating: "[0,0,0,1,1],", count: 3 << 20) }
    #expect(bomb.count < 200_000)
    #expect(EditedFilm.kind { _ = try read(bomb) } == .recordTooLarge)
    let long = [UInt8](repeating: 32, count: RecordLimits.film.fileBytes + 1)
    #expect(EditedFilm.kind { _ = try read(long) } == .recordTooLarge)
  }

  /// Who has waited for the render of a long film is not to be told then that its record is too large.
  @Test func whateverAPlanMayHoldCanBeWritten() throws {
    var record = try Self.record()
    var generator = SystemRandomNumberGenerator()
    func number() -> Double { Double.random(in: -1e-5...1e-5, using: &generator) }
    let points = (0..<FilmPlan.maxPoints).map { index in
      TrackPoint(
        time: (1 << 52) + index,
        rect: NormalizedRect(
          x: number(), y: number(), width: abs(number()) + 1e-9, height: abs(number()) + 1e-9))
    }
    record.plan.tracks = [PlannedTrack(id: "t1", points: points, score: 1, origin: .detected)]
    #expect(try read(record.fileContent(timestamp: time)) == record)
  }

  @Test func writesNothingThatCouldNotBeRead() throws {
    var record = try Self.record()
    record.plan.tracks[0].points = []
    #expect(EditedFilm.kind { _ = try record.fileContent(timestamp: time) } == .damagedRecord)
    record = try Self.record()
    record.plan.tracks[0].score = .nan
    #expect(EditedFilm.kind { _ = try record.fileContent(timestamp: time) } == .damagedRecord)
  }

  /// Each says what it is, and neither is taken for the other.
  @Test func aFilmsRecordIsNoPhotosAndTheOtherWayRound() throws {
    let photos = try AdjustmentDataTests.record().adjustmentData(timestamp: time).fileContent()
    let films = try Self.record().fileContent(timestamp: time)
    #expect(throws: FaceBlurError.recordOfPhoto) { try FilmRecord.content(of: photos) }
    #expect(throws: FaceBlurError.recordOfFilm) { try RecordFile.content(of: films) }
    #expect(FaceBlurError.recordOfFilm.kind == .otherRecord)
  }

  @Test(arguments: ["2.1.0", "3.0.0", "1.7.0", "0.9", "two", ""])
  func refusesVersionsItDoesNotKnow(_ version: String) throws {
    #expect(try kind(version) { $0 } == .newerRecord)
  }

  @Test func readsPatchesOfItsVersion() throws {
    let content = try content("2.0.7") { $0 }
    #expect(try read(content) == Self.record())
  }

  @Test func tellsAnotherProgramsEdit() throws {
    guard case .foreign(let owner) = try FilmRecord.content(of: ForeignRecords.photos()) else {
      Issue.record("it is taken for ours")
      return
    }
    #expect(owner.formatIdentifier == "com.apple.photo")
  }

  @Test(arguments: HostileRecord.all)
  func refusesWhatIsMadeToExhaust(_ record: HostileRecord) {
    #expect(throws: FaceBlurError.self) { try FilmRecord.content(of: record.bytes) }
  }
}
