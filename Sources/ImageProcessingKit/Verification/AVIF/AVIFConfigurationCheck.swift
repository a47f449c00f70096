/// Proves that what a render's `av1C` says follows from its tiles' own code, or from what the original's says.
enum AVIFConfigurationCheck {
  /// - Parameter sequences: the headers of the render's tiles.
  /// - Throws: `FaceBlurError` where it says anything else, or a tile is of another kind than it says.
  static func check(
    _ render: ExaminedAVIF, _ sequences: [ExaminedAV1Sequence], against original: ExaminedAVIF
  ) throws(FaceBlurError) {
    // All tiles of a render name one: the form has been checked.
    guard let stated = render.configuration(ofTile: 0), let before = original.configuration(ofTile: 0) else {
      throw .damagedRender("its decoder's settings are missing")
    }
    let own = Set(sequences.map { ExaminedAV1Configuration($0) })
    guard own.allSatisfy(stated.isAlike) else {
      throw .damagedRender("its tiles are coded in another way than it says")
    }
    guard own.contains(where: { isSame(stated, $0) }) || follows(stated, from: before, and: own) else {
      throw .damagedRender("it asks for another decoder than its original")
    }
  }

  private static func isSame(_ a: ExaminedAV1Configuration, _ b: ExaminedAV1Configuration) -> Bool {
    a.isAlike(b) && (a.level, a.tier, a.delay) == (b.level, b.tier, b.delay)
  }

  /// Whether it is the original's, which may ask for more where tiles that were written anew do.
  private static func follows(
    _ stated: ExaminedAV1Configuration, from original: ExaminedAV1Configuration,
    and own: Set<ExaminedAV1Configuration>
  ) -> Bool {
    stated.isAlike(original) && stated.delay == original.delay
      && stated.level >= original.level
      && (stated.level == original.level || own.contains { $0.level == stated.level })
      && (stated.tier == original.tier || own.contains { $0.tier == stated.tier })
  }
}
