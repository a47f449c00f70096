/// A picture of a reviewed photo or film, as JPEG. All but `shown`, `look` and a frame that is no original show what is hidden: a client
/// shows them and keeps none.
package enum ReviewPicture: Sendable, Hashable {
  /// What the render will show, by the render's own plan. A photo that not all viewers show alike is shown as most do, or as another of its
  /// `ReviewedPhoto.views` has it, counted from 1.
  case shown(longSide: Int, view: Int = 0)
  /// The photo without anything hidden, likewise.
  case original(longSide: Int, view: Int = 0)
  /// A region and what is around it, at the photo's full size, without anything hidden, as most viewers show it. At most 640 pixels wide.
  case face(String)
  /// A frame of a film, counted from 0 in the order of presentation: as the render will show it, or without anything hidden.
  case frame(Int, longSide: Int, isOriginal: Bool)
  /// A small square around a track of a film, at one of its moments (`ReviewedTimes.Track.moments`), without anything hidden.
  case moment(String, Int)
  /// A small picture of what the render would show with another style or other filters.
  case look(ReviewLook)
}

/// Another look of a photo: a style for what is hidden, filters for the rest. Nil stays as it is.
package struct ReviewLook: Sendable, Hashable {
  package var style: ObscuringStyle?
  package var filters: ToneFilters?

  package init(style: ObscuringStyle? = nil, filters: ToneFilters? = nil) {
    self.style = style
    self.filters = filters
  }
}
