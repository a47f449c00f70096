import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A face that sticks out of its region or stands beside it is hidden with it; what a region shows of its own is let be.
@Suite struct SecondLookTests {
  private static let rects = [
    NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22),
    NormalizedRect(x: 0.1, y: 0.7, width: 0.2, height: 0.2),
  ]

  /// Small, because every pixel is looked at.
  private static let portrait = Result {
    try TestJPEG.encode(PhotoFormats.standard.open(TestPhotos.astronaut()).displayImage(fitting: 256).pixels)
  }

  private struct Edit {
    let folder: ScratchFolder
    let path: FilePath
    let committed: CommittedEdit
    let detector: StubbornDetector

    var render: [UInt8] { get throws { try folder.read("IMG_E1234.JPG") } }
    var rects: [NormalizedRect] { committed.plan.regions.map(\.rect) }
  }

  private func edit(
    _ photo: [UInt8]? = nil, seeing faces: [[NormalizedRect]], style: ObscuringStyle = .mosaic,
    excluding excluded: NormalizedRect? = nil
  ) throws -> Edit {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(photo ?? Self.portrait.get(), "IMG_1234.JPG"))
    let detector = StubbornDetector(seeing: faces)
    let strength = try #require(ObscuringStrength(style: style, margin: 1.3))
    var outputs = OutputGuard(originals: [path], force: false)
    var session = try EditSession.begin(path)
    let picture = try session.photo.displayImage(fitting: 1600).pixels
    var plan = RegionPlanner(strength: strength).plan(
      for: Self.rects.map { DetectedFace(rect: $0, score: 0.9) })
    if let excluded {
      plan.regions.append(
        PlannedRegion(id: "f3", rect: excluded, score: 0.9, origin: .detected, state: .excluded))
    }
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector.identity)))
    let committed = try session.finish(
      lookingAgain: SecondLook(detector: detector, picture: picture), guardedBy: &outputs)
    return Edit(folder: folder, path: path, committed: committed, detector: detector)
  }

  /// Half of it hangs out to the right.
  private static let sticking = NormalizedRect(x: 0.49, y: 0.14, width: 0.16, height: 0.2)
  /// Nothing of it is hidden.
  private static let beside = NormalizedRect(x: 0.56, y: 0.14, width: 0.1, height: 0.12)

  @Test(arguments: [sticking, beside], ObscuringStyle.allCases)
  func growsTheRegionThatAFaceSticksOutOfOrStandsBeside(face: NormalizedRect, style: ObscuringStyle) throws {
    let edit = try edit(seeing: [[face]], style: style)
    #expect(edit.rects == [Self.rects[0].union(face), Self.rects[1]])
    #expect(edit.committed.notes == ["1 region grew, because a face was seen beside: f1"])
    #expect(edit.detector.looks == 2)
    // The record has the larger region, so the render can be made again.
    let previous = try #require(try EditSession.begin(edit.path).state.faceBlur)
    #expect(previous.regions.map(\.rect) == edit.rects)
    var outputs = OutputGuard(originals: [edit.path], force: false)
    let copy = FilePath(edit.folder.path("copy.jpg"))
    _ = try EditSession.begin(edit.path).renderAgain(to: copy, guardedBy: &outputs)
    #expect(try edit.folder.read("copy.jpg") == edit.render)
  }

  /// The neutral shape may look like a face. It tells nothing.
  @Test(arguments: [ObscuringStyle.mosaic, .blur, .fill])
  func letsAFaceBeThatIsSeenInARegion(style: ObscuringStyle) throws {
    for face in [Self.rects[0], Self.rects[0].scaled(by: 1.4), Self.rects[0].scaled(by: 0.6)] {
      let edit = try edit(seeing: [[face]], style: style)
      #expect(edit.rects == Self.rects && edit.committed.notes.isEmpty)
      #expect(edit.detector.looks == 1)
    }
  }

  @Test(arguments: [ObscuringStyle.pixelate, .smoothPixelate])
  func fillsCellsOfMeansInWhichAFaceIsSeen(style: ObscuringStyle) throws {
    let edit = try edit(seeing: [[Self.rects[0]]], style: style)
    #expect(edit.rects == Self.rects)
    #expect(edit.committed.plan.regions.map(\.cells) == [0, nil])
    #expect(edit.committed.notes == ["1 region filled with gray, because a face was seen: f1"])
    let shown = try PhotoFormats.standard.open(edit.render).displayImage(fitting: 256).pixels
    for y in stride(from: 38, to: 82, by: 2) {
      for x in stride(from: 94, to: 130, by: 2) {
        let tone = shown[x, y]
        for sample in [tone.red, tone.green, tone.blue] { #expect(abs(Int(sample) - 128) <= 2, "\(x), \(y)") }
      }
    }
  }

  @Test func leavesOpenWhatAPersonLeftOpen() throws {
    let edit = try edit(seeing: [[Self.beside]], excluding: Self.beside)
    #expect(edit.rects.prefix(2) == Self.rects[...] && edit.committed.notes.isEmpty)
  }

  @Test func leavesFacesAloneThatHaveNothingToDoWithARegion() throws {
    let edit = try edit(seeing: [[NormalizedRect(x: 0.8, y: 0.4, width: 0.1, height: 0.1)]])
    #expect(edit.rects == Self.rects && edit.detector.looks == 1)
  }

  /// A head whose mouth is the neutral shape, for instance: the first look would have seen one that is.
  @Test func leavesFacesAloneThatAreMuchLargerThanTheRegion() throws {
    let edit = try edit(seeing: [[Self.rects[0].scaled(by: 3)]])
    #expect(edit.rects == Self.rects && edit.detector.looks == 1)
  }

  /// However often something new is seen, there is an end.
  @Test func looksAgainAFewTimesAtMost() throws {
    let faces = (0..<20).map { step in
      var face = Self.beside
      face.x += Double(step) * 0.14
      return [face]
    }
    let edit = try edit(seeing: faces)
    #expect(edit.detector.looks == 4)
    #expect(edit.committed.warnings.contains { $0.contains("still seen beside a region") })
    #expect(edit.rects[0].contains(Self.rects[0]))
  }

  /// Around a region a pixel more is taken to belong to it.
  @Test(arguments: Orientation.allCases, [false, true])
  func looksAtWhatTheRenderShows(orientation: Orientation, isProgressive: Bool) throws {
    let upright = try TestPhotos.pixels(of: Self.portrait.get()).cut(width: 250, height: 203)
    let stored = try TestJPEG.encode(
      upright.stored(for: orientation), TestJPEG.Kind { $0.isProgressive = isProgressive })
    let edit = try edit(TestJPEG.oriented(stored, orientation), seeing: [[Self.beside]])
    let seen = try #require(edit.detector.pictures.last)
    let shown = try PhotoFormats.standard.open(edit.render).displayImage(fitting: 1600).pixels
    try #require(seen.width == shown.width && seen.height == shown.height)
    let sum = zip(seen.bytes, shown.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(seen.bytes.count) < 1.2)
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

/// Sees with each look what it is told to.
private final class StubbornDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "yunet", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 1600
  private let faces: [[NormalizedRect]]
  private(set) var pictures: [PixelBuffer] = []

  var looks: Int { pictures.count }

  init(seeing faces: [[NormalizedRect]]) {
    self.faces = faces
  }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    pictures.append(picture)
    guard looks <= faces.count else { return [] }
    return faces[looks - 1].map { DetectedFace(rect: $0, score: 0.9) }
  }
}
