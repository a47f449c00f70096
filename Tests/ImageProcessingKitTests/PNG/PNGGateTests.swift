import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of hand-built PNGs before the gate, as they should be and tampered with.
@Suite struct PNGGateTests {
  struct Form: Sendable, CustomStringConvertible {
    let type: UInt8
    let depth: Int
    let isInterlaced: Bool

    var description: String { "type \(type), \(depth) bits\(isInterlaced ? ", interlaced" : "")" }
    var colors: ColorModel { type == 0 || type == 4 ? .gray : .rgb }
    var extras: Int { type >= 4 ? 1 : 0 }

    static let all = [
      (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (4, 8), (4, 16), (6, 8), (6, 16),
    ]
    .flatMap { type, depth in
      [false, true].map { Form(type: UInt8(type), depth: depth, isInterlaced: $0) }
    }
  }

  /// An original and its render, of one form.
  private struct Pair {
    let form: Form
    let raster: DeepRaster
    let areas: [ObscuredArea]
    let style: ObscuringStyle
    var original: PlainPNG
    var render: PlainPNG

    init(_ form: Form, _ style: ObscuringStyle = .mosaic) throws {
      raster = .noise(width: 61, height: 45, colors: form.colors, extras: form.extras, depth: form.depth)
      areas = try GatedRender.plan(GatedRender.three, style).areas(on: raster.geometry)
      original = PlainPNG(
        width: 61, height: 45, depth: form.depth, type: form.type, isInterlaced: form.isInterlaced,
        samples: raster.samples)
      render = original
      render.samples = raster.obscured(areas, style).samples
      render.filters = [4]
      (self.form, self.style) = (form, style)
    }

    func refusal(
      alone: Bool = false, path: RenderSummary.Path? = .rows, file: [UInt8]? = nil
    ) throws -> FaceBlurError? {
      let photo = try UnopenedPhoto(original)
      let bytes = FileBytes(try file ?? render.encoded())
      do throws(FaceBlurError) {
        if alone {
          try PNGGate().checkRegions(of: bytes, photo.geometry, areas, style)
        } else {
          try PNGGate().checkPicture(of: bytes, against: photo, areas, style, path, judgesCode: true)
        }
        return nil
      } catch {
        return error
      }
    }

    /// Where the samples of some pixel of an area, or of none, begin.
    func place(inside: Bool) -> Int {
      let pixel = (0..<(61 * 45)).first { pixel in
        areas.contains { $0.contains(unitX: pixel % 61 / 8, unitY: pixel / 61 / 8) } == inside
      }
      return (pixel ?? 0) * render.stored
    }
  }

  @Test(arguments: Form.all, ObscuringStyle.allCases)
  func passesARender(form: Form, style: ObscuringStyle) throws {
    let pair = try Pair(form, style)
    #expect(try pair.refusal() == nil)
    #expect(try pair.refusal(path: nil) == nil)
    #expect(try pair.refusal(alone: true) == nil)
  }

  @Test(arguments: Form.all)
  func refusesOneOtherSample(form: Form) throws {
    for style in ObscuringStyle.allCases {
      for isInside in [true, false] {
        var pair = try Pair(form, style)
        pair.render.samples[pair.place(inside: isInside)] ^= 1
        #expect(try pair.refusal() == (isInside ? .leakingRegion : .changedOutside))
      }
    }
    // An area that shines through would show what is written behind it.
    if form.extras > 0 {
      var pair = try Pair(form)
      pair.render.samples[pair.place(inside: true) + form.colors.components.count] -= 1
      #expect(try pair.refusal() == .leakingRegion)
      #expect(try pair.refusal(alone: true) == .leakingRegion)
    }
  }

  @Test func refusesAnotherPicture() throws {
    var pair = try Pair(Form(type: 2, depth: 8, isInterlaced: false))
    #expect(try pair.refusal(path: .init(rawValue: "bitCopy"))?.isDamage == true)
    #expect(try pair.refusal(file: pair.original.encoded()) == .leakingRegion)
    pair.render.isInterlaced = true
    #expect(try pair.refusal() == .changedOutside)
    pair.render.isInterlaced = false
    pair.render.height = 44
    #expect(try pair.refusal() == .otherShape)
    pair.render.height = 45
    let whole = try pair.render.encoded()
    for count in [0, 7, 8, 20, 33, 60, whole.count - 13, whole.count - 1] {
      #expect(try pair.refusal(file: Array(whole.prefix(count)))?.isDamage == true, "\(count)")
    }
  }

  @Test func refusesChunksThatSaySomethingElse() throws {
    func refusal(_ original: [PlainPNG.Chunk], _ render: [PlainPNG.Chunk]) throws -> FaceBlurError? {
      var pair = try Pair(Form(type: 2, depth: 8, isInterlaced: false))
      pair.original.first = original
      pair.render.first = render
      return try pair.refusal()
    }
    let cicp = ("cICP", [9, 16, 0, 1] as [UInt8])
    let gamma = ("gAMA", [0, 0, 0xB1, 0x8F] as [UInt8])
    let bits = ("sBIT", [5, 6, 5] as [UInt8])
    #expect(try refusal([gamma, bits], [gamma, bits]) == nil)
    #expect(try refusal([cicp, bits], [cicp, bits]) == nil)
    // What counts for more stands alone.
    for word in [cicp, ("sRGB", [0])] {
      #expect(try refusal([word, gamma, bits], [word, gamma, bits])?.isDamage == true)
    }
    // The policy may drop it.
    #expect(try refusal([cicp, gamma, bits], [cicp, bits]) == nil)
    #expect(try refusal([cicp], []) == .changedOutside)
    #expect(try refusal([], [gamma]) == .changedOutside)
    #expect(try refusal([("gAMA", [0, 0, 0, 1])], [gamma]) == .changedOutside)
    #expect(try refusal([bits], [("sBIT", [5, 5, 5])]) == .changedOutside)
    // Chunks of a render have their order.
    #expect(try refusal([bits, gamma], [bits, gamma])?.isDamage == true)
    #expect(try refusal([gamma], [gamma, gamma]) == nil)
    #expect(try refusal([], [("tIME", [0, 0, 0, 0, 0, 0, 0])])?.isDamage == true)
  }

