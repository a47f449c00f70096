internal import CJPEG
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Progressive photos are read by code of ours and written by it, and nobody but a clock can tell: the coefficients are those that libjpeg
/// reads, the bytes those that it writes, and of whatever is broken it has the last word.
@Suite struct ProgressiveReadingTests {
  /// What became of reading a stream and writing it again.
  private struct Outcome: Equatable {
    var failure: FaceBlurError.Kind?
    var warning: String?
    var coefficients: [[Int16]] = []
    var bytes: [UInt8] = []
    var seam: RenderSeam?

    static func == (one: Outcome, other: Outcome) -> Bool {
      // Only a writer of ours tells of the middle.
      one.failure == other.failure && one.warning == other.warning && one.coefficients == other.coefficients
        && one.bytes == other.bytes
    }
  }

  private func outcome(of jpeg: [UInt8], quickly: Bool, asProgressive: Bool = false) -> Outcome {
    var outcome = Outcome()
    do throws(FaceBlurError) {
      let stream = JPEGStream(bytes: FileBytes(jpeg), limits: ImageLimits())
      let opened = try stream.openCoefficients(quickly: quickly)
      outcome.warning = opened.warning
      guard let handle = opened.coefficients else { return outcome }
      let coefficients = JPEGCoefficients(owning: handle)
      for (index, component) in try stream.header().componentList.enumerated() {
        for row in 0..<Int(component.height_in_blocks) {
          outcome.coefficients.append(
            try coefficients.blocks(ofRow: row, component: index, width: Int(component.width_in_blocks)))
        }
      }
      try coefficients.encode(asProgressive: asProgressive) { bytes, seam in
        outcome.bytes = Array(bytes)
        outcome.seam = seam
      }
    } catch {
      outcome.failure = error.kind
    }
    return outcome
  }

  @Test(arguments: [
    (1, 1, 1), (1, 2, 2), (3, 1, 1), (3, 2, 1), (3, 1, 2), (3, 2, 2), (3, 4, 1), (3, 4, 2), (4, 2, 2),
  ])
  func readsAndWritesWhatLibjpegDoes(components: Int, across: Int, down: Int) throws {
    var random = SplitMix(seed: UInt64(100 * components + 10 * across + down))
    var byOurs = 0
    for number in 0..<40 {
      let kind = TestJPEG.Kind {
        $0.components = components
        $0.sampling = (across, down)
        $0.isProgressive = true
        $0.quality = .random(in: 5...100, using: &random)
        $0.restartInterval = number % 3 == 0 ? .random(in: 1...9, using: &random) : 0
        $0.scansByChance = number % 4 == 0 ? 0 : .random(in: 1...9_999_999, using: &random)
      }
      let jpeg = try TestJPEG.encode(
        TestPhotos.noise(
          width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random),
          seed: random.next()), kind)
      let ours = outcome(of: jpeg, quickly: true)
      #expect(ours == outcome(of: jpeg, quickly: false), "\(kind), case \(number)")
      #expect(ours.failure == nil, "\(kind), case \(number)")
      if ours.seam != nil { byOurs += 1 }
    }
    // The rest are too low to have a middle, or more blocks than one scan may hold.
    #expect(byOurs > 20 || across * down > 4)
  }

  @Test func staysProgressiveAsLibjpegWritesIt() throws {
    let jpeg = try TestJPEG.encode(
      TestPhotos.noise(width: 61, height: 47, seed: 3), TestJPEG.Kind { $0.isProgressive = true })
    #expect(
      outcome(of: jpeg, quickly: true, asProgressive: true)
        == outcome(of: jpeg, quickly: false, asProgressive: true))
  }

  /// 38,400 blocks without anything in them: more than one run can hold (ITU-T T.81, G.1.2.2).
  @Test func countsTheLongestRuns() throws {
    var pixels = [UInt8](repeating: 90, count: 3 * 1920 * 1280)
    for place in (pixels.count - 9_000)..<pixels.count { pixels[place] = UInt8(place * 7 & 255) }
    let picture = try #require(PixelBuffer(width: 1920, height: 1280, bytes: pixels))
    let jpeg = try TestJPEG.encode(
      picture,
      TestJPEG.Kind {
        $0.components = 1
        $0.isProgressive = true
      })
    let ours = outcome(of: jpeg, quickly: true)
    #expect(ours == outcome(of: jpeg, quickly: false))
    #expect(ours.seam != nil)
  }

  @Test func saysOfEveryCutWhatLibjpegSays() throws {
    let jpeg = try TestJPEG.encode(
      TestPhotos.noise(width: 23, height: 18, seed: 4),
      TestJPEG.Kind {
        $0.isProgressive = true
        $0.quality = 60
      })
    for count in 0..<jpeg.count {
      let cut = Array(jpeg.prefix(count))
      let ours = outcome(of: cut, quickly: true)
      #expect(ours == outcome(of: cut, quickly: false), "\(count) bytes")
      #expect(ours.bytes.isEmpty, "\(count) bytes")
    }
  }

  @Test func saysOfDamageWhatLibjpegSays() throws {
    var random = SplitMix(seed: 77)
    for number in 0..<400 {
      var jpeg = try TestJPEG.encode(
        TestPhotos.noise(width: 33, height: 25, seed: UInt64(number)),
        TestJPEG.Kind {
          $0.isProgressive = true
          $0.restartInterval = number % 2 * 3
          $0.scansByChance = UInt32(number)
        })
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<(number % 3 == 0 ? min(jpeg.count, 700) : jpeg.count), using: &random)
        switch number % 4 {
        case 0: jpeg[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: jpeg[place] = .random(in: 0...255, using: &random)
        case 2: jpeg.remove(at: place)
        default: jpeg.insert(Bool.random(using: &random) ? 0xFF : 0, at: place)
        }
      }
      #expect(outcome(of: jpeg, quickly: true) == outcome(of: jpeg, quickly: false), "case \(number)")
    }
  }
}
