/// The further views of a film's frames in which networks see what people see in flat, dark and noisy ones (`RevealedPictures`).
///
/// Whether there are any is asked of every fifth frame, and of all that follow on one of which there are: whoever is seen is hidden for longer before
/// that than it takes to be asked.
struct RevealedViews {
  private static let pause = 5

  /// Frames until the next one is asked, and for how many more each one is.
  private var (untilNext, left) = (0, 0)

  /// The views that reveal more of the next frame.
  /// - Parameter view: what is shown of it.
  mutating func next(of view: FrameView) -> [FrameView] {
    untilNext -= 1
    left -= 1
    guard untilNext < 0 || left >= 0 else { return [] }
    if untilNext < 0 { untilNext = Self.pause - 1 }
    let small = LookShrinker.shrink(view.picture, toLongSide: RevealedPictures.longSide)
    let views = RevealedPictures.views(of: small)
    guard !views.isEmpty else { return [] }
    left = Self.pause
    var revealed: [FrameView] = []
    if views.isDrawnApart {
      let large = view.large
      let makeLarge = { () throws(FaceBlurError) in
        views.drawnApart(try large?() ?? view.picture)
      }
      revealed.append(FrameView(picture: views.drawnApart(view.picture), large: makeLarge))
    }
    if let smoothed = views.smoothed { revealed.append(FrameView(picture: smoothed)) }
    return revealed
  }
}
