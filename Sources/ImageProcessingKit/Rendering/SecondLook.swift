/// Looks with the detector at a finished render: a face may stick out of its region, or stand behind the one that was found.
public struct SecondLook {
  private let detector: any FaceDetecting
  private let picture: () throws(FaceBlurError) -> PixelBuffer

  /// - Parameters:
  ///   - detector: what found the faces.
  ///   - picture: the picture they were found in. The regions are drawn into it; the gate has proven that the render shows
  ///     nothing else in them, and the same outside.
  public init(detector: any FaceDetecting, picture: PixelBuffer) {
    self.init(detector: detector) { () throws(FaceBlurError) in picture }
  }

  /// - Parameter picture: is asked when a render is looked at.
  init(detector: any FaceDetecting, picture: @escaping () throws(FaceBlurError) -> PixelBuffer) {
    self.detector = detector
    self.picture = picture
  }

  /// How far from its face, in lengths of the face, a region still has something to do with another one.
  private static let nearness = 2.0
  /// How many times as long as the region's face another one is at most: a larger one would have been seen at the first look, and
  /// what looks like one now is a head with the neutral shape in place of a mouth or an eye.
  private static let maxRelativeLength = 2.0

  /// What is seen around the regions of a render.
  struct Findings: Sendable {
    /// The plan with larger regions where a face sticks out of one or stands beside it; nil where none does. A region that shows
    /// cells of what it hides, and a face in them, is grey in it.
    var grown: RegionPlan?
    /// The regions that a person drew and that a face sticks out of or stands beside: they are as the person wants them.
    var drawn: [String] = []
  }

  /// - Parameters:
  ///   - plan: for the photo that the picture is of.
  ///   - source: what the render is made from; what it does not show is not looked at.
  func findings(on plan: RegionPlan, of source: RenderSource) throws(FaceBlurError) -> Findings {
    let reach = plan.strength.reach
    let (geometry, drawnPlan) = (source.content.geometry, source.plan(plan))
    let places = drawnPlan.applied.map { region in
      geometry.uprightRect(of: geometry.units(covering: region.rect.scaled(by: reach)))
    }
    let picture = try picture()
    guard source.frame.hasShape(ofWidth: picture.width, height: picture.height) else {
      throw FaceBlurError(
        .invalidArgument, "the picture to look at again is not of this photo", advice: "nothing was written")
    }
    var shown = picture.visible(in: source.frame)
    guard places.contains(where: { detector.couldSeeObscured($0, in: shown) }) else { return Findings() }
    shown.show(drawnPlan, ToneFilters(), of: source.content)
    var grown = plan
    var drawn: [String] = []
    for face in try detector.faces(in: shown, around: places).checked(of: detector.identity) {
      let rect = source.frame.wholeRect(ofVisible: face.rect)
      // What a person left open is to be seen, and no other thing in its place.
      let isLeftOpen = plan.regions.contains {
        $0.state == .excluded && $0.kind == face.kind && rect.isFace(ofRegion: $0.rect)
      }
      if isLeftOpen {
        continue
      }
      if face.rect.isHidden(by: places) {
        if plan.strength.style.revealsContent { grown.fillRegion(of: rect) }
      } else if let index = grown.indexOfRegion(
        near: rect, within: Self.nearness, maxRelativeLength: Self.maxRelativeLength)
      {
        switch grown.regions[index].origin {
        case .detected: grown.regions[index].rect = grown.regions[index].rect.union(rect)
        case .manual: drawn.append(grown.regions[index].id)
        }
      }
    }
    return Findings(grown: grown == plan ? nil : grown, drawn: drawn)
  }

  /// The same on a thread of its own, beside the work that makes the render.
  func findingsMeanwhile(on plan: RegionPlan, of source: RenderSource) -> Future<Findings> {
    // The detector belongs to the caller, who asks for the findings, or lets them go, before it looks again: either waits for the thread.
    struct Lent: @unchecked Sendable { let look: SecondLook }
    let lent = Lent(look: self)
    return Future { () throws(FaceBlurError) in try lent.look.findings(on: plan, of: source) }
  }
}

extension RegionPlan {
  /// Fills the regions in which a face is seen.
  fileprivate mutating func fillRegion(of face: NormalizedRect) {
    for index in regions.indices
    where regions[index].state == .applied && face.isFace(ofRegion: regions[index].rect) {
      regions[index].cells = 0
    }
  }

  /// The hidden region that a face overlaps most, where that lies near.
  fileprivate func indexOfRegion(
    near face: NormalizedRect, within nearness: Double, maxRelativeLength: Double
  ) -> Int? {
    regions.indices
      .filter { regions[$0].state == .applied }
      .filter { face.area <= maxRelativeLength * maxRelativeLength * regions[$0].rect.area }
      .map { (index: $0, shared: regions[$0].rect.scaled(by: nearness).intersection(face).area) }
      .filter { $0.shared > 0 }.max { $0.shared < $1.shared }?.index
  }
}
