import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Where a face can still be seen in a region, it gets fewer cells, and a fill in the end.
@Suite struct SecondLookTests {
  /// The steps of one region's cells; 0 is a fill.
  private static let steps: [Int?] = [nil, 4, 3, 2, 0]
  private static let rects = [
    NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22),
    NormalizedRect(x: 0.1, y: 0.7, width: 0.2, height: 0.2),
  ]

  /// Small, because every pixel is looked at.
  private static let portrait = Result {
    try TestJPEG.encode(PhotoFormat.open(TestPhotos.astronaut()).displayImage(fitting: 256).pixels)
  }

  private struct Edit {
    let folder: ScratchFolder
    let path: FilePath
    let committed: CommittedEdit
    let detector: StubbornDetector

    var render: [UInt8] { get throws { try folder.read("IMG_E1234.JPG") } }
  }

  private func edit(
    _ photo: [UInt8], looks: Int, style: ObscuringStyle = .mosaic, cells: Int = 6
  ) throws -> Edit {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(photo, "IMG_1234.JPG"))
    let detector = StubbornDetector(seeing: Self.rects[0], looks: looks)
    let strength = try #require(ObscuringStrength(style: style, cells: cells, margin: 1.3))
    let faces = Self.rects.map { DetectedFace(rect: $0, score: 0.9) }
    var outputs = OutputGuard(originals: [path], force: false)
    var session = try EditSession.begin(path)
    let picture = try session.photo.displayImage(fitting: 1600).pixels
    let plan = RegionPlanner(strength: strength).plan(for: faces)
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector.identity)))
    let committed = try session.finish(
      lookingAgain: SecondLook(detector: detector, picture: picture), guardedBy: &outputs)
    return Edit(folder: folder, path: path, committed: committed, detector: detector)
  }

  @Test(arguments: 0...4)
  func givesTheRegionFewerCellsEachTimeAFaceIsSeen(looks: Int) throws {
    let edit = try edit(Self.portrait.get(), looks: looks)
    let cells = Self.steps[looks]
    #expect(edit.committed.plan.regions.map(\.cells) == [cells, nil])
    // What is foretold is looked at once more in the render itself.
    #expect(edit.detector.looks == (looks == 0 ? 1 : looks + 2))
    let notes = edit.committed.notes
    switch cells {
    case nil: #expect(notes.isEmpty)
    case 0: #expect(notes == ["1 region filled with gray, so that no face is seen: f1"])
    case .some:
      #expect(notes == ["1 region got fewer cells than asked for, so that no face is seen: f1"])
    }
  }

  @Test(arguments: 0...4)
  func keepsTheCellsInTheRecordAndRendersTheSameBytesFromIt(looks: Int) throws {
    let edit = try edit(Self.portrait.get(), looks: looks)
    let render = try edit.render
    let previous = try #require(try EditSession.begin(edit.path).state.faceBlur)
    #expect(previous.cells == 6)
    #expect(previous.regions.map(\.cells) == [Self.steps[looks], nil])
    var outputs = OutputGuard(originals: [edit.path], force: false)
    let copy = FilePath(edit.folder.path("copy.jpg"))
    _ = try EditSession.begin(edit.path).renderAgain(to: copy, guardedBy: &outputs)
    #expect(try edit.folder.read("copy.jpg") == render)
  }

  @Test(arguments: ObscuringStyle.allCases, [3, 4])
  func fillsWithOneNeutralToneAndLeavesTheOtherRegionAsItIs(style: ObscuringStyle, components: Int) throws {
    let picture = try TestPhotos.pixels(of: Self.portrait.get())
    let photo = try TestJPEG.encode(picture, TestJPEG.Kind { $0.components = components })
    let filled = try edit(photo, looks: 4, style: style)
    let plain = try edit(photo, looks: 0, style: style)
    let after = try PhotoFormat.open(filled.render).displayImage(fitting: 256).pixels
    let before = try PhotoFormat.open(plain.render).displayImage(fitting: 256).pixels
    for y in stride(from: 38, to: 82, by: 2) {
      for x in stride(from: 94, to: 130, by: 2) {
        let tone = after[x, y]
        for sample in [tone.red, tone.green, tone.blue] {
          #expect(abs(Int(sample) - 128) <= 2, "\(x), \(y)")
        }
      }
    }
    for y in 150..<256 {
      for x in 0..<256 where after[x, y] != before[x, y] {
        Issue.record("the other region is another one at \(x), \(y)")
        return
      }
    }
  }

  @Test func beginsWithTheCellsThatThePlanHas() throws {
    #expect(try edit(Self.portrait.get(), looks: 1, cells: 3).committed.plan.regions[0].cells == 2)
    #expect(try edit(Self.portrait.get(), looks: 1, cells: 1).committed.plan.regions[0].cells == 0)
    let fill = try edit(Self.portrait.get(), looks: 4, style: .fill)
    #expect(fill.detector.looks == 0 && fill.committed.plan.regions[0].cells == nil)
  }

  // What the detector looks at is put together from the gate's findings, or decoded where those do not do.
  @Test(arguments: Orientation.allCases, [false, true])
  func looksAtWhatTheRenderShows(orientation: Orientation, isProgressive: Bool) throws {
    let upright = try TestPhotos.pixels(of: Self.portrait.get()).cut(width: 250, height: 203)
    let stored = try TestJPEG.encode(
      upright.stored(for: orientation), TestJPEG.Kind { $0.isProgressive = isProgressive })
    let edit = try edit(TestJPEG.oriented(stored, orientation), looks: 2)
    let seen = try #require(edit.detector.pictures.last)
    let shown = try PhotoFormat.open(edit.render).displayImage(fitting: 1600).pixels
    try #require(seen.width == shown.width && seen.height == shown.height)
    let sum = zip(seen.bytes, shown.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(seen.bytes.count) < 0.5)
  }
}

extension PixelBuffer {
  /// The upper left part.
  fileprivate func cut(width: Int, height: Int) -> PixelBuffer {
    var result = PixelBuffer(width: width, height: height)
    result.paste(self, x: 0, y: 0)
    return result
  }
}

/// Sees a face in one region for the first few looks.
private final class StubbornDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "yunet", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 1600
  private let face: NormalizedRect
  private let looksThatSee: Int
  private(set) var pictures: [PixelBuffer] = []

  var looks: Int { pictures.count }

  init(seeing face: NormalizedRect, looks: Int) {
    self.face = face
    looksThatSee = looks
  }

  func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
    pictures.append(picture)
    return looks <= looksThatSee ? [DetectedFace(rect: face, score: 0.9)] : []
  }
}
