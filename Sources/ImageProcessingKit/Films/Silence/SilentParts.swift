/// What of a track of sound is silence in place of what was there: packets that are replaced by silent ones, or frames of zeros.
struct SilentParts: Sendable {
  /// Numbers of packets or frames, ascending and apart from each other.
  let parts: [Range<Int>]
  /// The silent packets, each once; none where sound is not compressed.
  private var forms: [[UInt8]] = []
  /// Which of them stands in place of each packet, those of all parts one behind the other.
  private var kinds: [UInt16] = []
  /// Where in `kinds` those of a part begin.
  private var starts: [Int] = []

  /// Frames of zeros.
  init(frames parts: [Range<Int>]) { self.parts = parts }

  /// - Parameters:
  ///   - parts: numbers of packets.
  ///   - form: makes the silent packet that stands in place of one.
  /// - Throws: what `form` throws, and `FaceBlurError` where there are too many kinds of them.
  init(
    packets parts: [Range<Int>], _ form: (Int) throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) {
    self.parts = parts
    var known: [[UInt8]: UInt16] = [:]
    for part in parts {
      starts.append(kinds.count)
      for index in part {
        let packet = try form(index)
        guard let kind = known[packet] ?? UInt16(exactly: forms.count) else {
          throw .audibleSound("its packets are of too many kinds")
        }
        if Int(kind) == forms.count {
          known[packet] = kind
          forms.append(packet)
        }
        kinds.append(kind)
      }
    }
  }

  /// Whether a packet or frame is replaced, and the first behind it that is not treated as it is; nil for that where there is none.
  func stretch(from index: Int) -> (isSilent: Bool, end: Int?) {
    let place = parts.firstIndex(notBelow: index + 1, by: \.upperBound)
    guard place < parts.count else { return (false, nil) }
    let part = parts[place]
    return part.contains(index) ? (true, part.upperBound) : (false, part.lowerBound)
  }

  /// What stands in place of a packet; nil where that stays.
  func packet(_ index: Int) -> [UInt8]? {
    let place = parts.firstIndex(notBelow: index + 1, by: \.upperBound)
    guard !forms.isEmpty, place < parts.count, parts[place].contains(index) else { return nil }
    return forms[Int(kinds[starts[place] + index - parts[place].lowerBound])]
  }
}

extension AudioSamples {
  /// The packets or frames that are heard at some times or next to them, by their numbers.
  /// - Parameters:
  ///   - times: in seconds of the track, ascending.
  ///   - timescale: ticks of a second of the track.
  ///   - margin: how many more on each side.
  func numbers(heardAt times: [ClosedRange<Double>], timescale: Int, margin: Int) -> [Range<Int>] {
    let most = Double(2 * FilmLimits.maxTicks)
    func ticks(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Int {
      Int(min(max((seconds * Double(timescale)).rounded(rule), -most), most))
    }
    var parts: [Range<Int>] = []
    for range in times {
      let (low, high) = (ticks(range.lowerBound, .down), ticks(range.upperBound, .up))
      // Those that end then or later, and of these those that begin then or earlier.
      let first = (0..<count).firstIndex(notBelow: low) { end(of: $0) }
      let next = (0..<count).firstIndex(notBelow: high + 1) { time($0) }
      guard first < next else { continue }
      let part = max(first - margin, 0)..<min(next + margin, count)
      if let last = parts.last, last.upperBound >= part.lowerBound {
        parts[parts.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
      } else {
        parts.append(part)
      }
    }
    return parts
  }

  private func end(of index: Int) -> Int { index + 1 < count ? time(index + 1) : endTime }

  /// How long some parts last, in ticks.
  func duration(of parts: [Range<Int>]) -> Int {
    parts.reduce(0) { $0 + end(of: $1.upperBound - 1) - time($1.lowerBound) }
  }
}

extension FaceBlurError {
  /// - Parameter reason: why it cannot be made silent for a while.
  static func audibleSound(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "the sound of this film cannot be made silent in parts (\(reason))",
      advice: "\(.dropAudio)")
  }
}
