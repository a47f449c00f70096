/// One thing that was done to a photo, with the settings that do it again.
///
/// A new kind is one new file with its settings, a case here and a field in `EditState`.
public enum Adjustment: Sendable, Hashable {
  case faceBlur(FaceBlurAdjustment)
  case tone(ToneAdjustment)

  /// What a record calls the kind.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    case faceBlur = "FaceBlur"
    case tone = "Tone"
  }

  public var kind: Kind {
    switch self {
    case .faceBlur: .faceBlur
    case .tone: .tone
    }
  }

  /// Checks every value that a file could have set.
  func validate() throws(FaceBlurError) {
    switch self {
    case .faceBlur(let settings): try settings.validate()
    case .tone(let settings): try settings.validate()
    }
  }
}

/// What a list of adjustments amounts to: of each kind, the last one counts.
///
/// The order of the list is its history. In a render faces are obscured first, whatever the order, and tones are changed of
/// what is left, so no filter ever sees a face.
public struct EditState: Sendable, Hashable {
  /// Nil where nobody has looked for faces or drawn a region.
  public var faceBlur: FaceBlurAdjustment?
  public var tone = ToneAdjustment(ToneFilters())

  public init() {}

  /// - Parameter adjustments: in their order.
  public init(_ adjustments: some Sequence<Adjustment>) {
    for adjustment in adjustments { apply(adjustment) }
  }

  /// Takes an adjustment in place of the last one of its kind.
  public mutating func apply(_ adjustment: Adjustment) {
    switch adjustment {
    case .faceBlur(let settings): faceBlur = settings
    case .tone(let settings): tone = settings
    }
  }

  /// Whether a render would be the photo itself.
  public var changesNothing: Bool { obscuresNothing && tone.filters.isNeutral }

  /// Whether nobody has looked for faces: at most, a person has drawn some.
  public var isUnseen: Bool { faceBlur.map { $0.detector == .byHand } ?? true }

  /// Whether every face is as visible as in the photo.
  public var obscuresNothing: Bool { !(faceBlur?.regions.contains { $0.state == .applied } ?? false) }

  /// The adjustments that turn another state into this one.
  func adjustments(since earlier: EditState) -> [Adjustment] {
    var adjustments: [Adjustment] = []
    if let faceBlur, faceBlur != earlier.faceBlur { adjustments.append(.faceBlur(faceBlur)) }
    if tone != earlier.tone { adjustments.append(.tone(tone)) }
    return adjustments
  }

  /// What a render of the state is made of; nil where a value is out of range.
  var renderContent: RenderProof.Content? {
    guard let plan = try? plan() else { return nil }
    return RenderProof.Content(plan: plan, filters: tone.filters)
  }

  /// The plan of what is obscured.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where a value is out of range.
  func plan() throws(FaceBlurError) -> RegionPlan {
    try faceBlur?.plan() ?? RegionPlan(regions: [], strength: .default)
  }
}
