@testable import ImageProcessingKit

/// Tests build files in arrays.
extension LeakGate {
  func check(
    _ render: [UInt8], of original: any EditablePhoto, plan: RegionPlan, options: RenderOptions,
    madeBy path: RenderSummary.Path
  ) throws(FaceBlurError) {
    try check(FileBytes(render), of: original, plan: plan, options: options, madeBy: path)
  }

  func checkTones(
    of toned: [UInt8], against render: any EditablePhoto, filters: ToneFilters, options: RenderOptions
  ) throws(FaceBlurError) {
    try checkTones(of: FileBytes(toned), against: render, filters: filters, options: options)
  }
}

extension RenderProof {
  func holds(for file: [UInt8], of contents: some Sequence<Content>) -> Bool {
    holds(for: FileBytes(file), of: contents)
  }
}
