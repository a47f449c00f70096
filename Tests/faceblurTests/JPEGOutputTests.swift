import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Photos of other formats whose renders are to be JPEGs, as a user has them made.
@Suite struct JPEGOutputTests {
  /// The portrait of 256 × 256 in a format, under a name as it is usual there.
  enum Form: CaseIterable, Sendable {
    case heic, avif, png, tiff, webp, jpegXL

    var name: String {
      switch self {
      case .heic: "IMG_0001.HEIC"
      case .avif: "portrait.avif"
      case .png: "portrait.png"
      case .tiff: "portrait.tif"
      case .webp: "portrait.webp"
      case .jpegXL: "portrait.jxl"
      }
    }

    var edited: String { self == .heic ? "IMG_E0001.JPG" : "portrait_edited.jpg" }
    var record: String { self == .heic ? "IMG_0001.AAE" : "portrait.AAE" }

    func photo() throws -> [UInt8] {
      switch self {
      // As phones write it: a grid that goes beyond the picture, turned.
      case .heic:
        try TestHEIF.phone(
          TestHEVC.Picture(TestPhotos.closeUp().stored(for: .left), chroma: .half),
          TestHEIF.Kind(.hevc, tile: (96, 96)), turns: 1
        ).bytes
      case .avif: try TestPhotos.closeUpLossyAVIF()
      case .png: try TestPhotos.closeUpPNG()
      case .tiff: try TestPhotos.closeUpTIFF()
      case .webp: try TestPhotos.closeUpWebP(.lossy(80))
      case .jpegXL: try TestPhotos.closeUpJPEGXL()
      }
    }

    func folder() throws -> ScratchFolder {
      let scratch = try ScratchFolder()
      try scratch.write(photo(), name)
      return scratch
    }
  }

  private static func luma(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) -> Double {
    0.299 * Double(pixel.red) + 0.587 * Double(pixel.green) + 0.114 * Double(pixel.blue)
  }

  @Test(arguments: Form.allCases)
  func areBlurredVerifiedAndReverted(form: Form) throws {
    let scratch = try form.folder()
    let state = try scratch.state()
    let report = try scratch.faceblur("blur", form.name, "--format", "jpeg", "--json").photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(report.notes.contains { $0.hasSuffix("to JPEG") }, "\(report.notes)")
    #expect(try scratch.names() == [form.name, form.record, form.edited])

    // By another decoder, upright: far from the face it is the portrait, in its middle nothing of it.
    let render = try scratch.read(form.edited)
    let shown = try TestJPEG.decodeIndependently(render)
    let photo = try PhotoFormats.standard.open(form.photo())
    let before = try photo.displayImage(fitting: .max).pixels
    // The photo's own picture has what viewers do not show, too.
    let part = photo.geometry.frame.visible
    let portrait = try TestPhotos.closeUp()
    try #require((shown.width, shown.height) == (256, 256))
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, inside, moved) = ([Double](), [Double](), [Double]())
    for y in 0..<256 {
      for x in 0..<256 {
        let distance = Self.luma(shown[x, y]) - Self.luma(before[part.x + x, part.y + y])
        if !near.contains(x, y) { outside.append(distance * distance) }
        let shift = Self.luma(shown[x, y]) - Self.luma(portrait[x, y])
        if !near.contains(x, y) { moved.append(shift * shift) }
        if middle.contains(x, y) { inside.append(distance * distance) }
      }
    }
    func ratio(_ squares: [Double]) -> Double {
      10 * log10(255 * 255 / max(squares.reduce(0, +) / Double(squares.count), 1e-3))
    }
    #expect(ratio(outside) >= 38, "\(ratio(outside)) dB")
    #expect(ratio(moved) >= 28, "\(ratio(moved)) dB")
    #expect(ratio(inside) < 25, "\(ratio(inside)) dB")

    #expect(try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode == 0)
    #expect(try scratch.faceblur("verify", form.edited, "--regions", form.record).exitCode == 0)
    let exif = try ExifTool.tags(of: ["render": render])["render"] ?? [:]
    #expect(ExifTool.tagsThatMustNotBe(in: exif).isEmpty && exif["File:FileType"] == "JPEG")
    // What it was made of shows the face.
    #expect(try scratch.attempt("verify", form.name, "--original", form.name).exitCode == 1)

