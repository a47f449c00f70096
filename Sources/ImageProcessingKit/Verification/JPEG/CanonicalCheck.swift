internal import CJPEG

/// Proves of a render that its code holds nothing besides the picture: read and written again, it is the same.
///
/// A baseline picture is judged while it is decoded, by what the gate would have written; any other is written again by
/// libjpeg, which wrote it.
enum CanonicalCheck {
  /// - Throws: `FaceBlurError` of kind `leak`, or of another where the file cannot be read.
  static func check(_ render: FileBytes) throws(FaceBlurError) {
    let isBaseline = try render.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      guard var picture = PictureComparison(bytes, bytes, areas: []) else { return false }
      do throws(ComparisonFinding) {
        try picture.run { _ in }
        try picture.refuseAnomalies()
      } catch {
        throw FaceBlurError(error)
      }
      return true
    }
    if !isBaseline { try checkByWriting(render) }
  }

  private static func checkByWriting(_ render: FileBytes) throws(FaceBlurError) {
    let (start, entropy) = render.withUnsafeBufferPointer { bytes in
      var start: Int?
      for piece in JPEGPieces(bytes) {
        if case .segment(let code) = piece.kind, !(0xE0...0xEF).contains(code), start == nil {
          start = piece.range.lowerBound
        }
        if piece.kind == .entropy { return (start ?? 0, piece.range.lowerBound) }
      }
      return (start ?? 0, bytes.count)
    }
    var difference: Int?
    let stream = JPEGStream(bytes: render, limits: .none)
    let coefficients = try CoefficientComparison.opened(stream)
    try coefficients.encode(asProgressive: stream.header().progressive) { written, _ in
      // Both begin with a start of image.
      let mine = render[start...]
      let anew = written.dropFirst(2)
      if !mine.elementsEqual(anew) {
        difference = start + zip(mine, anew).prefix { $0 == $1 }.count
      }
    }
    guard let difference else { return }
    let anomaly = difference < entropy ? CodingAnomaly.header : .symbols
    throw FaceBlurError(.anomaly(anomaly, difference..<render.count))
  }
}

extension PictureComparison {
  /// - Throws: `ComparisonFinding.anomaly` where the render's code holds anything besides the picture.
  func refuseAnomalies() throws(ComparisonFinding) {
    guard let anomaly = CodingAnomaly.allCases.first(where: anomalies.contains) else { return }
    throw .anomaly(anomaly, place(of: anomaly))
  }
}

extension FaceBlurError {
  init(_ finding: ComparisonFinding) {
    self =
      switch finding {
      case .unreadableOriginal, .damaged: .damagedRender("its picture data cannot be decoded")
      case .changedOutside: .changedOutside
      case .bytesBehindPicture: .damagedRender("bytes follow the picture")
      case .anomaly(let anomaly, let range):
        .leakingBlock(MetadataBlock(.strayBytes, range, objection: anomaly.objection))
      }
  }
}
