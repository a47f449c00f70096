/// Proves that a render's decoder settings hold the original's sets of parameters, and beside them no more than one small set of each
/// kind, or two, that the render's own tiles ask for; and that none of them holds what a photo does not need.
enum HEICConfigurationCheck {
  /// Of a set of a render's own.
  private static let maxOwnBytes = 256

  /// - Parameter mostOwn: how many sets of a kind may be the render's own.
  /// - Throws: `FaceBlurError` where they hold anything else.
  static func check(
    _ render: ExaminedHEIC, against original: ExaminedHEIC, mostOwn: Int
  ) throws(FaceBlurError) {
    guard let configuration = render.configuration(ofTile: 0), !configuration.sets.isAmbiguous else {
      throw .damagedRender("its sets of parameters are not called by names of their own")
    }
    let bytes = render.file.bytes
    let before = original.configurations.values
    let known = Set(
      before.flatMap { configuration in
        configuration.arrays.flatMap(\.units).map { Array(original.file.bytes[$0]) }
      })
    var own: [[UInt8]] = []
    var generals: [[UInt8]?] = []
    for type in ExaminedUnit.parameterSets {
      let units = configuration.units(type).map { Array(bytes[$0]) }
      let ours = units.filter { !known.contains($0) }
      guard units.allSatisfy({ ExaminedUnit($0)?.isParameterSet ?? false }), ours.count <= mostOwn,
        units.suffix(mostOwn).filter({ !known.contains($0) }) == ours,
        ours.allSatisfy({ $0.count <= maxOwnBytes })
      else { throw .damagedRender("it holds sets of parameters that it does not need") }
      guard units.allSatisfy(configuration.sets.isPlain) else {
        throw .damagedRender("its sets of parameters hold more than a picture needs")
      }
      if type == ExaminedUnit.sequenceSet {
        (own, generals) = (ours, units.map(ExaminedSequenceHead.general))
      }
    }
    // A decoder that has too few means does not show the render's own tiles.
    let ownGenerals = own.compactMap(ExaminedSequenceHead.general)
    guard
      before.contains(where: { before in
        ownGenerals.isEmpty
          ? configuration.general == before.general || generals == [configuration.general]
          : ownGenerals.contains { Self.follows(configuration.general, from: before.general, and: $0) }
      }), ownGenerals.allSatisfy({ configuration.general[11] >= $0[11] })
    else { throw .damagedRender("it asks for another decoder than its original") }
  }

  /// Whether profile, compatibility, constraints and level are those of the original, or follow from them and from the render's own.
  private static func follows(_ general: [UInt8], from original: [UInt8], and own: [UInt8]) -> Bool {
    guard general != original else { return true }
    // Space, tier and profile are one byte; compatibility, constraints and level follow.
    let parts = [1..<5, 5..<11, 11..<12]
    let profiles = [original[0], own[0], original[0] | own[0] & 0x20, own[0] | original[0] & 0x20]
    return profiles.contains(general[0])
      && parts.allSatisfy { part in
        let (a, b) = (original[part], own[part])
        return [Array(a), Array(b), zip(a, b).map { $0 | $1 }, zip(a, b).map { $0 & $1 }]
          .contains(Array(general[part]))
      }
  }
}

extension ExaminedSequenceHead {
  /// What a sequence parameter set says of profile, tier and level, as `hvcC` has it.
  fileprivate static func general(_ unit: [UInt8]) -> [UInt8]? { Self(unit)?.profile.general }
}
