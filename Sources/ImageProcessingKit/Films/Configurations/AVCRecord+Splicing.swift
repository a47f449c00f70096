extension AVCRecord {
  /// Only IDR pictures begin groups.
  func stands(_ next: [UInt8], on start: [UInt8]) -> Bool { false }

  var fault: String? {
    get throws(FaceBlurError) {
      guard lengthSize == AVCUnits.lengthSize else {
        return "the parts of its pictures have lengths of \(lengthSize) bytes"
      }
      guard !hasExtensions else { return "it has pictures beside its pictures" }
      var colors: [Int: Bool] = [:]
      for unit in sequences {
        let sequence = try AVCSequence(unit)
        guard !sequence.hidesPart else { return ParameterUnits.hiddenPart }
        guard sequence.isProgressive else { return "its pictures may be coded as fields" }
        guard try sequence.isWhole else { return "a parameter set holds more than it says" }
        guard colors.updateValue(sequence.hasFullColors, forKey: sequence.number) == nil else {
          return "two of its parameter sets have one number"
        }
      }
      var numbers: Set<Int> = []
      for unit in pictures {
        let number = try AVCPictureSet.numbers(unit)
        guard numbers.insert(number.own).inserted else { return "two of its parameter sets have one number" }
        guard let hasFullColors = colors[number.sequence] else { return "a parameter set of it is missing" }
        guard try AVCPictureSet.isWhole(unit, hasFullColors: hasFullColors) else {
          return "a parameter set holds more than it says, or says it in an unusual way"
        }
      }
      guard !numbers.isEmpty else { return "a parameter set of it is missing" }
      return try freeNumber == nil ? "it has no room for more parameter sets" : nil
    }
  }
}
