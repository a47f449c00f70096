import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Our own engine finds what OpenCV's finds, and takes any bytes for a model without harm.
@Suite struct NetworkEngineTests {
  private func network(
    _ kind: NetworkKind, _ engine: NetworkEngine, _ instructions: NativeInstructions = .fastest
  ) throws -> FaceNetwork {
    try FaceNetwork(kind, ModelLocator().load(kind.model), engine: engine, instructions: instructions)
  }

  /// Kernels that users of other processors have are tested on every processor that can run them.
  @Test(arguments: NetworkKind.allCases, NativeInstructions.allCases.filter(\.isAvailable))
  func seesWhatOpenCVSees(kind: NetworkKind, instructions: NativeInstructions) throws {
    let ours = try network(kind, .native, instructions)
    let theirs = try network(kind, .opencv)
    let picture = try TestPhotos.group(columns: 3, rows: 2).picture
    // Sizes go up and down: what is kept of one size must not show in the next. Of turned pictures the corners are black.
    for (longSide, degrees) in [(640, 0), (320, 30), (1000, 330), (64, 0), (640, 30), (640, 0)] {
      let found = try ours.candidates(in: picture, longSide: longSide, degrees: degrees, floor: 0.05)
      let expected = try theirs.candidates(in: picture, longSide: longSide, degrees: degrees, floor: 0.05)
      let (score, overlap) = instructions == .avx512bf16 ? (0.03, 0.95) : (1e-3, 0.99)
      if instructions != .avx512bf16 {
        // A score at the floor itself may fall on either side of it.
        #expect(abs(found.count - expected.count) <= 1, "\(longSide), \(degrees)")
      }
      for (some, others) in [(expected, found), (found, expected)] {
        for candidate in some where candidate.score > 0.05 + score {
          #expect(
            others.contains {
              abs($0.score - candidate.score) < score && $0.rect.overlap(candidate.rect) > overlap
            }, "\(longSide), \(degrees): \(candidate)")
        }
      }
    }
  }

  @Test func computesWithTheFastestInstructionsThatThereAreAndNoOthers() {
    let available = NativeInstructions.allCases.filter(\.isAvailable)
    #expect(available.contains(.portable) && NativeInstructions.fastest == available.last)
    #expect(NetworkEngine.nativeInstructions == available.last?.rawValue)
    for instructions in NativeInstructions.allCases where !instructions.isAvailable {
      #expect(throws: FaceBlurError.self) { try network(.yunet, .native, instructions) }
    }
  }

  @Test(arguments: NetworkKind.allCases)
  func seesTheSameAgain(kind: NetworkKind) throws {
    let network = try network(kind, .native)
    let picture = try TestPhotos.group().picture
    let first = try network.candidates(in: picture, longSide: 640, floor: 0.05)
    _ = try network.candidates(in: picture, longSide: 96, floor: 0.05)
    #expect(try network.candidates(in: picture, longSide: 640, floor: 0.05) == first)
    #expect(!first.isEmpty)
  }

  /// The hash is checked before; the engine trusts nothing all the same.
  @Test(arguments: NetworkEngine.allCases)
  func refusesDamagedModels(engine: NetworkEngine) throws {
    let loaded = try ModelLocator().load(.yuNet)
    let whole = loaded.withBytes { Array($0) }
    for count in [0, 1, 100, 5000, whole.count / 2] {
      let cut = LoadedModel(model: .yuNet, path: "cut.onnx", bytes: Array(whole.prefix(count)))
      #expect(throws: FaceBlurError.self) { try FaceNetwork(.yunet, cut, engine: engine) }
    }
    // A network of another kind lacks the outputs that are read.
    #expect(throws: FaceBlurError.self) { try FaceNetwork(.centerface, loaded, engine: engine) }
  }

  @Test func takesDamagedModelsWithoutHarm() throws {
    let whole = try ModelLocator().load(.yuNet).withBytes { Array($0) }
    let picture = TestPhotos.withoutFaces(width: 64, height: 64)
    var random = SplitMix(seed: 7)
    for _ in 0..<200 {
      var bytes = whole
      // Most damage where the structure is: the weights take anything.
      for _ in 0..<3 {
        let index =
          Int(random.next() % 4) == 0 ? Int(random.next() % 4000) : Int(random.next() % UInt64(bytes.count))
        bytes[index] = UInt8(truncatingIfNeeded: random.next())
      }
      let damaged = LoadedModel(model: .yuNet, path: "damaged.onnx", bytes: bytes)
      guard let network = try? FaceNetwork(.yunet, damaged, engine: .native) else { continue }
      _ = try? network.candidates(in: picture, longSide: 64, floor: 0.5)
    }
  }
}
