import TestSupport
import Testing

@testable import ImageProcessingKit

/// Which files a record may be believed to name: those that look like a render of its photo.
@Suite struct RenderLikenessTests {
  private func render(_ photo: [UInt8], _ policy: MetadataPolicy, thumbnail: Bool = false) throws -> [UInt8] {
    var options = RenderOptions()
    options.metadata = policy
    options.hasThumbnail = thumbnail
    return try GatedRender(photo, GatedRender.plan(GatedRender.one), options: options).bytes
  }

  // Whatever version of the program wrote it, and under whatever policy.
  @Test func rendersOfEveryPolicyAreAlike() throws {
    let photo = try CameraPhoto.jpeg(.bigEndian)
    let opened = try PhotoFormat.open(photo)
    for policy in [MetadataPolicy.none, .minimal, .standard, .beforePolicies] {
      for thumbnail in [false, true] {
        #expect(RenderLikeness.holds(for: try render(photo, policy, thumbnail: thumbnail), of: opened))
      }
    }
  }

  @Test func thePhotoItselfAndOtherProgramsFilesAreNot() throws {
    let photo = try CameraPhoto.jpeg(.littleEndian)
    let opened = try PhotoFormat.open(photo)
    #expect(!RenderLikeness.holds(for: photo, of: opened))
    let upright = try TestPhotos.pixels(of: photo)
    let reencoded = try TestJPEG.encode(upright.stored(for: .right), TestJPEG.Kind { $0.quality = 75 })
    #expect(!RenderLikeness.holds(for: reencoded, of: opened))
    #expect(!RenderLikeness.holds(for: try TestPhotos.graceHopper(), of: opened))
    #expect(!RenderLikeness.holds(for: Array("precious".utf8), of: opened))
    let edited = try render(photo, .minimal)
    #expect(!RenderLikeness.holds(for: edited + [0], of: opened))
    #expect(!RenderLikeness.holds(for: TestJPEG.inserting([(0xFE, [1])], into: edited), of: opened))
  }
}
