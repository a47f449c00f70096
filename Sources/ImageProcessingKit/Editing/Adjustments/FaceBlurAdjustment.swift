/// The settings that recreate what FaceBlur obscures: never pixels, never a result.
public struct FaceBlurAdjustment: Sendable, Hashable, Codable {
  /// The way regions become pixels. Whatever changes pixels gets a new number, and the old code is kept. Version 1 had cells of
  /// the face's own means in every style, counted from the area's corner.
  package static let rendererVersion = 2

  /// The most regions an adjustment may hold.
  package static let maxRegions = RegionPlan.maxRegions

  public var detector: DetectorIdentity
  public var regions: [PlannedRegion]
  public var style: ObscuringStyle
  public var shape: ObscuringShape
  public var cells: Int
  public var margin: Double
  public var rendererVersion: Int

  /// - Parameter plan: what is obscured, and how.
  /// - Parameter detector: what found the regions.
  public init(_ plan: RegionPlan, foundBy detector: DetectorIdentity) {
    self.detector = detector
    regions = plan.regions
    style = plan.strength.style
    shape = plan.strength.shape
    cells = plan.strength.cells
    margin = plan.strength.margin
    rendererVersion = plan.strength.lattice == .area ? 1 : Self.rendererVersion
  }

  /// The plan that the settings describe.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where a value is out of range.
  public func plan() throws(FaceBlurError) -> RegionPlan {
    guard
      let strength = ObscuringStrength(
        style: style, shape: shape, cells: cells, margin: margin,
        lattice: rendererVersion == 1 ? .area : .picture)
    else { throw .damagedRecord("cells or margin are out of range") }
    return RegionPlan(regions: regions, strength: strength)
  }

  /// Checks every value that a file could have set: nothing of a record is trusted.
  func validate() throws(FaceBlurError) {
    guard regions.count <= Self.maxRegions else { throw .recordTooLarge(counted(regions.count, "region")) }
    guard rendererVersion <= Self.rendererVersion else {
      throw .newerRecord(version: "renderer \(rendererVersion)")
    }
    if let flaw { throw .damagedRecord(flaw) }
  }

  /// What is wrong with a value, as a part of a sentence; nil where nothing is.
  var flaw: String? {
    if let flaw = RegionPlan.flaw(in: regions) { return flaw }
    if !detector.isSound { return "the detector is out of range" }
    if !(1...Self.rendererVersion).contains(rendererVersion) {
      return "there is no renderer \(rendererVersion)"
    }
    return (try? plan()) == nil ? "cells or margin are out of range" : nil
  }
}

extension DetectorIdentity {
  /// Whether every value is one that a file may set.
  var isSound: Bool {
    (0...1).contains(threshold) && longSides.count <= 16 && (1...65_535).contains(smallestFace ?? 1)
      && [name, modelSHA256, effort ?? ""].allSatisfy { $0.utf8.count <= 64 }
  }
}

extension FaceBlurAdjustment {
  private enum CodingKeys: CodingKey {
    case detector, regions, style, shape, cells, margin, rendererVersion
  }

  /// Reads settings of any renderer's version, in a record or a journal.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    detector = try container.decode(DetectorIdentity.self, forKey: .detector)
    regions = try container.decode([PlannedRegion].self, forKey: .regions)
    shape = try container.decode(ObscuringShape.self, forKey: .shape)
    cells = try container.decode(Int.self, forKey: .cells)
    margin = try container.decode(Double.self, forKey: .margin)
    rendererVersion = try container.decode(Int.self, forKey: .rendererVersion)
    style = try container.decode(ObscuringStyle.self, forKey: .style).read(ofRenderer: rendererVersion)
  }
}

extension ObscuringStyle {
  /// The style that a renderer of some version meant by this name.
  func read(ofRenderer version: Int) -> ObscuringStyle {
    guard version == 1 else { return self }
    return switch self {
    case .mosaic: .pixelate
    case .blur: .smoothPixelate
    case .fill, .pixelate, .smoothPixelate: self
    }
  }
}
