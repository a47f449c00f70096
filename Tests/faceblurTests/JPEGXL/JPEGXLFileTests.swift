import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A JPEG XL that was made of a JPEG from its first edit to the last, as a user does it.
@Suite struct JPEGXLFileTests {
  static let kinds = [
    TestJPEG.Kind { $0.quality = 92 }, TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) },
  ]

  private func folder(_ kind: TestJPEG.Kind = kinds[0], named name: String = "portrait.jxl") throws
    -> ScratchFolder
  {
    let scratch = try ScratchFolder()
    try scratch.write(TestJXL.transcode(TestJPEG.encode(TestPhotos.closeUp(), kind)), name)
    return scratch
  }

  @Test(arguments: kinds)
  func isBlurredVerifiedAndReverted(kind: TestJPEG.Kind) throws {
    let scratch = try folder(kind)
    let state = try scratch.state()
    let photo = try scratch.read("portrait.jxl")
    let blur = try scratch.faceblur("blur", "portrait.jxl", "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == ["portrait.jxl", "portrait.AAE", "portrait_edited.jxl"])
    #expect(try scratch.read("portrait.jxl") == photo)
    #expect(try scratch.faceblur("show", "portrait.jxl").output.contains("portrait.jxl"))

    let render = try scratch.read("portrait_edited.jxl")
    let (before, after) = (try TestJXL.read(photo).picture, try TestJXL.read(render).picture)
    // Far from the face nothing changes; in its middle hardly a pixel stays.
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, kept, inside) = (0, 0, 0)
    for y in 0..<256 {
      for x in 0..<256 {
        let isSame = before[x, y] == after[x, y]
        if !near.contains(x, y), !isSame { outside += 1 }
        if middle.contains(x, y) {
          inside += 1
          if isSame { kept += 1 }
        }
      }
    }
    #expect(outside == 0 && kept < inside / 6, "\(outside) \(kept) of \(inside)")
    #expect(
      try scratch.faceblur("verify", "portrait_edited.jxl", "--original", "portrait.jxl").exitCode == 0)
    #expect(try scratch.faceblur("verify", "portrait_edited.jxl", "--regions", "portrait.AAE").exitCode == 0)

    try scratch.faceblur("revert", "portrait.jxl")
    #expect(try scratch.state() == state)
  }

  /// What comes out is what comes out of the JPEG.
  @Test func isBlurredAsTheJPEGIs() throws {
    let jpeg = try TestPhotos.astronaut()
    let scratch = try ScratchFolder()
    try scratch.write(jpeg, "a.jpg")
    try scratch.write(TestJXL.transcode(jpeg), "b.jxl")
    try scratch.faceblur("blur", "a.jpg", "b.jxl")
    #expect(try TestJXL.jpeg(of: scratch.read("b_edited.jxl")) == scratch.read("a_edited.jpg"))
    for photo in ["a.jpg", "b.jxl"] { try scratch.faceblur("filter", photo, "--sepia", "0.5") }
    #expect(try TestJXL.jpeg(of: scratch.read("b_edited.jxl")) == scratch.read("a_edited.jpg"))
  }

  @Test func getsTheNameOfAnEditedPhoto() throws {
    let scratch = try folder(named: "IMG_1234.JXL")
    try scratch.faceblur("blur", "IMG_1234.JXL")
    #expect(try scratch.names().contains("IMG_E1234.JXL"))
    #expect(try scratch.faceblur("verify", "IMG_E1234.JXL", "--original", "IMG_1234.JXL").exitCode == 0)
  }

  @Test(arguments: [kinds[0], kinds[1]])
  func isCorrectedFilteredTakenBackAndRenderedAgain(kind: TestJPEG.Kind) throws {
    let scratch = try folder(kind)
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest("portrait_edited.jxl")
    }
    let blurred = try step("blur", "portrait.jxl")
    #expect(try step("blur", "portrait.jxl") == blurred)
    let corrected = try step("edit", "portrait.jxl", "--add", "200,200,40,40")
    #expect(corrected != blurred)
    let filled = try step("edit", "portrait.jxl", "--style", "fill")
    let toned = try step("filter", "portrait.jxl", "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(
      try scratch.faceblur("verify", "portrait_edited.jxl", "--original", "portrait.jxl").exitCode == 0)
    #expect(try step("revert", "portrait.jxl", "--to", "3") == filled)
    #expect(try step("revert", "portrait.jxl", "--to", "2") == corrected)
    #expect(try step("revert", "portrait.jxl", "--to", "4") == toned)
    try scratch.remove("portrait_edited.jxl")
    #expect(try step("render", "portrait.jxl") == toned)
    try scratch.faceblur("render", "portrait.jxl", "-o", "copy.jxl")
    #expect(try scratch.digest("copy.jxl") == toned)
    try scratch.faceblur("revert", "portrait.jxl")
    #expect(try scratch.names().isSubset(of: ["portrait.jxl", "copy.jxl"]))
  }

  @Test(arguments: [false, true])
  func staysProgressiveWhereAsked(isAsked: Bool) throws {
    let scratch = try folder(Self.kinds[1])
    let words = ["blur", "portrait.jxl", "-o", "render.jxl"] + (isAsked ? ["--keep-progressive"] : [])
    #expect(try BuiltCommand.run(words, in: scratch.path).exitCode == 0)
    // The marker of a progressive frame (ITU T.81, table B.1).
    let isProgressive = JPEGParts.segments(of: try TestJXL.jpeg(of: scratch.read("render.jxl"))).contains {
      $0.marker == 0xC2
    }
    #expect(isProgressive == isAsked)
  }

  @Test func isRefusedWhereItWasTamperedWith() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "portrait.jxl", "-o", "render.jxl")
    let (photo, render) = (try scratch.read("portrait.jxl"), try TestJXL(scratch.read("render.jxl")))
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, "other.jxl")
      let outcome = try scratch.attempt("verify", "other.jxl", "--original", "portrait.jxl")
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    #expect(try problems(render.bytes).code == 0)
    let original = try problems(photo)
    #expect(
      original.code == 1 && original.text.contains("a region is not as obscured as the plan says"),
      "\(original.text)")
    #expect(try problems(render.changing { $0.boxes.append(.init("face", [1, 2])) }.bytes).code == 1)
    #expect(try problems(render.changing { $0.trailing = [1] }.bytes).code == 1)
    #expect(try problems(render.changing { $0.changeCode { $0 += [1, 2, 3] } }.bytes).code == 1)
    #expect(try problems(Array(render.bytes.dropLast(30))).code != 0)
  }

  /// What it is, is decided by the bytes and not by the name.
  @Test func goesByTheBytes() throws {
    let scratch = try folder()
    try scratch.write(scratch.read("portrait.jxl"), "misnamed.jpg")
    try scratch.faceblur("blur", "misnamed.jpg", "-o", "out.jpg")
    #expect(try scratch.read("out.jpg").starts(with: [0, 0, 0, 12] + Array("JXL ".utf8)))
    try scratch.write(TestPhotos.astronaut(), "picture.jxl")
    try scratch.faceblur("blur", "picture.jxl", "-o", "out.jxl")
    #expect(try scratch.read("out.jxl").starts(with: [0xFF, 0xD8]))
  }

  @Test func saysWhyItCannotBeBlurred() throws {
    let scratch = try ScratchFolder()
    func said(_ name: String, _ file: [UInt8]) throws -> String {
      try scratch.write(file, name)
      return try scratch.expectFailure(65, naming: name, "blur", name).errors
    }
    let picture = try TestPhotos.closeUp()
    for (name, change) in [
      ("lossy", { _ in }), ("lossless", { $0.distance = 0 }), ("bare", { $0.hasContainer = false }),
    ] as [(String, (inout TestJXL.Coding) -> Void)] {
      let errors = try said("\(name).jxl", TestJXL.encode(picture, .init(change)))
      #expect(
        errors.contains("no JPEG can be had back") && errors.contains("save it as a JPEG or a PNG"),
        "\(errors)")
    }
    let photo = try TestPhotos.closeUpJPEGXL()
    #expect(try said("cut.jxl", Array(photo.prefix(photo.count / 2))).contains("cut short"))
    #expect(try said("animated.jxl", animated().bytes).contains("animated"))
    let large = TestJXL.laidOut(.init(width: 60_000, height: 60_000))
    #expect(try said("large.jxl", large.bytes).contains("too large"))
    let damaged = try TestJXL(photo).changing { file in
      file.changeCode { $0 = Array($0.prefix($0.count / 2)) }
    }
    #expect(try said("damaged.jxl", damaged.bytes).contains("it is damaged, or another program"))
    let tagged = try TestJXL.photo(
      TestJPEG.oriented(TestJPEG.encode(picture, TestJPEG.Kind { $0.quality = 92 }), .up))
    let untagged = tagged.changing { file in file.boxes.removeAll { ["brob", "Exif"].contains($0.name) } }
    #expect(untagged.boxes.count == tagged.boxes.count - 1)
    let errors = try said("untagged.jxl", untagged.bytes)
    #expect(
      errors.contains("another program has changed") && errors.contains("save it as a JPEG or a PNG"),
      "\(errors)")
  }

  private func animated() -> TestJXL { .laidOut(.init(width: 64, height: 64) { $0.isAnimated = true }) }
}
