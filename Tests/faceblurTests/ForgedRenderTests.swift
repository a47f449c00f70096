import ImageProcessingKit
import TestSupport
import Testing

/// A record that came with a photo calls somebody's other photo its render, with the right hash: it stays as it is,
/// whatever is done to the photo.
@Suite struct ForgedRenderTests {
  /// How the stranger's photo and the other one are alike.
  enum Forgery: CaseIterable {
    case baseline, progressive, gray, toned, tonedProgressive, smooth

    var kind: TestJPEG.Kind {
      TestJPEG.Kind {
        $0.isProgressive = self == .progressive || self == .tonedProgressive
        if self == .gray { ($0.components, $0.sampling) = (1, (1, 1)) }
      }
    }

    var preparation: [[String]] {
      let blur = ["blur", "portrait.jpg"]
      return switch self {
      case .toned, .tonedProgressive: [blur, ["filter", "portrait.jpg", "--sepia", "0.4"]]
      case .smooth: [blur + ["--style", "blur"]]
      default: [blur]
      }
    }
  }

  /// A folder with the stranger's photo and record, and the other photo, which is of the same size, sampling and
  /// quantisers and holds no metadata.
  private func folder(_ forgery: Forgery, victim: String, inSameFolder: Bool) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    try scratch.write(TestJPEG.encode(portrait, forgery.kind), "portrait.jpg")
    let other = TestPhotos.noise(width: portrait.width, height: portrait.height, seed: 5)
    try scratch.write(TestJPEG.encode(other, forgery.kind), victim)
    for command in forgery.preparation {
      #expect(try BuiltCommand.run(command, in: scratch.path).exitCode == 0)
    }
    try scratch.remove("portrait_edited.jpg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    try record.forgeRender(
      path: inSameFolder ? victim : scratch.path(victim), sha256: scratch.digest(victim))
    try scratch.write(record.fileContent, "portrait.AAE")
    return scratch
  }

  @Test(arguments: Forgery.allCases, [true, false])
  func leavesAnotherPhotoOfTheSameKindAsItIs(_ forgery: Forgery, inSameFolder: Bool) throws {
    let victim = inSameFolder ? "holiday.jpg" : "album/holiday.jpg"
    let scratch = try folder(forgery, victim: victim, inSameFolder: inSameFolder)
    let before = try scratch.state()
    let replacing = [
      ["filter", "portrait.jpg", "--sepia", "0.5"], ["edit", "portrait.jpg", "--cells", "3"],
      ["edit", "portrait.jpg", "--add", "300,300,64,64"], ["blur", "portrait.jpg", "-o", victim],
      ["render", "portrait.jpg"], ["render", "portrait.jpg", "-o", victim],
    ]
    for command in replacing { try scratch.expectFailure(73, naming: "holiday.jpg", command) }
    let outcome = try scratch.faceblur("revert", "portrait.jpg")
    #expect(outcome.errors.contains("warning") && outcome.errors.contains("holiday.jpg"))
    var after = before
    after["portrait.AAE"] = nil
    #expect(try scratch.state() == after)
  }

  @Test(arguments: Forgery.allCases)
  func aRenderElsewhereLeavesItToo(_ forgery: Forgery) throws {
    let scratch = try folder(forgery, victim: "holiday.jpg", inSameFolder: true)
    let victim = try FileState(at: scratch.path("holiday.jpg"))
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try FileState(at: scratch.path("holiday.jpg")) == victim)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try FileState(at: scratch.path("holiday.jpg")) == victim)
    #expect(try scratch.names() == ["holiday.jpg", "portrait.jpg"])
  }
}
