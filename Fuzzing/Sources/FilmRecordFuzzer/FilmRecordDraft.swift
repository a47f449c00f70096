internal import Foundation
internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Makes records as they are found beside films: ours, forged, and of other versions.
enum FilmRecordDraft {
  private static let versions = ["2.0.0", "2.0.9", "2.1.0", "3.0.0", "1.3.0", "2", ""]
  private static let time = Date(timeIntervalSince1970: 1_700_000_000)

  /// A record file around some JSON.
  static func file(holding json: ArraySlice<UInt8>, version: UInt8) -> [UInt8] {
    guard let data = try? RawDeflate.compress(Array(json)),
      let adjustment = AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: versions[Int(version) % versions.count],
        data: data, timestamp: time),
      let content = try? adjustment.fileContent(within: .film)
    else { fatalError("a record cannot be written") }
    return content
  }

  /// The file of a record, forged or not; nil where JSON cannot say it.
  static func file(of record: FilmRecord) -> [UInt8]? {
    let data = try? AdjustmentData.holding(
      FilmRecordPayload(record), of: FilmRecord.formatVersion, timestamp: time, within: .film)
    return try? data?.fileContent(within: .film)
  }

  /// An edit of a film, most of it sound.
  static func record(_ bytes: [UInt8]) -> FilmRecord {
    var choices = Choices(bytes)
    let strength =
      ObscuringStrength(
        style: choices.one(of: ObscuringStyle.allCases), shape: choices.one(of: ObscuringShape.allCases),
        cells: Int(choices.byte() % 16), margin: number(&choices, 1...2)) ?? .default
    var detector = DetectorIdentity.byHand
    detector.name = choices.text()
    detector.threshold = number(&choices, 0...1)
    let renders = (0..<Int(choices.byte() % 4)).map { _ in render(&choices) }
    let source = source(&choices)
    var tracks: [PlannedTrack] = []
    while !choices.isEmpty, tracks.count < 40 { tracks.append(track("t\(tracks.count)", &choices)) }
    return FilmRecord(
      source: source, detector: detector, plan: FilmPlan(tracks: tracks, strength: strength),
      renders: renders + [render(&choices)])
  }

  private static func track(_ id: String, _ choices: inout Choices) -> PlannedTrack {
    var time = Int(choices.byte()) - 20
    let count = choices.once(in: 64) ? 0 : 1 + Int(choices.byte() % 8)
    let points = (0..<count).map { _ -> TrackPoint in
      time += choices.once(in: 64) ? 0 : 1 + Int(choices.byte() % 64)
      return TrackPoint(
        time: choices.once(in: 128) ? self.time(&choices) : time,
        rect: NormalizedRect(
          x: number(&choices, -1...2), y: number(&choices, -1...2), width: number(&choices, 0.01...2),
          height: number(&choices, 0.01...2)))
    }
    return PlannedTrack(
      id: choices.once(in: 64) ? choices.text() : id, points: points,
      score: choices.once(in: 4) ? nil : number(&choices, 0...1),
      origin: choices.one(of: [.detected, .manual]),
      state: choices.one(of: [.applied, .applied, .excluded]),
      kind: choices.once(in: 8) ? SubjectKind("licence-plate") : .default)
  }

  /// Of some that are sound, nearly always: an edit has many of them, and one that is not is enough to refuse it.
  private static func number(_ choices: inout Choices, _ sound: ClosedRange<Double>) -> Double {
    let number = choices.number()
    return choices.once(in: 128) ? number : min(max(number, sound.lowerBound), sound.upperBound)
  }

  private static func time(_ choices: inout Choices) -> Int {
    choices.one(of: [.min, .max, 1 << 53, -1 << 53, 0])
  }

  private static func source(_ choices: inout Choices) -> FilmRecord.Source {
    var source = FilmRecord.Source(
      fileName: "film.mp4", byteCount: 1, sha256: digest(&choices), width: 62, height: 44,
      orientation: choices.one(of: Orientation.allCases), duration: 1, pictures: 30, timescale: 600, start: 0)
    guard choices.once(in: 8) else { return source }
    source.fileName = FilePath(choices.text())
    source.byteCount = time(&choices)
    source.width = Int(choices.byte()) - 1
    source.duration = choices.number()
    source.pictures = time(&choices)
    source.timescale = time(&choices)
    source.start = time(&choices)
    return source
  }

  private static func render(_ choices: inout Choices) -> FilmRecord.Render {
    FilmRecord.Render(
      path: choices.one(of: [
        "film_edited.mp4", "film.mp4", "../film.mp4", "/", ".", "", FilePath(choices.text()),
      ]),
      sha256: digest(&choices), foldersMade: Int(choices.byte() % 64) / 8,
      making: FilmRecord.Making(
        audio: choices.one(of: AudioChoice.allCases), quality: Int(choices.byte() % 53),
        way: choices.one(of: FilmRenderWay.allCases)))
  }

  private static func digest(_ choices: inout Choices) -> String {
    choices.once(in: 16) ? choices.text() : String(repeating: choices.one(of: ["a", "0"]), count: 64)
  }
}
