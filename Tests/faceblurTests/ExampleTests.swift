import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// The example programs, which use the library alone.
@Suite struct ExampleTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func run(_ program: String, _ arguments: String...) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(arguments, of: BuiltCommand.program(program), in: scratch.path)
  }

  @Test func blursPhotosAndGoesOnBehindABadOne() throws {
    try scratch.writeAstronaut("IMG_0001.JPG")
    try scratch.write(Array("junk".utf8), "junk.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "empty.jpg")
    let originals = try scratch.state()
    let outcome = try run("BlurPhotos", "junk.jpg", "empty.jpg", "IMG_0001.JPG")
    #expect(outcome.exitCode == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 && lines.first?.hasPrefix("junk.jpg: ") == true, "\(outcome)")
    #expect(
      lines.dropFirst() == [
        "empty.jpg: no face was found, so there is no render", "IMG_E0001.JPG: 1 hidden, 0 in doubt",
      ])
    for (name, state) in originals { #expect(try FileState(at: scratch.path(name)) == state) }
    #expect(try scratch.names() == Set(originals.keys).union(["IMG_E0001.JPG", "IMG_0001.AAE"]))
    try scratch.faceblur("verify", "--no-faces", "IMG_E0001.JPG", "--original", "IMG_0001.JPG")
    #expect(try scratch.faceblur("show", "IMG_0001.JPG").output.contains("blur"))
  }

  @Test func editsAPhotoAndTakesTheEditUpAgain() throws {
    try scratch.writeAstronaut("IMG_0001.JPG")
    let first = try run("EditOnePhoto", "IMG_0001.JPG")
    #expect(first.output == "IMG_E0001.JPG: 1 faces hidden, as IMG_0001.AAE says\n", "\(first.errors)")
    let before = try scratch.state()
    #expect(try run("EditOnePhoto", "IMG_0001.JPG").output == "IMG_0001.JPG: nothing has changed\n")
    #expect(try scratch.state() == before)
    try scratch.faceblur("edit", "IMG_0001.JPG", "--add", "400,400,64,48")
    #expect(try run("EditOnePhoto", "IMG_0001.JPG").output == "IMG_0001.JPG: nothing has changed\n")
    try scratch.faceblur("revert", "IMG_0001.JPG")
    #expect(try scratch.names() == ["IMG_0001.JPG"])
  }

  /// A face that some viewers show is one, though the picture at display size does not show it.
  @Test(arguments: ["face under full black", "XYB"])
  func editsWhatOnlySomeViewersShow(_ name: String) throws {
    let photo = try #require(ProfilePhoto.all.first { $0.name == name })
    try scratch.write(photo.build(), "photo.jpg")
    let outcome = try run("EditOnePhoto", "photo.jpg")
    #expect(outcome.output.hasSuffix("photo_edited.jpg: 1 faces hidden, as photo.AAE says\n"), "\(outcome)")
    try scratch.faceblur("verify", "--no-faces", "photo_edited.jpg", "--original", "photo.jpg")
  }

  @Test func leavesAPhotoWithoutAFaceAlone() throws {
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photo.jpg")
    for program in ["EditOnePhoto", "HideInfoBars"] {
      #expect(try run(program, "photo.jpg").exitCode == 0)
      #expect(try scratch.names() == ["photo.jpg"])
    }
  }

  /// The portrait above a black bar with something written on it.
  private func photo(inscribed text: [Range<Int>]) throws -> [UInt8] {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var picture = PixelBuffer(width: portrait.width, height: portrait.height + Self.barHeight)
    picture.paste(portrait, x: 0, y: 0)
    for columns in text {
      for (x, y) in columns.flatMap({ x in (12..<30).map { (x, portrait.height + $0) } }) {
        picture[x, y] = (255, 255, 255)
      }
    }
    return try TestJPEG.encode(picture)
  }

  private static let barHeight = 48

  /// What is found by a detector of one's own is hidden with the faces: nothing in the render tells what it was.
  @Test func hidesWhatADetectorOfOnesOwnFinds() throws {
    let names = ["dawn.jpg", "dusk.jpg"]
    try scratch.write(photo(inscribed: [20..<60, 64..<80, 90..<130]), names[0])
    try scratch.write(photo(inscribed: [30..<34, 100..<180]), names[1])
    #expect(try scratch.read(names[0]) != scratch.read(names[1]))
    for name in names {
      #expect(try run("HideInfoBars", name).output == "face f1, info-bar i1\n")
      try scratch.faceblur(
        "verify", "--no-faces", FilePath(name).stem.description + "_edited.jpg", "--original", name)
    }
    let render = try scratch.read("dawn_edited.jpg")
    #expect(try render == scratch.read("dusk_edited.jpg"))
    let shown = try TestPhotos.pixels(of: render)
    for y in (shown.height - Self.barHeight)..<shown.height {
      #expect((0..<shown.width).allSatisfy { shown[$0, y].green < 230 }, "row \(y)")
    }
  }

  @Test func findsNoBarWhereThereIsNone() throws {
    try scratch.writeAstronaut("portrait.jpg")
    #expect(try run("HideInfoBars", "portrait.jpg").output == "face f1\n")
  }

  @Test func scrubsAFolderAndGoesOnWhereItWas() throws {
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/private/admiral.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/empty.jpg")
    let end = "see out.faceblur\n"
    let first = try run("ScrubFolder", "photos", "out")
    #expect(first.output == "1 scrubbed, 1 faces hidden, 1 to look at, 0 failed; \(end)", "\(first.errors)")
    #expect(first.exitCode == 0)
    #expect(try scratch.published().keys.sorted() == ["portrait.jpg"])
    try scratch.faceblur("verify", "--no-faces", "out/portrait.jpg", "--original", "photos/portrait.jpg")

    let published = try scratch.digest("out/portrait.jpg")
    try scratch.write(Array("junk".utf8), "photos/junk.jpg")
    let second = try run("ScrubFolder", "photos", "out")
    #expect(second.exitCode == 1)
    #expect(second.output.hasSuffix("1 scrubbed, 1 faces hidden, 1 to look at, 1 failed; \(end)"))
    #expect(second.output.contains("/junk.jpg: "), "\(second.output)")
    #expect(try scratch.digest("out/portrait.jpg") == published)
  }

  @Test func saysHowItIsUsed() throws {
    for program in ["BlurPhotos", "EditOnePhoto", "HideInfoBars", "ScrubFolder"] {
      let outcome = try run(program)
      #expect(outcome.exitCode == 0 && outcome.output.hasPrefix("usage: \(program) "), "\(outcome)")
    }
    #expect(try scratch.names().isEmpty)
  }
}
