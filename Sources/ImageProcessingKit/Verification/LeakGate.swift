internal import CJPEG

/// Why a render does not leave the house.
public enum LeakError: Error, Sendable, Hashable {
  /// It holds something that is not on the whitelist.
  case block(MetadataBlock)
  /// Its thumbnail shows something other than the render.
  case thumbnail
  /// A region is not as obscured as the plan says.
  case region
  /// The picture differs from the original where nothing was to be obscured.
  case changedOutside
  /// The picture is not that of the checked render with the filters applied.
  case otherTones
  /// Its size or orientation is not the original's.
  case shape
  case damaged(String)
}

extension LeakError {
  /// Reads what the gate looks at: what cannot be read is damaged.
  static func reading<Value: ~Copyable>(
    _ call: () throws(PhotoError) -> Value
  ) throws(LeakError) -> Value {
    do throws(PhotoError) { return try call() } catch { throw .damaged("\(error)") }
  }
}

extension LeakError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .block(let block):
      "it holds \(block.name) at byte \(block.range.lowerBound): \(block.objection ?? "not on the whitelist")"
    case .thumbnail: "its thumbnail does not show what the picture shows"
    case .region: "a region is not as obscured as the plan says"
    case .changedOutside: "the picture has changed outside the regions"
    case .otherTones: "it shows something other than the checked render with its filters"
    case .shape: "its size or orientation is not the original's"
    case .damaged(let reason): "it is damaged: \(reason)"
    }
  }
}

/// Reopens a render as a stranger would, before it gets its name.
///
/// Nothing outside the whitelist, no embedded picture but ours, every region as obscured as the plan says, everything else
/// unchanged, nothing in its code but the picture that is seen, and the whole decodes without a fault. Unchanged means every
/// coefficient; of a photo that had to be encoded anew, every coefficient as near to the original's picture as its quantiser lets
/// it be.
///
/// The gate reads files, reckons what cells must show from what stands around them in the render, transforms blocks and asks
/// whether areas are where the plan's regions are with code of its own. What it shares with the writer is the whitelist itself
/// (`MetadataPolicy`, `EXIFTag`, `ComponentIDs`, `StandardCodes`), the areas, their cells and their outline that it measures
/// (`RegionPlan.areas`, `ObscuredArea`), the order of coefficients (`ZigZag`), what components mean (`ColorModel`), libjpeg where
/// a photo is not baseline or is encoded anew, and colour management where its colours are converted.
enum LeakGate {
  /// - Parameters:
  ///   - render: the file as it was written.
  ///   - original: the photo it was made from.
  ///   - plan: what is obscured in it.
  ///   - path: how it was made: one that was encoded anew has other coefficients outside the regions, too.
  /// - Throws: the first `LeakError`.
  static func check(
    _ render: [UInt8], of original: any EditablePhoto, plan: RegionPlan, options: RenderOptions,
    madeBy path: RenderSummary.Path
  ) throws(LeakError) {
    try render.withUnsafeBufferPointer { (render) throws(LeakError) in
      try original.fileBytes.withUnsafeBufferPointer { (original) throws(LeakError) in
        try checkMetadata(of: render, against: original, options)
      }
    }
    try checkPicture(of: render, against: original, plan, path)
  }

  /// Everything but the picture.
  /// - Parameter kinds: what is let pass whatever it holds.
  static func checkMetadata(
    of render: UnsafeBufferPointer<UInt8>, against original: UnsafeBufferPointer<UInt8>,
    _ options: RenderOptions, allowing kinds: Set<MetadataBlock.Kind> = []
  ) throws(LeakError) {
    var inspection = JPEGInspection(
      render, policy: options.metadata, judge: HiddenPictureJudge(detector: nil))
    if options.hasThumbnail {
      guard inspection.acceptThumbnail() else { throw .thumbnail }
    }
    if let stranger = inspection.blocks.first(where: { !$0.isAllowed && !kinds.contains($0.kind) }) {
      throw .block(stranger)
    }
    guard inspection.orientation == JPEGInspection.orientation(of: original) else { throw .shape }
  }

  /// The picture alone.
  /// - Parameter judgesCode: whether anything else in the picture's code is refused; renders of earlier versions may have
  ///   what their originals had there.
  static func checkPicture(
    of render: [UInt8], against original: any EditablePhoto, _ plan: RegionPlan, _ path: RenderSummary.Path,
    judgesCode: Bool = true
  ) throws(LeakError) {
    let areas = plan.areas(on: original.geometry)
    let style = plan.strength.style
    guard AreaCheck(areas, on: original.geometry).holds(for: plan) else { throw .region }
    if path == .pixels {
      if judgesCode { try CanonicalCheck.check(render) }
      try ReencodedCheck.check(render, of: original, areas, style)
      return try CoefficientComparison.check(render, against: nil, original.geometry, areas, style)
    }
    var holds: Bool?
    do throws(ComparisonFinding) {
      holds = try areBitsRight(original, render, areas, style, judgesCode)
    } catch {
      if error != .unreadableOriginal { throw LeakError(error) }
    }
    if let holds {
      guard holds else { throw .region }
      return
    }
    if judgesCode { try CanonicalCheck.check(render) }
    try CoefficientComparison.check(
      render, against: original.fileBytes, original.geometry, areas, style)
  }

  /// The regions alone, from nothing but the file: what their surroundings in it give, they must show.
  /// - Parameter photo: the file.
  static func checkRegions(of photo: any EditablePhoto, _ plan: RegionPlan) throws(LeakError) {
    let areas = plan.areas(on: photo.geometry)
    guard AreaCheck(areas, on: photo.geometry).holds(for: plan) else { throw .region }
    try CoefficientComparison.check(photo.fileBytes, against: nil, photo.geometry, areas, plan.strength.style)
  }

  /// - Returns: whether the areas are as they should be; nil where the two cannot be compared this way.
  private static func areBitsRight(
    _ original: any EditablePhoto, _ render: [UInt8], _ areas: [ObscuredArea], _ style: ObscuringStyle,
    _ judgesCode: Bool
  ) throws(ComparisonFinding) -> Bool? {
    let colors: ColorModel
    do throws(PhotoError) {
      colors = try JPEGStream(bytes: render, limits: .none).header().colorModel
    } catch {
      throw .damaged
    }
    return try original.fileBytes.withUnsafeBufferPointer { (source) throws(ComparisonFinding) in
      try render.withUnsafeBufferPointer { (render) throws(ComparisonFinding) in
        guard var comparison = PictureComparison(source, render, areas: areas) else { return nil }
        var check = RegionCheck(areas, comparison.components, style, colors, on: original.geometry)
        try comparison.run { check.take($0) }
        check.endFirstPass()
        if check.isSmooth, var second = PictureComparison(source, render, areas: areas) {
          try second.run { check.takeSmooth($0) }
        }
        // A region that is not obscured is the worse finding.
        if check.holds, judgesCode { try comparison.refuseOddities() }
        return check.holds
      }
    }
  }
}
