/// Where the labels of boxes stand in a picture: each beside its box where there is room, else as near as there is, over no
/// box as long as any place is free, and never over another label unless the picture cannot hold them all.
///
/// Greedy and deterministic: the labels that find a place at their box come first, in the order of the boxes, then the
/// others. Everything happens on a grid, so that a place is looked up in a constant time whatever else is in the picture.
struct LabelLayout {
  struct Size: Sendable, Hashable {
    var width: Int
    var height: Int
  }

  struct Item {
    /// What is labelled.
    var box: PixelRect
    /// Of the label, the preferred one first. The others are taken where there is no room at the box.
    var sizes: [Size]
  }

  struct Place: Sendable, Hashable {
    var rect: PixelRect
    /// Which of the item's sizes it has.
    var size: Int
    /// Pixels between the label and its box.
    var distance: Int
    /// Whether it stands on a box, its own or another's.
    var coversBox: Bool
  }

  /// In the order of the items.
  private(set) var places: [Place] = []

  /// Labels that are further than this many of their heights from their box are hard to follow.
  private static let followable = 2

  /// How far the layout is from what a person wants: nothing where each label is near its box and covers none.
  var strain: Int {
    places.reduce(0) { sum, place in
      sum + (place.coversBox ? 100 : place.distance > Self.followable * place.rect.height ? 1 : 0)
    }
  }

  /// - Parameters:
  ///   - items: with at least one size each.
  ///   - size: of the picture.
  init(_ items: [Item], on size: Size) {
    var grid = LabelGrid(size, boxes: items.map(\.box))
    var found = [Place?](repeating: nil, count: items.count)
    for (index, item) in items.enumerated() {
      found[index] = grid.place(item, within: 0...0, sizes: 0..<item.sizes.count)
    }
    for (index, item) in items.enumerated() where found[index] == nil {
      let smallest = (item.sizes.count - 1)..<item.sizes.count
      found[index] = grid.place(item, within: 1...grid.farthest, sizes: smallest)
    }
    grid.giveUpBoxes()
    for (index, item) in items.enumerated() where found[index] == nil {
      found[index] = grid.placeAnywhere(item)
    }
    places = found.compactMap(\.self)
  }
}
