extension AVCRecord {
  /// Only IDR pictures begin groups.
  func stands(_ next: [UInt8], on start: [UInt8]) -> Bool { false }

  var fault: String? {
    get throws(FaceBlurError) {
      guard lengthSize == AVCUnits.lengthSize else {
        return "the parts of its pictures have lengths of \(lengthSize) bytes"
      }
      guard !hasExtensions else { return "it has pictures beside its pictures" }
      guard sets.allSatisfy({ $0.count <= SetLimits.film.bytes }) else {
        return "a parameter set of it is longer than encoders write them"
      }
      let long = "a parameter set holds more than a film needs"
      var known: [Int: AVCSequence] = [:]
      for unit in sequences {
        let sequence = try AVCSequence(unit)
        guard !sequence.hidesPart else { return ParameterUnits.hiddenPart }
        guard sequence.isProgressive else { return "its pictures may be coded as fields" }
        guard try sequence.isPlain else { return long }
        guard known.updateValue(sequence, forKey: sequence.number) == nil else {
          return "two of its parameter sets have one number"
        }
      }
      var numbers: Set<Int> = []
      // Sequences with pictures whose blocks may be of 8 × 8.
      var large: Set<Int> = []
      for unit in pictures {
        let number = try AVCPictureSet.numbers(unit)
        guard numbers.insert(number.own).inserted else { return "two of its parameter sets have one number" }
        guard let sequence = known[number.sequence] else { return "a parameter set of it is missing" }
        let details = try AVCPictureSet.details(unit, hasFullColors: sequence.hasFullColors)
        // One set's factors stand for the other's.
        guard details.isPlain, !details.hasScalingLists || !sequence.scaling.hasLists else {
          return long + ", or says it in an unusual way"
        }
        if details.hasLargeBlocks { large.insert(number.sequence) }
      }
      // Of others nobody looks at factors for such blocks.
      guard known.allSatisfy({ !$1.scaling.isForLargeBlocks || large.contains($0) }) else { return long }
      guard !numbers.isEmpty else { return "a parameter set of it is missing" }
      return try freeNumber == nil ? "it has no room for more parameter sets" : nil
    }
  }
}
