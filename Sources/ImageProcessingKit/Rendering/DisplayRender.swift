extension PixelBuffer {
  /// Makes an upright display-size picture what the render will show.
  mutating func show(_ plan: RegionPlan, _ tone: ToneFilters, of photo: any EditablePhoto) {
    obscure(
      plan.areas(on: photo.geometry), of: photo.geometry, isGray: photo.isGray,
      with: plan.strength.style.obscurer)
    tone.apply(to: &self)
  }

  /// The same, of an opened photo.
  mutating func show(_ plan: RegionPlan, _ tone: ToneFilters, of photo: Photo) {
    show(plan, tone, of: photo.content)
  }
}
