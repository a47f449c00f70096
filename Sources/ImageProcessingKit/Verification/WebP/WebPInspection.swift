/// Every part of a WebP file that is not the picture, judged by the whitelist of what a render may carry.
///
/// Linear in the file's size; with a detector it decodes the picture a dozen times at most. Whatever it does not name by itself, and a render does not have, it finds by comparing the file with
/// the render of the same picture (`CanonicalWebP`).
struct WebPInspection: FileInspection {
  var blocks: [MetadataBlock] { list.blocks }
  private(set) var shape = PictureShape()
  /// Renders hold none.
  let thumbnail: Range<Int>? = nil

  private typealias Chunk = ExaminedRIFF.Chunk

  private let bytes: UnsafeBufferPointer<UInt8>
  private let policy: MetadataPolicy
  private let judge: HiddenPictureJudge
  private let chunks: [Chunk]
  private let picture: ExaminedWebP?
  private var list: BlockList

  private static let unneeded = "it is not needed to show the picture"

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.bytes = bytes
    self.policy = policy
    self.judge = judge
    list = BlockList(bytes, judge)
    guard let file = ExaminedRIFF(bytes) else {
      (chunks, picture) = ([], nil)
      list.add(list.opaque(.strayBytes, 0..<bytes.count, "it is no whole WebP"))
      return
    }
    chunks = file.chunks
    picture = try? ExaminedWebP(file)
    for chunk in chunks {
      take(chunk)
      if let padding = chunk.padding, bytes[padding] != 0 {
        list.add(list.opaque(.strayBytes, padding..<padding + 1, "it fills a chunk up and is not 0"))
      }
    }
    if !file.rest.isEmpty { list.add(list.opaque(.strayBytes, file.rest, "no chunk holds them")) }
    if let picture {
      shape = picture.pictureShape
      takeRests(of: picture)
      takeForm(of: picture)
    } else {
      let end = bytes.count..<bytes.count
      list.add(MetadataBlock(.strayBytes, end, objection: "no picture can be made of what it holds"))
    }
    if !file.trailing.isEmpty { list.addTrailing(file.trailing) }
    list.sort()
  }

  mutating func allowThumbnail() {}

  mutating func judgePicture(warning: String?) {
    guard let warning, let range = picture?.picture.range else { return }
    list.blocks.append(list.opaque(.strayBytes, range, "the picture's data breaks the rules: \(warning)"))
    list.sort()
  }

  private mutating func take(_ chunk: Chunk) {
    guard let picture else { return takeOther(chunk) }
    switch chunk {
    case picture.header: takeHeader(chunk, of: picture)
    // Judged as a whole.
    case picture.picture, picture.alpha: return
    case picture.profile: takeProfile(chunk)
    case picture.exif: takeEXIF(chunk, of: picture)
    default: takeOther(chunk)
    }
  }

  /// Notes what differs from a render and was not named.
  private mutating func takeForm(of picture: ExaminedWebP) {
    guard blocks.allSatisfy({ $0.isAllowed || $0.kind == .colorProfile }), picture.file.trailing.isEmpty,
      let place = CanonicalWebP.difference(of: picture)
    else { return }
    let range = chunks.first { $0.range.contains(place) }?.range ?? bytes.indices
    let start = min(place, range.upperBound)
    list.add(list.opaque(.headerBytes, start..<range.upperBound, "a render's say the same in other bytes"))
  }
}

/// Chunks beside the picture.
extension WebPInspection {
  /// One that nobody needs who shows the picture.
  private mutating func takeOther(_ chunk: Chunk) {
    switch chunk.name {
    case "EXIF": addOpaque(.exif, chunk, "it stands where nobody looks for it")
    case "ICCP": addOpaque(.colorProfile, chunk, "it stands where nobody looks for it")
    case "XMP ": addOpaque(.xmp, chunk, Self.unneeded)
    // C2PA 2.1, A.3.7.
    case "C2PA": addOpaque(.contentCredential, chunk, Self.unneeded)
    case "ANIM", "ANMF":
      var block = list.opaque(.animation, chunk.range, "it belongs to further pictures")
      // A frame begins with 16 bytes of its own (WebP Container Specification, "Animation").
      if chunk.name == "ANMF", chunk.content.count >= 16 {
        look(intoPictureIn: chunk.content.dropFirst(16), for: &block)
      }
      list.add(block)
    case "VP8 ", "VP8L", "ALPH":
      var block = list.opaque(
        .furtherPicture, chunk.range,
        picture == nil ? "no picture can be made of it" : "it is no part of the picture")
      look(intoPictureIn: chunk.range, for: &block)
      list.add(block)
    case "VP8X": addOpaque(.headerBytes, chunk, picture == nil ? "it belongs to no picture" : Self.unneeded)
    default: addOpaque(.furtherChunk, chunk, "\(chunk.name.text) is not needed to show the picture")
    }
  }

