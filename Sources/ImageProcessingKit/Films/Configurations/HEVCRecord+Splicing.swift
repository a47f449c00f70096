extension HEVCRecord {
  var fault: String? {
    get throws(FaceBlurError) {
      guard lengthSize == HEVCUnits.lengthSize else {
        return "the parts of its pictures have lengths of \(lengthSize) bytes"
      }
      guard !hasOddUnits else { return "a parameter set of it is none" }
      guard !videos.isEmpty, !sequences.isEmpty, !pictures.isEmpty else {
        return "a parameter set of it is missing"
      }
      guard sets.allSatisfy({ $0.count <= SetLimits.film.bytes }) else {
        return "a parameter set of it is longer than encoders write them"
      }
      guard let needs = try needs, HEVCProfile.isShared(needs, by: try form) else {
        return "new pictures would need another decoder than its own"
      }
      if let fault = try faultOfSets { return fault }
      return try freeNumber == nil ? "it has no room for more parameter sets" : nil
    }
  }

  private var faultOfSets: String? {
    get throws(FaceBlurError) {
      let (twice, long) = (
        "two of its parameter sets have one number", "a parameter set holds more than a film needs"
      )
      let missing = "a parameter set of it is missing"
      var (ofVideos, ofPictures): (Set<Int>, Set<Int>) = ([], [])
      var ofSequences: [Int: HEVCSequenceSet.Details] = [:]
      for unit in videos {
        let set = try HEVCVideoSet(unit)
        guard ofVideos.insert(set.number).inserted else { return twice }
        guard set.hasOneLayer else { return "it has several layers" }
        guard try set.isPlain(.film) else { return long }
      }
      for unit in sequences {
        let sequence = try HEVCSequence(unit)
        let set = sequence.set
        guard ofSequences[set.number] == nil else { return twice }
        guard ofVideos.contains(set.video) else { return missing }
        guard !sequence.hidesPart else { return ParameterUnits.hiddenPart }
        let details = try sequence.details()
        guard !details.hasFields else { return "its pictures are fields" }
        guard details.isPlain else { return long }
        ofSequences[set.number] = details
      }
      for unit in pictures {
        let set = try HEVCPictureSet(unit)
        guard ofPictures.insert(set.number).inserted else { return twice }
        guard let sequence = ofSequences[set.sequence] else { return missing }
        // One set's factors stand for the other's, or for none.
        let areScalingListsUsed =
          !set.hasScalingLists || sequence.hasScaling && !sequence.hasScalingLists
        guard set.isPlain, areScalingListsUsed else {
          return long + ", or says it in an unusual way"
        }
      }
      return nil
    }
  }
}
