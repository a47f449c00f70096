import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A WebP from its first edit to the last, as a user does it.
@Suite struct WebPFileTests {
  struct Form: Sendable, CustomTestStringConvertible {
    let isLossless: Bool
    let hasAlpha: Bool
    let isExtended: Bool
    var testDescription: String {
      "\(isLossless ? "without" : "with") loss\(hasAlpha ? ", alpha" : "")\(isExtended ? ", extended" : "")"
    }

    static let all = [true, false].flatMap { isLossless in
      [false, true].flatMap { hasAlpha in
        [false, true].map { Form(isLossless: isLossless, hasAlpha: hasAlpha, isExtended: $0) }
      }
    }
    static let lossless = all[0]
    static let lossy = all[4]

    /// The portrait of 256 × 256; where there is alpha, its lower left corner is clear.
    func photo() throws -> TestWebP {
      var picture = TestWebP.Picture(try TestPhotos.closeUp())
      if hasAlpha {
        picture = picture.replacing(where: { x, y in x < 40 && y >= 216 }) { x, y, channel in
          channel == 3 ? UInt8(3 * x) : picture[x, y][channel]
        }
      }
      return try TestWebP.photo(picture, isLossless ? .lossless : .lossy(80)).changing { file in
        guard isExtended else { return }
        try file.extend(TestWebP.hasXMP)
        file.chunks.append(.init("XMP ", Array("<x:xmpmeta>Ann</x:xmpmeta>".utf8)))
      }
    }
  }

