@testable import ImageProcessingKit

/// What the gate asks of PPMs, with a reader of its own.
struct PPMGate: FormatGate {
  func inspection(
    of file: UnsafeBufferPointer<UInt8>, policy: MetadataPolicy, judge: HiddenPictureJudge
  ) -> any FileInspection {
    PPMInspection(file, judge: judge)
  }

  func shape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    PictureShape(visible: PPMLayout(file)?.visible)
  }

  func checkPicture(
    of render: FileBytes, against original: any EditablePhoto, _ areas: [ObscuredArea],
    _ style: ObscuringStyle,
    _ path: RenderSummary.Path?, judgesCode: Bool
  ) throws(FaceBlurError) {
    guard path == nil || path == .samples else { throw .damagedRender("PPMs are not made in this way") }
    try raster(of: render, original.geometry).check(
      against: raster(of: original.fileBytes, original.geometry).samples, areas, style)
  }

  func checkRegions(
    of file: FileBytes, _ geometry: PhotoGeometry, _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try raster(of: file, geometry).checkRegions(areas, style)
  }

  func checkTones(
    of toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    try raster(of: toned, render.geometry).checkTones(
      of: raster(of: render.fileBytes, render.geometry).samples, filters)
  }

  private func raster(of file: FileBytes, _ geometry: PhotoGeometry) throws(FaceBlurError) -> RasterCheck {
    guard let layout = file.withUnsafeBufferPointer({ PPMLayout($0) }), let samples = layout.samples else {
      throw .damagedRender("it is no whole PPM")
    }
    guard layout.width == geometry.storedWidth, layout.height == geometry.storedHeight else {
      throw .otherShape
    }
    return RasterCheck(samples: file.copy(samples), geometry: geometry, colors: .rgb)
  }
}

/// Where everything in a PPM lies, told line by line of netpbm's manual and not as the reader of photos does it.
struct PPMLayout {
  private(set) var width = 0
  private(set) var height = 0
  /// What a comment right behind the magic number says that viewers show.
  private(set) var visible: PixelRect?
  /// From the sign to the end of the line, which belongs to them.
  private(set) var comments: [Range<Int>] = []
  /// White space and digits that the header could do without.
  private(set) var superfluous: [Range<Int>] = []
  /// Nil where the file is cut short.
  private(set) var samples: Range<Int>?
  /// Behind the picture.
  private(set) var rest: Range<Int>

  private enum Token {
    case space, digit, comment
  }

  /// Nil where it is no PPM of 8 bits.
  init?(_ file: UnsafeBufferPointer<UInt8>) {
    rest = file.count..<file.count
    guard file.count > 2, file[0] == 0x50, file[1] == 0x36 else { return nil }
    var values: [Int] = []
    var start = 2
    var isSpaced = false
    while let (token, end) = Self.token(in: file, at: start) {
      switch token {
      case .comment:
        if start == 3, let shown = Self.visible(String(decoding: file[start..<end], as: UTF8.self)) {
          visible = shown
        } else {
          comments.append(start..<end)
        }
      case .digit:
        guard end - start <= 9, values.count < 3 else { return nil }
        let digits = file[start..<end]
        if digits.first == 0x30 { superfluous.append(start..<end) }
        values.append(digits.reduce(0) { $0 * 10 + Int($1) - 0x30 })
        isSpaced = false
      case .space:
        if values.count == 3 {
          // One character, whatever the first sample looks like.
          guard values[2] == 255, values[0] > 0, values[1] > 0 else { return nil }
          (width, height) = (values[0], values[1])
          let count = width.multipliedReportingOverflow(by: 3 * height)
          guard !count.overflow, count.partialValue <= file.count - start - 1 else { return }
          samples = (start + 1)..<(start + 1 + count.partialValue)
          rest = (start + 1 + count.partialValue)..<file.count
          return
        }
        if end - start > 1 || isSpaced { superfluous.append(start..<end) }
        isSpaced = true
      }
      start = end
    }
    return nil
  }

  /// Nil for any other comment, and for one with a superfluous character.
  private static func visible(_ comment: String) -> PixelRect? {
    guard let match = comment.wholeMatch(of: /#visible (\d{1,6}) (\d{1,6}) (\d{1,6}) (\d{1,6})\n/),
      let x = Int(match.1), let y = Int(match.2), let width = Int(match.3), let height = Int(match.4),
      comment == "#visible \(x) \(y) \(width) \(height)\n"
    else { return nil }
    return PixelRect(x: x, y: y, width: width, height: height)
  }

  private static func token(in file: UnsafeBufferPointer<UInt8>, at start: Int) -> (Token, end: Int)? {
    guard start < file.count else { return nil }
    func end(while belongs: (UInt8) -> Bool) -> Int {
      var place = start
      while place < file.count, belongs(file[place]) { place += 1 }
      return place
    }
    switch file[start] {
    case 0x23: return (.comment, min(end { $0 != 0x0A } + 1, file.count))
    case 0x30...0x39: return (.digit, end { (0x30...0x39).contains($0) })
    case 0x09...0x0D, 0x20: return (.space, end { (0x09...0x0D).contains($0) || $0 == 0x20 })
    default: return nil
    }
  }
}

/// Every part of a PPM that is not the picture.
struct PPMInspection: FileInspection {
  private(set) var blocks: [MetadataBlock] = []
  private(set) var shape = PictureShape()
  let thumbnail: Range<Int>? = nil

  init(_ file: UnsafeBufferPointer<UInt8>, judge: HiddenPictureJudge) {
    guard let layout = PPMLayout(file), layout.samples != nil else {
      blocks = [MetadataBlock(.strayBytes, 0..<file.count, objection: "it is no whole PPM")]
      look(into: file, judge)
      return
    }
    shape.visible = layout.visible
    blocks += layout.comments.map { MetadataBlock(.comment, $0, objection: "it could say anything") }
    blocks += layout.superfluous.map { MetadataBlock(.strayBytes, $0, objection: "the picture needs none") }
    if !layout.rest.isEmpty {
      blocks.append(MetadataBlock(.trailingBytes, layout.rest, objection: "no viewer shows it"))
    }
    blocks.sort { $0.range.lowerBound < $1.range.lowerBound }
    look(into: file, judge)
  }

  private mutating func look(into file: UnsafeBufferPointer<UInt8>, _ judge: HiddenPictureJudge) {
    for index in blocks.indices {
      blocks[index].mayShowFace = .unknown
      judge.look(into: file, blocks[index].range, for: &blocks[index])
    }
  }

  mutating func allowThumbnail() {}
  mutating func judgePicture(warning: String?) {}
}
