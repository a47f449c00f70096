internal import ImageProcessingKit

extension ReviewLook {
  /// The recorded table of a photo, whatever it is.
  static let tableName = "table"

  /// What a preview is asked to show: a style, or a look by its name.
  /// - Parameters:
  ///   - query: `style` or `look`.
  ///   - filters: what the photo has now.
  init?(_ query: [String: String], over filters: ToneFilters) {
    if let name = query["style"] {
      guard let style = ObscuringStyle.offered.first(where: { $0.rawValue == name }) else { return nil }
      self.init(style: style)
    } else if query["look"] == Self.tableName {
      guard let table = filters.lut else { return nil }
      self.init(filters: ToneFilters(lut: table))
    } else {
      guard let look = query["look"].flatMap(ToneLook.init) else { return nil }
      self.init(filters: look.applied(to: filters))
    }
  }
}

extension ToneFilters {
  /// What the table of colours is called: a look's name, or that of any other table; nil where there is none.
  var tableName: String? {
    lut.map { table in
      ToneLook(table: table)?.rawValue ?? ReviewLook.tableName
    }
  }
}
