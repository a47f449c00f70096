/// The settings that recreate a FaceBlur edit: never pixels, never a result.
public struct FaceBlurAdjustment: Sendable, Hashable, Codable {
  /// Who can read the data: declared here and nowhere else.
  public static let formatIdentifier = "org.faceblur.FaceBlur"
  /// What this code writes.
  public static let formatVersion = SemanticVersion(1, 2, 0)
  /// The way regions become pixels. Whatever changes pixels gets a new number, and the old code is kept.
  public static let rendererVersion = 1

  /// The most regions a record may hold.
  public static let maxRegions = 4096
  /// The most looks that a region may name.
  private static let maxLooks = 64
  /// The most renders a record keeps track of.
  static let maxRenders = 64

  /// The photo that was edited.
  public struct Source: Sendable, Hashable, Codable {
    /// For people; what counts is the hash.
    public var fileName: FilePath
    public var byteCount: Int
    /// Lower-case hexadecimal.
    public var sha256: String
    /// Upright size in pixels and the stored orientation.
    public var width: Int
    public var height: Int
    public var orientation: Orientation
  }

  /// A file that the edit was rendered to.
  public struct Render: Sendable, Hashable, Codable {
    /// A bare name beside the original, else an absolute path.
    public var path: FilePath
    /// What was written there, in lower-case hexadecimal: a file that differs is no longer ours.
    public var sha256: String
    /// How many folders were made for it, the innermost first: reverting takes them away where they are empty.
    public var foldersMade: Int
    /// What it tells about the photo.
    public var metadata = MetadataPolicy.minimal
    public var hasThumbnail = false
    /// How it was made; nil in format 1.0.
    public var way: RenderSummary.Path?
  }

  public var source: Source
  public var detector: DetectorIdentity
  public var regions: [PlannedRegion]
  public var style: ObscuringStyle
  public var shape: ObscuringShape
  public var cells: Int
  public var margin: Double
  /// Whether a progressive photo stays progressive.
  public var keepsProgressive: Bool
  public var rendererVersion: Int
  /// The newest last; never empty in a record on disk.
  public var renders: [Render]

  init(
    source: Source, detector: DetectorIdentity, plan: RegionPlan, options: RenderOptions, renders: [Render]
  ) {
    self.source = source
    self.detector = detector
    regions = plan.regions
    style = plan.strength.style
    shape = plan.strength.shape
    cells = plan.strength.cells
    margin = plan.strength.margin
    keepsProgressive = options.keepsProgressive
    rendererVersion = Self.rendererVersion
    self.renders = renders
  }

  /// The plan that the settings describe.
  /// - Throws: `RecordError.damaged` where a value is out of range.
  public func plan() throws(RecordError) -> RegionPlan {
    guard let strength = ObscuringStrength(style: style, shape: shape, cells: cells, margin: margin) else {
      throw .damaged("cells or margin are out of range")
    }
    return RegionPlan(regions: regions, strength: strength)
  }

  /// How a render of the edit is stored.
  public func options(of render: Render) -> RenderOptions {
    var options = RenderOptions()
    options.keepsProgressive = keepsProgressive
    options.metadata = render.metadata
    options.hasThumbnail = render.hasThumbnail
    return options
  }

  /// What to tell a person before a render is made on the record's word alone.
  public var renderWarning: String? {
    guard let metadata = renders.last?.metadata, metadata.keeps(.gps) else { return nil }
    return "its record lets the render tell where the photo was taken (\(metadata.text))"
  }

  /// Checks every value that the file could have set: nothing of a record is trusted.
  func validate() throws(RecordError) {
    guard regions.count <= Self.maxRegions else { throw .tooLarge("\(regions.count) regions") }
    guard regions.allSatisfy({ $0.rect.isValid }) else {
      throw .damaged("a region is not a rectangle in the photo")
    }
    guard Set(regions.map(\.id)).count == regions.count else {
      throw .damaged("two regions have the same id")
    }
    guard regions.allSatisfy({ (0...1).contains($0.score ?? 0) }) else {
      throw .damaged("a score is not 0 to 1")
    }
    guard regions.allSatisfy({ (0...ObscuringStrength.allowedCells.upperBound).contains($0.cells ?? 0) })
    else {
      throw .damaged("the cells of a region are out of range")
    }
    guard
      regions.allSatisfy({ region in
        let looks = region.seenBy ?? []
        return looks.count <= Self.maxLooks && looks.allSatisfy { $0.utf8.count <= 64 }
      })
    else { throw .damaged("the looks that saw a face are out of range") }
    guard Self.isDigest(source.sha256), renders.allSatisfy({ Self.isDigest($0.sha256) }) else {
      throw .damaged("a hash is not 64 hexadecimal digits")
    }
    guard (1...Self.longestSide).contains(source.width), (1...Self.longestSide).contains(source.height),
      source.byteCount >= 0
    else { throw .damaged("the original's size is out of range") }
    guard (0...1).contains(detector.threshold), detector.longSides.count <= 16,
      ([detector.name, detector.modelSHA256, detector.effort ?? ""] + regions.map(\.id)).allSatisfy({
        $0.utf8.count <= 64
      })
    else { throw .damaged("the detector or an id is out of range") }
    guard rendererVersion == Self.rendererVersion else {
      throw .newer(version: "renderer \(rendererVersion)")
    }
    guard !renders.isEmpty, renders.count <= Self.maxRenders,
      renders.allSatisfy({ $0.path.isSingleName || $0.path.isAbsolute }),
      renders.allSatisfy({ (0...FilePath.maxLevels).contains($0.foldersMade) })
    else { throw .damaged("it does not say where its render is") }
    _ = try plan()
  }

  /// The longest side of a JPEG.
  private static let longestSide = 65_535

  /// Hashes become parts of file names, so nothing else may stand there.
  private static func isDigest(_ text: String) -> Bool {
    text.utf8.count == 64 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension FaceBlurAdjustment.Render {
  /// Format 1.0 did not say what a render tells about its photo, because there was no choice.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    path = try container.decode(FilePath.self, forKey: .path)
    sha256 = try container.decode(String.self, forKey: .sha256)
    foldersMade = try container.decode(Int.self, forKey: .foldersMade)
    metadata = try container.decodeIfPresent(MetadataPolicy.self, forKey: .metadata) ?? .beforePolicies
    hasThumbnail = try container.decodeIfPresent(Bool.self, forKey: .hasThumbnail) ?? false
    way = try container.decodeIfPresent(RenderSummary.Path.self, forKey: .way)
  }
}
