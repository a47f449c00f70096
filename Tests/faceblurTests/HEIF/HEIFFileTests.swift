import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A HEIC or an AVIF from its first edit to the last, as a user does it.
@Suite struct HEIFFileTests {
  /// What a photo can be: a grid as phones write it, or one picture; 8 bits or 10; coded with loss or without.
  struct Form: Sendable, CustomTestStringConvertible {
    var codec = TestHEIF.Codec.hevc
    let isGrid: Bool
    var depth = 8
    var turns = 0
    var isLossy = true
    var chroma = TestHEVC.Chroma.half
    var testDescription: String {
      "\(codec.name), \(isGrid ? "grid" : "single"), \(chroma), \(depth) bits, \(turns) turns\(isLossy ? "" : ", lossless")"
    }

    static let all = [
      Form(isGrid: true), Form(isGrid: true, depth: 10), Form(isGrid: false), Form(isGrid: false, depth: 10),
      Form(isGrid: true, turns: 1), Form(isGrid: true, turns: 2),
      Form(codec: .av1, isGrid: true), Form(codec: .av1, isGrid: true, depth: 10, turns: 1),
      Form(codec: .av1, isGrid: false), Form(codec: .av1, isGrid: false, depth: 10, turns: 2),
      Form(codec: .av1, isGrid: false, isLossy: false),
      Form(codec: .av1, isGrid: false, turns: 3, chroma: .full),
      Form(codec: .av1, isGrid: false, chroma: .halfWidth), Form(codec: .av1, isGrid: true, chroma: .full),
    ]
    static let first = [
      Form(isGrid: true), Form(codec: .av1, isGrid: true), Form(codec: .av1, isGrid: false),
      Form(codec: .av1, isGrid: false, isLossy: false),
    ]

    /// As phones call it, and what its render is called beside it.
    var name: String { "IMG_0001." + codec.fileExtension.uppercased() }
    var edited: String { "IMG_E0001." + codec.fileExtension.uppercased() }
    /// Whether what is outside of a render's areas is as it was, to the bit.
    var isExact: Bool { codec == .hevc || isGrid || !isLossy }

    /// A portrait of 256 × 256 as it is seen.
    func photo() throws -> [UInt8] {
      let orientation: Orientation = [.up, .left, .down, .right][turns]
      let pixels = try TestPhotos.closeUp().stored(for: orientation)
      let picture = TestHEVC.Picture(pixels, chroma: chroma, depth: depth)
      var kind = TestHEIF.Kind(codec, tile: isGrid ? (64, 64) : nil)
      if isLossy { (kind.coding, kind.av1Coding) = ({ _ in .lossy(20) }, { _ in .lossy(12) }) }
      if isGrid { return try TestHEIF.phone(picture, kind, turns: turns).bytes }
      kind.properties = turns == 0 ? [] : [.rotation(turns)]
      return try TestHEIF.photo(picture, kind).bytes
    }
  }

