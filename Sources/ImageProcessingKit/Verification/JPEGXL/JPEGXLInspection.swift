/// Every part of a JPEG XL file that is not the picture, judged by the whitelist of what a render may carry: the blocks of the JPEG that
/// is had back from it, each with the range of the box that carries it, and whatever the file holds that what the codec makes of
/// that JPEG does not.
struct JPEGXLInspection: FileInspection {
  private(set) var shape = PictureShape()

  private let judge: HiddenPictureJudge
  /// What the file holds beside the JPEG.
  private var list: BlockList
  private var jpeg: Held?

  /// The JPEG, and what of it is where.
  private struct Held {
    let memory: HeldBytes
    var inspection: JPEGInspection
    let carriers: JPEGXLCarriers
  }

  var blocks: [MetadataBlock] {
    let carried = jpeg.map { held in held.inspection.blocks.map(held.carriers.carried) } ?? []
    return (list.blocks + carried).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The box that carries it, for it lies in no file as it is.
  var thumbnail: Range<Int>? {
    jpeg.flatMap { $0.inspection.thumbnail == nil ? nil : $0.carriers.thumbnail }
  }

  func thumbnailBytes(in file: FileBytes) -> [UInt8]? {
    guard let jpeg else { return nil }
    return jpeg.inspection.thumbnail.map { jpeg.memory.copy($0) }
  }

  /// - Parameters:
  ///   - policy: what may be there.
  ///   - judge: looks for faces in pictures that are found.
  init(_ bytes: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge) {
    self.judge = judge
    list = BlockList(bytes, judge)
    let file: ExaminedJPEGXL
    let restored: [UInt8]
    do throws(FaceBlurError) {
      file = try ExaminedJPEGXL(bytes)
      try checkSize(of: file.header)
      restored = try file.jpeg()
    } catch {
      takeUnreadable(bytes)
      return
    }
    let memory = HeldBytes(restored)
    let inspection = JPEGInspection(memory.bytes, policy: policy, judge: judge)
    jpeg = Held(memory: memory, inspection: inspection, carriers: JPEGXLCarriers(of: memory.bytes, in: file))
    shape = inspection.shape
    takeForm(of: file, restored)
  }

  mutating func allowThumbnail() { jpeg?.inspection.allowThumbnail() }

  mutating func judgePicture(warning: String?) {
    // The JPEG is read again.
    withExtendedLifetime(jpeg?.memory) { jpeg?.inspection.judgePicture(warning: warning) }
  }

  private func checkSize(of header: ExaminedJPEGXLHeader) throws(FaceBlurError) {
    let (pixels, isTooLarge) = header.width.multipliedReportingOverflow(by: header.height)
    guard !isTooLarge, pixels <= judge.limits.maxPixels else {
      throw .damagedRender("its picture is too large")
    }
  }

  /// Notes what differs from the render of the same JPEG.
  private mutating func takeForm(of file: ExaminedJPEGXL, _ jpeg: [UInt8]) {
    let first = file.boxes.first(where: \.isCode)?.range ?? file.jpegData.range
    if file.header.hasPreview {
      list.add(list.opaque(.furtherPicture, first, "a small picture stands before the picture"))
    }
    guard let render = try? file.rendering(jpeg) else {
      let objection = "its JPEG cannot be coded anew, so nobody knows what else it holds"
      return list.add(list.opaque(.otherCode, first, objection))
    }
    for block in file.strangers(to: render, of: jpeg) {
      if block.range == file.rest {
        list.addTrailing(block.range)
      } else {
        list.add(list.opaque(block.kind, block.range, block.objection ?? ""))
      }
    }
  }

  /// Names the boxes of a file that no JPEG is had back from.
  private mutating func takeUnreadable(_ bytes: UnsafeBufferPointer<UInt8>) {
    let objection = "no JPEG can be had back from it"
    let (boxes, rest) = ExaminedJPEGXL.boxes(of: bytes)
    guard boxes.first?.name == "JXL " else {
      return list.add(list.opaque(.strayBytes, bytes.indices, objection))
    }
    for box in boxes.dropFirst() where box.name != "ftyp" {
      if box.isCode || box.name == "jbrd" {
        list.add(list.opaque(.furtherPicture, box.range, objection))
      } else {
        let block = ExaminedJPEGXL.beside(box, in: bytes)
        list.add(list.opaque(block.kind, block.range, block.objection ?? ""))
      }
    }
    if !rest.isEmpty { list.addTrailing(rest) }
    if blocks.isEmpty {
      let end = bytes.count..<bytes.count
      list.add(MetadataBlock(.strayBytes, end, objection: "no picture can be made of what it holds"))
    }
  }
}

/// Bytes in a place of their own, as long as the value lives.
private final class HeldBytes {
  let bytes: UnsafeBufferPointer<UInt8>

  init(_ content: [UInt8]) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: content.count)
    _ = memory.initialize(from: content)
    bytes = UnsafeBufferPointer(memory)
  }

  deinit { bytes.deallocate() }

  func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }
}
