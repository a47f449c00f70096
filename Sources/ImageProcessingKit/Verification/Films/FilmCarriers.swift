/// What people call the things that films hold beside their pictures: `title`, `location`, `cover`.
///
/// It explains what was found, and decides nothing: what no name is known of is a leak all the same.
struct FilmCarriers {
  /// In the order in which they were found, each once.
  private(set) var names: [String] = []

  private static let maxNames = 32
  private static let maxBoxes = 4096
  private static let maxDepth = 6

  /// - Parameter bytes: boxes, one behind the other.
  init(in bytes: UnsafeBufferPointer<UInt8>) {
    // No recursion: how deep boxes lie in boxes is the file's to say.
    var waiting = [(range: 0..<bytes.count, depth: 0)]
    var count = 0
    while let (range, depth) = waiting.popLast() {
      guard depth < Self.maxDepth else { continue }
      var inner: [(range: Range<Int>, depth: Int)] = []
      var boxes = ExaminedBoxes(bytes, in: range)
      while count < Self.maxBoxes, names.count < Self.maxNames, let box = boxes.next() {
        count += 1
        note(Self.tags[Self.letters(of: box.type)])
        switch box.type {
        case "keys": readKeys(bytes, box.content)
        case "udta", "ilst": inner.append((box.content, depth + 1))
        case "meta":
          // QuickTime's has no version and no flags (QuickTime File Format, "Metadata").
          let isFull = box.content.count >= 4 && bytes[box.content.prefix(4)].allSatisfy { $0 == 0 }
          inner.append((box.content.dropFirst(isFull ? 4 : 0), depth + 1))
        default: break
        }
      }
      waiting += inner.reversed()
    }
  }

  private mutating func note(_ name: String?) {
    if let name, !names.contains(name), names.count < Self.maxNames { names.append(name) }
  }

  /// Names of metadata, as `com.apple.quicktime.location.ISO6709` (QuickTime File Format, "Metadata Item Keys Atom").
  private mutating func readKeys(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var keys = ExaminedBoxes(bytes, in: range.dropFirst(8))
    for _ in 0..<Self.maxBoxes {
      guard let key = keys.next() else { return }
      let text = String(decoding: bytes[key.content.prefix(200)], as: UTF8.self).lowercased()
      note(Self.words.first { text.contains($0.word) }?.name)
    }
  }

  private static func letters(of type: BoxType) -> String {
    var text = ""
    for shift in [24, 16, 8, 0] {
      text.unicodeScalars.append(Unicode.Scalar(UInt8(truncatingIfNeeded: type.rawValue >> UInt32(shift))))
    }
    return text
  }

  /// By what handles a track.
  static func name(ofTrack handler: BoxType) -> String? {
    switch handler {
    case "tmcd": "timecode"
    case "text", "sbtl", "subt", "subp", "clcp": "text"
    case "meta": "data over time"
    case "hint": "hints for streaming"
    default: nil
    }
  }

  /// Of user data and of lists of metadata (3GPP TS 26.244, 8; QuickTime File Format, "User Data Atoms"; cameras' own).
  private static let tags: [String: String] = [
    "©nam": "title", "titl": "title", "©alb": "title", "albm": "title",
    "©xyz": "location", "loci": "location",
    "©day": "date", "yrrc": "date", "date": "date",
    "©mak": "maker of the camera", "©MAK": "maker of the camera", "manu": "maker of the camera",
    "©mod": "model of the camera", "©MOD": "model of the camera", "modl": "model of the camera",
    "©swr": "program", "©too": "program", "©enc": "program", "©swf": "program",
    "©ART": "person", "aART": "person", "©aut": "person", "auth": "person", "perf": "person",
    "©dir": "person", "©prd": "person", "©wrt": "person", "©own": "person", "ownr": "person",
    "©cmt": "comment", "©des": "comment", "desc": "comment", "dscp": "comment", "ldes": "comment",
    "©inf": "comment", "©key": "keywords", "keyw": "keywords", "kywd": "keywords",
    "©cpy": "copyright", "cprt": "copyright", "covr": "cover", "thmb": "thumbnail", "THMB": "thumbnail",
    "chpl": "chapters", "XMP_": "XMP", "GPMF": "data of the camera's sensors",
    "CAME": "serial number", "MUID": "serial number", "LENS": "serial number", "FIRM": "program",
    "NCDT": "maker note", "CNTH": "maker note", "CNDA": "maker note", "PANA": "maker note",
    "MMA0": "maker note", "QVMI": "maker note", "pmcc": "maker note",
  ]

  /// The first that a key holds counts.
  private static let words: [(word: String, name: String)] = [
    ("location", "location"), ("gps", "location"), ("serial", "serial number"),
    ("content.identifier", "number that its photo shares"), ("make", "maker of the camera"),
    ("manufacturer", "maker of the camera"), ("model", "model of the camera"), ("date", "date"),
    ("software", "program"), ("encoder", "program"), ("version", "program"), ("title", "title"),
    ("author", "person"), ("artist", "person"), ("comment", "comment"), ("description", "comment"),
    ("keywords", "keywords"), ("artwork", "cover"), ("copyright", "copyright"),
  ]
}
