import Foundation
import TestSupport
import Testing

/// Random lives of photos: whatever is done in whatever order, and wherever it is interrupted, the folder holds what the
/// lifecycle promises.
///
/// FACEBLUR_LIVES_SEED replays one life, and FACEBLUR_LIVES sets how many are lived.
@Suite struct StateMachineTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let replayed = environment["FACEBLUR_LIVES_SEED"].flatMap(UInt64.init)
  private static let count = environment["FACEBLUR_LIVES"].flatMap(Int.init) ?? 520
  /// Each is a run of lives one after another.
  private static let shards = 4
  private static let stepsPerLife = 4...8
  /// Photos of a shard: making one takes as long as a few steps.
  private static let photosPerShard = 12

  @Test(arguments: 0..<(replayed == nil ? shards : 1))
  func everyStepLeavesWhatTheLifecyclePromises(shard: Int) throws {
    var broken: [String] = []
    let detector = try LifePhoto.makeDetector()
    var photos: [UInt64: LifePhoto] = [:]
    for number in 0..<(Self.replayed == nil ? Self.count / Self.shards : 1) {
      let seed = Self.replayed ?? UInt64(shard * 1_000_000 + number)
      let photoSeed = seed % UInt64(Self.photosPerShard) + seed / 1_000_000 * 1_000_000
      if photos[photoSeed] == nil {
        var random = SplitMix(seed: photoSeed)
        photos[photoSeed] = try LifePhoto(&random, detector: detector)
      }
      guard let photo = photos[photoSeed] else { continue }
      do {
        try Self.live(seed, photo)
      } catch {
        broken.append("FACEBLUR_LIVES_SEED=\(seed): \(error)")
      }
    }
    #expect(broken.isEmpty, "\(broken.count) lives broke:\n\(broken.prefix(10).joined(separator: "\n"))")
  }

  private static func live(_ seed: UInt64, _ photo: LifePhoto) throws {
    var random = SplitMix(seed: seed &+ 0x5EED)
    let name = Bool.random(using: &random) ? "IMG_0001.JPG" : "portrait.jpg"
    var run = try LifeRun(photo, named: name)
    for _ in 0..<Int.random(in: stepsPerLife, using: &random) {
      try run.take(LifeStep.random(after: run.life, &random), &random)
    }
  }
}
