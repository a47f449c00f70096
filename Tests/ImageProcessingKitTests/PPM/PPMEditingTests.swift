import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo of a format that the library does not know, from its first edit to the last: nothing above a format's own folders knows
/// which it is.
@Suite struct PPMEditingTests {
  private let folder: ScratchFolder
  private let photo: FilePath
  private let original: [UInt8]
  private var settings = BlurPipeline.Settings()

  private static let render = "IMG_E1234.PPM"
  private static let record = "IMG_1234.AAE"

  init() throws {
    folder = try ScratchFolder()
    original = PPMFile.photo()
    photo = FilePath(try folder.write(original, "IMG_1234.PPM"))
    settings.reader = PhotoReader(formats: .withPPM)
  }

  private func blur(_ settings: BlurPipeline.Settings? = nil, to target: FilePath? = nil) throws
    -> PhotoReport
  {
    var outputs = OutputGuard(originals: [photo], force: false)
    return try BlurPipeline(detector: OneFaceDetector(), settings: settings ?? self.settings)
      .blur(photo, to: target, guardedBy: &outputs)
  }

  private func verdict(_ path: FilePath, against: FilePath? = nil, regionsOf record: FilePath? = nil) throws
    -> PhotoVerifier.Verdict
  {
    try PhotoVerifier(detector: BlindDetector(), reader: settings.reader)
      .verify(path, against: against, regionsOf: record)
  }

  private func session() throws -> EditSession { try EditSession.begin(photo, settings.sessionOptions()) }

  @Test(arguments: ObscuringStyle.allCases)
  func isBlurredAndRecorded(style: ObscuringStyle) throws {
    var settings = settings
    settings.strength.style = style
    let report = try blur(settings)
    #expect(report.regions.map(\.id) == ["f1"] && report.renderPath == .samples)
    #expect(report.outputs.render?.name == FilePath(Self.render))
    #expect(report.dropped == ["comment"])
    #expect(try folder.contents().keys.sorted() == [Self.record, "IMG_1234.PPM", Self.render])
    #expect(try folder.read("IMG_1234.PPM") == original)

    let render = try folder.read(Self.render)
    #expect(render.starts(with: PPMFile.header(117, 101)) && render.count == 3 * 117 * 101 + 15)
    let recorded = try #require(try session().record)
    #expect(recorded.renders.last?.way == .samples && recorded.state.faceBlur?.style == style)
    #expect(try session().input.uniformTypeIdentifier == "public.pbm")

    // The same again changes nothing.
    #expect(try blur(settings).notes == ["nothing has changed, so nothing was written"])
  }

  @Test func isVerified() throws {
    let report = try blur()
    let render = try #require(report.outputs.render)
    let found = try verdict(photo)
    #expect(found.blocks.map(\.kind.rawValue) == ["comment"] && !found.isClean)
    #expect(found.size.map { [$0.width, $0.height] } == [117, 101])
    #expect(try verdict(render, against: photo).isClean)
    let record = FilePath(folder.path(Self.record))
    #expect(try verdict(render, regionsOf: record).notes.contains { $0.contains("1 region hidden") })
    #expect(
      try verdict(photo, regionsOf: record).problems == ["a region is not as obscured as the plan says"])

