/// What renders of a photo are made from: the photo itself, or what was made of it where they are of another format or its colour
/// profile cannot be carried over.
struct RenderSource {
  /// In the format of the renders.
  let photo: Photo
  /// What is rendered, in memory where it is not the photo itself.
  let content: any EditablePhoto
  /// The upright photo that regions are fractions of, and what of it `content` shows: all but where a photo was made of another
  /// one, which has no more than viewers show.
  let frame: PictureFrame
  /// That there was something made, and why, for those who want to know and for those who should.
  private(set) var notes: [String] = []
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - original: whose renders they are, and what regions are of.
  ///   - options: say of which format they are.
  /// - Throws: `FaceBlurError`, of kind `leak` where what was made of the photo is not proven to show the same.
  init(_ original: Photo, _ options: RenderOptions) throws(FaceBlurError) {
    let format = options.format.format(ofRendersOf: original.format)
    if format.isSame(as: original.format) {
      photo = original
      frame = original.geometry.wholeFrame
    } else {
      let export = try format.container.export(of: original.content)
      try LeakGate(format: format).checkExport(export, of: original)
      photo = Photo(export, format)
      frame = original.geometry.frame
      notes.append("converted from \(original.format.name) to \(format.name)")
    }
    guard let conversion = try photo.content.conversion() else {
      content = photo.content
      return
    }
    try LeakGate(format: photo.format).checkConversion(conversion.photo, of: photo.content)
    content = conversion.photo
    warnings = conversion.warnings
  }

  /// A plan for the photo as one for `content`: the one place where regions of what a photo codes become regions of what viewers show of
  /// it. Those of which nothing is shown are not there any more.
  func plan(_ plan: RegionPlan) -> RegionPlan { plan.shown(in: frame) }

  /// The areas of `content` that a plan for the photo obscures.
  func areas(of plan: RegionPlan) -> [ObscuredArea] { self.plan(plan).areas(on: content.geometry) }
}

extension RegionPlan {
  /// The plan for a picture that holds what viewers show and nothing else.
  func shown(in frame: PictureFrame) -> RegionPlan {
    guard !frame.isWhole else { return self }
    var shown = visible(in: frame)
    shown.regions.removeAll { $0.rect.scaled(by: strength.reach).clampedToPicture().area == 0 }
    return shown
  }
}

extension PhotoGeometry {
  /// The upright picture where all of it counts as shown.
  fileprivate var wholeFrame: PictureFrame { PictureFrame(width: frame.width, height: frame.height) }
}