  private func folder(_ form: Form) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(form.photo(), form.name)
    return scratch
  }

  // What follows the code of a tile no viewer shows, and a copy of the tile would publish it.
  @Test(arguments: TestHEIF.Codec.allCases)
  func writesEveryTileAnewWhereOneHoldsMoreThanItsPicture(codec: TestHEIF.Codec) throws {
    let form = Form(codec: codec, isGrid: true)
    let secret = Array(String(repeating: "nobody's business ", count: 8).utf8)
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var photo = try TestHEIF.photo(
      TestHEVC.Picture(portrait, chroma: .half, depth: 8), TestHEIF.Kind(codec, tile: (64, 64), isLossy: true)
    )
    // Far from the face.
    let tile = try #require(photo.tiles.last)
    switch codec {
    case .hevc:
      var units = try #require(TestHEVC.Stream(photo[tile].data)?.units)
      units[units.count - 1] += secret
      photo[tile].data = TestHEVC.bytes(units)
    case .av1:
      var units = try #require(TestAV1.Stream(photo[tile].data)?.units)
      units[units.count - 1].content += secret
      photo[tile].data = TestAV1.Stream(units).bytes
    }
    let scratch = try ScratchFolder()
    try scratch.write(photo.bytes, form.name)
    let before = try scratch.attempt("verify", form.name)
    #expect(before.exitCode == 1 && before.output.contains("something follows the end of the picture's code"))
    let blurred = try scratch.attempt("blur", form.name, "--json")
    #expect(blurred.exitCode == 0, "\(blurred.errors)")
    #expect(blurred.output.contains("every tile was written anew"))
    #expect(try scratch.read(form.edited).firstRange(of: secret) == nil)
    try scratch.faceblur("verify", form.edited, "--original", form.name)
    // The record makes the same bytes again.
    let render = try scratch.read(form.edited)
    try scratch.faceblur("render", form.name, "-o", "again." + codec.fileExtension)
    #expect(try scratch.read("again." + codec.fileExtension) == render)
  }

  // Nor does one show what follows the end of a set of parameters, which all copied tiles would bring along.
  @Test(arguments: 0..<3)
  func writesEveryTileAnewWhereASetOfParametersHoldsMore(set: Int) throws {
    let form = Form(isGrid: true)
    let secret = Array("Owner: Erika Mustermann, 52.520008 N".utf8)
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let photo = try TestHEIF.photo(
      TestHEVC.Picture(portrait, chroma: .half, depth: 8), TestHEIF.Kind(.hevc, tile: (64, 64), isLossy: true)
    ).changingSets { $0[set] += secret }
    let scratch = try ScratchFolder()
    try scratch.write(photo.bytes, form.name)
    let before = try scratch.attempt("verify", form.name)
    #expect(before.exitCode == 1 && before.output.contains("it holds more than a picture needs"))
    let blurred = try scratch.attempt("blur", form.name, "--json")
    #expect(blurred.exitCode == 0, "\(blurred.errors)")
    #expect(blurred.output.contains("the parameter sets hold more than needed"))
    let render = try TestHEIF(scratch.read(form.edited))
    #expect(render.bytes.firstRange(of: secret) == nil)
    #expect(photo.tiles.allSatisfy { photo[$0].data != render[$0].data })
    try scratch.faceblur("verify", form.edited, "--original", form.name)
    // As earlier versions made them.
    try scratch.write(render.changingSets { $0[set] += secret }.bytes, "earlier.heic")
    #expect(try scratch.attempt("verify", "earlier.heic").exitCode == 1)
    #expect(try scratch.attempt("verify", "earlier.heic", "--original", form.name).exitCode != 0)
  }

  @Test(arguments: Form.all)
  func isBlurredVerifiedAndReverted(form: Form) throws {
    let scratch = try folder(form)
    let state = try scratch.state()
    let photo = try scratch.read(form.name)
    let blur = try scratch.faceblur("blur", form.name, "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == [form.name, "IMG_0001.AAE", form.edited])
    #expect(try scratch.read(form.name) == photo)

    let render = try scratch.read(form.edited)
    // By other people's account of the code, far from the face nothing changes; in its middle hardly a sample stays.
    let (before, after) = (try TestHEIF(photo).canvas(), try TestHEIF(render).canvas())
    let face = TestPhotos.closeUpFace
    func isSeen(_ x: Int, _ y: Int, in box: PixelBox) -> Bool {
      switch form.turns {
      case 1: box.contains(y, 255 - x)
      case 2: box.contains(255 - x, 255 - y)
      case 3: box.contains(255 - y, x)
      default: box.contains(x, y)
      }
    }
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, kept) = (0, 0)
    for y in 0..<256 {
      for x in 0..<256 {
        let isSame = before.planes[0][256 * y + x] == after.planes[0][256 * y + x]
        if !isSeen(x, y, in: near), !isSame { outside += 1 }
        if isSeen(x, y, in: middle), isSame { kept += 1 }
      }
    }
    #expect(outside == 0 || !form.isExact, "\(outside)")
    #expect(kept < face.width * face.height / 4 / 8, "\(kept)")
    for plane in before.planes.indices where !form.isExact {
      let step = plane == 0 ? (x: 1, y: 1) : before.chroma.step
      let across = before.size(ofPlane: plane).width
      let places = before.planes[plane].indices.filter {
        !isSeen($0 % across * step.x, $0 / across * step.y, in: near)
      }
      let sum = places.reduce(0) { $0 + abs(Int(before.planes[plane][$1]) - Int(after.planes[plane][$1])) }
      #expect(Double(sum >> (form.depth - 8)) / Double(places.count) < 2, "plane \(plane)")
    }
    // libheif shows it upright, with the face gone, and sees nothing beside the picture.
    let shown = try TestHEIF.pixels(of: render)
    #expect((shown.width, shown.height) == (256, 256))
    let summary = try TestHEIF.summary(of: render)
    #expect(summary.topLevelCount == 1 && summary.thumbnailCount == 0 && summary.auxiliaryCount == 0)
    #expect(try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode == 0)
    #expect(try scratch.faceblur("verify", form.edited, "--regions", "IMG_0001.AAE").exitCode == 0)
    let exif = try ExifTool.tags(of: ["render": render])["render"] ?? [:]
    let types = form.codec == .hevc ? ["HEIC", "HEIF"] : ["AVIF"]
    #expect(
      ExifTool.tagsThatMustNotBe(in: exif).isEmpty && types.contains(exif["File:FileType"] ?? ""),
      "\(ExifTool.tagsThatMustNotBe(in: exif))")

    try scratch.faceblur("revert", form.name)
    #expect(try scratch.state() == state)
  }

  @Test(arguments: Form.first)
  func isCorrectedFilteredTakenBackAndRenderedAgain(form: Form) throws {
    let scratch = try folder(form)
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest(form.edited)
    }
    let blurred = try step("blur", form.name)
    #expect(try step("blur", form.name) == blurred)
    let corrected = try step("edit", form.name, "--add", "200,200,40,40")
    let filled = try step("edit", form.name, "--style", "fill")
    let toned = try step("filter", form.name, "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode == 0)
    #expect(try step("revert", form.name, "--to", "3") == filled)
    #expect(try step("revert", form.name, "--to", "4") == toned)
    try scratch.remove(form.edited)
    #expect(try step("render", form.name) == toned)
    try scratch.faceblur("revert", form.name)
    #expect(try scratch.names() == [form.name])
  }

  /// Every tile has one parameter set then, and a render from the record is made the same way.
  @Test(arguments: TestHEIF.Codec.allCases)
  func writesEveryTileAnewOnRequest(codec: TestHEIF.Codec) throws {
    let form = Form(codec: codec, isGrid: true)
    let scratch = try folder(form)
    let all = "all." + codec.fileExtension
    try scratch.faceblur("blur", form.name, "--heic-tiles", "all", "-o", all)
    let (photo, render) = (try TestHEIF(scratch.read(form.name)), try TestHEIF(scratch.read(all)))
    for (before, after) in zip(photo.tiles, render.tiles) {
      #expect(photo[before].data != render[after].data)
    }
    if codec == .hevc {
      #expect(try render.stream(of: render.tiles[0]).parameterSets.count == 3)
    } else {
      for tile in render.tiles {
        #expect(try TestAV1.headers(of: render.av1Stream(of: tile).bytes).quantizer == 0)
      }
    }
    #expect(try scratch.faceblur("verify", all, "--original", form.name).exitCode == 0)
    let digest = try scratch.digest(all)
    try scratch.remove(all)
    try scratch.faceblur("render", form.name)
    #expect(try scratch.digest(all) == digest)
  }

  /// A render is about as large as its photo then, and everything is done with it that is done with others.
  @Test(arguments: [
    Form(isGrid: true), Form(isGrid: true, depth: 10, turns: 1), Form(isGrid: false),
    Form(codec: .av1, isGrid: true),
  ])
  func staysSmallOnRequest(form: Form) throws {
    let scratch = try folder(form)
    let state = try scratch.state()
    let photo = try TestHEIF(scratch.read(form.name))
    /// Bytes of the tiles that are not the photo's.
    func touched(_ render: TestHEIF) -> (tiles: [Int], before: Int, after: Int) {
      let pairs = zip(photo.tiles, render.tiles).filter { photo[$0].data != render[$1].data }
      return (
        pairs.map(\.1), pairs.reduce(0) { $0 + photo[$1.0].data.count },
        pairs.reduce(0) { $0 + render[$1.1].data.count }
      )
    }
    try scratch.faceblur("blur", form.name)
    let exact = try touched(TestHEIF(scratch.read(form.edited)))
    try scratch.faceblur("revert", form.name)
    try scratch.faceblur("blur", form.name, "--heic-tiles", "close")
    let digest = try scratch.digest(form.edited)
    let close = try touched(TestHEIF(scratch.read(form.edited)))
    #expect(close.tiles == exact.tiles && !close.tiles.isEmpty)
    #expect(Double(close.after) < 1.2 * Double(close.before), "\(close)")
    #expect(3 * exact.after > 4 * close.after, "\(exact)")

    func verifies() throws -> Bool {
      let byOriginal = try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode
      let alone = try scratch.faceblur("verify", form.edited, "--regions", "IMG_0001.AAE").exitCode
      return byOriginal == 0 && alone == 0
    }
    #expect(try verifies())
    // A tile as it was, and a byte more.
    var shown = try TestHEIF(scratch.read(form.edited))
    shown[close.tiles[0]].data = photo[photo.tiles[0]].data
    for file in [shown.bytes, try scratch.read(form.edited) + [1], try scratch.read(form.name)] {
      try scratch.write(file, "other." + form.codec.fileExtension)
      let other = try scratch.attempt(
        "verify", "other." + form.codec.fileExtension, "--original", form.name)
      #expect(other.exitCode != 0, "\(other.output)\(other.errors)")
    }
    try scratch.remove("other." + form.codec.fileExtension)

    // Done again it is the same, and corrections are coded as coarsely.
    try scratch.remove(form.edited)
    try scratch.faceblur("render", form.name)
    #expect(try scratch.digest(form.edited) == digest)
    try scratch.faceblur("edit", form.name, "--add", "200,200,40,40")
    let edited = try touched(TestHEIF(scratch.read(form.edited)))
    #expect(Double(edited.after) < 1.2 * Double(edited.before), "\(edited)")
    #expect(try verifies())
    try scratch.faceblur("filter", form.name, "--sepia", "0.6")
    #expect(try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode == 0)
    try scratch.faceblur("revert", form.name)
    #expect(try scratch.state() == state)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func isRefusedWhereItWasTamperedWith(codec: TestHEIF.Codec) throws {
    let form = Form(codec: codec, isGrid: true)
    let scratch = try folder(form)
    let (name, other) = ("render." + codec.fileExtension, "other." + codec.fileExtension)
    try scratch.faceblur("blur", form.name, "-o", name)
    let (photo, render) = (try TestHEIF(scratch.read(form.name)), try scratch.read(name))
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, other)
      let outcome = try scratch.attempt("verify", other, "--original", form.name)
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    #expect(try problems(render).code == 0)
    // The tile with the face, as it was: it names parameter sets that are there.
    let tiles = try TestHEIF(render)
    let hidden = try #require(tiles.tiles.first { tiles[$0].data != photo[$0].data })
    var shown = tiles
    for place in shown.items.indices where shown.items[place].id == hidden {
      shown.items[place].extents = photo[hidden].extents
    }
    let opened = try problems(shown.bytes)
    #expect(opened.code == 1, "\(opened.text)")
    let original = try problems(photo.bytes)
    #expect(original.code == 1 && original.text.contains("region"), "\(original.text)")
    #expect(try problems(render + [1]).code == 1)
    #expect(try problems(Array(render.dropLast(30))).code != 0)
  }

  /// The same of a picture that is coded with loss again.
  @Test func isRefusedWhereItWasTamperedWithAndLossy() throws {
    let form = Form(codec: .av1, isGrid: false)
    let scratch = try folder(form)
    try scratch.faceblur("blur", form.name, "-o", "render.avif")
    let (photo, render) = (try TestHEIF(scratch.read(form.name)), try TestHEIF(scratch.read("render.avif")))
    func code(_ file: [UInt8]) throws -> Int32 {
      try scratch.write(file, "other.avif")
      return try scratch.attempt("verify", "other.avif", "--original", form.name).exitCode
    }
    #expect(try code(render.bytes) == 1, "it is laid out in another way")
    #expect(try code(scratch.read("render.avif")) == 0)
    #expect(try code(photo.bytes) == 1)
    // The face's middle as it was, and as coarse.
    let face = TestPhotos.closeUpFace
    var shown = try render.canvas()
    shown.paste(
      try photo.canvas().cut(x: face.x + 40, y: face.y + 50, width: 16, height: 16), x: face.x + 40,
      y: face.y + 50)
    #expect(try code(TestHEIF.photo(shown, .avif(.lossy(12))).bytes) == 1)
    #expect(try code(scratch.read("render.avif") + [1]) == 1)
  }

  /// What it is, is decided by the bytes and not by the name.
  @Test(arguments: TestHEIF.Codec.allCases)
  func goesByTheBytes(codec: TestHEIF.Codec) throws {
    let form = Form(codec: codec, isGrid: true)
    let scratch = try folder(form)
    let ending = codec.fileExtension.uppercased()
    try scratch.write(TestPhotos.astronaut(), "IMG_0002.\(ending)")
    let blur = try scratch.faceblur("blur", "IMG_0002.\(ending)")
    let names = try scratch.names()
    #expect(names.contains("IMG_E0002.jpg") || names.contains("IMG_E0002.JPG"), "\(names)")
    #expect((blur.output + blur.errors).contains("JPEG"), "\(blur.output)")
    try scratch.write(form.photo(), "misnamed.jpg")
    try scratch.faceblur("blur", "misnamed.jpg", "-o", "out.jpg")
    #expect(try TestHEIF(scratch.read("out.jpg")).codec == codec)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func saysWhyItCannotBeBlurred(codec: TestHEIF.Codec) throws {
    let scratch = try ScratchFolder()
    let photo = try Form(codec: codec, isGrid: true).photo()
    func said(_ name: String, _ file: [UInt8]) throws -> String {
      try scratch.write(file, name)
      return try scratch.expectFailure(65, naming: name, "blur", name).errors
    }
    #expect(try said("cut.heic", Array(photo.prefix(photo.count / 2))).contains("cut short"))
    let plane = TestHEVC.Picture(width: 64, height: 64, chroma: .gray, depth: 8, value: 255)
    for name in [TestHEIF.Auxiliary.alpha, .alphaOfHEVC, .alphaOfAVC] {
      let alpha = try TestHEIF(photo).changing { try $0.addAuxiliary(name, plane) }
      #expect(try said("alpha.heic", alpha.bytes).contains("transparent"))
      // Viewers heed that of a tile, too.
      let tile = try TestHEIF(photo).changing { try $0.addAuxiliary(name, plane, of: $0.tiles[0]) }
      #expect(try said("tile.heic", tile.bytes).contains("transparent"))
    }
    // A film beside the picture, which viewers play that know its brand, is nobody's picture without it.
    let movie: [UInt8] = [0, 0, 0, 8] + Array("moov".utf8)
    if codec == .hevc {
      let sequence = try TestHEIF(photo).changing { $0.brands.append("hevc") }
      #expect(try said("film.heic", sequence.bytes + movie).contains("animated"))
      try scratch.write(photo + movie, "still.heic")
      #expect(try BuiltCommand.run(["blur", "still.heic"], in: scratch.path).exitCode == 0)
    }
    guard codec == .av1 else { return }
    let film = try TestHEIF(photo).changing { $0.brands.append("avis") }
    let animated = try said("film.avif", film.bytes)
    #expect(animated.contains("animated") && animated.contains("AVIF"), "\(animated)")
    let layers = try TestHEIF(photo).changing { avif in
      for tile in avif.tiles { avif[tile].properties.append(.operatingPoint(1)) }
    }
    #expect(try said("layers.avif", layers.bytes).contains("coded in layers"))
  }

  /// What is shown of a cropped picture is looked at, and all of it is hidden that lies in an area.
  @Test(arguments: TestHEIF.Codec.allCases)
  func hidesFacesInCroppedPictures(codec: TestHEIF.Codec) throws {
    let scratch = try ScratchFolder()
    var whole = PixelBuffer(width: 320, height: 300)
    whole.paste(try TestPhotos.closeUp(), x: 32, y: 22)
    let kind = TestHEIF.Kind(codec, tile: (64, 64), isLossy: true) {
      $0.properties = [.crop(to: PixelBox(x: 32, y: 22, width: 256, height: 256), of: 320, 300)]
    }
    let photo = try TestHEIF.photo(TestHEVC.Picture(whole), kind).bytes
    let (name, rendered) = ("photo." + codec.fileExtension, "render." + codec.fileExtension)
    try scratch.write(photo, name)
    let report = try scratch.faceblur("blur", name, "-o", rendered, "--json").photos()[0]
    #expect((report.width, report.height) == (256, 256))
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    let shown = try TestHEIF.pixels(of: scratch.read(rendered))
    #expect((shown.width, shown.height) == (256, 256))
    #expect(try scratch.faceblur("verify", rendered, "--original", name).exitCode == 0)
  }
}
