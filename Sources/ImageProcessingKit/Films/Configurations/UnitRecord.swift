/// The configuration of a code whose pictures are made of NAL units: the parameter sets of a film.
protocol UnitRecord: Sendable {
  associatedtype Units: CopiedUnits

  /// - Parameter record: the content of its box.
  /// - Throws: `FaceBlurError` where it is cut short, or holds something else than it should.
  init(_ record: [UInt8]) throws(FaceBlurError)

  /// All of them, as pictures that bring theirs with them have them.
  var sets: Set<[UInt8]> { get }
  /// The numbers of the sets that slices refer to.
  /// - Throws: `FaceBlurError` where a set cannot be read.
  var pictureNumbers: Set<Int> { get throws(FaceBlurError) }
  /// What they say of the form of pictures.
  /// - Throws: `FaceBlurError` where they are not of one form.
  var form: CodedForm { get throws(FaceBlurError) }
  /// Why a film with it is not copied in part, as a part of a sentence; nil where it may be.
  /// - Throws: `FaceBlurError` where a set cannot be read.
  var fault: String? { get throws(FaceBlurError) }
  /// A number for further sets that none has, as `VideoEncoder.Settings.setNumber` means it; nil where there is none, or no room for more.
  /// - Throws: `FaceBlurError` where a set cannot be read.
  var freeNumber: Int? { get throws(FaceBlurError) }

  /// Whether a picture and all that are decoded behind it need nothing from before another one with which decoding can begin.
  /// - Parameters:
  ///   - next: what the picture's first slice begins with: the first one behind the other that does not lead to it.
  ///   - start: of the other picture, likewise.
  func stands(_ next: [UInt8], on start: [UInt8]) -> Bool

  /// The same with further sets behind those that are there, for decoders that can do both.
  /// - Parameter units: parameter sets under numbers of their own.
  /// - Throws: `FaceBlurError` where they are not, or there is no room.
  func adding(_ units: [[UInt8]]) throws(FaceBlurError) -> Self

  /// The content of the box.
  /// - Throws: `FaceBlurError` where its sets are not of one form.
  var bytes: [UInt8] { get throws(FaceBlurError) }
}

extension UnitRecord {
  /// What is left of a picture that is copied, see `CopiedUnits`.
  var keeping: (_ packet: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    let sets = sets
    return { (packet) throws(FaceBlurError) in try Units.kept(of: packet, sets: sets) }
  }

  /// Whether the file of another picture lies in a picture's code, so that it cannot be copied.
  func carriesPicture(_ packet: [UInt8]) -> Bool { Units.carryPicture(packet) }

  static var takenNumber: FaceBlurError {
    .internalError("two parameter sets of the film would have one number")
  }
}

extension VideoTrack {
  /// What its configuration holds; nil where its code is not made of NAL units.
  /// - Throws: `FaceBlurError` where it cannot be read.
  func unitRecord() throws(FaceBlurError) -> (any UnitRecord)? {
    switch codec {
    case .h264: try AVCRecord(configuration)
    case .hevc: try HEVCRecord(configuration)
    case .vp9, .av1: nil
    }
  }
}
