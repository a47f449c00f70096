import TestSupport
import Testing

@testable import ImageProcessingKit

/// TIFFs whose colour profile cannot be written anew from what it means.
@Suite struct TIFFConversionTests {
  private static let profile = TestProfile.table(side: 3) { ($0.green, $0.blue * $0.blue, $0.red) }

  private static func photo(
    _ kind: TestTIFF.Kind, _ profile: [UInt8], _ coding: (inout TestTIFF.Coding) -> Void = { _ in }
  ) throws -> Photo {
    let picture = TestTIFF.Picture(GatedRender.picture(width: 60, height: 44), kind)
    return try PhotoFormats.standard.open(
      TestTIFF.encodeByLibtiff(
        picture,
        TestTIFF.Coding {
          ($0.profile, $0.rowsPerStrip) = (profile, 10)
          coding(&$0)
        }))
  }

  private static let cases: [(TestTIFF.Kind, [UInt8])] = [
    (.rgb8, profile), (.rgba8, profile), (.rgb16, profile), (TestTIFF.Kind(2, 16, extras: [1, 0]), profile),
    (.gray8, TestProfile.gray(curve: TestProfile.curve(256) { 1 - $0 })),
    (.white8, TestProfile.gray(curve: TestProfile.curve(256) { 1 - $0 })),
    (.cmyk8, TestProfile.inks()), (TestTIFF.Kind(5, 16, extras: [2]), TestProfile.inks()),
  ]

  @Test(arguments: cases.indices, [0, 1, 2])
  func areConvertedAndProven(index: Int, way: Int) throws {
    let (kind, profile) = Self.cases[index]
    let photo = try Self.photo(kind, profile) {
      ($0.compression, $0.tile) = (way == 0 ? .none : .lzw, way == 1 ? [32, 16] : nil)
      ($0.isPlanar, $0.isBig) = (way == 2, way == 1)
      $0.order = way == 2 ? .bigEndian : .littleEndian
    }
    let conversion = try #require(try photo.content.conversion())
    #expect(conversion.warnings.contains { $0.contains("converted to sRGB") })
    try LeakGate(format: .tiff).checkConversion(conversion.photo, of: photo.content)
    // Red, green and blue of 8 bits, and what was behind the colours; the layout is the usual one.
    let file = Array(conversion.photo.fileBytes)
    let decoded = try TestTIFF.read(file)
    #expect(decoded.picture.kind == TestTIFF.Kind(2, 8, extras: kind.extras) && decoded.warnings == 0)
    #expect(
      decoded.coding
        == TestTIFF.Coding {
          ($0.compression, $0.isDifferenced, $0.rowsPerStrip) = (.deflate, true, way == 1 ? 16 : 10)
          ($0.order, $0.isBig) = (way == 2 ? .bigEndian : .littleEndian, way == 1)
        })
    // It shows what viewers that heed profiles show of the photo.
    let shown = try photo.displayImage(fitting: 500)
    #expect(try conversion.photo.displayImage(fitting: 500).pixels == shown.pixels)

    let plan = try GatedRender.plan(GatedRender.three, .mosaic)
    let render = try photo.content.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer()).bytes
    try LeakGate(format: .tiff).check(
      render, of: conversion.photo, plan: plan, options: RenderOptions(), madeBy: TIFFCase.path)
    #expect(try OddTIFF(render)[34675] == nil)
  }

  @Test func areRefusedWhereOneSampleIsAnother() throws {
    let photo = try Self.photo(.rgb8, Self.profile)
    let other = try #require(try photo.content.conversion()).photo
    let decoded = try TestTIFF.read(Array(other.fileBytes))
    var picture = decoded.picture
    picture.samples[1000] ^= 1
    let tampered = try PhotoFormats.standard.open(TestTIFF.encode(picture, decoded.coding)).content
    #expect(throws: FaceBlurError.changedOutside) {
      try LeakGate(format: .tiff).checkConversion(tampered, of: photo.content)
    }
    // A photo that needs none has none that would pass.
    let plain = try PhotoFormats.standard.open(TestTIFF.encode(GatedRender.picture())).content
    #expect(try plain.conversion() == nil)
    #expect(throws: FaceBlurError.self) { try LeakGate(format: .tiff).checkConversion(plain, of: plain) }
  }
}
