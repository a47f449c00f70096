/// Codes the pictures of a render in parts, each of some groups and by an encoder of its own: so the code of a part follows from its pictures
/// alone, and what an earlier run has coded and kept is taken from there, as far as that came.
final class PartEncoder {
  /// Of all parts.
  let parameterSets: [[UInt8]]
  let configuration: [UInt8]
  let settings: VideoEncoder.Settings

  private let memory: (any CodedMemory)?
  /// Pictures of each part that has not begun.
  private var parts: ArraySlice<Int>
  /// Pictures of the part in work that have not been given, and whether an earlier run has coded it.
  private var left = 0
  private var isKnown = false
  /// Nil between two parts, but before the first.
  private var encoder: VideoEncoder?

  /// A part has so many pictures at least, where there are so many: to start an encoder takes a tenth of a second.
  static let leastPictures = VideoEncoder.longestGroup

  /// - Parameters:
  ///   - groups: pictures of each group.
  ///   - memory: keeps their code; nil for nobody.
  ///   - key: whatever decides what the pictures are, in hexadecimal.
  /// - Throws: `FaceBlurError` where there is no encoder, or it cannot code such pictures.
  init(
    _ settings: VideoEncoder.Settings, groups: [Int], keepingIn memory: (any CodedMemory)?, key: String
  ) throws(FaceBlurError) {
    let encoder = try VideoEncoder(settings)
    self.settings = settings
    self.encoder = encoder
    self.memory = memory
    (parameterSets, configuration) = (encoder.parameterSets, encoder.configuration)
    parts = Self.parts(of: groups)[...]
    let all = "\(key) \(settings.quality) \(groups.map(String.init).joined(separator: " "))"
    memory?.begin(SHA256.hexDigest(of: Array(all.utf8) + parameterSets.joined()))
  }

  /// How many pictures each part has: whole groups, and of one that is longer than any may be, what lies between two pictures with which
  /// decoding can begin.
  static func parts(of groups: [Int]) -> [Int] {
    var parts: [Int] = []
    for group in groups {
      for start in stride(from: 0, to: group, by: VideoEncoder.longestGroup) {
        let count = min(VideoEncoder.longestGroup, group - start)
        if let last = parts.last, last < leastPictures {
          parts[parts.count - 1] = last + count
        } else {
          parts.append(count)
        }
      }
    }
    return parts
  }

  /// Whether the next picture, in the order of presentation, need not be coded: then it counts as given.
  /// - Parameter body: is called with the code of a whole part that is known, where the picture is its first.
  /// - Throws: `FaceBlurError` where there are no more, or there is no encoder for a part. What `body` throws.
  func isNextKnown(_ body: VideoEncoder.Body) throws(FaceBlurError) -> Bool {
    if left == 0 { try beginPart(body) }
    if isKnown { left -= 1 }
    return isKnown
  }

  /// Gives the next picture, which is not known.
  /// - Parameters:
  ///   - bytes: its samples, as `VideoEncoder` takes them.
  ///   - beginsGroup: whether decoding is to begin with it; with the first of a part it does.
  ///   - body: is called with code that became ready, in the order in which pictures went in.
  /// - Throws: `FaceBlurError` where it cannot be coded; there is no more to be had of the film then. What `body` throws.
  func encode(_ bytes: [UInt8], beginsGroup: Bool, _ body: VideoEncoder.Body) throws(FaceBlurError) {
    guard let encoder, left > 0, !isKnown else {
      throw .internalError("a picture of a film is given that nobody asked for")
    }
    left -= 1
    func take(_ picture: CodedFrame) throws(FaceBlurError) {
      memory?.keep([picture.isKey ? 1 : 0] + picture.bytes)
      try body(picture)
    }
    try encoder.encode(bytes, beginsGroup: beginsGroup, take)
    guard left == 0 else { return }
    try encoder.finish(take)
    // Its memory is given back before the next one takes as much.
    self.encoder = nil
  }

  private func beginPart(_ body: VideoEncoder.Body) throws(FaceBlurError) {
    guard let count = parts.popFirst() else {
      throw .internalError("there are more pictures of a film than were to be coded")
    }
    left = count
    isKnown = try memory?.next(count) { (kept) throws(FaceBlurError) in try body(try read(kept)) } ?? false
    guard !isKnown, encoder == nil else { return }
    let next = try VideoEncoder(settings)
    guard next.parameterSets == parameterSets else {
      throw .internalError("the encoder says another thing of each part of a film")
    }
    encoder = next
  }

  private func read(_ kept: [UInt8]) throws(FaceBlurError) -> CodedFrame {
    guard let picture = CodedFrame(Array(kept.dropFirst()), of: settings.codec),
      kept.first == (picture.isKey ? 1 : 0)
    else { throw .internalError("what an earlier run kept of the film makes no sense") }
    return picture
  }
}

extension FilmPlan {
  /// Stands for all that decides what is shown in the place of what is hidden, in hexadecimal.
  var digest: String {
    let word = "\(strength.style.rawValue) \(strength.shape.rawValue) \(strength.cells) \(strength.lattice)"
    var bytes = Array(word.utf8) + BigEndian.bytes(Int(truncatingIfNeeded: strength.margin.bitPattern), 8)
    for track in applied {
      bytes += Array("\n\(track.kind.rawValue) \(track.points.count)\n".utf8)
      for point in track.points {
        bytes += BigEndian.bytes(point.time, 8)
        for number in [point.rect.x, point.rect.y, point.rect.width, point.rect.height] {
          bytes += BigEndian.bytes(Int(truncatingIfNeeded: number.bitPattern), 8)
        }
      }
    }
    return SHA256.hexDigest(of: bytes)
  }
}
