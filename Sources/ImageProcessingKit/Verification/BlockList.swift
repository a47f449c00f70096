/// The blocks that an inspection of one file finds, as many as can be listed.
struct BlockList {
  var blocks: [MetadataBlock] = []

  private let bytes: UnsafeBufferPointer<UInt8>
  private let judge: HiddenPictureJudge

  /// As many are listed one by one; what follows them is one entry, however many there are.
  private static let maxBlocks = 4096

  /// - Parameters:
  ///   - bytes: the file; must outlive the list.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.judge = judge
  }

  /// Adds a block, or lengthens the last one where it goes on: 200,000 comments are one entry.
  mutating func add(_ new: MetadataBlock) {
    if let last = blocks.last, last.kind == new.kind, last.objection == new.objection, !new.isAllowed,
      last.range.upperBound == new.range.lowerBound, blocks.count > 1
    {
      blocks[blocks.count - 1].range = last.range.lowerBound..<new.range.upperBound
      blocks[blocks.count - 1].merge(new)
    } else if blocks.count > Self.maxBlocks, let last = blocks.last {
      blocks[blocks.count - 1].range =
        min(last.range.lowerBound, new.range.lowerBound)..<max(last.range.upperBound, new.range.upperBound)
      blocks[blocks.count - 1].merge(new)
    } else if blocks.count == Self.maxBlocks {
      var rest = MetadataBlock(.others, new.range, objection: "there are too many blocks to list")
      rest.mayShowFace = .unknown
      rest.merge(new)
      blocks.append(rest)
    } else {
      blocks.append(new)
    }
  }

  /// Adds what lies behind the picture, in parts: pictures, a film, and bytes that are neither.
  mutating func addTrailing(_ range: Range<Int>) {
    let objection = "it follows the picture"
    if HiddenText.ends(bytes, range, with: "SEFT") {
      return add(opaque(.samsungTrailer, range, objection))
    }
    let pictures = HiddenPicture.find(in: bytes, range)
    let videoStart = pictures.first { $0.format == .heif }?.range.lowerBound
    var place = range.lowerBound
    for picture in pictures
    where picture.range.lowerBound >= place && picture.range.lowerBound < videoStart ?? .max {
      if picture.range.lowerBound > place {
        add(opaque(.trailingBytes, place..<picture.range.lowerBound, objection))
      }
      add(opaque(picture.isGainMap(in: bytes) ? .gainMap : .trailingPicture, picture.range, objection))
      place = picture.range.upperBound
    }
    if let videoStart, videoStart >= place {
      if videoStart > place { add(opaque(.trailingBytes, place..<videoStart, objection)) }
      add(opaque(.trailingVideo, videoStart..<range.upperBound, objection))
    } else if place < range.upperBound {
      add(opaque(.trailingBytes, place..<range.upperBound, objection))
    }
  }

  /// A block whose bytes are not understood: what pictures they hold decides whether they may show a face.
  func opaque(_ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String) -> MetadataBlock {
    var found = MetadataBlock(kind, range, objection: objection)
    found.mayShowFace = .unknown
    judge.look(into: bytes, range, for: &found)
    return found
  }

  /// Puts the blocks into the order of the file.
  mutating func sort() { blocks.sort { $0.range.lowerBound < $1.range.lowerBound } }
}
