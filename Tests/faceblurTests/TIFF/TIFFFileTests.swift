import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A TIFF from its first edit to the last, as a user does it.
@Suite struct TIFFFileTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let kind: TestTIFF.Kind
    let coding: TestTIFF.Coding
    var testDescription: String { "\(kind), \(coding)" }

    init(_ kind: TestTIFF.Kind, _ change: (inout TestTIFF.Coding) -> Void = { _ in }) {
      self.kind = kind
      coding = TestTIFF.Coding(change)
    }

    static let all = [
      Form(.rgb8),
      Form(.rgb8) { ($0.compression, $0.isDifferenced, $0.rowsPerStrip) = (.lzw, true, 43) },
      Form(.rgb8) { ($0.compression, $0.tile, $0.isBig) = (.deflate, [96, 96], true) },
      Form(.gray8) { ($0.compression, $0.order) = (.packBits, .bigEndian) },
      Form(.white8) { ($0.compression, $0.rowsPerStrip) = (.deflate, 1000) },
      Form(.rgba8) { ($0.compression, $0.isPlanar) = (.lzw, true) },
      Form(.rgb16) { ($0.compression, $0.isDifferenced, $0.order) = (.oldDeflate, true, .bigEndian) },
      Form(.cmyk8) { ($0.compression, $0.tile) = (.lzw, [64, 32]) },
      Form(TestTIFF.Kind(1, 16, extras: [1, 0])) { ($0.isBig, $0.order) = (true, .bigEndian) },
    ]
  }

  private func folder(_ form: Form = Form(.rgb8) { $0.compression = .lzw }) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let picture = TestTIFF.Picture(try TestPhotos.closeUp(), form.kind)
    var file = try OddTIFF(TestTIFF.encodeByLibtiff(picture, form.coding))
    file.first.set(file.text(315, "Ann"))
    file.first.set(file.text(305, "a program"))
    try scratch.write(file.bytes, "portrait.tif")
    return scratch
  }

  @Test(arguments: Form.all)
  func isBlurredVerifiedAndReverted(form: Form) throws {
    let scratch = try folder(form)
    let state = try scratch.state()
    let photo = try scratch.read("portrait.tif")
    #expect(try scratch.attempt("verify", "portrait.tif").exitCode == 1)
    let found = try scratch.faceblur("detect", "portrait.tif", "--json").photos()[0]
    #expect(found.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(found.faces)")
    let blur = try scratch.faceblur("blur", "portrait.tif", "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == ["portrait.tif", "portrait.AAE", "portrait_edited.tif"])
    #expect(try scratch.read("portrait.tif") == photo)
    #expect(try scratch.faceblur("show", "portrait.tif").output.contains("portrait.tif"))

    let render = try scratch.read("portrait_edited.tif")
    let (before, after) = (try TestTIFF.read(photo), try TestTIFF.read(render))
    #expect(after.warnings == 0 && after.coding == before.coding, "\(after.message)")
    // Far from the face nothing changes; in its middle hardly a pixel stays.
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, kept) = (0, 0)
    for y in 0..<256 {
      for x in 0..<256 {
        let isSame = before.picture[x, y] == after.picture[x, y]
        if !near.contains(x, y), !isSame { outside += 1 }
        if middle.contains(x, y), isSame { kept += 1 }
      }
    }
    #expect(outside == 0 && kept < face.width * face.height / 4 / 8, "\(outside) \(kept)")
    #expect(try scratch.faceblur("verify", "portrait_edited.tif", "--original", "portrait.tif").exitCode == 0)
    #expect(try scratch.faceblur("verify", "portrait_edited.tif", "--regions", "portrait.AAE").exitCode == 0)
    let exif = try ExifTool.tags(of: ["render.tif": render])["render.tif"] ?? [:]
    #expect(ExifTool.tagsThatMustNotBe(in: exif).isEmpty, "\(ExifTool.tagsThatMustNotBe(in: exif))")

    try scratch.faceblur("revert", "portrait.tif")
    #expect(try scratch.state() == state)
  }

  @Test func isCorrectedFilteredTakenBackAndRenderedAgain() throws {
    let scratch = try folder()
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest("portrait_edited.tif")
    }
    let blurred = try step("blur", "portrait.tif")
    #expect(try step("blur", "portrait.tif") == blurred)
    let corrected = try step("edit", "portrait.tif", "--add", "200,200,40,40")
    #expect(corrected != blurred)
    let photo = try TestTIFF.read(scratch.read("portrait.tif")).picture
    let render = try TestTIFF.read(scratch.read("portrait_edited.tif")).picture
    #expect((205..<235).contains { photo[$0, 220] != render[$0, 220] })
    let filled = try step("edit", "portrait.tif", "--style", "fill")
    let toned = try step("filter", "portrait.tif", "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(try scratch.faceblur("verify", "portrait_edited.tif", "--original", "portrait.tif").exitCode == 0)
    #expect(try step("revert", "portrait.tif", "--to", "3") == filled)
    #expect(try step("revert", "portrait.tif", "--to", "2") == corrected)
    #expect(try step("revert", "portrait.tif", "--to", "4") == toned)
    try scratch.remove("portrait_edited.tif")
    #expect(try step("render", "portrait.tif") == toned)
    try scratch.faceblur("render", "portrait.tif", "-o", "copy.tif")
    #expect(try scratch.digest("copy.tif") == toned)
    try scratch.faceblur("revert", "portrait.tif")
    #expect(try scratch.names().isSubset(of: ["portrait.tif", "copy.tif"]))
  }

  @Test func isRefusedWhereItWasTamperedWith() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "portrait.tif", "-o", "render.tif")
    let render = try OddTIFF(scratch.read("render.tif"))
    let decoded = try TestTIFF.read(render.bytes)
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, "other.tif")
      let outcome = try scratch.attempt("verify", "other.tif", "--original", "portrait.tif")
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    func showing(_ picture: TestTIFF.Picture) throws -> [UInt8] {
      var file = render
      file.first.chunks = try OddTIFF(TestTIFF.encodeByLibtiff(picture, decoded.coding)).first.chunks
      return file.bytes
    }
    #expect(try problems(render.bytes).code == 0)
    #expect(try problems(showing(decoded.picture)).code == 0)
    let photo = try TestTIFF.read(scratch.read("portrait.tif")).picture
    var picture = decoded.picture
    let face = TestPhotos.closeUpFace
    picture[face.x + 40, face.y + 50] = photo[face.x + 40, face.y + 50]
    let shown = try problems(showing(picture))
    #expect(
      shown.code == 1 && shown.text.contains("a region is not as obscured as the plan says"), "\(shown.text)")
    picture = decoded.picture
    picture[250, 250][1] ^= 1
    let changed = try problems(showing(picture))
    #expect(changed.code == 1 && changed.text.contains("the picture has changed outside the regions"))
    #expect(try problems(render.bytes + [1]).code == 1)
    #expect(try problems(Array(render.bytes.dropLast(30))).code != 0)
    var other = render
    other.first.set(other.text(270, "Ann"))
    #expect(try problems(other.bytes).code == 1)
  }

  /// What it is, is decided by the bytes and not by the name.
  @Test func goesByTheBytes() throws {
    let scratch = try folder()
    try scratch.write(scratch.read("portrait.tif"), "misnamed.jpg")
    try scratch.faceblur("blur", "misnamed.jpg", "-o", "out.jpg")
    #expect(try scratch.read("out.jpg").starts(with: [0x49, 0x49, 42, 0]))
    try scratch.write(TestPhotos.astronaut(), "picture.tiff")
    try scratch.faceblur("blur", "picture.tiff", "-o", "out.tiff")
    #expect(try scratch.read("out.tiff").starts(with: [0xFF, 0xD8]))
  }

  @Test func saysWhyItCannotBeBlurred() throws {
    let scratch = try ScratchFolder()
    let photo = try TestPhotos.closeUpTIFF()
    func expectRefusal(_ name: String, _ word: String, _ change: (inout OddTIFF) throws -> Void) throws {
      var file = try OddTIFF(photo) { _ in }
      try change(&file)
      try scratch.write(file.bytes, name)
      let errors = try scratch.expectFailure(65, naming: name, "blur", name).errors
      #expect(errors.contains(word), "\(errors)")
    }
    try expectRefusal("pages.tif", "several pages") { $0.chain.append(try $0.hidden(subfile: nil)) }
    try expectRefusal("large.tif", "too large") { file in
      for tag in [256, 257] { file.first.set(file.long(tag, 90_000)) }
    }
    try expectRefusal("jpeg.tif", "not supported") { $0.first.set($0.short(259, 7)) }
    // Raw photos, whose picture is none that could be written anew.
    try expectRefusal("canon.cr2", "raw") { $0.gap = Array("CR".utf8) + [2, 0, 0, 0, 0, 0] }
    try expectRefusal("adobe.dng", "raw") { $0.first.set($0.bytes(50706, [1, 4, 0, 0], type: 1)) }
    try expectRefusal("sensor.tif", "raw") { $0.first.set($0.short(262, 32803)) }
    try scratch.write(Array(photo.prefix(photo.count / 2)), "cut.tif")
    let cut = try scratch.expectFailure(65, naming: "cut.tif", "blur", "cut.tif").errors
    #expect(cut.contains("cut short") || cut.contains("damaged"), "\(cut)")
  }

  /// Inks have no tones that filters know.
  @Test func filtersNoInks() throws {
    let scratch = try folder(Form(.cmyk8))
    try scratch.faceblur("blur", "portrait.tif")
    let outcome = try scratch.attempt("filter", "portrait.tif", "--sepia", "0.5")
    #expect(outcome.exitCode == 65, "\(outcome.errors)")
  }

  // MARK: Metadata

  /// A photo that tells everything.
  private static func telling(_ order: ByteOrder) throws -> [UInt8] {
    var file = try OddTIFF(TestPhotos.closeUpTIFF()) { $0.order = order }
    func fractions(_ values: [Int]) -> [UInt8] { values.flatMap { file.order.number($0, 4) } }
    for (tag, text) in [
      (270, "Ann at home"), (271, "Acme"), (272, "Acme One"), (305, "a program"),
      (306, "2024:05:05 10:00:00"),
      (315, "Ann"), (316, "Ann's computer"), (33432, "(c) Ann"),
    ] { file.first.set(file.text(tag, text)) }
    for tag in [282, 283] { file.first.set(file.bytes(tag, fractions([300, 1]), type: 5)) }
    file.first.set(file.short(296, 2))
    file.first.set(file.bytes(700, Array("<x:xmpmeta/>".utf8), type: 1))
    file.addEXIF([
      file.text(0x9003, "2024:05:04 12:30:45"), file.text(0xA434, "AG 24-70mm"), file.text(0xA431, "1234"),
      file.bytes(0x927C, [1, 2, 3, 4, 5, 6]),
    ])
    file.first.set(
      file.pointer(
        0x8825,
        to: [
          OddTIFF.Directory([
            file.bytes(0, [2, 2, 0, 0], type: 1), file.text(1, "N"),
            file.bytes(2, fractions([48, 1, 51, 1, 30, 1]), type: 5), file.text(3, "W"),
            file.bytes(4, fractions([2, 1, 17, 1, 40, 1]), type: 5),
          ])
        ]))
    return file.bytes
  }

  private static let metadata: [(policy: String, tags: [String: String])] = {
    let density = ["IFD0:XResolution": "300", "IFD0:YResolution": "300", "IFD0:ResolutionUnit": "2"]
    let date = ["ExifIFD:DateTimeOriginal": "2024:05:04 12:30:45"]
    let minimal = density.merging(date) { first, _ in first }
    let standard = minimal.merging([
      "IFD0:Make": "Acme", "IFD0:Model": "Acme One", "IFD0:Artist": "Ann", "IFD0:Copyright": "(c) Ann",
      "ExifIFD:LensModel": "AG 24-70mm",
    ]) { first, _ in first }
    let place = standard.merging([
      "GPS:GPSVersionID": "2 3 0 0", "GPS:GPSLatitudeRef": "N", "GPS:GPSLongitudeRef": "W",
      "GPS:GPSLatitude": "\(48 + 51.0 / 60 + 30.0 / 3600)",
      "GPS:GPSLongitude": "\(2 + 17.0 / 60 + 40.0 / 3600)",
    ]) { first, _ in first }
    return [
      ("none", [:]), ("minimal", minimal), ("minimal-date", density), ("standard", standard),
      ("standard+gps", place), ("none+make", ["IFD0:Make": "Acme"]),
    ]
  }()

  /// By exiftool's account, which knows no GPS of BigTIFFs.
  @Test(arguments: ByteOrder.allCases)
  func tellsWhatThePolicyAllows(order: ByteOrder) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.telling(order), "photo.tif")
    var renders: [String: [UInt8]] = [:]
    for (policy, _) in Self.metadata {
      try scratch.faceblur("blur", "photo.tif", "--metadata", policy, "-o", "\(policy).tif")
      renders["\(policy).tif"] = try scratch.read("\(policy).tif")
    }
    let found = try ExifTool.tags(of: renders, asNumbers: true)
    for (policy, expected) in Self.metadata {
      let tags = try #require(found["\(policy).tif"])
      let told = tags.filter { tag, _ in
        ["IFD0:X", "IFD0:Y", "IFD0:Res", "IFD0:Ma", "IFD0:Mo", "IFD0:Art", "IFD0:Cop", "ExifIFD:", "GPS:"]
          .contains(where: tag.hasPrefix) && tag != "ExifIFD:ExifVersion"
      }
      #expect(Set(told.keys) == Set(expected.keys), "\(policy): \(told)")
      for (tag, value) in expected {
        let isSame =
          if let number = Double(value), let found = told[tag].flatMap(Double.init) {
            abs(found - number) < 1e-6
          } else {
            told[tag] == value
          }
        #expect(isSame, "\(policy): \(tag) is \(told[tag] ?? "missing")")
      }
      let others = ExifTool.tagsThatMustNotBe(in: tags.filter { expected[$0.key] == nil })
      #expect(others.isEmpty, "\(policy): \(others)")
    }
  }

  /// Whatever the orientation, the face is found, hidden and shown upright.
  @Test func keepsTheOrientation() throws {
    let scratch = try ScratchFolder()
    let stored = try TestTIFF.encodeByLibtiff(
      TestTIFF.Picture(TestPhotos.closeUp().stored(for: .right), .rgb8))
    for (index, carrier) in Carrier.sidewaysTIFF.enumerated() {
      try scratch.write(carrier.build(stored), "photo-\(index).tif")
      let blur = try scratch.faceblur("blur", "photo-\(index).tif", "-o", "render-\(index).tif", "--json")
      #expect(try blur.photos()[0].faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) })
      let render = try scratch.read("render-\(index).tif")
      #expect(try HiddenPicture.traces(inTIFF: render).isEmpty)
      #expect(try TestTIFF.read(render).coding.orientation == 6)
    }
  }
}
