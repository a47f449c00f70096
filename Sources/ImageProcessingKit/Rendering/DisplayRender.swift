extension PixelBuffer {
  /// Makes an upright display-size picture what the render will show.
  mutating func show(_ plan: RegionPlan, _ tone: ToneFilters, of photo: any EditablePhoto) {
    show(plan, tone, of: photo.geometry, isGray: photo.isGray)
  }

  /// The same, of an opened photo.
  mutating func show(_ plan: RegionPlan, _ tone: ToneFilters, of photo: Photo) {
    show(plan, tone, of: photo.content)
  }

  /// The same, of a photo that need not be open any more.
  /// - Parameters:
  ///   - plan: for the photo.
  ///   - tone: comes after what is hidden, as in the render.
  ///   - geometry: the photo's.
  ///   - isGray: whether the photo has no colours.
  mutating func show(_ plan: RegionPlan, _ tone: ToneFilters, of geometry: PhotoGeometry, isGray: Bool) {
    obscure(
      plan.areas(on: geometry), of: geometry, isGray: isGray, with: plan.strength.style.obscurer)
    tone.apply(to: &self)
  }
}
