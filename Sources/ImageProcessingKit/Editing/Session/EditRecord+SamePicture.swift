extension EditRecord {
  /// Knows a photo again by what the newest render shows: in which ways the picture that the record was made for may have been turned to
  /// become that of a photo.
  /// - Parameters:
  ///   - photo: that is at its place now.
  ///   - asset: whose record this is.
  /// - Returns: nothing where it is another picture, and where nobody can tell because the render is gone, was changed or has other tones.
  func turns(to photo: Photo, of asset: PhotoAsset, _ reader: PhotoReader) -> [Orientation] {
    guard let newest = renders.last, let plan = try? state.plan(),
      let render = try? OriginalPhoto.open(asset.location(of: newest), with: reader, locked: false),
      render.sha256() == newest.sha256,
      let shown = try? render.photo.displayImage(fitting: EarlierPicture.longSide),
      let picture = try? photo.displayImage(fitting: EarlierPicture.longSide)
    else { return [] }
    let earlier = EarlierPicture(
      shown.pixels, hiding: plan.applied.map(\.rect), reach: plan.strength.reach)
    return earlier.turns(to: picture.pixels)
  }
}
