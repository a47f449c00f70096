/// What the samples of a photo mean, by its colour profile.
struct PhotoColors {
  /// What becomes of the profile.
  enum Profile: Hashable {
    /// There is none, or none that a viewer could use: the samples are shown as they are.
    case none
    /// Viewers that ignore profiles show much the same.
    case known(KnownColorSpace)
    /// It is written anew from what it means.
    case matrixShaper(MatrixShaper)
    /// It cannot be written anew, so the photo's colours are converted; known parts of it, and why.
    case foreign([UInt8], reason: String)
  }

  let profile: Profile
  /// What the samples are to a colour management.
  let samples: ColorTransform.Samples
  /// What the reader of the photo should know: that a colour profile was there and is not carried over.
  let warnings: [String]

  /// - Parameters:
  ///   - profile: as the photo holds it; nil for none, empty where its parts do not make one.
  ///   - components: of the photo, 1, 3 or 4.
  ///   - isInverted: whether 255 is none of an ink.
  init(_ profile: [UInt8]?, components: Int, isInverted: Bool) {
    let own: ColorTransform.Samples =
      switch components {
      case 1: .gray
      case 4: .cmyk(inverted: isInverted)
      default: .rgb
      }
    guard let profile else {
      (self.profile, samples, warnings) = (.none, own, [])
      return
    }
    guard let content = ICCProfile(profile) else {
      (self.profile, samples, warnings) = (.none, own, ["its colour profile is broken and was dropped"])
      return
    }
    guard let samples = Self.samples(own, as: content.space) else {
      (self.profile, self.samples, warnings) = (
        .none, own, ["its colour profile is for other colours than the photo's and was dropped"]
      )
      return
    }
    self.samples = samples
    do throws(MatrixShaper.Obstacle) {
      let colors = try MatrixShaper(content)
      self.profile = KnownColorSpace.of(colors).map(Profile.known) ?? .matrixShaper(colors)
      warnings = []
    } catch {
      guard let bytes = content.forColorManagement, ColorTransform(bytes, samples, isOurs: false) != nil
      else {
        (self.profile, warnings) = (.none, ["its colour profile is broken and was dropped"])
        return
      }
      self.profile = .foreign(bytes, reason: error.reason)
      warnings = []
    }
  }

  /// What samples are to a profile; nil where it is for others. Grey ones are red, green and blue of the same amount.
  private static func samples(
    _ own: ColorTransform.Samples, as space: ICCProfile.Space
  ) -> ColorTransform.Samples? {
    switch (own, space) {
    case (.gray, .gray), (.rgb, .rgb), (.cmyk, .cmyk): own
    case (.gray, .rgb): .rgb
    default: nil
    }
  }

  /// The space that the samples are shown in as they are; nil for sRGB and what is much the same, and where a transform makes sRGB
  /// of them.
  var space: KnownColorSpace? {
    guard case .known(let space) = profile, space != .sRGB, space != .graySRGB else { return nil }
    return space
  }

  /// Whether the samples show much the same to viewers that heed the profile and to those that do not.
  var areShownAsStored: Bool {
    switch profile {
    case .none, .known: true
    case .matrixShaper, .foreign: false
    }
  }

  /// The profile that a render carries; nil for none.
  var renderProfile: [UInt8]? {
    switch profile {
    case .none, .foreign: nil
    case .known(let space): space.profile
    case .matrixShaper(let colors): colors.profile
    }
  }

  /// What makes of the samples what a viewer that heeds profiles shows; nil where that is much like the samples themselves.
  /// - Throws: `FaceBlurError` of kind `outOfMemory`: the profile could be used before.
  func transform() throws(FaceBlurError) -> ColorTransform? {
    let made: ColorTransform?
    switch profile {
    case .none, .known: return nil
    case .matrixShaper(let colors): made = ColorTransform(colors.profile, samples, isOurs: true)
    case .foreign(let bytes, _): made = ColorTransform(bytes, samples, isOurs: false)
    }
    guard let made else { throw .outOfMemoryForPhoto }
    return made
  }
}
