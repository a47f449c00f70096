@testable import ImageProcessingKit
import Glibc
import TestSupport
import Testing

@Suite struct PhotoProbeTests {
  private func probe(_ bytes: [UInt8], _ name: String) throws -> PhotoProbe {
    let scratch = try ScratchFolder()
    return try PhotoProbe(FilePath(scratch.write(bytes, name)), .standard, longestLook: 1600)
  }

  // A header that lies costs no more than the decoder's own limits let through.
  @Test func estimatesByTheHeader() throws {
    let picture = TestPhotos.withoutFaces(width: 1000, height: 800)
    let plain = try probe(TestJPEG.encode(picture), "a.jpg")
    let progressive = try probe(TestJPEG.encode(picture, .init { $0.isProgressive = true }), "b.jpg")
    #expect(plain.kind == .photo && progressive.kind == .photo)
    #expect(plain.cost.bytes > 3 * 1000 * 800)
    #expect(progressive.cost.bytes > plain.cost.bytes + 2 * 1000 * 800 * 3)
    for cut in [2, 3, 4, 9, 200] {
      #expect(try probe(Array(TestJPEG.encode(picture).prefix(cut)), "c.jpg").kind == .photo)
    }
  }

  // A photo that is taken for a cheap one is decoded beside others until memory is gone.
  @Test(arguments: [
    [UInt8](repeating: 0, count: 20_000), [UInt8](repeating: 0xFF, count: 50_000),
    Array([[UInt8]](repeating: [0xFF, 0xFE, 0, 2], count: 100_000).joined()),
    Array(
      [[UInt8]](repeating: [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 65_533), count: 40)
        .joined()),
    Array([[UInt8]](repeating: [0xFF, 0xD0, 0xFF, 0], count: 10_000).joined()), [0xFF, 0xFE, 0, 0],
  ])
  func findsTheFrameWhateverStandsBeforeIt(_ before: [UInt8]) throws {
    let kind = TestJPEG.Kind { $0.isProgressive = true }
    let photo = try TestJPEG.encode(TestPhotos.withoutFaces(width: 400, height: 300), kind)
    let cost = try probe(photo, "a.jpg").cost.bytes
    for place in [2, 20] {
      let file = photo[..<place] + before + photo[place...]
      #expect(try probe(Array(file), "b.jpg").cost.bytes == cost + 3 * before.count)
    }
  }

  // Where the frame lies across two of the pieces that are read.
  @Test func findsTheFrameWhereverItLies() throws {
    let photo = try TestJPEG.encode(TestPhotos.withoutFaces(width: 400, height: 300))
    let cost = try probe(photo, "a.jpg").cost.bytes
    for count in stride(from: 16_300, to: 16_400, by: 1) {
      let comment = TestJPEG.inserting([(0xFE, [UInt8](repeating: 0xFF, count: count))], into: photo)
      #expect(try probe(comment, "b.jpg").cost.bytes == cost + 3 * (comment.count - photo.count))
    }
  }

  // Two bytes and a hole: the sum of what it would take must not overflow.
  @Test func survivesTheLargestFileThereCanBe() throws {
    let name = "/dev/shm/faceblur-\(UInt64.random(in: .min ... .max)).jpg"
    defer { unlink(name) }
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    _ = [UInt8]([0xFF, 0xD8, 0xFF, 0xD9]).withUnsafeBytes { pwrite(descriptor, $0.baseAddress, 4, 0) }
    try #require(ftruncate(descriptor, off_t.max - 4095) == 0)
    #expect(try PhotoProbe(FilePath(name), .standard, longestLook: 1600).cost.bytes > 1 << 48)
  }

  @Test func tellsPhotosFromWhatIsNone() throws {
    let portrait = try TestPhotos.astronaut()
    #expect(try probe(portrait, "portrait.txt").kind == .photo)
    for name in ["portrait.AAE", "a.xmp", "Thumbs.db", "portrait.jpg.quarantined", ".faceblur-1.tmp"] {
      guard case .other = try probe([1, 2, 3], name).kind else {
        Issue.record("\(name) would pass for a photo")
        continue
      }
    }
    for name in ["film.MOV", "film.vob", "photo.jp2", "photo.X3F", "photo.ppm", "logo.svg", "a.PSD"] {
      guard case .unusable = try probe([1, 2, 3], name).kind else {
        Issue.record("\(name) would pass for no photo")
        continue
      }
    }
    #expect(try probe([1, 2, 3], "notes.txt").kind == .other("not a photo"))
    #expect(try probe([], "logo.svg").kind == .other("not a photo"))
  }
}
