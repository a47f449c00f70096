/// How far from square the pixels of a picture are shown.
///
/// Detectors look at pixels as they are stored, where a face that viewers draw out is squeezed.
struct PixelStretch: Sendable, Hashable {
  /// How many times as wide as high a pixel is shown, or as high as wide, from 1.
  private let times: Double
  private let isWide: Bool

  /// What of that is read, and written. Of 43 faces the detectors find 43 where they are squeezed to 1 : 2, 41 at 1 : 2.5 and 19 at 1 : 3; faxes
  /// have 2.08 : 1 (204 × 98 to an inch), anamorphic films 2 : 1.
  static let most = 2.2

  static let none = PixelStretch(across: 1, down: 1)

  /// - Parameters:
  ///   - across: how wide a pixel is shown, in any unit; what is not above 0 says nothing, and counts as square.
  ///   - down: how high.
  init(across: Double, down: Double) {
    isWide = across > down
    let isKnown = across > 0 && down > 0 && across.isFinite && down.isFinite
    times = isKnown ? max(across, down) / min(across, down) : 1
  }

  /// The same in whole numbers.
  init(across: Int, down: Int) { self.init(across: Double(across), down: Double(down)) }

  /// Whether faces may not be found because of it.
  var hidesFaces: Bool { times > Self.most }

  /// Why that is so, for people.
  var objection: String {
    // As finely as people want to know it.
    let rounded = min((10 * times).rounded() / 10, 1000)
    let count = rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    let shape = isWide ? "as wide as high" : "as high as wide"
    return "its pixels are shown \(count) times \(shape), and faces so drawn out are not found"
  }
}