    var tampered = try folder.read(Self.render)
    tampered[tampered.count - 1] ^= 1
    let other = FilePath(try folder.write(tampered, "tampered.ppm"))
    #expect(try verdict(other, against: photo).problems == ["the picture has changed outside the regions"])
    let longer = FilePath(try folder.write(try folder.read(Self.render) + original, "longer.ppm"))
    #expect(try verdict(longer).blocks.map(\.kind.rawValue) == ["trailingBytes"])
    let short = FilePath(try folder.write(original.dropLast(), "short.ppm"))
    #expect(try verdict(short).unread?.contains("cut short") == true)
  }

  @Test func isFoundInFolders() throws {
    try folder.write(try TestPhotos.astronaut(), "portrait.jpg")
    try folder.write(Array("nothing".utf8), "broken.ppm")
    var found: [String: String] = [:]
    PhotoVerifier(detector: BlindDetector(), reader: settings.reader).verify(folder: FilePath(folder.path)) {
      switch $0 {
      case .photo(let verdict): found[verdict.file.name.description] = "\(verdict.blocks.count)"
      case .unread(let path, let reason), .other(let path, let reason):
        found[path.name.description] = reason
      case .film(let path): found[path.name.description] = "a film"
      }
    }
    #expect(found["IMG_1234.PPM"] == "1" && found["portrait.jpg"] != nil)
    #expect(found["broken.ppm"] == "its name is a photo's, and what is in it is not known")
  }

  @Test func isCorrectedFilteredTakenBackAndReverted() throws {
    let before = try folder.contents()
    _ = try blur()
    let blurred = try folder.read(Self.render)

    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox("2,2,20,20"))]
    var outputs = OutputGuard(originals: [photo], force: false)
    let edited = try BlurPipeline(detector: OneFaceDetector(), settings: settings)
      .edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    #expect(edited.regions.map(\.id).sorted() == ["f1", "m1"])
    let corrected = try folder.read(Self.render)
    #expect(corrected != blurred)

    let states = StatePipeline(settings: settings)
    outputs = OutputGuard(originals: [photo], force: false)
    let filtered = try states.filter(
      photo, lookingFirstWith: { OneFaceDetector() }, { $0.sepia = 0.7 }, guardedBy: &outputs)
    #expect(filtered.regions.count == 2)
    let toned = try folder.read(Self.render)
    #expect(toned != corrected && toned.count == corrected.count)
    #expect(try verdict(FilePath(folder.path(Self.render)), against: photo).isClean)

    outputs = OutputGuard(originals: [photo], force: false)
    let back = try states.goBack(photo, toStep: 2, guardedBy: &outputs)
    #expect(back.outputs.render != nil)
    #expect(try folder.read(Self.render) == corrected)

    let copy = FilePath(folder.path("copy/again.ppm"))
    let again = try states.renderAgain(photo, to: copy, guardedBy: &outputs)
    #expect(again.renderPath == .samples)
    #expect(try folder.read("copy/again.ppm") == corrected)
    outputs = OutputGuard(originals: [photo], force: false)
    _ = try states.renderAgain(photo, to: nil, guardedBy: &outputs)
    #expect(try folder.read(Self.render) == corrected)

    let outcome = try EditRevert.revert(session())
    #expect(outcome.removed.count == 2 && outcome.kept.isEmpty)
    let after = try folder.contents().filter { !$0.key.hasPrefix("copy") }
    #expect(after == before)
  }

  /// A file that somebody changed is nobody's to replace or remove.
  @Test func leavesAChangedRenderAlone() throws {
    _ = try blur()
    var changed = try folder.read(Self.render)
    changed[changed.count - 1] ^= 1
    try folder.write(changed, Self.render)
    var settings = settings
    settings.strength.style = .fill
    #expect(throws: FaceBlurError.self) { try blur(settings) }
    let outcome = try EditRevert.revert(session())
    #expect(outcome.kept.map(\.name) == [FilePath(Self.render)])
    #expect(try folder.read(Self.render) == changed)
  }

  @Test func provesItsOwnRendersAndNoOthers() throws {
    _ = try blur()
    let opened = try settings.reader.open(original)
    let plan = try session().state.plan()
    let own = RenderProof.Content(plan: plan, filters: ToneFilters())
    func holds(_ file: [UInt8], _ content: RenderProof.Content, _ way: RenderSummary.Path?) -> Bool {
      RenderProof(photo: opened, options: RenderOptions(), way: way).holds(for: file, of: [content])
    }
    let render = try folder.read(Self.render)
    #expect(holds(render, own, .samples) && holds(render, own, nil))
    #expect(!holds(render, own, .bitCopy))
    #expect(!holds(original, own, .samples))
    let other = try PPMPhoto(PPMFile.photo(seed: 12), limits: ImageLimits())
    #expect(
      !holds(try other.rendering(plan.areas(on: other.geometry), with: MosaicObscurer()).bytes, own, nil))
    let toned = RenderProof.Content(plan: plan, filters: ToneFilters(sepia: 0.5))
    let sepia = try PPMPhoto(render, limits: .none).toning(ToneFilters(sepia: 0.5)).bytes
    #expect(holds(sepia, toned, .samples) && !holds(sepia, own, .samples) && !holds(render, toned, .samples))
    // A picture in another format that shows the same is none either.
    #expect(!holds(try TestPhotos.astronaut(), own, nil))
  }

  /// Its renders' names end as its files' do, and they are known again.
  @Test func hasAnonymousRenders() throws {
    var settings = settings
    settings.anonymousNames = true
    let render = try #require(try blur(settings).outputs.render)
    #expect(render.pathExtension == "ppm" && PhotoAsset.isAnonymousRenderName(render.name))
    #expect(PhotoAsset.original(ofRender: render) == photo)
    settings.strength.style = .blur
    #expect(try blur(settings).outputs.render == render)
  }

  /// Who asks for a thumbnail in many photos is not refused the few that can have none, and is told.
  @Test func hasNoThumbnailAndSaysSo() throws {
    var settings = settings
    settings.renderOptions.hasThumbnail = true
    let report = try blur(settings)
    #expect(report.notes == ["PPM files hold no thumbnail, so it has none"])
    let bare = try folder.read(Self.render)
    #expect(bare.count == 3 * 117 * 101 + 15)
    var outputs = OutputGuard(originals: [photo], force: false)
    let filtered = try StatePipeline(settings: settings).filter(
      photo, lookingFirstWith: { OneFaceDetector() }, { $0.sepia = 0.2 }, guardedBy: &outputs)
    #expect(filtered.notes == ["PPM files hold no thumbnail, so it has none"])
    #expect(try EditRevert.revert(session()).kept.isEmpty)
  }

  /// No limit of another format's stands in the way.
  @Test func mayBeWiderThanAnyJPEG() throws {
    let path = FilePath(
      try folder.write(PPMFile.encode(GatedRender.picture(width: 70_000, height: 24)), "strip.ppm"))
    var outputs = OutputGuard(originals: [path], force: false)
    let report = try BlurPipeline(detector: OneFaceDetector(), settings: settings)
      .blur(path, to: nil, guardedBy: &outputs)
    let record = try #require(try EditSession.begin(path, settings.sessionOptions()).record)
    #expect(record.source.width == 70_000 && report.outputs.render != nil)
    #expect(try EditRevert.revert(EditSession.begin(path, settings.sessionOptions())).removed.count == 2)
  }

  /// A preview is a picture for people, whatever the photo is.
  @Test func hasAPreview() throws {
    var settings = settings
    settings.previewFolder = FilePath(folder.path("previews"))
    settings.overlayFolder = settings.previewFolder
    let report = try blur(settings)
    #expect(report.outputs.preview?.name == "IMG_1234_preview.jpg")
    #expect(report.outputs.overlay?.name == "IMG_1234_overlay.jpg")
    let preview = try PhotoFormats.standard.open(folder.read("previews/IMG_1234_preview.jpg"))
    #expect(preview.geometry.uprightSize == (117, 101))
  }

  /// What it may hold is decided by the format, not by the name.
  @Test func goesByTheBytesAndNotByTheName() throws {
    let misnamed = FilePath(try folder.write(original, "misnamed.jpg"))
    var outputs = OutputGuard(originals: [misnamed], force: false)
    let report = try BlurPipeline(detector: OneFaceDetector(), settings: settings)
      .blur(misnamed, to: nil, guardedBy: &outputs)
    #expect(report.renderPath == .samples)
    // Whoever knows only the standard formats says which those are.
    let error = #expect(throws: FaceBlurError.self) { try PhotoFormats.standard.open(original) }
    #expect(
      error.map { "\($0)" }
        == "this is not a photo; give a JPEG, PNG, HEIC, AVIF, TIFF, WebP or JPEG XL photo")
  }
}

/// Sees nothing.
final class BlindDetector: FaceDetecting {
  let identity = DetectorIdentity(name: "blind", modelSHA256: "ab", longSides: [640], threshold: 0.6)
  let longestLook = 640
  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] { [] }
}
