import CCodec
import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// The process that decodes, and one that misbehaves in its place.
@Suite struct CodecHelperTests {
  /// Starts the misbehaving one under a name that says how, and asks it for a picture of 16 × 16.
  private func answer(_ behaviour: String, seconds: UInt32 = 0) throws -> fbc_status {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/bad-codec-" + behaviour
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: BuiltCommand.program("BadCodec"))
    var helper = fbc_helper()
    let started = fbc_start(path, .photos, true, &helper)
    guard started == .ok else { return started }
    defer { _ = fbc_finish(&helper) }
    // It is waited for as long as it may compute, and so much longer.
    helper.slack = 1
    let shape = fbc_shape(width: 16, height: 16, chroma: 1, luma_depth: 8, chroma_depth: 8)
    var request = fbc_request()
    request.operation = .decodeHEVC
    request.shape = shape
    request.seconds = seconds
    request.memory = fbc_memory(.decodeHEVC, shape, 4)
    var (response, output) = (fbc_response(), [UInt8](repeating: 0, count: 384))
    return fbc_perform(&helper, &request, [0, 0, 0, 0], 4, &output, output.count, &response)
  }

  @Test(arguments: [
    ("crash", fbc_status.ended), ("exit", .ended), ("half", .ended), ("hang", .timedOut), ("spin", .timedOut),
    ("garbage", .lied), ("number", .lied), ("status", .lied), ("client", .lied), ("large", .lied),
    ("few", .lied), ("none", .lied), ("shape", .lied), ("damaged", .damaged), ("memory", .outOfMemory),
    ("gone", .ended), ("mute", .ended), ("stranger", .lied), ("newer", .lied), ("nojail", .noJail),
    ("unjailed", .noJail),
  ])
  func nothingThatItDoesIsBelieved(behaviour: String, status: fbc_status) throws {
    let found = try answer(behaviour)
    #expect(found == status || status == .noJail && found == .lied, "\(found.rawValue)")
  }

  /// What opens files, connects, starts programs or reaches other processes fails in there, also beside the libraries for films, which
  /// bring many others.
  @Test(arguments: [[], ["libavutil.so.57", "libavcodec.so.59"]])
  func theJailHolds(libraries: [String]) throws {
    let outcome = try BuiltCommand.run(libraries, of: BuiltCommand.program("CodecJailProbe"))
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
  }

  /// Without loss, in every form that a photo has; the same picture gives the same bytes.
  @Test(arguments: HEIFCase.forms)
  func codesWithoutLoss(form: HEIFCase.Form) throws {
    let picture = TestHEVC.Picture.noise(width: 98, height: 66, chroma: form.chroma, depth: form.depth)
    let shape = PlanarShape(
      width: 98, height: 66, chroma: try #require(ChromaFormat(rawValue: form.chroma.rawValue)),
      depth: form.depth)
    let planar = try #require(PlanarPicture(shape, planes: picture.planes))
    var colors = SampleColors()
    (colors.primaries, colors.matrix, colors.isFullRange) = (1, 1, true)
    let units = try HEVCCodec.encode(planar, colors)
    #expect(try HEVCCodec.encode(planar, colors) == units)
    #expect(try HEVCCodec.decode(units, as: shape) == planar)
    // FFmpeg's decoder says the same.
    #expect(try TestHEVC.decode(units) == picture)
    let sets = try NALUnit.all(in: units, lengthSize: 4)
    let parameters = try SequenceParameters(sets[1])
    #expect(parameters.colors == colors && parameters.shape == shape)
  }

  /// With loss all parameter sets are the same, and the slice says the quantiser; the same picture gives the same bytes.
  @Test(arguments: HEIFCase.forms)
  func codesWithLoss(form: HEIFCase.Form) throws {
    let picture = TestHEVC.Picture.noise(width: 98, height: 66, chroma: form.chroma, depth: form.depth)
    let planar = try picture.planar
    var (sets, lengths): (Set<ParameterSets>, [Int]) = ([], [])
    for quantizer in [0, 1, 22, 37, 51] {
      let code = try HEVCCodec.encode(planar, SampleColors(isFullRange: true), quantizer: quantizer)
      #expect(
        try HEVCCodec.encode(planar, SampleColors(isFullRange: true), quantizer: quantizer) == code)
      let units = try NALUnit.all(in: code, lengthSize: 4)
      try #require(units.count == 4)
      let own = ParameterSets(video: units[0], sequence: units[1], picture: units[2])
      #expect(own.quantizer(of: units[3]) == quantizer)
      sets.insert(own)
      lengths.append(code.count)
      // FFmpeg's decoder shows the same.
      #expect(try HEVCCodec.decode(code, as: planar.shape) == TestHEVC.decode(code).planar)
    }
    #expect(sets.count == 1 && lengths == lengths.sorted(by: >), "\(lengths)")
    #expect(throws: FaceBlurError.self) {
      try HEVCCodec.encode(planar, SampleColors(), quantizer: 52)
    }
    // Without loss parameter sets say so.
    let units = try NALUnit.all(in: HEVCCodec.encode(planar, SampleColors()), lengthSize: 4)
    let exact = ParameterSets(video: units[0], sequence: units[1], picture: units[2])
    #expect(exact.quantizer(of: units[3]) == nil)
  }

  /// Every parameter set keeps to its standard up to its last bit, with loss and without: FFmpeg reads them whole, where decoders stop earlier.
  @Test(arguments: [nil, 22])
  func parameterSetsEndWhereTheyShould(quantizer: Int?) throws {
    let planar = try TestHEVC.Picture.noise(width: 96, height: 64).planar
    var colors = SampleColors(isFullRange: true)
    (colors.primaries, colors.matrix) = (1, 1)
    let code = try HEVCCodec.encode(planar, colors, quantizer: quantizer)
    let scratch = try ScratchFolder()
    try scratch.write(
      try NALUnit.all(in: code, lengthSize: 4).flatMap { [0, 0, 0, 1] + $0.bytes }, "picture.hevc")
    let outcome = try BuiltCommand.run(
      ["-nostdin", "-f", "hevc", "-i", "picture.hevc", "-c", "copy", "-bsf:v", "trace_headers"]
        + ["-f", "null", "-"], of: "ffmpeg", in: scratch.path)
    #expect(outcome.exitCode == 0 && !outcome.errors.contains("out of range"), "\(outcome.errors)")
    #expect(outcome.errors.contains("sps_extension_present_flag"))
  }

  /// A decoder is told what shape to expect, and another one is an error.
  @Test func anotherShapeIsRefused() throws {
    let picture = TestHEVC.Picture.noise(width: 64, height: 64)
    let units = try TestHEVC.encode(picture).bytes()
    for (width, height) in [(32, 64), (64, 128), (4096, 4096)] {
      let shape = PlanarShape(width: width, height: height, chroma: .half, depth: 8)
      #expect(throws: FaceBlurError.self) { try HEVCCodec.decode(units, as: shape) }
    }
    #expect(throws: FaceBlurError.self) {
      try HEVCCodec.decode(units, as: PlanarShape(width: 64, height: 64, chroma: .half, depth: 10))
    }
  }
}
