import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo that codes more than viewers show: everything in it is looked at and hidden, and people are told places in what they see.
@Suite struct VisiblePartTests {
  private static let visible = PixelRect(x: 30, y: 20, width: 80, height: 60)
  /// Seen by everybody: 56…88 across and 40…64 down.
  private static let shownFace = NormalizedRect(x: 56 / 117, y: 40 / 101, width: 32 / 117, height: 24 / 101)
  /// In the file alone: 2…22 across and 4…18 down.
  private static let hiddenFace = NormalizedRect(x: 2 / 117, y: 4 / 101, width: 20 / 117, height: 14 / 101)

  private let folder: ScratchFolder
  private let photo: FilePath
  private let original: [UInt8]
  private var settings = BlurPipeline.Settings()

  init() throws {
    folder = try ScratchFolder()
    let picture = GatedRender.picture()
    let shown = Self.visible
    original = PPMFile.encode(
      picture, comment: "visible \(shown.x) \(shown.y) \(shown.width) \(shown.height)")
    photo = FilePath(try folder.write(original, "IMG_1234.PPM"))
    settings.reader = PhotoReader(formats: .withPPM)
    settings.hasSidecar = true
  }

  private func blur(_ settings: BlurPipeline.Settings? = nil) throws -> PhotoReport {
    var outputs = OutputGuard(originals: [photo], force: false)
    return try BlurPipeline(detector: TwoFacesDetector(), settings: settings ?? self.settings)
      .blur(photo, to: nil, guardedBy: &outputs)
  }

  /// Whether every sample of some pixels is as before.
  private func isKept(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>, in render: [UInt8]) -> Bool {
    rows.allSatisfy { y in
      columns.allSatisfy { x in
        let place = PPMFile.place(ofPixel: x, y, in: render)
        let before = PPMFile.place(ofPixel: x, y, in: original)
        return render[place..<(place + 3)] == original[before..<(before + 3)]
      }
    }
  }

  @Test func hidesFacesThatViewersDoNotShow() throws {
    let report = try blur()
    let render = try folder.read("IMG_E1234.PPM")
    #expect(report.applied.count == 2)
    #expect(!isKept(2...22, 4...18, in: render) && !isKept(56...88, 40...64, in: render))
    #expect(isKept(90...116, 80...100, in: render))
    #expect(render.starts(with: Array("P6\n#visible 30 20 80 60\n117 101\n".utf8)))
    // Shown like the original, or it is not its render.
    let again = try PhotoFormats.withPPM.open(render)
    #expect(again.geometry.frame == report.frame && again.geometry.visibleSize == (80, 60))
  }

  @Test func tellsPlacesInWhatViewersShow() throws {
    let report = try blur()
    let told = report.regions.map { RegionObject($0, in: report.frame).face }
    #expect(told.map { [$0.x, $0.y, $0.width, $0.height] } == [[-28, -16, 20, 14], [26, 20, 32, 24]])
    let sidecar = String(decoding: try folder.read("IMG_1234.PPM.xmp"), as: UTF8.self)
    #expect(sidecar.contains(#"stDim:w="80" stDim:h="60""#))
    // One that nobody can see has no place in what other programs show.
    #expect(sidecar.components(separatedBy: "<rdf:li").count == 2)
    #expect(sidecar.contains(#"stArea:x="0.525000" stArea:y="0.533333""#))
    let record = try #require(try EditSession.begin(photo, settings.sessionOptions()).record)
    #expect(record.photo.frame == report.frame)
    let verdict = try PhotoVerifier(detector: TwoFacesDetector(), reader: settings.reader).verify(photo)
    #expect(verdict.size.map { [$0.width, $0.height] } == [80, 60])
    #expect(verdict.faces.map { ($0.rect.x * 80).rounded() } == [-28, 26])
  }