  private mutating func addOpaque(_ kind: MetadataBlock.Kind, _ chunk: Chunk, _ objection: String) {
    list.add(list.opaque(kind, chunk.range, objection))
  }

  /// Looks for faces in the first picture that some chunks hold, without its alpha.
  private func look(intoPictureIn range: Range<Int>, for block: inout MetadataBlock) {
    guard judge.detector != nil else { return }
    var place = range.lowerBound
    while range.upperBound - place >= 8 {
      let name = ExaminedRIFF.Name(bytes[place..<place + 4])
      let size = ExaminedRIFF.number(bytes[place + 4..<place + 8])
      guard size <= range.upperBound - place - 8 else { return }
      if name == "VP8 " || name == "VP8L" {
        let code = CanonicalWebP.chunk(name, bytes[place + 8..<place + 8 + size])
        return judge.look(atFile: CanonicalWebP.file(code), for: &block)
      }
      place += 8 + size + size % 2
    }
  }

  private mutating func takeHeader(_ chunk: Chunk, of picture: ExaminedWebP) {
    var flags = chunks.contains { $0.name == "XMP " } ? ExaminedWebP.Flag.xmp : 0
    if picture.profile != nil { flags |= ExaminedWebP.Flag.profile }
    if picture.exif != nil { flags |= ExaminedWebP.Flag.exif }
    if picture.alpha != nil || picture.codesAlpha { flags |= ExaminedWebP.Flag.alpha }
    let start = chunk.content.lowerBound
    guard bytes[start] != flags || bytes[start + 1..<start + 4].contains(where: { $0 != 0 }) else { return }
    addOpaque(.headerBytes, chunk, "it does not say what the file holds")
  }

  private mutating func takeProfile(_ chunk: Chunk) {
    // One byte more than there is room for tells that there is more.
    let profile = Array(bytes[chunk.content].prefix(Self.maxProfile))
    let objection =
      policy.keeps(.colorProfile) ? ICCInspection.objection(to: profile) : "the policy drops it"
    guard let objection else { return list.add(MetadataBlock(.colorProfile, chunk.range)) }
    addOpaque(.colorProfile, chunk, objection)
  }

  private static let maxProfile = 1 << 16

  private mutating func takeEXIF(_ chunk: Chunk, of picture: ExaminedWebP) {
    let block = picture.exifBlock ?? chunk.content
    let inspection = EXIFInspection(bytes, block, segment: chunk.range, policy: policy, judge: judge)
    var found = inspection.blocks
    if block != chunk.content, found[0].isAllowed {
      found[0].objection = "something stands before its beginning"
    }
    found.forEach { list.add($0) }
  }
}

/// The picture's code.
extension WebPInspection {
  /// Notes what follows the end of the code, where there is room for a picture. The gate asks for that by itself.
  private mutating func takeRests(of picture: ExaminedWebP) {
    guard judge.detector != nil else { return }
    guard picture.form.pixelCount <= judge.limits.maxPixels,
      let rests = try? WebPEndCheck(picture).chunksWithRests()
    else {
      for chunk in picture.codeChunks { takePictures(in: chunk) }
      return
    }
    for chunk in rests { addOpaque(.pictureSlack, chunk, "something follows the end of the picture's code") }
  }

  /// Notes a picture in code that nobody decodes.
  private mutating func takePictures(in chunk: Chunk) {
    // Those whose beginning code hardly has by chance.
    let pictures = HiddenPicture.find(in: bytes, chunk.content).filter {
      [.jpeg, .png, .webp].contains($0.format)
    }
    guard let first = pictures.first else { return }
    let range = first.range.lowerBound..<chunk.content.upperBound
    list.add(list.opaque(.pictureSlack, range, "a picture of another kind lies in it"))
  }
}
