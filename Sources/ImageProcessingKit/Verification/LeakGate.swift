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
/// unchanged, and the whole decodes without a fault. Unchanged means every coefficient; of a photo that had to be encoded
/// anew, every coefficient as near to the original's picture as its quantiser lets it be.
///
/// The gate reads files, reckons cell means and styles, transforms blocks and asks whether areas are where the plan's
/// regions are with code of its own. What it shares with the writer is the whitelist itself (`MetadataPolicy`, `EXIFTag`), the
/// areas and their cells that it measures (`RegionPlan.areas`, `ObscuredArea`), the order of coefficients (`ZigZag`), libjpeg
/// where a photo is not baseline or is encoded anew, and colour management where its colours are converted.
enum LeakGate {
  /// - Parameters:
  ///   - render: the file as it was written.
  ///   - original: the photo it was made from.
  ///   - plan: what is obscured in it.
  ///   - path: how it was made: one that was encoded anew has other coefficients outside the regions, too.
  /// - Returns: what the render's areas show, cell by cell.
  /// - Throws: the first `LeakError`.
  @discardableResult
  static func check(
    _ render: [UInt8], of original: any EditablePhoto, plan: RegionPlan, options: RenderOptions,
    madeBy path: RenderSummary.Path
  ) throws(LeakError) -> [[CellColor]]? {
    let kinds = try render.withUnsafeBufferPointer { (render) throws(LeakError) in
      try original.fileBytes.withUnsafeBufferPointer { (original) throws(LeakError) in
        try checkMetadata(of: render, against: original, options)
      }
    }
    return try checkPicture(of: render, against: original, plan, path).colors(isYCbCr: kinds.contains(.jfif))
  }

  /// Everything but the picture.
  /// - Parameter kinds: what is let pass whatever it holds.
  /// - Returns: the kinds of blocks that are there.
  @discardableResult
  static func checkMetadata(
    of render: UnsafeBufferPointer<UInt8>, against original: UnsafeBufferPointer<UInt8>,
    _ options: RenderOptions, allowing kinds: Set<MetadataBlock.Kind> = []
  ) throws(LeakError) -> Set<MetadataBlock.Kind> {
    var inspection = JPEGInspection(
      render, policy: options.metadata, judge: HiddenPictureJudge(detector: nil))
    if options.hasThumbnail {
      guard inspection.acceptThumbnail() else { throw .thumbnail }
    }
    if let stranger = inspection.blocks.first(where: { !$0.isAllowed && !kinds.contains($0.kind) }) {
      throw .block(stranger)
    }
    guard inspection.orientation == JPEGInspection.orientation(of: original) else { throw .shape }
    return Set(inspection.blocks.map(\.kind))
  }

  /// The picture alone.
  /// - Returns: what was measured.
  @discardableResult
  static func checkPicture(
    of render: [UInt8], against original: any EditablePhoto, _ plan: RegionPlan, _ path: RenderSummary.Path
  ) throws(LeakError) -> RegionCheck {
    let areas = plan.areas(on: original.geometry)
    let style = plan.strength.style
    guard AreaCheck(areas, on: original.geometry).holds(for: plan) else { throw .region }
    if path == .pixels {
      try ReencodedCheck.check(render, of: original, areas, style)
      return try CoefficientComparison.check(render, against: nil, original.geometry, areas, style)
    }
    var measured: RegionCheck?
    do throws(ComparisonFinding) {
      measured = try compare(original.fileBytes, render, areas, style)
    } catch {
      switch error {
      case .unreadableOriginal: break
      case .damaged: throw .damaged("its picture data cannot be decoded")
      case .changedOutside: throw .changedOutside
      case .bytesBehindPicture: throw .damaged("bytes follow the picture")
      }
    }
    if let measured {
      guard measured.holds else { throw .region }
      return measured
    }
    return try CoefficientComparison.check(
      render, against: original.fileBytes, original.geometry, areas, style)
  }

  /// - Returns: nil where the two cannot be compared this way.
  private static func compare(
    _ original: [UInt8], _ render: [UInt8], _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(ComparisonFinding) -> RegionCheck? {
    try original.withUnsafeBufferPointer { (original) throws(ComparisonFinding) in
      try render.withUnsafeBufferPointer { (render) throws(ComparisonFinding) in
        guard var comparison = PictureComparison(original, render, areas: areas) else { return nil }
        var check = RegionCheck(areas, comparison.components, style)
        try comparison.run { check.take($0) }
        check.endFirstPass()
        if check.isSmooth, var second = PictureComparison(original, render, areas: areas) {
          try second.run { check.takeSmooth($0) }
        }
        return check
      }
    }
  }
}
