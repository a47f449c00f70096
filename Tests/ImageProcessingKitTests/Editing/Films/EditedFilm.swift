import Foundation
import TestSupport

@testable import ImageProcessingKit

/// A folder with a film and what is made of it without a renderer: a render is the same film with other bytes in its pictures.
struct EditedFilm {
  let folder: ScratchFolder
  let path: FilePath
  static let time = Date(timeIntervalSince1970: 1_700_000_000)
  static let detector = DetectorIdentity(name: "yunet", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  static let making = FilmRecord.Making(audio: .keep, quality: 20, way: .spliced)

  init(_ name: String = "IMG_1234.MOV") throws {
    folder = try ScratchFolder()
    path = FilePath(try folder.write(HandMadeFilm().bytes, name))
  }

  /// As a renderer would make it.
  /// - Parameter content: what its pictures hold, to tell renders apart.
  static func render(_ content: UInt8) -> [UInt8] {
    var bytes = HandMadeFilm().bytes
    let start = HandMadeFilm().start
    for index in start..<(start + 100) { bytes[index] = content }
    return bytes
  }

  static func plan(_ tracks: PlannedTrack...) -> FilmPlan {
    FilmPlan(tracks: tracks.isEmpty ? [track("t1")] : tracks, strength: .default)
  }

  static func track(
    _ id: String, _ times: ClosedRange<Int> = 0...30, x: Double = 0.2, to end: Double? = nil,
    origin: PlannedRegion.Origin = .detected, state: PlannedRegion.State = .applied
  ) -> PlannedTrack {
    func rect(_ x: Double) -> NormalizedRect { NormalizedRect(x: x, y: 0.3, width: 0.1, height: 0.2) }
    let points = [
      TrackPoint(time: times.lowerBound, rect: rect(x)),
      TrackPoint(time: times.upperBound, rect: rect(end ?? x)),
    ]
    return PlannedTrack(
      id: id, points: times.count > 1 ? points : [points[0]], score: origin == .manual ? nil : 0.9,
      origin: origin, state: state)
  }

  func open(_ options: FilmEdit.Options = .init()) throws(FaceBlurError) -> FilmEdit {
    try FilmEdit.open(path, options, reader: FilmPipeline.reader)
  }

  @discardableResult
  func finish(
    _ content: UInt8, hiding plan: FilmPlan = Self.plan(), to target: FilePath? = nil, force: Bool = false,
    _ options: FilmEdit.Options = .init(), meanwhile: () throws -> Void = {}
  ) throws -> CommittedFilm {
    let edit = try open(options)
    var outputs = OutputGuard(originals: [path], force: force)
    let staged = try edit.stage(for: target, guardedBy: outputs)
    staged.file.sink.append(Self.render(content))
    try meanwhile()
    return try edit.commit(
      staged, hiding: plan, foundBy: Self.detector, Self.making, at: Self.time, guardedBy: &outputs)
  }

  @discardableResult
  func revert(_ options: FilmEdit.Options = .init()) throws -> EditRevert.Outcome {
    try open(options).revert()
  }

  static func kind(_ work: () throws -> Void) -> FaceBlurError.Kind? {
    do {
      try work()
      return nil
    } catch {
      return (error as? FaceBlurError)?.kind
    }
  }
}
