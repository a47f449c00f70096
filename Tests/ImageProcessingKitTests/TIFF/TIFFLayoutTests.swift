import TestSupport
import Testing

@testable import ImageProcessingKit

/// A render is laid out in one way, to the byte: directories in their order, then strips or tiles, and nothing else.
@Suite struct TIFFLayoutTests {
  private func expectLayout(
    _ example: TIFFCase, of file: [UInt8], adding entries: (inout OddTIFF) -> Void = { _ in }
  ) throws {
    let render = try example.render(of: file).bytes
    let chunks = try OddTIFF(render).first.chunks
    var coding = example.coding
    coding.profile = []
    var expected = OddTIFF(
      coding.order, isBig: coding.isBig,
      [
        TestTIFF.directory(
          example.picture.kind, width: example.picture.width, height: example.picture.height, coding,
          chunks: chunks)
      ])
    entries(&expected)
    #expect(render == expected.bytes, "\(example.picture.kind) \(example.coding)")
    #expect(try example.refusal(of: render, from: file) == nil, "\(example.coding)")
  }

  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func isTheSpecsToTheByte(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 601)
    for style in [ObscuringStyle.mosaic, .blur] {
      let example = try TIFFCase(kind, compression, style, .box, &random)
      try expectLayout(example, of: example.file())
      // Whatever the layout of the photo.
      try expectLayout(example, of: TestTIFF.encodeByLibtiff(example.picture, example.coding))
      var odd = try TestTIFF.file(example.picture, example.coding)
      odd.first.entries.reverse()
      (odd.gap, odd.first.gap, odd.trailing) = ([1, 2, 3, 4], [5, 6, 7], [8])
      let sound = odd
      for tag in [256, 257] { odd.first.change(tag) { $0 = sound.numbers(tag, 3, sound.numbers(of: $0)) } }
      try expectLayout(example, of: odd.bytes)
    }
  }

  private static func policy(_ text: String) throws -> RenderOptions {
    var options = RenderOptions()
    options.metadata = try #require(MetadataPolicy(text))
    return options
  }

  /// A photo of everything that a policy may keep, and of much that none does.
  private static func full(_ file: inout OddTIFF) {
    file.first.set(file.text(270, "a description"))
    file.first.set(file.text(271, "Acme"))
    file.first.set(file.text(272, "Acme One"))
    file.first.set(file.numbers(282, 5, [300, 1].map { $0 }))
    file.first.set(file.bytes(282, file.order.number(300, 4) + file.order.number(1, 4), type: 5))
    file.first.set(file.bytes(283, file.order.number(300, 4) + file.order.number(1, 4), type: 5))
    file.first.set(file.short(296, 2))
    file.first.set(file.text(305, "a program"))
    file.first.set(file.text(315, "Ann"))
    file.first.set(file.text(33432, "(c) Ann"))
    let interoperability = OddTIFF.Directory([file.text(1, "R03"), file.bytes(2, Array("0100".utf8))])
    file.first.set(
      file.pointer(
        0x8769,
        to: [
          OddTIFF.Directory([
            file.bytes(0x9000, Array("0220".utf8)), file.text(0x9003, "2024:05:04 12:30:45"),
            file.bytes(0x927C, [1, 2, 3, 4, 5]), file.short(0xA001, 0xFFFF),
            file.pointer(0xA005, to: [interoperability]), file.text(0xA434, "AG 24-70mm"),
          ])
        ]))
    func degrees(_ values: [Int]) -> [UInt8] { values.flatMap { file.order.number($0, 4) } }
    file.first.set(
      file.pointer(
        0x8825,
        to: [
          OddTIFF.Directory([
            file.bytes(0, [2, 2, 0, 0], type: 1), file.text(1, "N"),
            file.bytes(2, degrees([48, 1, 51, 1, 30, 1]), type: 5), file.text(3, "W"),
            file.bytes(4, degrees([2, 1, 17, 1, 40, 1]), type: 5),
          ])
        ]))
  }

  /// What of that a render keeps.
  private static func kept(_ file: inout OddTIFF, standard: Bool, gps: Bool) {
    var whole = file
    full(&whole)
    let tags = [282, 283, 296] + (standard ? [271, 272, 315, 33432] : [])
    for tag in tags { if let entry = whole[tag] { file.first.set(entry) } }
    let interoperability = OddTIFF.Directory([file.text(1, "R03")])
    var exif = OddTIFF.Directory([
      file.bytes(0x9000, Array("0232".utf8)), file.text(0x9003, "2024:05:04 12:30:45"),
      file.short(0xA001, 0xFFFF), file.pointer(0xA005, to: [interoperability], type: 4),
    ])
    if standard { exif.set(file.text(0xA434, "AG 24-70mm")) }
    file.first.set(file.pointer(0x8769, to: [exif], type: 4))
    guard gps, let pointer = whole[0x8825], case .directories(var list) = pointer.value else { return }
    list[0].set(file.bytes(0, [2, 3, 0, 0], type: 1))
    file.first.set(file.pointer(0x8825, to: list, type: 4))
  }

  @Test(arguments: ByteOrder.allCases, [false, true])
  func directoriesFollowEachOther(order: ByteOrder, isBig: Bool) throws {
    for (text, isStandard, hasPlace) in [
      ("minimal", false, false), ("standard", true, false), ("standard+gps", true, true),
    ] {
      let example = TIFFCase(
        .noise(.rgb8, width: 48, height: 41, seed: 5), try GatedRender.plan(GatedRender.one),
        TestTIFF.Coding { ($0.order, $0.isBig, $0.compression) = (order, isBig, .lzw) },
        options: try Self.policy(text))
      var file = try TestTIFF.file(example.picture, example.coding)
      Self.full(&file)
      try expectLayout(example, of: file.bytes) { Self.kept(&$0, standard: isStandard, gps: hasPlace) }
    }
  }

  @Test(arguments: [false, true])
  func holdsNothingButThePictureWithoutMetadata(isBig: Bool) throws {
    let example = TIFFCase(
      .noise(.gray8, width: 40, height: 30, seed: 5), try GatedRender.plan(GatedRender.one),
      TestTIFF.Coding { $0.isBig = isBig }, options: try Self.policy("none"))
    var file = try TestTIFF.file(example.picture, example.coding)
    Self.full(&file)
    // What decoding needs stays: the colour space.
    try expectLayout(example, of: file.bytes) { file in
      file.first.set(
        file.pointer(
          0x8769,
          to: [
            OddTIFF.Directory([
              file.bytes(0x9000, Array("0232".utf8)), file.short(0xA001, 0xFFFF),
              file.pointer(0xA005, to: [OddTIFF.Directory([file.text(1, "R03")])], type: 4),
            ])
          ], type: 4))
    }
  }

  /// A profile is written anew; where the policy keeps none, and where it says what everybody takes for granted, there is none.
  @Test(arguments: ByteOrder.allCases)
  func carriesTheProfile(order: ByteOrder) throws {
    var coding = TestTIFF.Coding { ($0.order, $0.profile) = (order, TestProfile.wideGamut) }
    let picture = TestTIFF.Picture.noise(.rgb8, width: 40, height: 30, seed: 5)
    let plan = try GatedRender.plan(GatedRender.one)
    let example = TIFFCase(picture, plan, coding)
    let file = try TestTIFF.encodeByLibtiff(picture, coding)
    let render = try example.render(of: file).bytes
    let profile = try TestTIFF.read(render).coding.profile
    #expect(!profile.isEmpty && profile != TestProfile.wideGamut)
    try expectLayout(example, of: file) { $0.first.set($0.bytes(34675, profile)) }
    // The same with other words in it is the same.
    coding.profile = TestProfile.profile(replacingNotice: "Ann")
    #expect(try example.render(of: TestTIFF.encodeByLibtiff(picture, coding)).bytes == render)
    // None where the photo has none.
    #expect(try OddTIFF(example.render(of: TestTIFF.encode(picture)).bytes)[34675] == nil)
  }
}
