/// What a photo's file holds beside its picture that shows a face, or may. Where no face is found nothing is written, so all of it stays in
/// the file, which whoever sorts photos by that takes for one without faces.
struct FacesBesidePicture {
  private var shown: [String] = []
  private var possible: [String] = []

  /// - Parameters:
  ///   - photo: whose picture was looked at.
  ///   - detector: looks at whatever pictures are found.
  init(in photo: Photo, lookingWith detector: any FaceDetecting, _ reader: PhotoReader) {
    let judge = HiddenPictureJudge(
      detector: detector, limits: reader.limits, containers: reader.formats.all.map(\.container))
    let blocks = photo.fileBytes.withUnsafeBufferPointer { file in
      var inspection = photo.format.gate.inspection(of: file, policy: .everything, judge: judge)
      _ = inspection.acceptThumbnail(of: photo.content)
      return inspection.blocks
    }
    for block in blocks where !block.isAllowed {
      switch block.mayShowFace {
      case .yes: shown += block.told.filter { !shown.contains($0) }
      case .unknown: possible += block.told.filter { !possible.contains($0) }
      case .no: break
      }
    }
  }

  /// What people are told even where they asked for quiet; nil where no face is seen.
  var caution: String? {
    guard !shown.isEmpty else { return nil }
    return "a face is seen in what its file holds beside the picture (\(shown.joined(separator: ", ")))"
      + ", and nothing was written without that"
  }

  /// What is only possible; nil where nothing is.
  var note: String? {
    guard !possible.isEmpty else { return nil }
    return "its file holds more than the picture that may show a face: \(possible.joined(separator: ", "))"
  }
}

extension PhotoReport {
  /// Says what else the file of a photo holds in whose picture no face was found.
  mutating func tell(of others: FacesBesidePicture) {
    cautions += [others.caution].compactMap(\.self)
    notes += [others.note].compactMap(\.self)
  }
}
