import TestSupport
import Testing

@testable import ImageProcessingKit

/// PNGs whose colour profile cannot be written anew from what it means.
@Suite struct PNGConversionTests {
  private static let profile = TestProfile.table(side: 3) { ($0.green, $0.blue * $0.blue, $0.red) }

  private static func photo(
    _ kind: TestPNG.Kind, isInterlaced: Bool = false, profile: [UInt8] = profile
  ) throws -> Photo {
    let picture = TestPNG.Picture(GatedRender.picture(), kind)
    let file = try TestPNG.encode(
      picture,
      TestPNG.Coding {
        $0.isInterlaced = isInterlaced
        $0.filter = .minimumSum
      })
    return try PhotoFormats.standard.open(
      TestPNGChunks(file).inserting(
        [try .profile(profile), TestPNGChunk("gAMA", [0, 1, 0, 0])], behind: "IHDR"
      )
      .bytes)
  }

  @Test(
    arguments: [TestPNG.Kind.rgb8, .palette8, .rgba8, TestPNG.Kind(2, 16), TestPNG.Kind(6, 16)],
    [false, true])
  func areConvertedAndProven(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    let photo = try Self.photo(kind, isInterlaced: isInterlaced)
    let conversion = try #require(try photo.content.conversion())
    #expect(conversion.warnings.contains { $0.contains("converted to sRGB") })
    try LeakGate(format: .png).checkConversion(conversion.photo, of: photo.content)
    // It shows what viewers that heed profiles show of the photo.
    let shown = try photo.displayImage(fitting: 500)
    #expect(shown.otherViews.count == 1 && shown.otherViews[0].pixels != shown.pixels)
    #expect(try conversion.photo.displayImage(fitting: 500).pixels == shown.pixels)

    let plan = try GatedRender.plan(GatedRender.three, .mosaic)
    let render = try photo.content.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer()).bytes
    try LeakGate(format: .png).check(
      render, of: conversion.photo, plan: plan, options: RenderOptions(), madeBy: .rows)
    let types = TestPNGChunks(render).chunks.map(\.type)
    #expect(!types.contains("iCCP") && !types.contains("gAMA"))
  }

  @Test func areRefusedWhereOneSampleIsAnother() throws {
    let photo = try Self.photo(.rgb8)
    let other = try #require(try Self.photo(.rgb8).content.conversion()).photo
    var picture = try TestPNG.read(Array(other.fileBytes)).picture
    picture.samples[1000] ^= 1
    let tampered = try PhotoFormats.standard.open(TestPNG.encode(picture)).content
    #expect(throws: FaceBlurError.changedOutside) {
      try LeakGate(format: .png).checkConversion(tampered, of: photo.content)
    }
    // A photo that needs none has none that would pass.
    let plain = try PhotoFormats.standard.open(TestPNG.encode(GatedRender.picture())).content
    #expect(try plain.conversion() == nil)
    #expect(throws: FaceBlurError.self) { try LeakGate(format: .png).checkConversion(plain, of: plain) }
  }
}
