/// Every block of a JPEG file that is not the picture, judged by the whitelist of what a render may carry.
///
/// Linear in the file's size; its memory is that of the metadata that segments share.
struct JPEGInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  /// Turned as the first EXIF block states.
  private(set) var shape = PictureShape()
  /// The thumbnail that the first EXIF block holds.
  private(set) var thumbnail: Range<Int>?

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private var list: BlockList
  private var hasJFIF = false
  private var hasEXIF = false
  private var hasAdobe = false
  private var coding = CodingSegments()
  /// Segments of one kind that make up one thing, by kind, as the ranges of what they hold.
  private var parts: [MetadataBlock.Kind: [Range<Int>]] = [:]
  private var partBytes = 0

  /// More of one kind than 64 KB segments of any writer come to.
  private static let maxParts = 4096
  private static let maxPartBytes = 256 << 20

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  ///   - file: of which the bytes are lent, where none of them need stay in memory.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge,
    lettingGoOf file: FileBytes? = nil
  ) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    list = BlockList(bytes, judge)
    for piece in JPEGPieces(bytes, lettingGoOf: file) { take(piece) }
    judgeParts()
    coding.end()
    for segment in coding.unused {
      list.add(list.opaque(.strayBytes, segment, "it holds what no scan uses"))
    }
    list.sort()
  }

  /// The orientation of a photo, from its first EXIF block.
  static func orientation(of photo: UnsafeBufferPointer<UInt8>) -> Orientation {
    for piece in JPEGPieces(photo) {
      guard case .segment(let code) = piece.kind else {
        if piece.kind == .entropy { break }
        continue
      }
      if code == 0xE1, HiddenText.starts(photo, piece.content, with: "Exif\0\0") {
        let tiff = (piece.content.lowerBound + 6)..<piece.content.upperBound
        return TIFFStructure(photo, in: tiff)?.orientation ?? .up
      }
    }
    return .up
  }

  mutating func allowThumbnail() {
    for index in blocks.indices where blocks[index].kind == .exifThumbnail && blocks[index].range == thumbnail
    {
      list.blocks[index].objection = nil
    }
  }

  mutating func judgePicture(warning: String?) {
    if let warning { objectToEntropy(because: warning) }
    objectToCoding()
  }

  /// Notes that a decoder found the picture's data not to be all picture; which bytes are not, it does not say.
  mutating func objectToEntropy(because warning: String) {
    for piece in JPEGPieces(bytes) where piece.kind == .entropy {
      list.blocks.append(
        list.opaque(.strayBytes, piece.range, "the picture's data breaks the rules: \(warning)"))
    }
    list.sort()
  }

  /// Notes what the picture's code holds besides the picture that is seen: of a file of any program what is rarely
  /// innocent, and only where one scan codes all of the picture, baseline.
  mutating func objectToCoding() {
    guard var picture = PictureComparison(bytes, bytes, areas: []) else { return }
    // A decoder says where the picture itself is damaged.
    do throws(ComparisonFinding) { try picture.run { _ in } } catch {}
    for anomaly in CodingAnomaly.allCases where picture.anomalies.contains(anomaly) && !anomaly.isCommon {
      list.blocks.append(list.opaque(.strayBytes, picture.place(of: anomaly), anomaly.objection))
    }
    list.sort()
  }

  private mutating func take(_ piece: JPEGPieces.Piece) {
    switch piece.kind {
    case .entropy, .endOfImage: break
    case .marker(let code):
      // The first two bytes are the start of image.
      if piece.range.lowerBound > 0 {
        list.add(
          MetadataBlock(
            .strayBytes, piece.range,
            objection: "marker FF\(String(code, radix: 16, uppercase: true)) stands where none should"))
      }
    case .stray: list.add(list.opaque(.strayBytes, piece.range, "no segment holds them"))
    case .trailing: list.addTrailing(piece.range)
    case .segment(let code):
      switch code {
      case 0xE0...0xEF: takeApplication(Int(code) - 0xE0, piece)
      case 0xFE: list.add(list.opaque(.comment, piece.range, "comments are not kept"))
      default:
        if let objection = coding.objection(to: code, Array(bytes[piece.content]), at: piece.range) {
          list.add(list.opaque(.strayBytes, piece.range, objection))
        }
      }
    }
  }

  private mutating func takeApplication(_ number: Int, _ piece: JPEGPieces.Piece) {
    switch number {
    case 0 where starts(piece, "JFIF\0"): takeJFIF(piece)
    case 0 where starts(piece, "JFXX\0"): takeJFXX(piece)
    case 1 where starts(piece, "Exif\0\0") || starts(piece, "Exif\0\u{FF}"): takeEXIF(piece)
    case 1 where starts(piece, "http://ns.adobe.com/xap/1.0/\0"): addPart(.xmp, piece, header: 29)
    case 1 where starts(piece, "http://ns.adobe.com/xmp/extension/\0"):
      addPart(.extendedXMP, piece, header: 75)
    case 1 where starts(piece, "FLIR\0"): addPart(.flir, piece, header: 8)
    case 2 where starts(piece, "ICC_PROFILE\0"): addPart(.colorProfile, piece, header: 14)
    case 2 where starts(piece, "MPF\0"): list.add(list.opaque(.mpf, piece.range, "it lists further pictures"))
    case 2 where starts(piece, "FPXR\0"): addPart(.flashPix, piece, header: 13)
    case 11 where starts(piece, "JP"): addPart(.jumbf, piece, header: 8)
    case 13 where starts(piece, "Photoshop 3.0\0"): addPart(.photoshop, piece, header: 14)
    case 14 where starts(piece, "Adobe"):
      let isPlain =
        !hasAdobe && piece.content.count == 12 && starts(piece, "Adobe\0\u{64}\0\0\0\0")
        && bytes[piece.content.upperBound - 1] <= 2
      hasAdobe = true
      list.add(
        isPlain
          ? MetadataBlock(.adobe, piece.range)
          : list.opaque(.adobe, piece.range, "it holds more than the transform")
      )
    default: addPart(.application(number), piece, header: 0)
    }
  }

  private mutating func takeJFIF(_ piece: JPEGPieces.Piece) {
    let content = piece.content
    let hasThumbnail =
      content.count >= 14 && (bytes[content.lowerBound + 12], bytes[content.lowerBound + 13]) != (0, 0)
    let isHeader = content.count == 14 && !hasThumbnail && !hasJFIF
    hasJFIF = true
    if isHeader {
      let stretch = Self.stretch(content.dropFirst(8).prefix(4).map { Int(bytes[$0]) })
      if stretch.hidesFaces {
        return list.add(list.opaque(.pixelDensity, piece.range, stretch.objection))
      }
      if statesNoDensityUnasked(content) { return list.add(MetadataBlock(.jfif, piece.range)) }
    }
    var found = list.opaque(
      .jfif, piece.range, hasThumbnail ? "it holds a thumbnail" : "it holds more than a header")
    if hasThumbnail {
      let pixels = (content.lowerBound + 14)..<content.upperBound
      let size = (Int(bytes[content.lowerBound + 12]), Int(bytes[content.lowerBound + 13]))
      found.add(judge.evidence(rgb: Array(bytes[pixels]), width: size.0, height: size.1), "thumbnail")
    }
    list.add(found)
  }

  /// How pixels are shown: the denser they lie, the narrower.
  /// - Parameter density: two bytes for across, and two for down.
  private static func stretch(_ density: [Int]) -> PixelStretch {
    PixelStretch(across: density[2] << 8 | density[3], down: density[0] << 8 | density[1])
  }

  /// Whether a JFIF header without a pixel density holds no more than the shape of a pixel, where that is the policy.
  private func statesNoDensityUnasked(_ content: Range<Int>) -> Bool {
    if policy.keeps(.pixelDensity) { return true }
    let numbers = content.dropFirst(7).prefix(5).map { bytes[$0] }
    return numbers[0] == 0 && numbers[1] == 0 && numbers[3] == 0 && max(numbers[2], numbers[4]) <= 100
  }

  private mutating func takeJFXX(_ piece: JPEGPieces.Piece) {
    var found = list.opaque(.jfxx, piece.range, "it holds a thumbnail")
    let content = piece.content
    // Extension code 0x13: three bytes a pixel (JFIF 1.02, page 7).
    if content.count > 8, bytes[content.lowerBound + 5] == 0x13 {
      found.add(
        judge.evidence(
          rgb: Array(bytes[content.dropFirst(8)]), width: Int(bytes[content.lowerBound + 6]),
          height: Int(bytes[content.lowerBound + 7])), "thumbnail")
    }
    list.add(found)
  }

  private mutating func takeEXIF(_ piece: JPEGPieces.Piece) {
    let tiff = (piece.content.lowerBound + 6)..<piece.content.upperBound
    let inspection = EXIFInspection(bytes, tiff, segment: piece.range, policy: policy, judge: judge)
    var found = inspection.blocks
    if hasEXIF {
      found[0].objection = "it is a second one"
    } else {
      shape.orientation = inspection.orientation
      thumbnail = inspection.thumbnail
    }
    hasEXIF = true
    found.forEach { list.add($0) }
  }

  private mutating func addPart(_ kind: MetadataBlock.Kind, _ piece: JPEGPieces.Piece, header: Int) {
    let content = piece.content
    let held = min(content.lowerBound + header, content.upperBound)..<content.upperBound
    if parts[kind, default: []].count < Self.maxParts, partBytes < Self.maxPartBytes {
      parts[kind, default: []].append(held)
      partBytes += held.count
    }
    list.add(MetadataBlock(kind, piece.range, objection: "it is not needed to show the picture"))
  }

  /// What several segments hold together is looked at together.
  private mutating func judgeParts() {
    for (kind, ranges) in parts {
      let joined = inOrder(ranges, kind).flatMap { bytes[$0] }
      var verdict = MetadataBlock(kind, 0..<0, objection: "it is not needed to show the picture")
      verdict.mayShowFace = .unknown
      if kind == .colorProfile {
        verdict.objection = objection(toProfile: joined, ranges)
        if verdict.isAllowed { verdict.mayShowFace = .no }
      }
      // Every byte of a profile that is allowed is known, and a curve may rise through what looks like a beginning.
      if !verdict.isAllowed {
        joined.withUnsafeBufferPointer { joined in
          judge.look(into: joined, joined.indices, for: &verdict)
          if kind == .colorProfile, !HiddenPicture.find(in: joined, joined.indices).isEmpty {
            verdict.objection = "it holds a picture"
          }
          if kind == .jumbf, HiddenText.contains("c2pa", in: joined) { verdict.kind = .contentCredential }
        }
      }
      var isFirst = true
      for index in blocks.indices where blocks[index].kind == kind {
        list.blocks[index].kind = verdict.kind
        list.blocks[index].objection = verdict.objection
        list.blocks[index].mayShowFace = isFirst ? verdict.mayShowFace : .unknown
        list.blocks[index].contents = isFirst ? verdict.contents : []
        isFirst = false
      }
    }
  }

  /// Extended XMP states with each part where in the whole it belongs; other kinds come in order.
  private func inOrder(_ ranges: [Range<Int>], _ kind: MetadataBlock.Kind) -> [Range<Int>] {
    guard kind == .extendedXMP else { return ranges }
    func place(_ range: Range<Int>) -> Int {
      range.isEmpty ? .max : (range.lowerBound - 4..<range.lowerBound).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
    return ranges.map { (place($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private func objection(toProfile profile: [UInt8], _ ranges: [Range<Int>]) -> String? {
    guard policy.keeps(.colorProfile) else { return "the policy drops it" }
    // Before each part stand its number and the number of all.
    let isWhole = ranges.enumerated().allSatisfy { index, range in
      Int(bytes[range.lowerBound - 2]) == index + 1 && Int(bytes[range.lowerBound - 1]) == ranges.count
    }
    return isWhole ? ICCInspection.objection(to: profile) : "its parts are not whole"
  }

  private func starts(_ piece: JPEGPieces.Piece, _ text: String) -> Bool {
    HiddenText.starts(bytes, piece.content, with: text)
  }
}
