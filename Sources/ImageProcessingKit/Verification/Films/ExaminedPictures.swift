/// The pictures of one of two films that are compared.
struct ExaminedPictures {
  let film: ExaminedFilm
  let codec: VideoCodec
  let configuration: [UInt8]
  let places: [Range<Int>]
  let times: [Int]
  let syncs: [Int]?

  private static let maxBytes = 64 << 20

  init(_ track: ExaminedTrack, _ film: ExaminedFilm) throws(FaceBlurError) {
    guard let samples = track.samples, let entry = track.pictures, let codec = entry.codec else {
      throw .damagedRender("it shows no pictures that are known")
    }
    guard (1...ExaminedFilm.maxPictures).contains(samples.count) else {
      throw .damagedRender("it has no pictures, or too many")
    }
    self.film = film
    self.codec = codec
    configuration = entry.configuration
    places = samples.places
    var times = samples.decodeTimes
    var place = 0
    for run in samples.shifts {
      for index in place..<place + run.count { times[index] += run.value }
      place += run.count
    }
    self.times = times
    syncs = samples.syncs
  }

  func packet(_ index: Int) throws(FaceBlurError) -> [UInt8] {
    guard places[index].count <= Self.maxBytes else { throw .damagedRender("a picture's code is huge") }
    return try film.bytes(places[index])
  }

  func isSync(_ index: Int) -> Bool {
    guard let syncs else { return true }
    var (low, high) = (0, syncs.count)
    while low < high {
      let middle = (low + high) / 2
      if syncs[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < syncs.count && syncs[low] == index
  }

  /// The picture that is shown at a time, where it is decoded as another one's, or little earlier; nil where it is not.
  func index(at time: Int, decodedAs index: Int) -> Int? {
    (max(index - Self.mostLeading, 0)...index).reversed().first { $0 < times.count && times[$0] == time }
  }

  /// Pictures that lead to another one; none can refer to more than 16.
  private static let mostLeading = 32

  /// Whether decoding can begin with a picture that others before it are needed for, so that these are decoded behind it.
  func hasOpenGroups() throws(FaceBlurError) -> Bool {
    guard codec == .hevc else { return false }
    for index in syncs ?? Array(places.indices) where try ExaminedPacket(try packet(index), codec).isCRA {
      return true
    }
    return false
  }
}
