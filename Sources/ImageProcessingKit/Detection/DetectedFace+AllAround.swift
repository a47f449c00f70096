// Faces in a picture of everything around, whose left and right edge are one place.
extension [DetectedFace] {
  /// What several looks at such a picture found, each face once, the surest first, with a box around all boxes of it. Where that is cut by the edge it
  /// is there twice, a picture's width apart, each time with the whole box.
  ///
  /// The view around the edge shows a face that the picture shows in halves, so boxes are compared by what of them lies in the picture.
  /// - Parameter others: those that were seen as viewers show the picture; of the rest none goes on at the other edge.
  func joined(allAround others: [DetectedFace]) -> [DetectedFace] {
    let all = self + others
    let shown = all.indices.map { index in
      let rect = all[index].rect
      return (index < count ? [rect] : EquirectangularPicture.within(rect)).map { $0.clampedToPicture() }
    }
    func isOneFace(_ index: Int, _ other: Int) -> Bool {
      all[index].kind == all[other].kind
        && shown[index].contains { rect in shown[other].contains { FaceFusion.isOneFace(rect, $0) } }
    }
    var groups: [[Int]] = []
    for index in all.surestFirst {
      let known = groups.indices.filter { groups[$0].contains { isOneFace(index, $0) } }
      guard let first = known.first else {
        groups.append([index])
        continue
      }
      groups[first].append(index)
      // The halves of a face are one by what is seen of both.
      for other in known.dropFirst().reversed() { groups[first] += groups.remove(at: other) }
    }
    return groups.flatMap { members in
      let face = members.dropFirst().reduce(into: all[members[0]]) { $0.unite(allAround: all[$1]) }
      guard members.contains(where: { $0 >= count }) else { return [face] }
      return EquirectangularPicture.within(face.rect).map { rect in
        var part = face
        part.rect = rect
        return part
      }
    }
  }
}

extension DetectedFace {
  /// Takes in another box of the same face, which may lie at the other edge of the picture.
  fileprivate mutating func unite(allAround other: DetectedFace) {
    var rect = other.rect
    rect.x -= (rect.x + rect.width / 2 - self.rect.x - self.rect.width / 2).rounded()
    self.rect = self.rect.union(rect)
    note(other.seenBy)
  }
}

extension Collection<NormalizedRect> {
  /// How many faces these boxes are of, as people count them: a face that the edge of a picture of everything around cuts has two, exactly a
  /// picture's width apart.
  package var faceCount: Int {
    let all = Set(self)
    return count { rect in
      var other = rect
      other.x += 1
      return rect.x >= 0 || !all.contains(other)
    }
  }
}
