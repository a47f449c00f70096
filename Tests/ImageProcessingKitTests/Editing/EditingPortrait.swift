import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A suite whose sessions hide the face of the portrait.
protocol EditingPortrait {
  var path: FilePath { get }
}

extension EditingPortrait {
  var time: Date { Date(timeIntervalSince1970: 1_700_000_000) }

  func settings(cells: Int = 6) throws -> Adjustment {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: cells, margin: 1.3))
    let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
    let region = PlannedRegion(id: "m1", rect: face, score: nil, origin: .manual)
    return .faceBlur(FaceBlurAdjustment(RegionPlan(regions: [region], strength: strength), foundBy: .byHand))
  }

  @discardableResult
  func finish(cells: Int = 6) throws -> CommittedEdit {
    var session = try EditSession.begin(path)
    session.apply(try settings(cells: cells))
    var outputs = OutputGuard(originals: [path], force: false)
    return try session.finish(at: time, lookingAgain: nil, guardedBy: &outputs)
  }
}
