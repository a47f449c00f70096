internal import ImageProcessingKit

/// Keeps what commands write out of what collections were scrubbed into: whatever lies there is published.
enum PublishedFolder {
  /// A file that would be written, and the option that names its folder.
  struct Place {
    let path: FilePath
    let option: String
  }

  /// The places of what is drawn of a photo or film: previews and overlays, which may show faces.
  static func pictures(of photo: FilePath, _ settings: BlurPipeline.Settings) -> [Place] {
    [(settings.previewFolder, "--preview"), (settings.overlayFolder, "--overlay")].compactMap {
      folder, option in
      folder.map { Place(path: $0.appending(photo.name), option: option) }
    }
  }

  /// - Parameters:
  ///   - places: what would be written.
  ///   - photo: what it would be made of.
  ///   - state: the folder of a collection's journal that lies elsewhere than beside the target.
  /// - Throws: `FaceBlurError` where some of it would lie in what a collection was scrubbed into.
  static func refuse(
    _ places: [Place], of photo: FilePath, state: FilePath? = nil
  ) throws(FaceBlurError) {
    let refused = places.compactMap { place in
      CollectionOutput.target(around: place.path, state: state).map { (place, target: $0) }
    }
    guard let target = refused.first?.target else { return }
    throw FaceBlurError(
      .refused, file: photo,
      "a collection was scrubbed into \(target), where no record, no second render, no preview and no overlay may lie",
      advice: advice(for: refused.map(\.0.option), photo))
  }

  private static func advice(for options: [String], _ photo: FilePath) -> Advice {
    let isOfPictures = options.allSatisfy { $0 == "--preview" || $0 == "--overlay" }
    let isPublished = photo != StandardPhoto.name && CollectionOutput.target(around: photo) != nil
    guard isPublished, !isOfPictures else {
      return "name another folder with \(options.joined(separator: " and "))"
    }
    return
      "correct it there with 'faceblur edit \(photo.shellWord)', or name other folders with -o and --record"
  }
}
