/// The EXIF of a photo as far as a render may carry it: read from a hostile block, checked value by value, and
/// written into a new one. Nothing is copied as it lies.
struct EXIFBlock: Sendable, Hashable {
  /// One tag's value.
  enum Value: Sendable, Hashable {
    /// Without its terminator.
    case text([UInt8])
    /// A rational is two numbers; a signed one's are its bits.
    case numbers([UInt32])
  }

  private(set) var values: [EXIFTag: Value] = [:]

  init() {}

  subscript(tag: EXIFTag) -> Value? {
    get { values[tag] }
    set { values[tag] = newValue }
  }

  /// What an unsigned rational tag's fractions amount to; nil for one whose denominator is zero, empty where the tag is
  /// not there.
  func rationals(_ tag: EXIFTag) -> [Double?] {
    guard case .numbers(let parts)? = values[tag] else { return [] }
    return stride(from: 0, to: parts.count - 1, by: 2).map { place -> Double? in
      guard parts[place + 1] != 0 else { return nil }
      return Double(parts[place]) / Double(parts[place + 1])
    }
  }

  /// How the photo is turned; `.up` where the block does not say.
  var orientation: Orientation {
    get {
      guard case .numbers(let numbers) = values[.orientation], let number = numbers.first else { return .up }
      return Orientation(rawValue: Int(number)) ?? .up
    }
    set { values[.orientation] = newValue == .up ? nil : .numbers([UInt32(newValue.rawValue)]) }
  }

  /// How pixels are shown where a viewer goes by how dense they lie.
  private var stretch: PixelStretch {
    guard let across = rationals(.xResolution).first ?? nil, let down = rationals(.yResolution).first ?? nil
    else { return .none }
    // The denser they lie, the narrower they are.
    return PixelStretch(across: down, down: across)
  }

  /// The block with what a policy allows, and what decoding needs. Of pixels that are drawn out so far that faces are not found it says
  /// nothing, whatever the policy.
  func filtered(by policy: MetadataPolicy) -> EXIFBlock {
    var result = EXIFBlock()
    result.values = values.filter { tag, _ in tag.field.map(policy.keeps) ?? true }
    if stretch.hidesFaces { result.values = result.values.filter { $0.key.field != .pixelDensity } }
    // The rule, sRGB, needs no telling.
    if values[.colorSpace] == .numbers([1]) { result.values[.colorSpace] = nil }
    if values[.interoperabilityIndex] == .text(Array("R98".utf8)) {
      result.values[.interoperabilityIndex] = nil
    }
    if policy.hasCoarseLocation { result.coarsenLocation() }
    // Parts of a date tell nothing without it, and a time zone by itself tells where.
    for (date, parts) in EXIFTag.partsOfDates where result.values[date] == nil {
      for part in parts { result.values[part] = nil }
    }
    return result
  }

  /// Takes out what the block says of the colour space, where the picture is in sRGB now.
  mutating func forgetColorSpace() {
    values[.colorSpace] = nil
    values[.interoperabilityIndex] = nil
  }

  private mutating func coarsenLocation() {
    values[.gpsAltitude] = nil
    values[.gpsAltitudeReference] = nil
    for tag in [EXIFTag.gpsLatitude, .gpsLongitude] {
      let amounts = rationals(tag).map { $0 ?? 0 }
      guard amounts.count == 3 else { continue }
      let degrees = amounts[0] + amounts[1] / 60 + amounts[2] / 3600
      // Hundredths of a degree and no minutes.
      values[tag] = degrees <= 180 ? .numbers([UInt32((degrees * 100).rounded()), 100, 0, 1, 0, 1]) : nil
    }
  }
}
