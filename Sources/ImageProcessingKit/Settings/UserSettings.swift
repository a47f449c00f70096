/// What a user wants where nobody says otherwise: one file that every client reads.
package struct UserSettings: Sendable, Hashable {
  /// The settings there are, as the file and people call them.
  package enum Name: String, Sendable, Hashable, CaseIterable, CodingKey {
    case style, shape, cells, margin, metadata, effort
  }

  /// Style, shape, cells and margin of edits that are begun; recorded edits keep theirs.
  package var strength = ObscuringStrength.Change()
  /// Nil for the default.
  package var metadata: MetadataPolicy?
  package var effort: DetectionEffort?

  package init() {}

  /// A setting as people write it; nil where the user wants nothing of it.
  package func text(of name: Name) -> String? {
    switch name {
    case .style: strength.style?.rawValue
    case .shape: strength.shape?.rawValue
    case .cells: strength.cells.map { "\($0)" }
    case .margin: strength.margin.map { "\($0)" }
    case .metadata: metadata?.text
    case .effort: effort?.rawValue
    }
  }

  /// What holds where the user wants nothing, as people write it.
  package func defaultText(of name: Name) -> String {
    let strength = ObscuringStrength.default
    return switch name {
    case .style: strength.style.rawValue
    case .shape: strength.shape.rawValue
    case .cells: "\(ObscuringStrength.defaultCells(of: self.strength.style ?? strength.style))"
    case .margin: "\(strength.margin)"
    case .metadata: MetadataPolicy.minimal.text
    case .effort: DetectionEffort.normal.rawValue
    }
  }

  package mutating func forget(_ name: Name) {
    switch name {
    case .style: strength.style = nil
    case .shape: strength.shape = nil
    case .cells: strength.cells = nil
    case .margin: strength.margin = nil
    case .metadata: metadata = nil
    case .effort: effort = nil
    }
  }

  /// Wants more, which stands above what was wanted so far.
  /// - Parameters:
  ///   - strength: what of style, shape, cells and margin. Another style has its own number of cells, unless one is named.
  ///   - metadata: nil for as it was.
  ///   - effort: nil for as it was.
  package mutating func change(
    _ strength: ObscuringStrength.Change, metadata: MetadataPolicy?, effort: DetectionEffort?
  ) {
    self.strength = strength.over(self.strength)
    self.metadata = metadata ?? self.metadata
    self.effort = effort ?? self.effort
  }

  /// What is left of the wishes where somebody says otherwise for once.
  /// - Parameters:
  ///   - strength: what of style, shape, cells and margin. Another style has its own number of cells.
  ///   - metadata: nil where nothing is said.
  ///   - effort: nil where nothing is said.
  package func yielding(
    to strength: ObscuringStrength.Change, metadata: MetadataPolicy?, effort: DetectionEffort?
  ) -> UserSettings {
    let together = strength.over(self.strength)
    var left = self
    // Where both say the same, the number of cells that is wanted stays that of the style.
    if strength.style != nil, strength.style != self.strength.style { left.strength.style = nil }
    if strength.shape != nil { left.strength.shape = nil }
    if strength.cells != nil || together.cells == nil { left.strength.cells = nil }
    if strength.margin != nil { left.strength.margin = nil }
    if metadata != nil { left.metadata = nil }
    if effort != nil { left.effort = nil }
    return left
  }

  /// Settings by which faces are found less surely, or renders show or tell more, than by the defaults. An ellipse holds the
  /// whole face, too, and cells show nothing of it but in a style that does.
  package var weaker: [Name] {
    Name.allCases.filter { name in
      switch name {
      case .style: strength.style?.revealsContent ?? false
      case .margin: strength.margin.map { $0 < ObscuringStrength.default.margin } ?? false
      case .metadata: metadata?.tellsMore(than: .minimal) ?? false
      case .effort: effort == .fast
      case .shape, .cells: false
      }
    }
  }

  /// The first of these that is not as it was: what a person is asked about before it is stored.
  package func newlyWeaker(than before: UserSettings) -> Name? {
    weaker.first { text(of: $0) != before.text(of: $0) }
  }

  /// Why a person is asked before a weaker setting is stored.
  package func caution(about name: Name) -> String {
    "\(name.rawValue) \(text(of: name) ?? "") is weaker than the default, \(defaultText(of: name)), and would"
      + " hold for every edit that is begun"
  }

  /// What to tell people wherever something was done by settings that are weaker than the defaults; nil where none is.
  package var note: String? {
    let weaker = weaker.compactMap { name in text(of: name).map { "\(name.rawValue) \($0)" } }
    return weaker.isEmpty
      ? nil : "stored settings are weaker than the defaults: " + weaker.joined(separator: ", ")
  }
}
