/// Pictures that can be replaced by others without a change to those before and behind: the first needs no other one, and each other
/// picture of the film is shown before all of them or behind all of them.
struct FilmGroup: Sendable, Hashable {
  /// In the order of decoding.
  let pictures: Range<Int>
}

/// Whether pictures of a film can be exchanged while the others are copied.
enum Splicing: Sendable, Hashable {
  /// All pictures, in groups that can be exchanged each for itself.
  case groups([FilmGroup])
  /// It has to be encoded anew as a whole.
  case whole(reason: String)

  /// Looks at the heads of all units of a film. Whatever is not known makes the film one that is encoded anew.
  /// - Throws: `FaceBlurError` where the file cannot be read.
  init(_ track: VideoTrack, in file: any FilmBytes) throws(FaceBlurError) {
    guard track.codec == .h264 else {
      self = .whole(
        reason: "its pictures are coded as \(track.codec.rawValue), of which none is exchanged alone")
      return
    }
    let record: AVCRecord
    do throws(FaceBlurError) {
      record = try AVCRecord(track.configuration)
      if let reason = try Self.fault(of: record) {
        self = .whole(reason: reason)
        return
      }
    } catch {
      self = .whole(reason: "a parameter set of it is not understood")
      return
    }
    var starts: [Int] = []
    var latest = Int.min
    var scan = AVCScan(file, sets: record.sets)
    for index in 0..<track.samples.count {
      let sample = track.samples[index]
      let isIndependent: Bool
      switch try scan.look(at: sample.offset..<(sample.offset + sample.size)) {
      case .dependent: isIndependent = false
      case .independent: isIndependent = true
      case .foreign(let reason):
        self = .whole(reason: "its picture \(index + 1) \(reason)")
        return
      }
      // All before are shown before; what of those behind is, is seen below.
      if isIndependent, sample.isSync, sample.presentationTime > latest { starts.append(index) }
      latest = max(latest, sample.presentationTime)
    }
    self = Self.groups(of: track.samples, from: starts)
  }

  private static func groups(of samples: SampleTable, from starts: [Int]) -> Splicing {
    var firsts: [Int] = []
    var rest = starts[...]
    var earliest = Int.max
    for index in (0..<samples.count).reversed() {
      let time = samples.presentationTime(index)
      if rest.last == index {
        rest.removeLast()
        if time < earliest { firsts.append(index) }
      }
      earliest = min(earliest, time)
    }
    firsts.reverse()
    guard firsts.first == 0 else {
      return .whole(reason: "it does not begin with a picture that needs no other one")
    }
    let ends = firsts.dropFirst() + [samples.count]
    return .groups(zip(firsts, ends).map { FilmGroup(pictures: $0..<$1) })
  }

  /// Why the sets of a record stand in the way; nil where they do not.
  private static func fault(of record: AVCRecord) throws(FaceBlurError) -> String? {
    guard record.lengthSize == AVCUnits.lengthSize else {
      return "the parts of its pictures have lengths of \(record.lengthSize) bytes"
    }
    guard !record.hasExtensions else { return "it has pictures beside its pictures" }
    var colors: [Int: Bool] = [:]
    for unit in record.sequences {
      let sequence = try AVCSequence(unit)
      guard sequence.isProgressive else { return "its pictures may be coded as fields" }
      guard try sequence.isWhole else { return "a parameter set holds more than it says" }
      guard colors.updateValue(sequence.hasFullColors, forKey: sequence.number) == nil else {
        return "two of its parameter sets have one number"
      }
    }
    var numbers: Set<Int> = []
    for unit in record.pictures {
      let number = try AVCPictureSet.numbers(unit)
      guard numbers.insert(number.own).inserted else { return "two of its parameter sets have one number" }
      guard let hasFullColors = colors[number.sequence] else { return "a parameter set of it is missing" }
      guard try AVCPictureSet.isWhole(unit, hasFullColors: hasFullColors) else {
        return "a parameter set holds more than it says, or says it in an unusual way"
      }
    }
    guard !numbers.isEmpty else { return "a parameter set of it is missing" }
    return try record.freeNumber == nil ? "it has no room for more parameter sets" : nil
  }
}
