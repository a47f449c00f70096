internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// A TIFF that is put together from bytes that may be anything: its directory is mostly sound, and its strips or tiles mostly decode.
struct TIFFDraft {
  private(set) var file: [UInt8] = []

  private var choices: Choices
  private let form: TIFFForm
  private var directory: TIFFDirectory
  private var layout: TIFFLayout

  /// Further tags that a file may have, known ones and one that nobody knows.
  private static let further = [
    254, 255, 266, 269, 271, 274, 282, 296, 305, 306, 315, 330, 332, 338, 339, 700, 33_432, 33_723, 34_377,
    34_665, 34_675, 34_853, 37_724, 50_706, 65_000,
  ]

  /// Nil where there are too few bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 16 else { return nil }
    choices = Choices(bytes)
    let flags = choices.byte()
    form = TIFFForm(isLittleEndian: flags & 1 == 0, isBig: flags & 2 != 0)
    let photometric: TIFFLayout.Photometric = choices.one(of: [.rgb, .blackIsZero, .whiteIsZero, .separated])
    let kinds: [TIFFLayout.Extra] = [.unspecified, .associatedAlpha, .unassociatedAlpha]
    let extraCount = Int(choices.byte() % 4) / 2
    var extras: [TIFFLayout.Extra] = []
    for _ in 0..<extraCount { extras.append(choices.one(of: kinds)) }
    let size = (1 + Int(choices.byte() % 40), 1 + Int(choices.byte() % 40))
    let rows = 1 + Int(choices.byte()) % size.1
    layout = TIFFLayout(
      width: size.0, height: size.1, bits: flags & 4 == 0 ? 8 : 16, photometric: photometric, extras: extras,
      compression: choices.one(of: [.none, .lzw, .deflate, .oldDeflate, .packBits]),
      isPlanar: flags & 8 != 0, isPredicted: false,
      cut: flags & 16 == 0 ? .strips(rows: rows) : .tiles(width: 16, height: 16 * (1 + rows % 2)))
    layout.isPredicted = flags & 32 != 0 && layout.compression.canPredict
    directory = TIFFDirectory(form)
    describe()
    guard let chunks = chunks() else { return nil }
    writeFile(chunks, isSlack: flags & 64 != 0)
  }

  private mutating func describe() {
    layout.describe(in: &directory)
    for _ in 0..<choices.byte() % 4 {
      let tag = choices.one(of: Self.further)
      let type = 1 + Int(choices.byte() % 13)
      let values = choices.bytes(Int(choices.byte() % 24))
      directory.entries[tag] = TIFFDirectory.Entry(
        type: type, count: choices.once(in: 16) ? Int(choices.byte()) : values.count, bytes: values)
    }
  }

  /// The code of each strip or tile; sometimes there is more in it than there should be, or less.
  private mutating func chunks() -> [[UInt8]]? {
    let coder = TIFFChunkCoder(layout, form)
    var chunks: [[UInt8]] = []
    for number in 0..<layout.chunkCount {
      let rect = layout.block(number % layout.blockCount)
      let rowBytes = layout.rowBytes(rect)
      let rows = rect.height + (choices.once(in: 16) ? 1 : 0)
      let noise = choices.bytes(1 + Int(choices.byte() % 8))
      var samples = (0..<rows * rowBytes).map { noise[$0 % noise.count] &+ UInt8(truncatingIfNeeded: $0 / 7) }
      if choices.once(in: 4) { samples = samples.map { _ in noise[0] } }
      let code = samples.withUnsafeMutableBufferPointer { samples -> [UInt8]? in
        (try? coder.encode(samples, rowBytes: rowBytes)).map { Array($0.bytes) }
      }
      guard var code else { return nil }
      if choices.once(in: 16) { code += noise }
      if choices.once(in: 32) { code.removeLast() }
      chunks.append(code)
    }
    return chunks
  }

  private mutating func writeFile(_ chunks: [[UInt8]], isSlack: Bool) {
    let tags = layout.chunkTags
    let counts = chunks.map(\.count)
    directory.set(tags.counts, places: counts)
    directory.set(tags.places, places: counts)
    let slack = isSlack ? choices.bytes(6) : []
    var end = form.headerBytes + directory.size + slack.count
    var offsets: [Int] = []
    for count in counts {
      offsets.append(end)
      end += count
    }
    directory.set(tags.places, places: offsets)
    let next = choices.once(in: 8) ? Int(choices.byte()) : 0
    file = form.header + directory.written(at: form.headerBytes, next: next) + slack
    for chunk in chunks { file += chunk }
    if choices.once(in: 8) { file += choices.bytes(8) }
  }
}