  @Test func takesBoxesInWhatPeopleSee() throws {
    _ = try blur()
    var corrections = PlanCorrections()
    // The lower right corner of what is shown: 98…109 across and 68…79 down in the file.
    corrections.added = [try #require(RegionBox("68,48,12,12"))]
    var outputs = OutputGuard(originals: [photo], force: false)
    let before = try folder.read("IMG_E1234.PPM")
    _ = try BlurPipeline(detector: TwoFacesDetector(), settings: settings)
      .edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    let render = try folder.read("IMG_E1234.PPM")
    #expect(isKept(98...109, 68...79, in: before) && !isKept(98...109, 68...79, in: render))
    corrections.added = [try #require(RegionBox("81,48,12,12"))]
    let error = #expect(throws: FaceBlurError.self) {
      try BlurPipeline(detector: TwoFacesDetector(), settings: settings)
        .edit(photo, corrections, detectingAnew: false, guardedBy: &outputs)
    }
    #expect(error?.kind == .boxOutside && error?.reason.contains("80 × 60") == true)
  }

  @Test func drawsWhatPeopleSee() throws {
    var settings = settings
    settings.previewFolder = FilePath(folder.path("look"))
    settings.overlayFolder = settings.previewFolder
    _ = try blur(settings)
    let preview = try PhotoFormats.standard.open(folder.read("look/IMG_1234_preview.jpg"))
    #expect(preview.geometry.uprightSize == (80, 60))
    let overlay = try PhotoFormats.standard.open(folder.read("look/IMG_1234_overlay.jpg"))
    let (width, height) = overlay.geometry.uprightSize
    #expect(width * 60 == height * 80 && width >= 480)
  }

  @Test func isRefusedWhereItShowsMoreThanItsOriginal() throws {
    let opened = try PhotoFormats.withPPM.open(original).content
    let plan = try GatedRender.plan([Self.shownFace])
    let render = try opened.rendering(
      plan.areas(on: opened.geometry), with: plan.strength.style.obscurer
    ).bytes
    func refusal(_ header: String) -> FaceBlurError? {
      let body = render.suffix(3 * 117 * 101)
      do {
        try LeakGate(format: .ppm).check(
          Array("P6\n\(header)117 101\n255\n".utf8) + body, of: opened, plan: plan, options: RenderOptions(),
          madeBy: .samples)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal("#visible 30 20 80 60\n") == nil)
    #expect(refusal("") == .otherShape)
    #expect(refusal("#visible 29 20 80 60\n") == .otherShape)
    #expect(refusal("#visible 30 20  80 60\n")?.kind == .leak(.block("comment")))
  }

  @Test func isScrubbedWithPlacesInWhatViewersShow() throws {
    let target = FilePath(folder.path("out"))
    var settings = ScrubSettings(target: target)
    settings.reader = self.settings.reader
    let scrub = CollectionScrub(settings: settings) { TwoFacesDetector() }
    _ = try scrub.run(
      CollectionScrub.Input(sources: CollectionSource.sources([photo])), isStopping: { false }, tell: { _ in }
    )
    let rows = try folder.read("out.faceblur/report.jsonl")
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(rows.split(separator: 10)[0])) as? [String: Any])
    #expect(row["width"] as? Int == 80 && row["height"] as? Int == 60)
    let regions = try #require(row["regions"] as? [[String: Any]])
    #expect(regions.compactMap { $0["x"] as? Double } == [-28, 26])
    let page = String(decoding: try folder.read("out.faceblur/report.html"), as: UTF8.self)
    #expect(page.contains("<rect x=26 y=20 width=32 height=24 />"))
  }

  /// Turned in every way, the visible part of a picture turns with it, and rectangles come back.
  @Test(arguments: Orientation.allCases)
  func turnsWithThePicture(orientation: Orientation) {
    let geometry = PhotoGeometry(
      storedWidth: 40, storedHeight: 30, orientation: orientation, unitWidth: 8, unitHeight: 8,
      visible: PixelRect(x: 4, y: 6, width: 10, height: 20))
    let stored = PixelBuffer(width: 40, height: 30) { bytes in
      for place in 0..<(40 * 30) {
        let (x, y) = (place % 40, place / 40)
        let isShown = (4..<14).contains(x) && (6..<26).contains(y)
        for channel in 0..<3 { bytes[3 * place + channel] = isShown ? 200 : 10 }
      }
    }
    let shown = orientation.upright(stored).visible(in: geometry.frame)
    #expect((shown.width, shown.height) == geometry.visibleSize && shown.bytes.allSatisfy { $0 == 200 })
    let rect = NormalizedRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4)
    let back = geometry.frame.wholeRect(ofVisible: geometry.frame.visibleRect(of: rect))
    #expect(abs(back.x - rect.x) < 1e-12 && abs(back.maxY - rect.maxY) < 1e-12)
  }

  /// Numbers of a record or a journal are anybody's.
  @Test func takesNoPartThatIsNotInThePicture() {
    let whole = PixelRect(x: 0, y: 0, width: 10, height: 10)
    for (x, y, width, height) in [
      (0, 0, 11, 10), (1, 0, 10, 10), (-1, 0, 5, 5), (0, 0, 0, 5), (0, 0, 5, -5), (.max, 0, .max, 1),
      (0, .min, 1, .max),
    ] {
      let part = PixelRect(x: x, y: y, width: width, height: height)
      #expect(!part.lies(in: whole))
      #expect(PictureFrame(width: 10, height: 10, visible: part).isWhole)
      for orientation in Orientation.allCases {
        let geometry = PhotoGeometry(
          storedWidth: 10, storedHeight: 10, orientation: orientation, unitWidth: 8, unitHeight: 8,
          visible: part)
        #expect(geometry.frame.isWhole)
      }
    }
  }

  /// A format that shows a part in place of the whole would have faces hidden elsewhere.
  @Test func looksAtNoPictureOfAnotherShape() throws {
    let opened = try PhotoFormats.withPPM.open(original)
    #expect(try opened.displayImage(fitting: 50).pixels.width == 50)
    let cropped = Photo(
      Cropped(photo: opened.content, frame: opened.geometry.frame), opened.format)
    for side in [50, 640] {
      let error = #expect(throws: FaceBlurError.self) { try cropped.displayImage(fitting: side) }
      #expect(error?.kind == .internalError)
    }
  }

  private struct Cropped: WrappedPhoto {
    let photo: any EditablePhoto
    let frame: PictureFrame

    func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
      var image = try photo.displayImage(fitting: longSide)
      image.pixels = image.pixels.visible(in: frame)
      return image
    }
  }

  /// Sees one face in what viewers show and one in what they do not.
  private final class TwoFacesDetector: FaceDetecting {
    let identity = DetectorIdentity(name: "fixed", modelSHA256: "ab", longSides: [640], threshold: 0.6)
    let longestLook = 640

    func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
      [DetectedFace(rect: hiddenFace, score: 0.9), DetectedFace(rect: shownFace, score: 0.9)]
    }

    func faces(
      in picture: PixelBuffer, around regions: [NormalizedRect]
    ) throws(FaceBlurError) -> [DetectedFace] { [] }
  }
}