  /// A pixel inside is never transparent, and one outside is if it was.
  @Test(arguments: [(0 as UInt8, 1), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16)])
  func provesTheTransparentColor(type: UInt8, depth: Int) throws {
    for style in ObscuringStyle.allCases {
      var pair = try Pair(Form(type: type, depth: depth, isInterlaced: false), style)
      let place = pair.place(inside: true)
      let key = Array(pair.render.samples[place..<place + pair.render.stored])
      pair.original.transparency = key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      pair.render.transparency = pair.original.transparency
      #expect(try pair.refusal() == .leakingRegion)
      let stored = pair.render.stored
      for pixel in 0..<(61 * 45) {
        let isInside = pair.areas.contains { $0.contains(unitX: pixel % 61 / 8, unitY: pixel / 61 / 8) }
        let samples = pixel * stored..<(pixel + 1) * stored
        if isInside, Array(pair.render.samples[samples]) == key {
          pair.render.samples[samples.upperBound - 1] ^= 1
        }
      }
      #expect(try pair.refusal() == nil)
      #expect(try pair.refusal(alone: true) == nil)
      var other = pair
      other.render.transparency = []
      #expect(try other.refusal() == .changedOutside)
      other.render.transparency = pair.render.transparency
      other.render.transparency[other.render.transparency.count - 1] ^= 1
      #expect(try other.refusal() == .changedOutside)
    }
  }

  /// Bits behind the last pixel of a row, which no viewer shows.
  @Test func refusesBitsBehindARow() throws {
    for depth in [1, 2, 4, 8] {
      var pair = try Pair(Form(type: 0, depth: depth, isInterlaced: depth == 2))
      pair.original.slack = 255
      #expect(try pair.refusal() == nil)
      pair.render.slack = 1
      #expect(try pair.refusal()?.isDamage == (depth < 8 ? true : nil))
    }
  }

  // MARK: Filters

  @Test(arguments: Form.all.filter { $0.depth <= 8 } + [Form(type: 3, depth: 4, isInterlaced: true)])
  func provesTones(form: Form) throws {
    let filters = ToneFilters(sepia: 0.6)
    var random = SplitMix(seed: 4)
    let raster = DeepRaster.noise(
      width: 21, height: 13, colors: form.type == 3 ? .gray : form.colors, extras: form.extras,
      depth: form.depth)
    var render = PlainPNG(
      width: 21, height: 13, depth: form.depth, type: form.type, isInterlaced: form.isInterlaced,
      samples: raster.samples)
    if form.type == 3 {
      render.palette = (0..<16).map { _ in (0..<3).map { _ in .random(in: 0...255, using: &random) } }
      render.transparency = [9, 0, 255, 31]
    } else if form.type == 0 {
      render.transparency = [0, UInt8(raster.samples[30])]
    }
    let hasAlpha = form.type != 2
    let toner = Toner(filters, width: 21, height: 13)
    var toned = PlainPNG(width: 21, height: 13, type: hasAlpha ? 6 : 2, samples: [])
    for y in 0..<13 {
      var row: [UInt8] = []
      var alphas: [UInt8] = []
      for x in 0..<21 {
        let stored = Array(
          raster.samples[(y * 21 + x) * raster.channels..<(y * 21 + x + 1) * raster.channels])
        let levels = stored.map { UInt8(Int($0) * 255 / raster.largest) }
        switch form.type {
        case 3:
          row += render.palette[Int(stored[0])]
          alphas.append(stored[0] < 4 ? render.transparency[Int(stored[0])] : 255)
        case 0, 4:
          row += [levels[0], levels[0], levels[0]]
          alphas.append(form.type == 4 ? levels[1] : stored[0] == raster.samples[30] ? 0 : 255)
        default:
          row += levels[..<3]
          alphas.append(levels.count > 3 ? levels[3] : 255)
        }
      }
      row.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
      for x in 0..<21 {
        toned.samples += row[3 * x..<3 * x + 3].map { UInt16($0) }
        if hasAlpha { toned.samples.append(UInt16(alphas[x])) }
      }
    }
    func refusal(_ toned: PlainPNG) throws -> FaceBlurError? {
      do throws(FaceBlurError) {
        let bytes: [UInt8]
        do { bytes = try toned.encoded() } catch { throw .internalError("\(error)") }
        let photo: UnopenedPhoto
        do { photo = try UnopenedPhoto(render) } catch { throw .internalError("\(error)") }
        try PNGGate().checkTones(of: FileBytes(bytes), against: photo, filters)
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal(toned) == nil)
    for place in [0, toned.samples.count / 2, toned.samples.count - 1] {
      var other = toned
      other.samples[place] ^= 1
      #expect(try refusal(other) == .otherTones)
    }
    var other = toned
    if !hasAlpha { other.transparency = [0, 1, 0, 2, 0, 3] }
    if hasAlpha {
      other.type = 2
      other.samples = toned.samples.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
    }
    #expect(try refusal(other) == .otherTones)
    #expect(try refusal(render) == .otherTones)
  }
}
