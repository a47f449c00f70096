/// The best of a few codes of a picture that was coded with loss before: the one whose samples lie nearest to it, of those that are not
/// much longer than the photo's own.
///
/// A finer quantiser is not always nearer. Samples that lie on the levels of the same encoder's quantiser come out almost as they went in
/// at that one or at half of it, and worse at most between; those of another encoder come out the better the finer it is. So what is
/// decoded decides.
struct ClosestCode {
  /// Decodes a code.
  typealias Decode = (_ code: [UInt8]) throws(FaceBlurError) -> PlanarPicture

  /// The best one so far.
  private(set) var code: [UInt8]
  private let picture: PlanarPicture
  /// Of the photo's code, roughly.
  private let photoBytes: Int
  private let decode: Decode
  /// Of the best code's samples to the picture, once that was asked for.
  private var distance: Int?

  /// In thousandths of the photo's code: a longer one is not taken.
  private static let longest = 1100

  /// - Parameters:
  ///   - picture: that is coded.
  ///   - photoBytes: of the code that the photo has.
  ///   - code: as coarse as the photo's, which is taken however long it is.
  ///   - decode: is called where there is something to compare.
  init(of picture: PlanarPicture, photoBytes: Int, first code: [UInt8], decode: @escaping Decode) {
    (self.picture, self.code, self.decode) = (picture, code, decode)
    self.photoBytes = Self.roughly(photoBytes)
  }

  /// A number without all but its first four binary digits. How long the photo's code is depends on the faces in it, too, and what is
  /// chosen by that must not tell.
  static func roughly(_ count: Int) -> Int {
    let digits = Int.bitWidth - max(count, 0).leadingZeroBitCount - 4
    return digits > 0 ? (count >> digits) << digits : count
  }

  /// How long a code is, in thousandths of the photo's.
  func share(of code: [UInt8]) -> Int { code.count * 1000 / max(photoBytes, 1) }

  /// Whether a code is not taken however near it is.
  func isTooLong(_ code: [UInt8]) -> Bool { code.count * 1000 > Self.longest * photoBytes }

  /// Takes a code that is nearer to the picture than the best one so far, and not too long.
  /// - Throws: `FaceBlurError` where one cannot be decoded.
  mutating func offer(_ other: [UInt8]) throws(FaceBlurError) {
    guard !isTooLong(other) else { return }
    let best: Int
    if let distance { best = distance } else { best = try distance(of: code) }
    let offered = try distance(of: other)
    distance = min(best, offered)
    if offered < best { code = other }
  }

  /// The sum of squared differences of samples.
  private func distance(of code: [UInt8]) throws(FaceBlurError) -> Int {
    let shown = try decode(code)
    guard shown.shape == picture.shape else {
      throw .internalError("the codec gave another picture than it said")
    }
    var sum = 0
    for (plane, other) in zip(picture.planes, shown.planes) {
      for (sample, shown) in zip(plane, other) {
        let difference = Int(sample) - Int(shown)
        sum += difference * difference
      }
    }
    return sum
  }
}
