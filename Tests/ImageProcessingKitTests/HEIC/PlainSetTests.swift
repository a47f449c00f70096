import TestSupport
import Testing

@testable import ImageProcessingKit

/// What parameter sets may hold that stay in a render, by the writer and by the gate.
@Suite struct PlainSetTests {
  /// Of a set that tests write: what is beside a small picture of one photo.
  struct Form {
    /// Sets of pictures that others refer to.
    var references = 1
    var hasLongTerm = false
    var hasWindow = false
    /// Ways in which a decoder's buffer may be filled; nil where nothing is said of times.
    var buffers: Int?
    var extensions: Int?
    /// A byte of the profile that is 0 in all sets that exist.
    var reserved: UInt8 = 0

    init(_ change: (inout Form) -> Void = { _ in }) { change(&self) }
  }

  private static func isPlain(_ unit: [UInt8]) throws -> (writer: Bool, gate: Bool) {
    let set = try #require(NALUnit(unit))
    let writer =
      switch set.kind {
      case .parameters(.video): (try? HEVCVideoSet(payload: set.payload()).isPlain(.photo)) ?? false
      case .parameters(.sequence): try SequenceParameters(set).isPlain
      default: try HEVCPictureSet(set).isPlain
      }
    return (writer, ExaminedSetEnd(unit).isPlain)
  }

  private func expect(
    _ unit: [UInt8], _ isPlain: Bool, _ comment: Comment, location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Self.isPlain(unit)
    #expect(found.writer == isPlain, comment, sourceLocation: location)
    #expect(found.gate == isPlain, comment, sourceLocation: location)
  }

  private static func profile(_ form: Form) -> [UInt8] {
    [3, 0x70, 0, 0, 0, 0xB0, 0, 0, form.reserved, 0, 0, 0x5A]
  }

  private static func bits(_ bytes: [UInt8], in writer: inout BitWriter) {
    for byte in bytes { writer.append(Int(byte), bits: 8) }
  }

  private static func unit(_ type: UInt8, _ writer: BitWriter) -> [UInt8] {
    EmulationPrevention.added(to: writer.bytes, behind: [type << 1, 1])
  }

  /// One of the stream alone.
  private static func append(buffers count: Int, to writer: inout BitWriter) {
    writer.append(0b100, bits: 3)
    writer.append(0x24, bits: 8)
    writer.append(0x56B5, bits: 15)
    // All pictures are as long, of a step each.
    writer.append(1, bits: 1)
    writer.append(unsigned: 0)
    writer.append(unsigned: count - 1)
    for _ in 0..<count {
      for _ in 0..<2 { writer.append(unsigned: 20_000) }
      writer.append(1, bits: 1)
    }
  }

  private static func video(_ form: Form) -> [UInt8] {
    var writer = BitWriter()
    writer.append(0b0000_11_000000_000_1, bits: 16)
    writer.append(0xFFFF, bits: 16)
    bits(profile(form), in: &writer)
    writer.append(1, bits: 1)
    for _ in 0..<3 { writer.append(unsigned: 0) }
    writer.append(0, bits: 6)
    writer.append(unsigned: 0)
    writer.append(form.buffers == nil ? 0 : 1, bits: 1)
    if let count = form.buffers {
      writer.append(1, bits: 32)
      writer.append(30, bits: 32)
      writer.append(0, bits: 1)
      writer.append(unsigned: count > 0 ? 1 : 0)
      if count > 0 {
        writer.append(unsigned: 0)
        append(buffers: count, to: &writer)
      }
    }
    writer.append(form.extensions == nil ? 0 : 1, bits: 1)
    if let extensions = form.extensions { writer.append(extensions, bits: 8) }
    writer.finish()
    return unit(32, writer)
  }

  private static func sequence(_ form: Form) -> [UInt8] {
    var writer = BitWriter()
    writer.append(1, bits: 8)
    bits(profile(form), in: &writer)
    for number in [0, 1, 64, 64] { writer.append(unsigned: number) }
    writer.append(0, bits: 1)
    // Depths, and bits of the order.
    for _ in 0..<3 { writer.append(unsigned: 0) }
    writer.append(1, bits: 1)
    for _ in 0..<3 { writer.append(unsigned: 0) }
    for number in [0, 2, 0, 3, 0, 0] { writer.append(unsigned: number) }
    // Neither factors nor what follows them.
    writer.append(0, bits: 4)
    writer.append(unsigned: form.references)
    for index in 0..<form.references {
      if index > 0 { writer.append(0, bits: 1) }
      for number in [1, 0, index] { writer.append(unsigned: number) }
      writer.append(1, bits: 1)
    }
    writer.append(form.hasLongTerm ? 1 : 0, bits: 1)
    if form.hasLongTerm {
      writer.append(unsigned: 1)
      writer.append(3, bits: 5)
    }
    writer.append(0, bits: 2)
    // Neither an aspect nor an overscan; a whole range, without colours; chroma, and what fields are.
    writer.append(0b1_00_1_101_1_0_0_000, bits: 13)
    writer.append(form.hasWindow ? 1 : 0, bits: 1)
    if form.hasWindow { for _ in 0..<4 { writer.append(unsigned: 1) } }
    writer.append(form.buffers == nil ? 0 : 1, bits: 1)
    if let count = form.buffers {
      writer.append(1, bits: 32)
      writer.append(30, bits: 32)
      writer.append(0, bits: 1)
      writer.append(count > 0 ? 1 : 0, bits: 1)
      if count > 0 { append(buffers: count, to: &writer) }
    }
    writer.append(0b1_010, bits: 4)
    for number in [0, 0, 1, 15, 15] { writer.append(unsigned: number) }
    writer.append(form.extensions == nil ? 0 : 1, bits: 1)
    if let extensions = form.extensions {
      writer.append(extensions, bits: 8)
      if extensions & 0x80 != 0 { writer.append(0, bits: 9) }
    }
    writer.finish()
    return unit(33, writer)
  }

