/// A picture of a reviewed photo, as JPEG. All but `shown` and `look` show what is hidden: a client shows them and keeps none.
package enum ReviewPicture: Sendable, Hashable {
  /// What the render will show, by the render's own plan.
  case shown(longSide: Int)
  /// The photo without anything hidden.
  case original(longSide: Int)
  /// A region and what is around it, at the photo's full size, without anything hidden. At most 640 pixels wide.
  case face(String)
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
