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
    let record: (any UnitRecord)?
    do throws(FaceBlurError) {
      record = try track.unitRecord()
      if let reason = try record?.fault {
        self = .whole(reason: reason)
        return
      }
    } catch {
      self = .whole(reason: "a parameter set of it is not understood")
      return
    }
    guard let record else {
      self = .whole(
        reason: "its pictures are coded as \(track.codec.rawValue), of which none is exchanged alone")
      return
    }
    self = try Self.look(at: track, in: file, record)
  }

  private static func look<Record: UnitRecord>(
    at track: VideoTrack, in file: any FilmBytes, _ record: Record
  ) throws(FaceBlurError) -> Splicing {
    var starts: [Int] = []
    var latest = Int.min
    var scan = UnitScan<Record.Units>(file, sets: record.sets, numbers: try record.pictureNumbers)
    for index in 0..<track.samples.count {
      let sample = track.samples[index]
      let kind: PictureKind
      switch try scan.look(at: sample.offset..<(sample.offset + sample.size)) {
      case .picture(let own): kind = own
      case .foreign(let reason): return .whole(reason: "its picture \(index + 1) \(reason)")
      }
      // All before are shown before; what of those behind is, is seen below.
      if kind == .independent, sample.isSync, sample.presentationTime > latest { starts.append(index) }
      latest = max(latest, sample.presentationTime)
    }
    return groups(of: track.samples, from: starts)
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
}
