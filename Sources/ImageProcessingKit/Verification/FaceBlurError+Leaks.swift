/// Why the gate refuses a render. Whoever gives the render a name says which photo's it is.
extension FaceBlurError {
  /// It holds something that is not on the whitelist.
  static func leakingBlock(_ block: MetadataBlock) -> FaceBlurError {
    FaceBlurError(
      .leak(.block(block.kind.rawValue)),
      "it holds \(block.name) at byte \(block.range.lowerBound): \(block.objection ?? "not on the whitelist")"
    )
  }

  /// Its thumbnail shows something other than the render.
  static var leakingThumbnail: FaceBlurError {
    FaceBlurError(.leak(.thumbnail), "its thumbnail does not show what the picture shows")
  }

  /// A region is not as obscured as the plan says.
  static var leakingRegion: FaceBlurError {
    FaceBlurError(.leak(.region), "a region is not as obscured as the plan says")
  }

  /// The picture differs from the original where nothing was to be obscured.
  static var changedOutside: FaceBlurError {
    FaceBlurError(.leak(.changedOutside), "the picture has changed outside the regions")
  }

  /// The picture is not that of the checked render with the filters applied.
  static var otherTones: FaceBlurError {
    FaceBlurError(.leak(.otherTones), "it shows something other than the checked render with its filters")
  }

  /// Its size or orientation is not the original's.
  static var otherShape: FaceBlurError {
    FaceBlurError(.leak(.shape), "its size or orientation is not the original's")
  }

  /// A tile has room for something that no decoder shows.
  static var codeBehindTile: FaceBlurError {
    FaceBlurError(.leak(.codeBehindTile), "something follows the end of a tile's code")
  }

  /// It shows pictures, or plays sound, at other times than the original.
  static var otherTimes: FaceBlurError {
    FaceBlurError(.leak(.timing), "its pictures or its sound are not at the original's times")
  }

  /// Its sound is not the original's.
  static var otherSound: FaceBlurError {
    FaceBlurError(.leak(.sound), "its sound is not the original's")
  }

  /// Its palette is not decided by what is seen alone; nothing else is wrong with it.
  static var otherPalette: FaceBlurError {
    FaceBlurError(
      .leak(.damaged),
      "its palette is another than a render's, and may tell of the colours of the hidden part",
      advice: "render it again")
  }

  static func damagedRender(_ reason: String) -> FaceBlurError {
    FaceBlurError(.leak(.damaged), "it is damaged: \(reason)")
  }

  /// The error as a reason to refuse a render: what cannot be read is damaged. What is no fault of the render stays what it is; that
  /// refuses it, too.
  var asLeak: FaceBlurError {
    switch kind {
    case .leak, .outOfMemory, .internalError: self
    default: FaceBlurError(.leak(.damaged), "it cannot be read: \(reason)")
    }
  }
}
