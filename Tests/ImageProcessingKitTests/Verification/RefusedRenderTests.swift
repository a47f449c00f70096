import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A render that does not pass the gate gets no name; the session leaves everything as it was.
@Suite struct RefusedRenderTests {
  private let detector = DetectorIdentity(name: "yunet", modelSHA256: "ab", longSides: [640], threshold: 0.6)

  /// What goes wrong in a renderer, in the render's bytes.
  struct Fault: Sendable, CustomStringConvertible {
    let description: String
    let error: FaceBlurError?
    let apply: @Sendable (_ render: [UInt8], _ original: [UInt8]) -> [UInt8]
  }

  static let faults = [
    Fault(description: "it keeps a comment", error: nil) { render, _ in
      JPEGParts.inserting([(0xFE, Array("a mark".utf8))], into: render)
    },
    Fault(description: "it copies the photo", error: .leakingRegion) { _, original in original },
    Fault(description: "it writes half of the picture", error: nil) { render, _ in
      Array(render.prefix(render.count / 2))
    },
    Fault(description: "it writes nothing", error: nil) { _, _ in [] },
  ]

  private func finish(
    _ path: FilePath, _ fault: Fault?, to target: FilePath? = nil, cells: Int = 6
  ) throws(FaceBlurError) -> CommittedEdit {
    var outputs = OutputGuard(originals: [path], force: false)
    var session = try EditSession.begin(
      path, .wrapping { photo in if let fault { FaultyPhoto(photo: photo, fault: fault) } else { photo } })
    let strength = ObscuringStrength(style: .mosaic, cells: cells, margin: 1.3) ?? .default
    let face = DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)
    let plan = RegionPlanner(strength: strength).plan(for: [face])
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector)))
    return try session.finish(to: .init(target: target), lookingAgain: nil, guardedBy: &outputs)
  }

  /// Where the refused render was put.
  private func quarantine(_ path: FilePath, _ fault: Fault, to target: FilePath? = nil) throws -> FilePath {
    var place: FilePath?
    do {
      _ = try finish(path, fault, to: target, cells: 3)
      Issue.record("\(fault): the render was published")
    } catch {
      try error.expectRefusal(of: path, for: fault.error)
      #expect(error.description.contains("do not publish it"))
      place = error.quarantine
    }
    return try #require(place, "\(fault): it was not kept")
  }

  @Test(arguments: faults)
  func leavesNothingButTheQuarantinedFile(_ fault: Fault) throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    let kept = try quarantine(path, fault)
    #expect(Set(try folder.contents().keys) == ["IMG_1234.JPG", kept.name.description])
    #expect(kept.folder == path.folder && kept.name == "IMG_E1234.JPG.quarantined")
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(kept)")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: faults)
  func leavesAnEarlierEditAsItWas(_ fault: Fault) throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    _ = try finish(path, nil)
    let before = try folder.contents()
    let kept = try quarantine(path, fault)
    var after = try folder.contents()
    after[kept.name.description] = nil
    #expect(after == before)
    #expect(try EditSession.begin(path).state.faceBlur?.cells == 6)
  }

  // Quarantine in a folder that is published would be no quarantine.
  @Test func keepsTheFileBesideTheOriginalAndMakesNoFolder() throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "album/IMG_1234.JPG"))
    let kept = try quarantine(path, Self.faults[0], to: FilePath(folder.path("web/new/shown.jpg")))
    #expect(kept.folder == path.folder)
    #expect(
      Set(try folder.contents().keys) == ["album", "album/IMG_1234.JPG", "album/shown.jpg.quarantined"])
  }

  @Test func refusesASecondTimeAndThenWorksAgain() throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    _ = try quarantine(path, Self.faults[0])
    let first = try folder.contents()
    // The latest one is in quarantine, because it is the one that was told of.
    _ = try quarantine(path, Self.faults[1])
    #expect(try folder.contents().keys == first.keys)
    #expect(try folder.contents() != first)
    #expect(try finish(path, nil).render.exists)
  }
}

