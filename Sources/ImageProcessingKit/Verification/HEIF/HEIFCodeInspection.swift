/// What an inspection asks of the code of a format's tiles.
protocol HEIFCodeInspection {
  associatedtype Configuration: ExaminedTileConfiguration

  var picture: ExaminedHEIF<Configuration> { get }
  var judge: HiddenPictureJudge { get }

  init(_ picture: ExaminedHEIF<Configuration>, _ judge: HiddenPictureJudge)

  /// Notes what stands in the tiles' configurations and is not needed.
  func takeConfigurations(into findings: inout HEIFFindings)

  /// Notes what stands in a tile's data beside the one picture.
  /// - Parameters:
  ///   - data: in one piece, whether or not it is that in the file.
  ///   - place: where in the file a part of the data lies.
  func takeCode<Bytes: RandomAccessCollection<UInt8>>(
    _ data: Bytes, ofTile index: Int, into findings: inout HEIFFindings,
    at place: (Range<Int>) -> Range<Int>
  ) where Bytes.Index == Int
}

extension HEIFCodeInspection {
  /// Whether pictures are decoded to see where their code ends. The gate does so by itself, of what has passed the limits.
  var looksForRests: Bool {
    guard judge.detector != nil else { return false }
    let pixels = picture.canvas.width.multipliedReportingOverflow(by: picture.canvas.height)
    return !pixels.overflow && pixels.partialValue <= judge.limits.maxPixels
  }

  /// Notes a part of the code that is not needed, and looks at what it holds.
  /// - Parameter content: of that part.
  func add(
    _ content: [UInt8], _ kind: MetadataBlock.Kind, _ range: Range<Int>, _ objection: String,
    to findings: inout HEIFFindings
  ) {
    var block = MetadataBlock(kind, range, objection: objection)
    block.mayShowFace = .unknown
    if judge.detector != nil {
      content.withUnsafeBufferPointer { judge.look(into: $0, $0.indices, for: &block) }
    }
    findings.add(block)
  }

  /// Notes a picture in a part of the code that holds the picture: behind its end there is room for one.
  /// - Returns: whether there is one.
  func addPicture(in content: [UInt8], _ range: Range<Int>, to findings: inout HEIFFindings) -> Bool {
    content.withUnsafeBufferPointer { content -> Bool in
      guard let first = HiddenPicture.firstFile(in: content) else { return false }
      var block = MetadataBlock(.furtherCode, range, objection: "a picture of another kind lies in it")
      block.mayShowFace = .unknown
      judge.look(into: content, first.range.lowerBound..<content.count, for: &block)
      findings.add(block)
      return true
    }
  }
}

extension HiddenPicture {
  /// The first file of a picture in the code of another one: of those whose beginning code does not have by chance.
  static func firstFile(in code: UnsafeBufferPointer<UInt8>) -> HiddenPicture? {
    find(in: code, code.indices).first { [.jpeg, .png, .webp].contains($0.format) }
  }
}
