import TestSupport
import Testing

@testable import ImageProcessingKit

/// What parameter sets may hold that stay in a render, by the writer and by the gate.
@Suite struct PlainSetTests {
  private static func isPlain(_ unit: [UInt8]) throws -> (writer: Bool, gate: Bool) {
    let set = try #require(NALUnit(unit))
    let writer =
      switch set.kind {
      case .parameters(.video): (try? HEVCVideoSet(payload: set.payload()).isPlain(.photo)) ?? false
      case .parameters(.sequence): try SequenceParameters(set).isPlain
      default: try HEVCPictureSet(set).isPlain
      }
    return (writer, ExaminedHEVCSet(unit, .photo).isPlain)
  }

  private func expect(
    _ unit: [UInt8], _ isPlain: Bool, _ comment: Comment, location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Self.isPlain(unit)
    #expect(found.writer == isPlain, comment, sourceLocation: location)
    #expect(found.gate == isPlain, comment, sourceLocation: location)
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
    for kind in [\TestHEVCSet.video, \.sequence] as [KeyPath<TestHEVCSet, [UInt8]>] {
      func expect(
        _ isPlain: Bool, _ comment: Comment, _ change: (inout TestHEVCSet) -> Void
      ) throws {
        try self.expect(TestHEVCSet(change)[keyPath: kind], isPlain, comment)
      }
      for buffers in [nil, 0, 1, 2] {
        try expect(true, "\(buffers ?? -1) buffers") { $0.buffers = buffers }
      }
      try expect(false, "many buffers") { $0.buffers = 31 }
      try expect(false, "an extension") { $0.extensions = 1 }
      for reserved in [1, 0x80] as [UInt8] { try expect(false, "reserved") { $0.reserved = reserved } }
    }
    func expect(_ isPlain: Bool, _ comment: Comment, _ change: (inout TestHEVCSet) -> Void) throws {
      try self.expect(TestHEVCSet(change).sequence, isPlain, comment)
    }
    for count in [0, 2, 4] { try expect(true, "\(count) references") { $0.references = count } }
    try expect(false, "many references") { $0.references = 40 }
    for count in [0, 1] { try expect(false, "\(count) pictures for long") { $0.longTerm = count } }
    try expect(false, "a window") { $0.hasWindow = true }
    for (extensions, isPlain) in [(0, true), (0x80, true), (0x40, false), (0x81, false)] {
      try expect(isPlain, "extensions \(extensions)") { $0.extensions = extensions }
    }
  }

  /// A photo is one picture, without layers in time.
  @Test func layersInTimeAreNoPartOfAPhoto() {
    let set = TestHEVCSet { $0.layers = 1 }
    for unit in [set.video, set.sequence] {
      #expect(!ExaminedHEVCSet(unit, .photo).isPlain && ExaminedHEVCSet(unit, .film).isPlain)
      #expect(((try? Self.isPlain(unit).writer) ?? false) == false)
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
