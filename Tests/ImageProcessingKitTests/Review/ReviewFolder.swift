import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Sees the portrait's face, and something doubtful below it, in every square picture, and nothing in others.
final class SquareDetector: FaceDetecting, Sendable {
  static let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
  static let doubtful = NormalizedRect(x: 0.75, y: 0.75, width: 0.125, height: 0.125)

  let identity: DetectorIdentity
  let longestLook = 640
  private let looks: Counter

  final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
  }

  init(_ looks: Counter = Counter(), name: String = "square") {
    self.looks = looks
    identity = DetectorIdentity(name: name, modelSHA256: "ab", longSides: [640], threshold: 0.3)
  }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    looks.add()
    guard picture.width == picture.height else { return [] }
    return [
      DetectedFace(rect: Self.face, score: 0.95, seenBy: ["square"]),
      DetectedFace(rect: Self.doubtful, score: 0.5),
    ]
  }

  func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] { [] }
}

/// Sees the same, and does something once while a render is looked at.
final class MeddlingDetector: FaceDetecting, Sendable {
  private let square = SquareDetector()
  private let action = Mutex<(@Sendable () -> Void)?>(nil)

  var identity: DetectorIdentity { square.identity }
  var longestLook: Int { square.longestLook }

  func next(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  private func meddle() {
    let action = action.withLock { action in
      defer { action = nil }
      return action
    }
    action?()
  }

  func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    meddle()
    return try square.faces(in: picture)
  }

  func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] {
    meddle()
    return try square.faces(in: picture, around: regions)
  }
}

/// Photos, and what is made of them: `one.jpg` and `in/two.jpg` are the portrait with the regions f1 (sure) and f2 (doubtful),
/// `plain.jpg` holds no face.
struct ReviewFolder {
  let scratch: ScratchFolder
  let looks = SquareDetector.Counter()

  static let corner = NormalizedRect(x: 0.0625, y: 0.75, width: 0.125, height: 0.125)

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(TestPhotos.astronaut(), "photos/one.jpg")
    try scratch.write(TestPhotos.astronaut(), "photos/in/two.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photos/plain.jpg")
  }

  func path(_ name: String) -> FilePath { FilePath(scratch.path(name)) }

  @discardableResult
  func scrub(_ change: (inout ScrubSettings) -> Void = { _ in }) throws -> ScrubSummary {
    var settings = ScrubSettings(target: path("out"))
    settings.jobs = 1
    change(&settings)
    let input = CollectionScrub.Input(sources: try CollectionSource.sources([path("photos")]))
    let scrub = CollectionScrub(settings: settings) { () throws(FaceBlurError) in SquareDetector() }
    return try scrub.run(input, isStopping: { false }, tell: { _ in })
  }

  func options() -> ReviewSession.Options {
    ReviewSession.Options(drafts: path("drafts")) { [looks] () throws(FaceBlurError) in SquareDetector(looks)
    }
  }

  func open(_ change: (inout ReviewSession.Options) -> Void = { _ in }) throws -> ReviewSession {
    var options = options()
    change(&options)
    return try ReviewSession.open(.collection(path("out")), options)
  }

  func openPhotos(
    _ names: [String] = ["photos"], _ change: (inout ReviewSession.Options) -> Void = { _ in }
  ) throws -> ReviewSession {
    var options = options()
    change(&options)
    return try ReviewSession.open(.photos(names.map(path)), options)
  }

  /// Whether a place of a photo shows what it shows in the original.
  func shows(_ rect: NormalizedRect, of original: String, in render: String) throws -> Bool {
    let (before, after) = (
      try TestPhotos.pixels(of: scratch.read(original)), try TestPhotos.pixels(of: scratch.read(render))
    )
    try #require(before.width == after.width && before.height == after.height)
    let (width, height) = (Double(before.width), Double(before.height))
    var others = 0
    for y in Int(rect.y * height)..<Int(rect.maxY * height) {
      for x in Int(rect.x * width)..<Int(rect.maxX * width) where before[x, y] != after[x, y] { others += 1 }
    }
    return others == 0
  }

  func digest(_ name: String) throws -> String { SHA256.hexDigest(of: try scratch.read(name)) }
}

extension ReviewSession {
  /// The number of a photo by its name's end.
  func number(_ name: String) throws -> Int {
    try #require(queue.photos.firstIndex { $0.name.description.hasSuffix(name) })
  }

  @discardableResult
  func change(_ name: String, _ change: ReviewChange) throws -> ReviewedPhoto {
    guard case .changed(let photo, _) = try self.change(number(name), change, at: nil) else {
      throw FaceBlurError.internalError("stale")
    }
    return photo
  }

  func photo(_ name: String) throws -> ReviewedPhoto { try photo(number(name)) }

  /// Renders what was changed, and waits for it.
  @discardableResult
  func finish() throws -> ReviewWork {
    try #require(finish(at: nil))
    waitUntilFinished()
    return work
  }

  /// Answers for every photo as a whole.
  func lookAtAll() throws {
    for number in queue.photos.indices { _ = try change(number, .look, at: nil) }
  }
}

extension ReviewedPhoto {
  func state(_ id: String) -> PlannedRegion.State? { regions.first { $0.id == id }?.state }
}
