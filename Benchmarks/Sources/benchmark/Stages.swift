@testable internal import ImageProcessingKit

/// The stages of a photo's way through `blur`, one after the other, each measured by itself. In the command several of them run at the
/// same time.
struct Stages {
  private let path: FilePath
  private let plan: RegionPlan
  private let detector: NetworkDetector

  init(of photo: FilePath, _ plan: RegionPlan) throws {
    path = photo
    self.plan = plan
    detector = try NetworkDetector()
  }

  struct Failure: Error {}

  /// Goes the way once.
  /// - Parameter tell: is given each stage's name, its wall time and its processor time in milliseconds, and the multiply-adds of its
  ///   networks.
  func run(_ tell: (_ name: String, _ wall: Double, _ cpu: Double, _ multiplyAdds: UInt64) -> Void) throws {
    func measured<Value>(_ name: String, _ work: () throws -> Value) throws -> Value {
      let (clock, before) = (ContinuousClock(), FaceNetwork.multiplyAdds)
      let (start, cpu) = (clock.now, processorTime())
      let value = try work()
      tell(
        name, start.duration(to: clock.now) / .milliseconds(1), processorTime() - cpu,
        FaceNetwork.multiplyAdds - before)
      return value
    }
    let options = RenderOptions()
    let bytes = try measured("read") { try InputFile.open(path).readAll(limit: .max) }
    let file = FileBytes(bytes)
    _ = try measured("hash of the original") { SHA256.hexDigest(of: file) }
    let photo = try measured("open") { try PhotoFormats.standard.open(file) }
    guard let stream = BaselineJPEG(file) else { throw Failure() }
    _ = try measured("bare skip-scan") {
      file.withUnsafeBufferPointer { BaselineScanner.scan(stream, $0, areas: []) }
    }
    _ = try measured("index of units") {
      photo.prepareRendering(threads: Processors.count)
      return (photo.content as? JPEGPhoto)?.isIndexed
    }
    let picture = try measured("picture to look at") { try photo.displayImage(fitting: detector.longestLook) }
    _ = try measured("first look") { try detector.faces(in: picture, of: photo) }
    let source = try RenderSource(photo, options)
    let staged = try StagedFile(for: path.suffixed(".render.jpg"), mode: 0o600)
    _ = staged.followed { _, _ in NoFollower() }
    let summary = try measured("obscuring and copying") {
      try photo.content.renderUnproven(
        source.areas(of: plan), with: plan.strength.style.obscurer, options: options, into: staged.sink)
    }
    let render = try staged.written()
    try measured("to the disk") { try staged.syncing() }
    _ = try measured("hash of the render") { SHA256.hexDigest(of: render) }
    let gate = LeakGate(format: photo.format)
    try measured("gate: all but the picture") { try gate.checkMetadata(of: render, against: file, options) }
    try measured("gate: the picture") {
      try gate.checkPicture(
        of: render, against: photo.content, source.plan(plan), summary.path, meetingAt: summary.seam)
    }
    let look = SecondLook(detector: detector, picture: picture.pixels)
    _ = try measured("second look") { try look.findings(on: plan, of: source) }
    _ = try measured("what was dropped") { DroppedMetadata(from: photo, policy: options.metadata) }
  }
}

/// Reads nothing back while the render is written: here one thing is done after the other.
private final class NoFollower: FileFollower {
  static let pieceBytes = Int.max

  func grew(to count: Int) {}
  func beginAnew() {}
  func end(at count: Int) {}
  func letGo() {}
}
