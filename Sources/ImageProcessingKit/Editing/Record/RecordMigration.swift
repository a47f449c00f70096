internal import FoundationEssentials

/// How records of earlier formats become records of this one: a function from each format's value to the next one's.
///
/// A change of the format gets a value type for what was there before, and a function here.
enum RecordMigration {
  /// The payload of formats 1.0 to 1.2: one adjustment, whose settings held everything.
  struct Format1_2: Decodable {
    struct Adjustment: Decodable { var settings: Settings }

    struct Settings: Decodable {
      var source: EditRecord.Source
      var detector: DetectorIdentity
      var regions: [PlannedRegion]
      var style: ObscuringStyle
      var shape: ObscuringShape
      var cells: Int
      var margin: Double
      var keepsProgressive: Bool
      var rendererVersion: Int
      var renders: [Render]
    }

    /// Format 1.0 wrote none of the optional values.
    struct Render: Decodable {
      var path: FilePath
      var sha256: String
      var foldersMade: Int
      var metadata: MetadataPolicy?
      var hasThumbnail: Bool?
      var way: RenderSummary.Path?
    }

    var adjustments: [Adjustment]
  }

  /// Format 1.0 did not say what a render tells about its photo, because there was no choice.
  static func from1_0(_ old: Format1_2) -> Format1_2 {
    var new = old
    for index in new.adjustments.indices {
      for render in new.adjustments[index].settings.renders.indices {
        new.adjustments[index].settings.renders[render].metadata = .beforePolicies
      }
    }
    return new
  }

  /// What 1.2 added to 1.1 is optional: the looks that saw a face. Nothing is to be done.
  static func from1_1(_ old: Format1_2) -> Format1_2 { old }

  /// Format 1.3 holds a list of steps; what belongs to all of them stands beside it.
  static func from1_2(_ old: Format1_2, madeAt time: Date) throws(FaceBlurError) -> EditRecord {
    guard old.adjustments.count == 1, let settings = old.adjustments.first?.settings else {
      throw .damagedRecord("it does not hold exactly one adjustment")
    }
    guard
      let strength = ObscuringStrength(
        style: settings.style.read(ofRenderer: settings.rendererVersion), shape: settings.shape,
        cells: settings.cells, margin: settings.margin,
        lattice: settings.rendererVersion == 1 ? .area : .picture)
    else { throw .damagedRecord("cells or margin are out of range") }
    var adjustment = FaceBlurAdjustment(
      RegionPlan(regions: settings.regions, strength: strength), foundBy: settings.detector)
    adjustment.rendererVersion = settings.rendererVersion
    return EditRecord(
      source: settings.source, steps: [EditRecord.Step(adjustment: .faceBlur(adjustment), madeAt: time)],
      renders: settings.renders.map { render in
        EditRecord.Render(
          path: render.path, sha256: render.sha256, foldersMade: render.foldersMade,
          metadata: render.metadata ?? .minimal, hasThumbnail: render.hasThumbnail ?? false,
          keepsProgressive: settings.keepsProgressive, way: render.way)
      })
  }

  // Format 1.4 has the renderer's second version, whose `mosaic` and `blur` are coloured from outside the regions. What the first
  // one called so is `pixelate` and `smoothPixelate`: `FaceBlurAdjustment` reads it as such, in journals as well.
  //
  // Format 1.5 says of what kind a region is where that is no face: `PlannedRegion` reads it. Records of faces are still of 1.4.
  //
  // Format 1.6 says of which format a render is where that is not the photo's own. Other records are of 1.4 and 1.5 as before.

  /// Reads a payload of any format that this code can handle.
  /// - Parameter time: when the record was made.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the payload is not one of its format.
  static func read(
    _ json: [UInt8], of version: SemanticVersion, madeAt time: Date
  ) throws(FaceBlurError) -> EditRecord {
    func decode<Payload: Decodable>(_: Payload.Type) throws(FaceBlurError) -> Payload {
      do {
        return try JSONDecoder().decode(Payload.self, from: Data(json))
      } catch {
        throw .damagedRecord("its settings are not what format \(version) holds")
      }
    }
    guard version < SemanticVersion(1, 3, 0) else { return try decode(RecordPayload.self).record() }
    var old = try decode(Format1_2.self)
    if version < SemanticVersion(1, 1, 0) { old = from1_0(old) }
    if version < SemanticVersion(1, 2, 0) { old = from1_1(old) }
    return try from1_2(old, madeAt: time)
  }
}
