import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Thousands of damaged photos: each gives a clear error, or an output that is right where it can be judged.
///
/// `FACEBLUR_MUTANTS` sets how many, `FACEBLUR_MUTANT_SEED` another seed, and `FACEBLUR_MUTANT` a single case
/// to run again, as a failure names it.
@Suite struct MutatedJPEGTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = environment["FACEBLUR_MUTANT_SEED"].flatMap(UInt64.init) ?? 2026
  private static let count = environment["FACEBLUR_MUTANTS"].flatMap(Int.init) ?? 1500
  private static let seeds = HardeningSeeds.all(perKind: 6)
  /// One case in so many is a photo larger than any buffer of the writer, whole every other time.
  private static let largeEvery = 250

  private struct Tally: Sendable {
    var mutants = 0
    var refused = 0
    var compared = 0
    var paths: [RenderSummary.Path: Int] = [:]

    mutating func add(_ other: Tally) {
      mutants += other.mutants
      refused += other.refused
      compared += other.compared
      paths.merge(other.paths, uniquingKeysWith: +)
    }
  }

  @Test func damagedPhotosGiveAClearErrorOrARightOutput() async throws {
    let originals = try Self.seeds.map { try $0.jpeg() }
    let large = try HardeningSeeds.large()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "faceblur-mutants-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    print("Mutants: seed \(Self.seed); a crash leaves the mutants it may come from in \(folder.path)")

    let cases: any Sequence<Int> & Sendable =
      Self.environment["FACEBLUR_MUTANT"].flatMap(Int.init).map { $0..<($0 + 1) } ?? 0..<Self.count
    let workers = 2
    let total = await withTaskGroup(of: Tally.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var tally = Tally()
          let current = folder.appending(path: "worker-\(worker).jpg")
          for number in cases where number % workers == worker {
            tally.add(Self.run(number, originals, large, leaving: current))
          }
          return tally
        }
      }
      return await group.reduce(into: Tally()) { $0.add($1) }
    }
    try FileManager.default.removeItem(at: folder)

    let paths = JPEGPhoto.paths.map { "\($0.rawValue) \(total.paths[$0] ?? 0)" }
    print(
      "Mutants: \(total.mutants); \(paths.joined(separator: ", ")), refused \(total.refused); "
        + "coefficients compared \(total.compared)")
    // All refused would prove nothing.
    if total.mutants >= 1000 {
      for path in JPEGPhoto.paths { #expect((total.paths[path] ?? 0) * 50 > total.mutants) }
    }
  }

  /// One case; everything about it follows from the seed and its number.
  private static func run(
    _ number: Int, _ originals: [[UInt8]], _ large: [[UInt8]], leaving current: URL
  ) -> Tally {
    var numbers = SplitMix(seed: seed &+ UInt64(number) &* 0x9E37_79B9)
    var mutator = JPEGMutator(random: SplitMix(seed: numbers.next()), donors: originals)
    var judge = MutantJudge(random: SplitMix(seed: numbers.next()))
    let turn = number / largeEvery
    let isLarge = number % largeEvery == 0
    let original = isLarge ? large[turn % large.count] : originals[number % originals.count]
    let mutant = isLarge && turn % 2 == 0 ? (bytes: original, damages: []) : mutator.mutant(of: original)
    // Written before it is tried: nothing can be said after a crash.
    try? Data(mutant.bytes).write(to: current)

    let verdict = judge.judge(mutant.bytes)
    for fault in Set(verdict.faults) {
      Issue.record(
        """
        \(fault): FACEBLUR_MUTANT_SEED=\(seed) FACEBLUR_MUTANT=\(number), \
        \(isLarge ? "large" : "\(seeds[number % originals.count].kind)"), \(mutant.damages), \
        path \(verdict.path?.rawValue ?? "none"), \(Data(mutant.bytes.prefix(4096)).base64EncodedString())
        """)
    }
    return Tally(
      mutants: 1, refused: verdict.path == nil ? 1 : 0, compared: verdict.isCompared ? 1 : 0,
      paths: verdict.path.map { [$0: 1] } ?? [:])
  }

  /// The fuzzers' first corpora, a folder for each; `make fuzz` asks for them.
  @Test(.enabled(if: environment["FACEBLUR_CORPUS"] != nil))
  func writesTheSeedCorpus() throws {
    let folder = URL(filePath: try #require(Self.environment["FACEBLUR_CORPUS"]))
    let corpora = [
      "jpeg-fuzzer": try HardeningSeeds.all(perKind: 4).map { try $0.jpeg() },
      "png-fuzzer": try HardeningSeeds.pngs(),
      "tiff-fuzzer": try HardeningSeeds.tiffs(),
      "heic-fuzzer": try HardeningSeeds.heifs(.hevc),
      "avif-fuzzer": try HardeningSeeds.heifs(.av1),
      "webp-fuzzer": try HardeningSeeds.webPs(),
      "jpegxl-fuzzer": try HardeningSeeds.jpegXLs(),
      "mp4-fuzzer": try HardeningSeeds.films(),
      "matroska-fuzzer": try HardeningSeeds.matroskaFilms(),
      "codec-fuzzer": try HardeningSeeds.codecs(),
      "metadata-fuzzer": try HardeningSeeds.metadata(),
      "cube-fuzzer": HardeningSeeds.cubes(),
      "record-fuzzer": try HardeningSeeds.records(),
      "film-record-fuzzer": try HardeningSeeds.filmRecords(),
    ]
    for (fuzzer, seeds) in corpora {
      let target = folder.appending(path: fuzzer)
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      for (index, seed) in seeds.enumerated() {
        try Data(seed).write(to: target.appending(path: "seed-\(index)"))
      }
    }
  }
}
