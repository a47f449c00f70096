/// What a codec's configuration says of the pictures that are coded with it.
struct CodedForm: Sendable, Hashable {
  let chroma: ChromaFormat
  /// Bits of a sample, in all planes.
  let depth: Int
  /// Cropped, in pixels; nil where only the code itself says it.
  var size: Size?
  /// 2 where nothing is said.
  var colors = SampleColors()

  struct Size: Sendable, Hashable {
    let width: Int
    let height: Int
  }

  /// - Parameters:
  ///   - chroma: a number as `ChromaFormat` has it.
  ///   - depths: of luma and of colours, in bits.
  /// - Throws: `FaceBlurError` where no picture here has such samples.
  init(chroma: Int, depths: (Int, Int)) throws(FaceBlurError) {
    guard let format = ChromaFormat(rawValue: chroma) else {
      throw .damagedFilm("it does not say what colours its pictures have")
    }
    guard (8...12).contains(depths.0), format == .gray || depths.0 == depths.1 else {
      throw .unsupportedFilm("its samples have \(depths.0) and \(depths.1) bits")
    }
    self.chroma = format
    depth = depths.0
  }

  /// What a codec's configuration says.
  /// - Parameters:
  ///   - codec: whose.
  ///   - configuration: as a track holds it.
  /// - Throws: `FaceBlurError` where it breaks the rules, or says what is not read.
  init(_ codec: VideoCodec, _ configuration: [UInt8]) throws(FaceBlurError) {
    self =
      switch codec {
      case .h264: try AVCRecord.form(configuration)
      case .hevc: try HEVCRecord.form(configuration)
      case .vp9: try VP9Record.form(configuration)
      case .av1: try AV1Record.form(configuration)
      }
  }

  /// So many bytes of a picture hold what it says of all of them, in bytes.
  static let firstBytes = 256

  /// What the code says of colours, also where a configuration of AV1 leaves that to the first picture.
  /// - Parameters:
  ///   - codec: whose configuration this is of.
  ///   - first: reads the first bytes of the first picture.
  /// - Throws: what `first` throws.
  func colors(
    of codec: VideoCodec, first: () throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) -> SampleColors {
    guard codec == .av1, colors == SampleColors() else { return colors }
    return AV1Record.colors(in: try first()) ?? colors
  }
}
