/// What is said of a track, whatever it holds (RFC 9559, 5.1.4).
struct MatroskaTrack {
  enum Kind: Hashable {
    case pictures
    case sound
    /// Pictures of another kind: a logo, buttons, pictures and sound in one.
    case otherPictures
    /// Words, data.
    case other
  }

  /// What its blocks name it by.
  let number: Int
  let kind: Kind
  /// How its samples are coded, as `V_MPEG4/ISO/AVC`.
  let codec: String
  let configuration: [UInt8]
  /// Of a sample, in nanoseconds; nil where it does not say.
  let duration: Int?
  /// By how much its samples come earlier than their blocks say, in nanoseconds: so much of it is there for decoders alone.
  let delay: Int
  /// Three letters (ISO 639-2).
  let language: String
  /// Whether its samples are compressed once more, or encrypted.
  let isWrapped: Bool
  let video: MatroskaElements
  let audio: MatroskaElements

  /// Nanoseconds.
  private static let maxDelay = 10_000_000_000

  /// - Throws: `FaceBlurError` where it is damaged, or says what is not read.
  init(_ entry: ArraySlice<UInt8>) throws(FaceBlurError) {
    let elements = try MatroskaElements(entry)
    guard let number = try elements.number(MatroskaID.number), number > 0,
      let kind = try elements.number(MatroskaID.kind)
    else { throw .damagedFilm("one of its tracks has no number or is of no kind") }
    self.number = number
    self.kind =
      switch kind {
      case 1: .pictures
      case 2: .sound
      case 0x11, 0x20, 0x21: .other
      default: .otherPictures
      }
    codec = try elements.text(MatroskaID.codec) ?? ""
    let configuration = try elements.one(MatroskaID.configuration) ?? []
    // Those of words and of data may be long, and nobody asks for them.
    let isLong = configuration.count > FilmLimits.maxConfigurationBytes
    guard !isLong || self.kind != .pictures else {
      throw .damagedFilm("what its decoder needs is longer than 64 KB")
    }
    self.configuration = isLong ? [] : Array(configuration)
    let duration = try elements.number(MatroskaID.duration)
    guard duration ?? 0 <= FilmLimits.maxTicks else { throw .damagedFilm("it has a time that may not be") }
    self.duration = duration
    delay = try elements.number(MatroskaID.delay) ?? 0
    guard delay <= Self.maxDelay else { throw .damagedFilm("it has a time that may not be") }
    language = try elements.text(MatroskaID.language) ?? "eng"
    isWrapped = try !elements.inside(MatroskaID.encodings).all(0x6240).isEmpty
    video = try elements.inside(MatroskaID.video)
    audio = try elements.inside(MatroskaID.audio)
    guard try elements.fraction(MatroskaID.timeScale) ?? 1 == 1 else {
      throw .unsupportedFilm("one of its tracks is played faster or slower than the others")
    }
  }

  static let encrypted = FaceBlurError.unsupportedFilm(
    "it is encrypted", advice: "give a film without copy protection")

  /// As 15 bits (ISO/IEC 14496-12, 8.4.2.3); of what is no such language, that nobody knows it.
  var packedLanguage: Int {
    let letters = Array(language.utf8)
    let isKnown = letters.count == 3 && letters.allSatisfy { (0x61...0x7A).contains($0) }
    return (isKnown ? letters : Array("und".utf8)).reduce(0) { $0 << 5 | (Int($1) - 0x60) }
  }
}
