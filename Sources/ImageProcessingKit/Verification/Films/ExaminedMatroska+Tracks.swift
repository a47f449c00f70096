/// What a render says of a film of Matroska, in the words of MP4.
extension ExaminedMatroska {
  /// Ticks of a second of the film: as few as say every time exactly.
  var timescale: Int { Self.second / Self.divisor(Self.second, tick) }

  private static let second = 1_000_000_000

  private static func divisor(_ one: Int, _ other: Int) -> Int {
    var (a, b) = (one, other)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }

  /// In the order of the file.
  func tracks(of file: any FilmBytes) throws(FaceBlurError) -> [ExaminedTrack] {
    var tracks: [ExaminedTrack] = []
    for entry in entries {
      guard let blocks = blocks[entry.number] else { continue }
      switch entry.handler {
      case "vide": tracks.append(try pictureTrack(entry, blocks, file))
      // Of one without blocks there is nothing to be heard.
      case "soun" where blocks.places.isEmpty: continue
      case "soun": tracks.append(try soundTrack(entry, blocks, file))
      default: tracks.append(ExaminedTrack(entry.range, id: entry.number, handler: entry.handler))
      }
    }
    return tracks
  }

  /// What a sample usually lasts, in ticks of the segment.
  private func usual(_ entry: ExaminedMatroskaEntry) -> Int? {
    entry.number(0x23_E383).map { ($0 + tick / 2) / tick }
  }

  private func first(
    _ blocks: ExaminedBlocks, _ file: any FilmBytes
  ) throws(FaceBlurError) -> [UInt8] {
    guard let place = blocks.places.first else { return [] }
    return try file.bytes(place.prefix(64))
  }

  private func pictureTrack(
    _ entry: ExaminedMatroskaEntry, _ blocks: ExaminedBlocks, _ file: any FilmBytes
  ) throws(FaceBlurError) -> ExaminedTrack {
    let times = blocks.times
    let shown = times.sorted()
    var track = ExaminedTrack(entry.range, id: entry.number, handler: "vide")
    let picture = ExaminedMatroskaPictures(entry, try first(blocks, file))
    track.pictures = picture.entry
    track.matrix = picture.matrix
    track.display = ExaminedTrack.Display(
      flags: 7, alternateGroup: 0, width: picture.shownWidth, height: picture.shownHeight,
      timescale: timescale,
      language: entry.language)
    guard let begin = shown.first, let last = shown.last else { return track }
    let factor = tick / Self.divisor(Self.second, tick)
    // A picture is decoded as much earlier as the one is late that is most.
    var late = 0
    for (place, time) in times.enumerated() { late = max(late, shown[place] - time) }
    // Where nobody says how long the last one is shown, as long as the one before.
    let length = max(blocks.stated ?? usual(entry) ?? (last - (shown.dropLast().last ?? last)), 1)
    let decoded = shown.map { ($0 - begin) * factor }
    track.samples = ExaminedSamples(
      places: blocks.places, decodeTimes: decoded, end: (last - begin + length) * factor,
      shifts: zip(times, shown).map { ($0 - $1 + late) * factor }, syncs: blocks.syncs, fileSize: file.size)
    track.mediaDuration = (last - begin + length) * factor
    track.show(from: begin * factor, media: late * factor, lasting: track.mediaDuration)
    return track
  }

  private func soundTrack(
    _ entry: ExaminedMatroskaEntry, _ blocks: ExaminedBlocks, _ file: any FilmBytes
  ) throws(FaceBlurError) -> ExaminedTrack {
    var blocks = blocks
    let lastEnd = blocks.settle(usual: entry.number(0x23_E383).map { min($0, Self.maxTime) }, tick: tick)
    let sound = ExaminedMatroskaSound(entry, try first(blocks, file))
    var track = ExaminedTrack(entry.range, id: entry.number, handler: "soun")
    track.sound = sound.entry
    track.matrix = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
    track.display = ExaminedTrack.Display(
      flags: 7, alternateGroup: 1, width: 0, height: 0, timescale: sound.rate, language: entry.language)
    guard let begin = blocks.times.first else { return track }
    func place(_ nanoseconds: Int) -> Int {
      // To the nearest sample, without a number that is too large.
      nanoseconds / Self.second * sound.rate + (nanoseconds % Self.second * sound.rate + Self.second / 2)
        / Self.second
    }
    let start = place(begin * tick)
    let end = place(lastEnd * tick) - start
    track.samples = ExaminedSamples(
      places: blocks.places, decodeTimes: blocks.times.map { place($0 * tick) - start }, end: end, shifts: [],
      syncs: blocks.syncs, fileSize: file.size)
    track.mediaDuration = end
    let (early, behind) = (place(min(entry.number(0x56AA) ?? 0, Self.second * 10)), place(blocks.unheard))
    let heard = (Double(max(end - early - behind, 0)) * Double(timescale) / Double(sound.rate)).rounded()
    track.show(
      from: begin * (tick / Self.divisor(Self.second, tick)), media: early, lasting: Int(heard),
      isCut: behind > 0, otherwise: Int((Double(end) * Double(timescale) / Double(sound.rate)).rounded()))
    return track
  }
}

extension ExaminedTrack {
  /// What players show: nothing until it begins, then its media from a time on; all of it where there is nothing to say.
  /// - Parameters:
  ///   - start: of the film, in its ticks.
  ///   - media: the first of the media that is shown, in ticks of the track.
  ///   - duration: of what is shown, in ticks of the film.
  ///   - isCut: whether something at the end is not shown.
  ///   - whole: of all media, in ticks of the film; nil for as long as what is shown.
  fileprivate mutating func show(
    from start: Int, media: Int, lasting duration: Int, isCut: Bool = false, otherwise whole: Int? = nil
  ) {
    guard start > 0 || media > 0 || isCut else {
      self.duration = whole ?? duration
      return
    }
    if start > 0 { display.edits.append(Edit(duration: start, mediaTime: -1, rate: 0x1_0000)) }
    display.edits.append(Edit(duration: duration, mediaTime: media, rate: 0x1_0000))
    self.duration = display.edits.reduce(0) { $0 + $1.duration }
  }
}
