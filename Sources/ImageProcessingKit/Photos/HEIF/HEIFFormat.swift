/// A format whose files are HEIF: what its pictures are coded in, and how its files say so.
struct HEIFFormat: Sendable {
  /// What people call it: "HEIC".
  let name: String
  /// Of an item that is coded so.
  let item: FourCC
  /// Of the property that says how it is coded, its configuration.
  let configuration: FourCC
  /// What a photo is refused for whose configuration has more than `maxConfigurationBytes`.
  let longConfiguration: String
  /// Properties of pictures that are coded in layers.
  var layers: Set<FourCC> = []
  /// The brands of files whose pictures are shown one after the other, where such files are told by them.
  var animated: Set<FourCC> = []
  /// The same, where the file also has a film's `moov`.
  var animatedWithMovie: Set<FourCC> = []

  static let maxConfigurationBytes = 1 << 16
  /// What people call the codes of pictures, by their items' types.
  static let codes: [FourCC: String] = ["hvc1": "HEVC", "av01": "AV1", "jpeg": "JPEG"]

  /// - Parameter reason: which part of the format is not read.
  func unsupported(_ reason: String) -> FaceBlurError {
    .unsupportedPhoto(format: name, reason: reason, instead: "a JPEG or a plain \(name)")
  }

  /// Faces would not be found in it, as its pixels are shown.
  func drawnOut(_ stretch: PixelStretch) -> FaceBlurError {
    .unsupportedPhoto(
      format: name, reason: stretch.objection, instead: "a \(name) or a JPEG with square pixels")
  }

  /// Why a photo is refused of whose samples the code and `nclx` say that they lie in different ranges: viewers go by the one or the
  /// other, and what is black to these shows a face to those.
  var twoRanges: FaceBlurError {
    unsupported("its code and its property colr state different ranges of samples")
  }

  /// - Parameter shape: of a tile.
  /// - Throws: `FaceBlurError` where a picture is read and cannot be written again.
  func check(_ shape: PlanarShape) throws(FaceBlurError) {
    guard [8, 10, 12].contains(shape.depth) else {
      throw unsupported("its samples have \(shape.depth) bits")
    }
    guard min(shape.width, shape.height) >= 16 else {
      throw unsupported("it is narrower than 16 pixels")
    }
  }
}