/// A toned render that does not show the checked one gets no name either.
@Suite struct RefusedToningTests {
  /// What goes wrong in changing tones, in the file that comes of it.
  struct Fault: Sendable, CustomStringConvertible {
    let description: String
    let error: FaceBlurError?
    /// Given the checked render and the original.
    let toned:
      @Sendable (any EditablePhoto, any EditablePhoto, ToneFilters, RenderOptions) throws(FaceBlurError) ->
        [UInt8]
  }

  static let faults = [
    Fault(description: "it tones the original", error: .otherTones) {
      (_, original, filters, options) throws(FaceBlurError) in
      try original.toning(filters, options: options).bytes
    },
    Fault(description: "it copies the original", error: .otherTones) {
      (_, original, _, options) throws(FaceBlurError) in
      try original.rendering([], with: MosaicObscurer(), options: options).bytes
    },
    Fault(description: "it leaves the tones as they are", error: .otherTones) {
      (render, _, _, _) throws(FaceBlurError) in Array(render.fileBytes)
    },
    Fault(description: "it keeps a comment", error: nil) {
      (render, _, filters, options) throws(FaceBlurError) in
      JPEGParts.inserting(
        [(0xFE, Array("a mark".utf8))], into: try render.toning(filters, options: options).bytes)
    },
  ]

  private func finish(_ path: FilePath, _ fault: Fault?) throws(FaceBlurError) -> CommittedEdit {
    var outputs = OutputGuard(originals: [path], force: false)
    var session = try EditSession.begin(
      path,
      .wrapping { photo in
        if let fault { FaultyTonedPhoto(photo: photo, original: photo, fault: fault) } else { photo }
      })
    let face = DetectedFace(rect: NormalizedRect(x: 0.35, y: 0.12, width: 0.17, height: 0.22), score: 0.9)
    let plan = RegionPlanner().plan(for: [face])
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: .byHand)))
    session.apply(.tone(ToneAdjustment(ToneFilters(sepia: 0.5))))
    return try session.finish(lookingAgain: nil, guardedBy: &outputs)
  }

  @Test(arguments: faults)
  func leavesNothingButTheQuarantinedFile(_ fault: Fault) throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    do {
      _ = try finish(path, fault)
      Issue.record("\(fault): the render was published")
    } catch {
      try error.expectRefusal(of: path, for: fault.error)
      #expect(error.quarantine?.name == "IMG_E1234.JPG.quarantined")
    }
    #expect(Set(try folder.contents().keys) == ["IMG_1234.JPG", "IMG_E1234.JPG.quarantined"])
    #expect(try finish(path, nil).render.exists)
  }
}

/// A photo whose renders are toned wrongly.
struct FaultyTonedPhoto: WrappedPhoto {
  let photo: any EditablePhoto
  let original: any EditablePhoto
  let fault: RefusedToningTests.Fault

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try photo.renderUnproven(areas, with: obscurer, options: options, into: sink)
  }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    FaultyTonedPhoto(photo: try photo.opening(render: render), original: original, fault: fault)
  }

  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    sink.append(try fault.toned(photo, original, filters, options))
    return RenderSummary(path: .pixels, warnings: [])
  }
}

/// A photo whose renderer does something wrong.
struct FaultyPhoto: WrappedPhoto {
  let photo: any EditablePhoto
  let fault: RefusedRenderTests.Fault

  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    let good = MemorySink()
    let summary = try photo.renderUnproven(areas, with: obscurer, options: options, into: good)
    sink.append(fault.apply(good.bytes, Array(photo.fileBytes)))
    return summary
  }
}

extension FaceBlurError {
  /// - Parameter expected: what the gate found; nil for anything.
  fileprivate func expectRefusal(of photo: FilePath, for expected: FaceBlurError?) throws {
    guard case .leak = kind else { throw self }
    #expect(file == photo)
    guard let expected else { return }
    #expect(kind == expected.kind)
    #expect(reason.contains(expected.reason))
  }

  /// Where the message says that the refused render is.
  fileprivate var quarantine: FilePath? {
    reason.firstMatch(of: /quarantine at (.+): do not publish it/).map { FilePath(String($0.1)) }
  }
}