  private func folder(_ form: Form = .lossless) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(form.photo().bytes, "portrait.webp")
    return scratch
  }

  @Test(arguments: Form.all)
  func isBlurredVerifiedAndReverted(form: Form) throws {
    let scratch = try folder(form)
    let state = try scratch.state()
    let photo = try scratch.read("portrait.webp")
    #expect(try scratch.attempt("verify", "portrait.webp").exitCode == (form.isExtended ? 1 : 0))
    let blur = try scratch.faceblur("blur", "portrait.webp", "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == ["portrait.webp", "portrait.AAE", "portrait_edited.webp"])
    #expect(try scratch.read("portrait.webp") == photo)
    #expect(try scratch.faceblur("show", "portrait.webp").output.contains("portrait.webp"))

    let render = try scratch.read("portrait_edited.webp")
    let (before, after) = (try TestWebP.read(photo), try TestWebP.read(render))
    #expect(after.isLossless == form.isLossless && after.hasAlpha == form.hasAlpha)
    // Far from the face nothing changes, or little; in its middle hardly a pixel stays.
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, kept, inside) = (0, 0, 0)
    for y in 0..<256 {
      for x in 0..<256 {
        let (was, shown) = (before.picture[x, y], after.picture[x, y])
        let distance = zip(was, shown).map { abs(Int($0) - Int($1)) }.max() ?? 0
        if !near.contains(x, y), distance > (form.isLossless ? 0 : 40) || was[3] != shown[3] { outside += 1 }
        if middle.contains(x, y) {
          inside += 1
          if distance <= 2 { kept += 1 }
        }
      }
    }
    #expect(outside == 0 && kept < inside / 6, "\(outside) \(kept) of \(inside)")
    if let was = before.planes, let shown = after.planes {
      #expect(was.ratio(to: shown, plane: 0) { !near.contains($0, $1) } > 38)
    }
    let names = try TestWebP(render).names
    let code = form.isLossless ? ["VP8L"] : form.hasAlpha ? ["VP8X", "ALPH", "VP8 "] : ["VP8 "]
    #expect(names == code, "\(names)")
    #expect(
      try scratch.faceblur("verify", "portrait_edited.webp", "--original", "portrait.webp").exitCode == 0)
    #expect(try scratch.faceblur("verify", "portrait_edited.webp", "--regions", "portrait.AAE").exitCode == 0)
    let exif = try ExifTool.tags(of: ["render.webp": render])["render.webp"] ?? [:]
    #expect(ExifTool.tagsThatMustNotBe(in: exif).isEmpty, "\(ExifTool.tagsThatMustNotBe(in: exif))")

    try scratch.faceblur("revert", "portrait.webp")
    #expect(try scratch.state() == state)
  }

  @Test(arguments: [Form.lossless, .lossy])
  func isCorrectedFilteredTakenBackAndRenderedAgain(form: Form) throws {
    let scratch = try folder(form)
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest("portrait_edited.webp")
    }
    let blurred = try step("blur", "portrait.webp")
    #expect(try step("blur", "portrait.webp") == blurred)
    let corrected = try step("edit", "portrait.webp", "--add", "200,200,40,40")
    #expect(corrected != blurred)
    let filled = try step("edit", "portrait.webp", "--style", "fill")
    let toned = try step("filter", "portrait.webp", "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(
      try scratch.faceblur("verify", "portrait_edited.webp", "--original", "portrait.webp").exitCode == 0)
    #expect(try step("revert", "portrait.webp", "--to", "3") == filled)
    #expect(try step("revert", "portrait.webp", "--to", "2") == corrected)
    #expect(try step("revert", "portrait.webp", "--to", "4") == toned)
    try scratch.remove("portrait_edited.webp")
    #expect(try step("render", "portrait.webp") == toned)
    try scratch.faceblur("render", "portrait.webp", "-o", "copy.webp")
    #expect(try scratch.digest("copy.webp") == toned)
    try scratch.faceblur("revert", "portrait.webp")
    #expect(try scratch.names().isSubset(of: ["portrait.webp", "copy.webp"]))
  }

  @Test(arguments: [Form.lossless, .lossy])
  func isRefusedWhereItWasTamperedWith(form: Form) throws {
    let scratch = try folder(form)
    try scratch.faceblur("blur", "portrait.webp", "-o", "render.webp")
    let (photo, render) = (
      try TestWebP(scratch.read("portrait.webp")), try TestWebP(scratch.read("render.webp"))
    )
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, "other.webp")
      let outcome = try scratch.attempt("verify", "other.webp", "--original", "portrait.webp")
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    #expect(try problems(render.bytes).code == 0)
    let original = try problems(photo.bytes)
    #expect(
      original.code == 1 && original.text.contains("a region is not as obscured as the plan says"),
      "\(original.text)")
    // The face's middle as it was.
    let face = TestPhotos.closeUpFace
    let was = try TestWebP.read(photo.bytes).picture
    let shown = try TestWebP.read(render.bytes).picture.replacing(
      where: { x, y in abs(x - face.x - 40) < 8 && abs(y - face.y - 50) < 8 },
      by: { x, y, channel in was[x, y][channel] })
    #expect(try problems(TestWebP.photo(shown, form.isLossless ? .lossless : .lossy(80)).bytes).code == 1)
    #expect(try problems(render.changing { $0.chunks.append(.init("face", [1, 2])) }.bytes).code == 1)
    #expect(try problems(render.changing { $0.trailing = [1] }.bytes).code == 1)
    #expect(try problems(Array(render.bytes.dropLast(30))).code != 0)
  }

  /// What it is, is decided by the bytes and not by the name.
  @Test func goesByTheBytes() throws {
    let scratch = try folder()
    try scratch.write(scratch.read("portrait.webp"), "misnamed.jpg")
    try scratch.faceblur("blur", "misnamed.jpg", "-o", "out.jpg")
    #expect(try scratch.read("out.jpg").starts(with: Array("RIFF".utf8)))
    try scratch.write(TestPhotos.astronaut(), "picture.webp")
    try scratch.faceblur("blur", "picture.webp", "-o", "out.webp")
    #expect(try scratch.read("out.webp").starts(with: [0xFF, 0xD8]))
  }

  @Test func saysWhyItCannotBeBlurred() throws {
    let scratch = try ScratchFolder()
    for form in [Form.lossless, .lossy] {
      let photo = try form.photo()
      func said(_ name: String, _ file: [UInt8]) throws -> String {
        try scratch.write(file, name)
        return try scratch.expectFailure(65, naming: name, "blur", name).errors
      }
      #expect(
        try said("animated.webp", photo.changing { try $0.extend(TestWebP.isAnimated) }.bytes).contains(
          "animated"))
      #expect(try said("cut.webp", Array(photo.bytes.prefix(photo.bytes.count / 2))).contains("cut short"))
      #expect(
        try said(
          "damaged.webp",
          photo.changing {
            $0.chunks[0].content = Array($0.chunks[0].content.prefix($0.chunks[0].content.count / 2))
          }.bytes
        ).contains("damaged"))
    }
    let large = TestVP8(width: 16_383, height: 16_383).noise(seed: 1, bytes: 100)
    try scratch.write(TestWebP([.init("VP8 ", large)]).bytes, "large.webp")
    #expect(
      try scratch.expectFailure(65, naming: "large.webp", "blur", "large.webp").errors.contains("too large"))
  }
}
