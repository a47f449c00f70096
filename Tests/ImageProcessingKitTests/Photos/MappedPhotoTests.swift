import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos whose bytes no array holds.
@Suite struct MappedPhotoTests {
  /// A file that only this process can reach, mapped into memory.
  private final class MappedFile: ByteStorage {
    // Set once and only read until the value goes.
    nonisolated(unsafe) private let bytes: UnsafeRawBufferPointer

    init(_ content: [UInt8]) throws {
      let file = try #require(tmpfile())
      defer { fclose(file) }
      try #require(fwrite(content, 1, content.count, file) == content.count && fflush(file) == 0)
      let mapped = try #require(
        mmap(nil, content.count, PROT_READ, MAP_PRIVATE, fileno(file), 0))
      try #require(mapped != MAP_FAILED)
      bytes = UnsafeRawBufferPointer(start: mapped, count: content.count)
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

    func withUnsafeBufferPointer<Value, Failure: Error>(
      _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
      try body(bytes.assumingMemoryBound(to: UInt8.self))
    }
  }

  private static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind { $0.components = 1 },
  ]

  @Test(arguments: kinds)
  func areReadAndRenderedLikeThoseInArrays(kind: TestJPEG.Kind) throws {
    let bytes = try TestJPEG.encode(TestPhotos.noise(width: 90, height: 70, seed: 3), kind)
    let photo = try PhotoFormats.standard.open(bytes).content
    let mapped = try PhotoFormats.standard.open(FileBytes(storage: MappedFile(bytes))).content
    #expect(try mapped.displayImage(fitting: 64).pixels == photo.displayImage(fitting: 64).pixels)
    let plan = try GatedRender.plan(GatedRender.one)
    let render = try mapped.rendering(plan.areas(on: mapped.geometry), with: plan.strength.style.obscurer)
    let expected = try photo.rendering(plan.areas(on: photo.geometry), with: plan.strength.style.obscurer)
    #expect(render.bytes == expected.bytes)
    try LeakGate(format: .jpeg).check(
      render.bytes, of: mapped, plan: plan, options: RenderOptions(), madeBy: render.path)
    #expect(SHA256.hexDigest(of: mapped.fileBytes) == SHA256.hexDigest(of: bytes))
    #expect(mapped.fileBytes.elementsEqual(bytes) && mapped.fileBytes.copy(2..<9) == Array(bytes[2..<9]))
  }

  @Test func anEmptyOneIsNoPhoto() {
    #expect(throws: FaceBlurError.emptyPhoto) { try PhotoFormats.standard.open(FileBytes([])) }
  }
}
