/// What a photo's file holds that its render leaves out.
package struct DroppedMetadata: Sendable, Hashable {
  /// In the order of the file, each once: `location`, `maker note`, `EXIF thumbnail`, `XMP`.
  package private(set) var contents: [String] = []
  /// Whether a content credential was there, which an edit makes invalid.
  package private(set) var hadContentCredential = false

  /// - Parameters:
  ///   - photo: the original.
  ///   - policy: what the render may carry.
  package init(from photo: Photo, policy: MetadataPolicy) {
    photo.fileBytes.withUnsafeBufferPointer { bytes in
      let inspection = photo.format.gate.inspection(
        of: bytes, policy: policy, judge: HiddenPictureJudge(detector: nil, limits: .none))
      // What a colour profile means is in the render, though its bytes are not.
      let keepsColors = policy.keeps(.colorProfile) && photo.content.keepsColorProfile
      for block in inspection.blocks
      where !block.isAllowed && !(keepsColors && block.kind == .colorProfile) {
        hadContentCredential = hadContentCredential || block.kind == .contentCredential
        for content in block.told where !contents.contains(content) { contents.append(content) }
      }
    }
  }
}

extension MetadataBlock {
  /// What people are told that it is. Of EXIF a part is kept, so what matters is which part.
  var told: [String] { kind == .exif && !contents.isEmpty ? contents : [name] }
}
