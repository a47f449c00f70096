@testable import ImageProcessingKit
import Glibc
import TestSupport
import Testing

@Suite struct PhotoProbeTests {
  private func probe(_ bytes: [UInt8], _ name: String) throws -> PhotoProbe {
    let scratch = try ScratchFolder()
    return try PhotoProbe(InputFile.open(FilePath(scratch.write(bytes, name))), longestLook: 1600)
  }

  // A header that lies costs no more than the decoder's own limits let through.
  @Test func estimatesByTheHeader() throws {
    let picture = TestPhotos.withoutFaces(width: 1000, height: 800)
    let plain = try probe(TestJPEG.encode(picture), "a.jpg")
    let progressive = try probe(TestJPEG.encode(picture, .init { $0.isProgressive = true }), "b.jpg")
    #expect(plain.kind == .jpeg && progressive.kind == .jpeg)
    #expect(plain.cost > 3 * 1000 * 800)
    #expect(progressive.cost > plain.cost + 2 * 1000 * 800 * 3)
    for cut in [2, 3, 4, 9, 200] {
      #expect(try probe(Array(TestJPEG.encode(picture).prefix(cut)), "c.jpg").kind == .jpeg)
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
    #expect(try PhotoProbe(InputFile.open(FilePath(name)), longestLook: 1600).cost > 1 << 48)
  }

  @Test func tellsPhotosFromWhatIsNone() throws {
    let portrait = try TestPhotos.astronaut()
    #expect(try probe(portrait, "portrait.txt").kind == .jpeg)
    for name in ["portrait.AAE", "a.xmp", "Thumbs.db", "portrait.jpg.quarantined", ".faceblur-1.tmp"] {
      guard case .other = try probe([1, 2, 3], name).kind else {
        Issue.record("\(name) would pass for a photo")
        continue
      }
    }
    for name in ["film.MOV", "film.vob", "photo.jp2", "photo.X3F", "photo.ppm"] {
      guard case .unusable = try probe([1, 2, 3], name).kind else {
        Issue.record("\(name) would pass for no photo")
        continue
      }
    }
    #expect(try probe([1, 2, 3], "notes.txt").kind == .other("not a photo"))
  }
}
