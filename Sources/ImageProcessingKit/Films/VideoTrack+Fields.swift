extension VideoTrack {
  /// Whether container or code say that pictures may be made of two fields, which players show one after the other.
  /// - Throws: `FaceBlurError` where what the code says cannot be read.
  var isInterlaced: Bool {
    get throws(FaceBlurError) { isStatedInterlaced ? true : try isCodedInterlaced() }
  }

  private func isCodedInterlaced() throws(FaceBlurError) -> Bool {
    switch codec {
    case .h264:
      for unit in try AVCRecord(configuration).sequences where try !AVCSequence(unit).isProgressive {
        return true
      }
      return false
    case .hevc:
      let record = try HEVCRecord(configuration)
      if HEVCProfile.saysFields(record.profile) { return true }
      for unit in record.sequences where HEVCProfile.saysFields(try HEVCSequence(unit).set.profile) {
        return true
      }
      return false
    // They know of no fields.
    case .vp9, .av1: return false
    }
  }
}
