@testable internal import ImageProcessingKit

extension RegionPlan {
  /// A plan with faces given as `x,y,width,height;…`, upright and normalised.
  init?(_ text: String) {
    let faces = text.split(separator: ";").map { $0.split(separator: ",").compactMap { Double($0) } }
    guard !faces.isEmpty, faces.allSatisfy({ $0.count == 4 }) else { return nil }
    self = RegionPlanner().plan(
      for: faces.map {
        DetectedFace(rect: NormalizedRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]), score: 1)
      })
  }
}
