/// The slices of a large picture that a render has in several, each as a picture of its own.
///
/// Nothing of a slice depends on another one where none says so and no filter works across them, so the code of each must be that of a
/// picture which is as high as its band: it can be decoded alone, and ends where its picture does. Slices that begin elsewhere than those
/// of renders (`SliceBands`) are none of these.
struct ExaminedBands {
  private let data: [UInt8]
  private let slices: [Range<Int>]
  private let rows: [Range<Int>]
  private let shape: PlanarShape
  /// Of the picture, the sequence and the video, whose code all slices are.
  private let sets: [[UInt8]]
  private let picture: ExaminedPictureSet
  private let sequence: ExaminedSequence

  /// A slice as a picture of its own.
  struct Band {
    /// The unit.
    let slice: [UInt8]
    /// The sets of parameters, each behind its length in 4 bytes.
    let sets: [UInt8]
    let shape: PlanarShape
  }

  /// - Parameters:
  ///   - data: a tile's.
  ///   - slices: where the units of its picture lie in it, in their order.
  ///   - sets: those that it is coded by.
  /// - Returns: nil where they are not the slices of a render.
  init?(_ data: [UInt8], _ slices: [Range<Int>], _ sets: ExaminedSets, _ shape: PlanarShape) {
    let rows = SliceBands.rows(of: shape)
    guard slices.count > 1, slices.count == rows.count, let chain = sets.chain(of: data[slices[0]]),
      slices.allSatisfy({ sets.chain(of: data[$0]) == chain }),
      let picture = ExaminedPictureSet(chain[0].unit, .photo),
      let sequence = ExaminedSequence(chain[1].unit, .photo), picture.keepsSlicesApart, !sequence.hasOffsets,
      sequence.treeSide == SliceBands.side, sequence.codesNothing(besides: shape)
    else { return nil }
    self.data = data
    self.slices = slices
    self.rows = rows
    self.shape = shape
    self.sets = chain.map(\.unit)
    self.picture = picture
    self.sequence = sequence
  }

  var count: Int { slices.count }

  /// One of the slices.
  /// - Returns: nil where it begins in another place, or its head is not one that is read to its end.
  subscript(index: Int) -> Band? {
    let rows = rows[index]
    let address = index == 0 ? nil : SliceBands.address(ofRow: rows.lowerBound, in: shape)
    let isLast = index == slices.count - 1
    let height = isLast ? sequence.head.codedHeight - rows.lowerBound : rows.count
    guard
      let slice = EncoderCode.beginning(Array(data[slices[index]]), sequence, picture, at: address),
      let set = sequence.ofHeight(height, showing: rows.count, sets[1])
    else { return nil }
    return Band(
      slice: slice, sets: [sets[2], set, sets[0]].flatMap { ExaminedConfiguration.decodable($0) },
      shape: shape.sized(width: shape.width, height: rows.count))
  }
}