    try scratch.faceblur("revert", form.name)
    #expect(try scratch.state() == state)
  }

  @Test(arguments: Form.allCases)
  func stayJPEGsThroughEveryFurtherStep(form: Form) throws {
    let scratch = try form.folder()
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      #expect(try scratch.names() == [form.name, form.record, form.edited], "\(words)")
      return try scratch.digest(form.edited)
    }
    let toned = try step("filter", form.name, "--sepia", "0.6", "--format", "jpeg")
    let corrected = try step("edit", form.name, "--add", "200,200,40,40")
    let filled = try step("edit", form.name, "--style", "fill")
    #expect(Set([toned, corrected, filled]).count == 3)
    #expect(try scratch.faceblur("verify", form.edited, "--original", form.name).exitCode == 0)
    try scratch.remove(form.edited)
    #expect(try step("render", form.name) == filled)
    try scratch.faceblur("render", form.name, "-o", "copy.jpg")
    #expect(try scratch.digest("copy.jpg") == filled)
    try scratch.remove("copy.jpg")
    // Its photo is known by the record, so a render is no photo to be blurred.
    try scratch.expectFailure(64, naming: "this is the render of \(form.name)", "blur", form.edited)
    #expect(try scratch.names() == [form.name, form.record, form.edited])
    try scratch.faceblur("revert", form.name)
    #expect(try scratch.names() == [form.name])
  }

  @Test func changeTheirFormatOnRequest() throws {
    let scratch = try Form.png.folder()
    try scratch.faceblur("blur", "portrait.png")
    let own = try scratch.digest("portrait_edited.png")
    try scratch.faceblur("edit", "portrait.png", "--format", "jpeg")
    #expect(try scratch.names().contains("portrait_edited.jpg"))
    try scratch.remove("portrait_edited.png")
    try scratch.faceblur("render", "portrait.png", "--format", "original")
    #expect(try scratch.digest("portrait_edited.png") == own)
    try scratch.faceblur("revert", "portrait.png")
    #expect(try scratch.names() == ["portrait.png"])
  }

  @Test func leaveJPEGsAsTheyAre() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.astronaut(), "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "-o", "plain.jpg", "--record", "none")
    try scratch.faceblur("blur", "portrait.jpg", "-o", "asked.jpg", "--record", "none", "--format", "jpeg")
    #expect(try scratch.digest("plain.jpg") == scratch.digest("asked.jpg"))
  }

  @Test func tellWhatThePolicyAllows() throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      TestHEIF.phone(
        TestHEVC.Picture(TestPhotos.closeUp(), chroma: .half), TestHEIF.Kind(.hevc, tile: (64, 64)), turns: 0
      ).bytes, "IMG_0001.HEIC")
    func tags(_ policy: String) throws -> [String: String] {
      try scratch.faceblur(
        "blur", "IMG_0001.HEIC", "--format", "jpeg", "--metadata", policy, "-o", "render.jpg", "--record",
        "none", "--force")
      return try ExifTool.tags(of: ["render": scratch.read("render.jpg")])["render"] ?? [:]
    }
    func tellsCamera(_ tags: [String: String]) -> Bool {
      tags.contains { $0.key.hasSuffix(":Make") && $0.value == "FaceBlur" }
    }
    #expect(try tellsCamera(tags("standard")))
    for policy in ["none", "minimal"] {
      let tags = try tags(policy)
      #expect(!tellsCamera(tags) && ExifTool.tagsThatMustNotBe(in: tags).isEmpty, "\(policy)")
    }
  }

  @Test func areNamedAsJPEGs() throws {
    let scratch = try Form.png.folder()
    for command in ["blur", "render"] {
      try scratch.expectFailure(
        64, naming: "a render is a JPEG", command, "portrait.png", "--format", "jpeg", "-o", "render.png")
    }
    try scratch.expectFailure(64, naming: "--format", "blur", "portrait.png", "--format", "gif")
    try scratch.faceblur("blur", "portrait.png", "--format", "jpeg", "-o", "out/")
    #expect(try scratch.names().contains("out/portrait.jpg"))
  }

  /// Colours that cannot be told in a HEIC are made sRGB in a JPEG.
  @Test func takePhotosWhoseColorsCannotBeWrittenAnew() throws {
    let scratch = try ScratchFolder()
    var kind = TestHEIF.Kind()
    kind.colors = [.profile(TestProfile.table(side: 3) { ($0.red, $0.green, $0.blue * $0.blue) })]
    try scratch.write(
      TestHEIF.photo(TestHEVC.Picture(TestPhotos.closeUp(), chroma: .full), kind).bytes, "portrait.heic")
    try scratch.expectFailure(65, naming: "--format jpeg", "blur", "portrait.heic")
    try scratch.faceblur("blur", "portrait.heic", "--format", "jpeg")
    #expect(
      try scratch.faceblur("verify", "portrait_edited.jpg", "--original", "portrait.heic").exitCode == 0)
  }

  /// A record is untrusted input.
  @Test(arguments: ["gif", "", "JPEG"])
  func refuseRecordsOfOtherFormats(format: String) throws {
    let scratch = try Form.png.folder()
    try scratch.faceblur("blur", "portrait.png", "--format", "jpeg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    #expect(try record.renders[0]["format"] as? String == "jpeg")
    try record.forge { payload in
      var renders = payload["renders"] as? [[String: Any]] ?? []
      renders[0]["format"] = format
      payload["renders"] = renders
    }
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.expectFailure(65, naming: "portrait.AAE", "render", "portrait.png")
    try scratch.expectFailure(65, naming: "portrait.AAE", "revert", "portrait.png")
  }

  /// A record that takes a JPEG for a PNG proves nothing about it, so the file stays.
  @Test func keepRendersThatAreNotOfTheFormatThatTheRecordSays() throws {
    let scratch = try Form.png.folder()
    try scratch.faceblur("blur", "portrait.png", "--format", "jpeg")
    let render = try scratch.digest("portrait_edited.jpg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    try record.forge { payload in
      var renders = payload["renders"] as? [[String: Any]] ?? []
      renders[0]["format"] = nil
      payload["renders"] = renders
    }
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.attempt("revert", "portrait.png")
    #expect(try scratch.digest("portrait_edited.jpg") == render)
  }

  /// What a run made in another format would show what a later one hides.
  @Test func takeThePlaceOfScrubbedPhotosOfTheOtherFormat() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Form.png.photo(), "photos/one.png")
    for (options, output) in [([], "one.png"), (["--format", "jpeg"], "one.png.jpg"), ([], "one.png")] {
      #expect(try scratch.scrub(options).exitCode == 0)
      #expect(try scratch.names().filter { $0.hasPrefix("out/") } == ["out/" + output])
    }
    // What comes and goes beside a photo changes nothing for it.
    #expect(try scratch.scrub("--format", "jpeg").exitCode == 0)
    let digest = try scratch.digest("out/one.png.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.closeUp()), "photos/one.jpg")
    #expect(try scratch.scrub("--format", "jpeg").exitCode == 0)
    #expect(try scratch.digest("out/one.png.jpg") == digest)
    let outputs = try scratch.names().filter { $0.hasPrefix("out/") }
    #expect(outputs == ["out/one.jpg", "out/one.png.jpg"])
    // What somebody else has put there stays.
    try scratch.write(Array("mine".utf8), "out/one.jpg")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.read("out/one.jpg") == Array("mine".utf8))
  }

  /// In the format of the run before, and in another one.
  @Test(arguments: [["--format", "jpeg"], []])
  func areTakenBackWhereTheirPhotosCannotBeReadAnyMore(options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Form.png.photo(), "photos/one.png")
    #expect(try scratch.scrub("--format", "jpeg").exitCode == 0)
    try scratch.remove("photos/one.png")
    try scratch.link("photos/one.png", to: "gone.png")
    #expect(try scratch.scrub(options).exitCode == 1)
    #expect(try scratch.names().filter { $0.hasPrefix("out/") }.isEmpty)
  }

  @Test func areScrubbedUnderNamesOfTheirOwn() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Form.heic.photo(), "photos/IMG_0001.HEIC")
    try scratch.write(Form.png.photo(), "photos/both.png")
    try scratch.write(TestJPEG.encode(TestPhotos.closeUp()), "photos/both.jpg")
    try scratch.write(Form.webp.photo(), "photos/trip/one.webp")
    try scratch.write(Form.tiff.photo(), "photos/trip/one.tif")
    let targets = ["IMG_0001.HEIC.JPG", "both.jpg", "both.png.jpg", "trip/one.webp.jpg", "trip/one.tif.jpg"]
    #expect(try scratch.scrub("--format", "jpeg").exitCode == 0)
    let outputs = try scratch.names().filter { $0.hasPrefix("out/") && $0 != "out/trip" }
    #expect(outputs == Set(targets.map { "out/" + $0 }))
    for target in targets {
      let shown = try TestJPEG.decodeIndependently(scratch.read("out/" + target))
      #expect((shown.width, shown.height) == (256, 256), "\(target)")
    }
    let before = try scratch.state()
    // The next run knows them again, in whatever order it meets them.
    let again = try scratch.scrub("--format", "jpeg", "--json")
    #expect(again.exitCode == 0)
    for target in targets {
      #expect(try scratch.state()["out/" + target] == before["out/" + target], "\(target)")
    }
    // And a person corrects them where they are.
    let digest = try scratch.digest("out/IMG_0001.HEIC.JPG")
    try scratch.faceblur("edit", "out/IMG_0001.HEIC.JPG", "--add", "200,200,40,40")
    #expect(try scratch.digest("out/IMG_0001.HEIC.JPG") != digest)
    try scratch.expectFailure(
      64, naming: "--format", "edit", "out/IMG_0001.HEIC.JPG", "--exclude", "f1", "--format", "original")
  }
}
