import TestSupport
import Testing

@testable import ImageProcessingKit

/// Files that lie, end early or are broken: an error or a picture, never a crash.
@Suite struct HostileJPEGTests {
  private func sizeOffset(in jpeg: [UInt8]) throws -> Int {
    let marker = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && [0xC0, 0xC1, 0xC2].contains(jpeg[$0 + 1]) })
    return marker + 5
  }

  @Test func namesWhatIsNotAPhoto() {
    #expect(PhotoFormats.refusal(of: []) == .emptyPhoto)
    #expect(
      PhotoFormats.refusal(of: Array("a text named .jpg".utf8))
        == .notAPhoto(kind: "this is not a photo", readable: "JPEG, PNG, HEIC, AVIF, TIFF, WebP or JPEG XL"))
    #expect(PhotoFormats.refusal(of: Array("GIF89a".utf8))?.description.contains("GIF") == true)
    #expect(PhotoFormats.refusal(of: [0xFF, 0xD8]) != nil)
    #expect(PhotoFormats.refusal(of: [0xFF, 0xD8, 0, 0]) != nil)
  }

  /// libjpeg itself would take 12 GB and 12 seconds for this.
  @Test func refusesAHeaderThatClaimsMoreThanTheLimit() throws {
    var jpeg = try TestPhotos.astronaut()
    let offset = try sizeOffset(in: jpeg)
    jpeg.replaceSubrange(offset..<(offset + 4), with: [0xFF, 0xDC, 0xFF, 0xDC])
    guard PhotoFormats.refusal(of: jpeg)?.kind == .photoTooLarge else {
      Issue.record("expected a refusal, got \(String(describing: PhotoFormats.refusal(of: jpeg)))")
      return
    }
  }

  @Test func refusesAHeaderThatClaimsMoreThanTheFileCanHold() throws {
    var jpeg = try TestPhotos.astronaut()
    let offset = try sizeOffset(in: jpeg)
    jpeg.replaceSubrange(offset..<(offset + 4), with: [0x30, 0x00, 0x30, 0x00])
    guard PhotoFormats.refusal(of: jpeg)?.kind == .truncatedPhoto else {
      Issue.record("expected a refusal, got \(String(describing: PhotoFormats.refusal(of: jpeg)))")
      return
    }
  }

  @Test func refusesTwelveBitSamples() throws {
    var jpeg = try TestPhotos.astronaut()
    jpeg[try sizeOffset(in: jpeg) - 1] = 12
    guard PhotoFormats.refusal(of: jpeg)?.kind == .unsupportedPhoto else {
      Issue.record("expected a refusal, got \(String(describing: PhotoFormats.refusal(of: jpeg)))")
      return
    }
  }

  /// libjpeg would go on and paint the missing part grey, faces and all.
  @Test(arguments: [TestJPEG.Kind(), TestJPEG.Kind { $0.isProgressive = true }])
  func refusesAPhotoThatIsCutShort(kind: TestJPEG.Kind) throws {
    let jpeg = try TestJPEG.encode(try TestPhotos.pixels(of: TestPhotos.astronaut()), kind)
    for part in 1...30 {
      #expect(PhotoFormats.refusal(of: Array(jpeg.prefix(jpeg.count * part / 31))) != nil)
    }
    #expect(PhotoFormats.refusal(of: jpeg) == nil)
  }

  /// A 94 KB file with 1000 scans takes libjpeg five seconds.
  @Test func refusesMoreScansThanTheLimit() throws {
    let jpeg = try TestJPEG.encode(
      TestPhotos.noise(width: 64, height: 64, seed: 1), TestJPEG.Kind { $0.isProgressive = true })
    var limits = ImageLimits()
    limits.maxScans = 3
    guard PhotoFormats.refusal(of: jpeg, limits: limits)?.kind == .photoTooLarge else {
      Issue.record("expected a refusal")
      return
    }
    #expect(PhotoFormats.refusal(of: jpeg) == nil)
  }

  /// Saving markers, as other editors do, takes quadratic time here.
  @Test func walksThroughManyComments() throws {
    let comments = [(marker: UInt8, content: [UInt8])](repeating: (0xFE, []), count: 200_000)
    let jpeg = TestJPEG.inserting(comments, into: try TestPhotos.astronaut())
    #expect(PhotoFormats.refusal(of: TestJPEG.oriented(jpeg, .right)) == nil)
  }

  @Test func survivesDamagedBytes() throws {
    var random = SplitMix(seed: 99)
    let kinds = [
      TestJPEG.Kind(), TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind { $0.isArithmetic = true },
      TestJPEG.Kind { $0.components = 4 }, TestJPEG.Kind { $0.restartInterval = 2 },
    ]
    for kind in kinds {
      let picture = TestPhotos.noise(width: 72, height: 56, seed: 2)
      let jpeg = TestJPEG.oriented(try TestJPEG.encode(picture, kind), .left)
      for _ in 0..<400 {
        var damaged = jpeg
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0..<damaged.count, using: &random)
          damaged[place] = UInt8.random(in: .min ... .max, using: &random)
        }
        _ = PhotoFormats.refusal(of: damaged)
      }
    }
  }

  /// The encoder divides by every quantiser; stray bytes before the end send the photo down that path.
  @Test func refusesAQuantiserOfZero() throws {
    var jpeg = try TestPhotos.astronaut()
    let table = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDB })
    jpeg[table + 9] = 0
    jpeg.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: jpeg.count - 2)
    guard PhotoFormats.refusal(of: jpeg)?.kind == .damagedPhoto else {
      Issue.record("expected a refusal, got \(String(describing: PhotoFormats.refusal(of: jpeg)))")
      return
    }
  }
}
