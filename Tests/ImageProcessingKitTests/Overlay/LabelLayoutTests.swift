import TestSupport
import Testing

@testable import ImageProcessingKit

/// Where the labels of an overlay stand, over many crowds.
@Suite struct LabelLayoutTests {
  private static let size = LabelLayout.Size(width: 800, height: 600)

  /// Boxes anywhere, of any size, each with a label of two sizes.
  private func crowd(_ seed: UInt64, _ count: Int, sides: ClosedRange<Int>) -> [LabelLayout.Item] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      let width = Int.random(in: sides, using: &random)
      let height = Int.random(in: sides, using: &random)
      let box = PixelRect(
        x: Int.random(in: 0...(Self.size.width - width), using: &random),
        y: Int.random(in: 0...(Self.size.height - height), using: &random), width: width, height: height)
      return LabelLayout.Item(
        box: box, sizes: [LabelLayout.Size(width: 60, height: 24), LabelLayout.Size(width: 40, height: 16)])
    }
  }

  @Test(arguments: 0..<20)
  func noLabelCoversAnotherOrAnyBoxAsLongAsThereIsRoom(_ seed: Int) throws {
    let items = crowd(UInt64(seed), 1 + seed * 6, sides: 8...(seed < 10 ? 150 : 40))
    let places = LabelLayout(items, on: Self.size).places
    try #require(places.count == items.count)
    for (index, place) in places.enumerated() {
      let rect = place.rect
      #expect(rect.x >= 0 && rect.y >= 0 && rect.maxX <= 800 && rect.maxY <= 600, "\(rect)")
      let wanted = items[index].sizes[place.size]
      #expect(rect.width >= wanted.width && rect.height >= wanted.height)
      #expect(!items.contains { $0.box.overlaps(rect) }, "label \(index) of \(seed) covers a box")
      #expect(
        !places[..<index].contains { $0.rect.overlaps(rect) }, "label \(index) of \(seed) covers another")
    }
  }

  /// Without a free place the labels stand on boxes, and still not on each other.
  @Test func labelsOfAFullPictureStandInTheirBoxesBesideEachOther() throws {
    let whole = PixelRect(x: 0, y: 0, width: 800, height: 600)
    let items = (0..<300).map { _ in
      LabelLayout.Item(box: whole, sizes: [LabelLayout.Size(width: 40, height: 16)])
    }
    let places = LabelLayout(items, on: Self.size).places
    #expect(places.allSatisfy { $0.coversBox })
    for (index, place) in places.enumerated() {
      #expect(!places[..<index].contains { $0.rect.overlaps(place.rect) })
    }
  }

  /// Where one place is free in the whole picture, it is found, however far it is.
  @Test(arguments: [(0, 0), (700, 0), (0, 560), (700, 560), (360, 280)])
  func theOnlyFreePlaceIsFound(_ corner: (x: Int, y: Int)) throws {
    let free = PixelRect(x: corner.x, y: corner.y, width: 100, height: 40)
    var boxes: [PixelRect] = []
    for y in stride(from: 0, to: 600, by: 40) {
      for x in stride(from: 0, to: 800, by: 20) {
        let box = PixelRect(x: x, y: y, width: 20, height: 40)
        if !box.overlaps(free) { boxes.append(box) }
      }
    }
    // One label is as large as what is free, the others are too large for it.
    let mine = boxes.count / 3
    let items = boxes.enumerated().map { index, box in
      LabelLayout.Item(
        box: box,
        sizes: [
          index == mine ? LabelLayout.Size(width: 100, height: 40) : LabelLayout.Size(width: 104, height: 44)
        ])
    }
    let place = LabelLayout(items, on: Self.size).places[mine]
    #expect(place.rect == free && !place.coversBox)
  }

  @Test func theSameBoxesGiveTheSamePlaces() {
    let items = crowd(7, 90, sides: 10...60)
    #expect(LabelLayout(items, on: Self.size).places == LabelLayout(items, on: Self.size).places)
  }

  /// What a stranger's record may hold: as many boxes as a record can have, each of the whole picture.
  @Test func aRecordFullOfHugeBoxesIsLaidOutAllTheSame() {
    let whole = PixelRect(x: 0, y: 0, width: 4000, height: 3000)
    let item = LabelLayout.Item(box: whole, sizes: [LabelLayout.Size(width: 60, height: 16)])
    let items = [LabelLayout.Item](repeating: item, count: FaceBlurAdjustment.maxRegions)
    let layout = LabelLayout(items, on: LabelLayout.Size(width: 4000, height: 3000))
    #expect(layout.places.count == items.count)
  }
}