  /// As cameras write them, of phones and of x265.
  private static let cameras: [[UInt8]] = [
    [
      0x40, 1, 0x0C, 1, 0xFF, 0xFF, 3, 0x70, 0, 0, 3, 0, 0xB0, 0, 0, 3, 0, 0, 3, 0, 0x5A, 0x70, 0x24,
    ],
    [
      0x40, 1, 0x0C, 1, 0xFF, 0xFF, 1, 0x60, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x3C, 0x99, 0x8A, 2, 0x40,
    ],
    [
      0x42, 1, 1, 1, 0x60, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0, 3, 0, 0x78, 0xA0, 2, 0x80, 0x80, 0x2D, 0x1F, 0xE5,
      0xF9, 0x24, 0x6D, 0x9E, 0xD9,
    ],
    [
      0x42, 1, 1, 3, 0x70, 0, 0, 3, 0, 0x90, 0, 0, 3, 0, 0, 3, 0, 0x1E, 0xA0, 0x20, 0x81, 5, 0x96, 0xEA, 0x49,
      0x29, 0xAE, 0x6C, 8, 0, 0, 3, 0, 8, 0, 0, 3, 0, 8, 0x40,
    ],
    [0x44, 1, 0xC0, 0x61, 0x72, 0xC8, 0x40, 0x53, 0x24], [0x44, 1, 0xC1, 0x72, 0xB4, 0x62, 0x40],
  ]

  @Test(arguments: cameras)
  func camerasSetsStay(unit: [UInt8]) throws {
    try expect(unit, true, "as it is")
    // Zeros, which say nothing.
    try expect(unit + [0, 0], true, "zeros")
    for rest in [[0x80], [0, 1], [0x55, 0x80], Array("Owner".utf8)] as [[UInt8]] {
      try expect(unit + rest, false, "\(rest)")
    }
  }

  @Test func onlyWhatPhotosNeedStays() throws {
    for make in [Self.video, Self.sequence] {
      for buffers in [nil, 0, 1, 2] {
        try expect(make(Form { $0.buffers = buffers }), true, "\(buffers ?? -1) buffers")
      }
      try expect(make(Form { $0.buffers = 31 }), false, "many buffers")
      try expect(make(Form { $0.extensions = 1 }), false, "an extension")
      for reserved in [1, 0x80] {
        try expect(make(Form { $0.reserved = UInt8(reserved) }), false, "reserved")
      }
    }
    for count in [0, 2, 4] {
      try expect(Self.sequence(Form { $0.references = count }), true, "\(count) references")
    }
    try expect(Self.sequence(Form { $0.references = 40 }), false, "many references")
    try expect(Self.sequence(Form { $0.hasLongTerm = true }), false, "pictures for long")
    try expect(Self.sequence(Form { $0.hasWindow = true }), false, "a window")
    for (extensions, isPlain) in [(0, true), (0x80, true), (0x40, false), (0x81, false)] {
      try expect(Self.sequence(Form { $0.extensions = extensions }), isPlain, "extensions \(extensions)")
    }
  }

  /// What encoders of other people and our own write.
  @Test(arguments: HEIFCase.forms)
  func encodersSetsStay(form: HEIFCase.Form) throws {
    let picture = TestHEVC.Picture.noise(width: 98, height: 66, chroma: form.chroma, depth: form.depth)
    for set in try TestHEVC.encode(picture, .lossy(28)).parameterSets { try expect(set, true, "x265") }
    let planar = try picture.planar
    for quantizer in [nil, 26] {
      let units = try NALUnit.all(
        in: HEVCCodec.encode(planar, SampleColors(), quantizer: quantizer), lengthSize: 4)
      for unit in units.prefix(3) { try expect(unit.bytes, true, "our own") }
    }
  }
}
