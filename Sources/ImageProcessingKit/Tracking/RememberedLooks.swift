/// One look at a frame: which, and at what. Whoever asks for the same looks in the same order looks at the same film in the same way.
struct FrameLook: Sendable, Hashable {
  enum Kind: UInt8, Sendable, CaseIterable {
    case quick = 1
    case full
    case close
  }

  let kind: Kind
  /// Of the frame, in ticks.
  let time: Int
  /// Of the places that are looked at closely; the same number stands for the same places, as far as it matters.
  let places: UInt64

  init(kind: Kind, time: Int, places: UInt64) {
    (self.kind, self.time, self.places) = (kind, time, places)
  }

  init(_ kind: Kind, at frame: FilmFrame, for expected: [ExpectedFace] = []) {
    // FNV-1a over the bits of the numbers.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ bits: UInt64) {
      for byte in 0..<8 {
        hash ^= bits >> UInt64(8 * byte) & 0xFF
        hash = hash &* 0x100_0000_01b3
      }
    }
    for face in expected {
      for number in [face.rect.x, face.rect.y, face.rect.width, face.rect.height] { add(number.bitPattern) }
      add(UInt64(truncatingIfNeeded: face.degrees) << 1 | (face.isLookedForTurned ? 1 : 0))
    }
    self.init(kind: kind, time: frame.time, places: hash)
  }
}

/// What keeps looks from one run to the next.
protocol LookMemory: AnyObject {
  /// What the next look of an earlier run saw; nil where there is none, or it was another look: then nothing behind it counts either.
  func next(_ look: FrameLook) -> [FaceSighting]?

  /// Keeps what a look saw.
  func keep(_ look: FrameLook, _ sightings: [FaceSighting])
}

/// Takes the looks of an earlier run at the same film, as far as that came, and looks itself from there on.
final class RememberedLooks: FrameLooking {
  private let looks: any FrameLooking
  private let memory: any LookMemory

  init(_ looks: any FrameLooking, _ memory: any LookMemory) { (self.looks, self.memory) = (looks, memory) }

  var threshold: Double { looks.threshold }
  var floor: Double { looks.floor }

  func quickLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    try sightings(FrameLook(.quick, at: frame)) { () throws(FaceBlurError) in try looks.quickLook(at: frame) }
  }

  func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    try sightings(FrameLook(.full, at: frame)) { () throws(FaceBlurError) in try looks.fullLook(at: frame) }
  }

  func closeLook(
    at frame: FilmFrame, for expected: [ExpectedFace]
  ) throws(FaceBlurError) -> [FaceSighting] {
    guard !expected.isEmpty else { return [] }
    return try sightings(FrameLook(.close, at: frame, for: expected)) { () throws(FaceBlurError) in
      try looks.closeLook(at: frame, for: expected)
    }
  }

  private func sightings(
    _ look: FrameLook, _ see: () throws(FaceBlurError) -> [FaceSighting]
  ) throws(FaceBlurError) -> [FaceSighting] {
    if let known = memory.next(look) { return known }
    let seen = try see()
    memory.keep(look, seen)
    return seen
  }
}
