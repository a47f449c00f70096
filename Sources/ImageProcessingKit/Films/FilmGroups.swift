/// Pictures that can be replaced by others without a change to those before and behind: the first needs no other one, and each other
/// picture of the film is shown before all of them or behind all of them.
///
/// In an open group some lead to the first one: they are decoded behind it, are shown before it, and need the group before as well. These
/// can be replaced alone, and have to be where their own group or the one before is.
struct FilmGroup: Sendable, Hashable {
  /// In the order of decoding.
  let pictures: Range<Int>
  /// How many behind the first one lead to it.
  var leadingCount = 0
  /// Whether the first one says that nothing before it is needed. Else it has to say so where what was before it has been replaced, see
  /// `HEVCUnits.severed`.
  var isIndependent = true

  /// Those that lead to the first one, and all others.
  var leading: Range<Int> { pictures.lowerBound + 1..<pictures.lowerBound + 1 + leadingCount }
  var body: [Int] { [pictures.lowerBound] + (leading.upperBound..<pictures.upperBound) }
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
    var starts = FilmGroupStarts(track.samples)
    var scan = UnitScan<Record.Units>(file, sets: record.sets, numbers: try record.pictureNumbers)
    // What the last picture with which decoding can begin begins with, until one behind it has been looked at that does not lead to it.
    var start: (index: Int, slice: [UInt8])?
    for index in 0..<track.samples.count {
      let sample = track.samples[index]
      let kind: PictureKind
      switch try scan.look(at: sample.offset..<(sample.offset + sample.size)) {
      case .picture(let own): kind = own
      case .foreign(let reason): return .whole(reason: "its picture \(index + 1) \(reason)")
      }
      if kind == .accessible || (start != nil && kind == .dependent) {
        let slice = try file.bytes(scan.slice.prefix(HEVCSliceOrder.mostBytes))
        if let start, !record.stands(slice, on: start.slice) { starts.drop(start.index) }
        start = kind == .accessible ? (index, slice) : nil
      } else if kind == .independent {
        start = nil
      }
      starts.append(kind, at: index)
    }
    guard let groups = starts.groups else {
      return .whole(reason: "it does not begin with a picture that needs no other one")
    }
    return .groups(groups)
  }
}
