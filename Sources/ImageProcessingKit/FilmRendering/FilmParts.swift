/// Pictures of a render that come one after the other in the order of decoding.
struct FilmRun: Sendable, Hashable {
  /// Of the original, by their numbers in its order of decoding.
  fileprivate(set) var pictures: [Int]
  /// Whether they are coded anew, in the order of presentation, or copied.
  let isCoded: Bool
  /// Whether its first picture, which is copied, has to say that nothing before it is there.
  var isSevered = false
}

/// What of a film is copied and what is coded anew, and what has to be decoded for that.
struct FilmParts: Sendable {
  private(set) var runs: [FilmRun] = []
  /// By their numbers in the order of decoding, which they are in.
  private(set) var decoded: [Int] = []
  /// Of these, those that others need, and that are copied.
  private(set) var decodedBeside: [Int] = []
  /// Of the decoded ones, those before which there is a gap: they have to say so.
  private(set) var severed: Set<Int> = []
  /// The parts of groups that stand for themselves and are coded anew.
  private(set) var codedBodies: [[Int]] = []

  /// - Parameters:
  ///   - groups: all pictures of the film, in the order of decoding.
  ///   - isWhole: whether all are coded anew.
  ///   - hides: whether something is hidden in a picture.
  init(_ groups: [FilmGroup], isWhole: Bool, hides: (Int) -> Bool) {
    let isCoded = groups.map { isWhole || $0.body.contains(where: hides) }
    // What leads to a group needs that one and the one before.
    let isLeadCoded = groups.indices.map { index in
      groups[index].leadingCount > 0
        && (isCoded[index] || (index > 0 && isCoded[index - 1])
          || groups[index].leading.contains(where: hides))
    }
    for (index, group) in groups.enumerated() {
      // It is coded with the group before, where that is, else with its own.
      if isLeadCoded[index] { code(Array(group.leading), isBehind: index > 0 && isCoded[index - 1]) }
      if isCoded[index] {
        let hasLead = isLeadCoded[index] && !(index > 0 && isCoded[index - 1])
        code(group.body, isBehind: hasLead)
        codedBodies.append(group.body)
      } else {
        copy(isLeadCoded[index] ? group.body : Array(group.pictures), isIndependent: group.isIndependent)
      }
      let isNext = index + 1 < groups.count && isLeadCoded[index + 1]
      decode(group, isCoded: isCoded[index], isLeadCoded: isLeadCoded[index], isNeeded: isNext)
    }
  }

  var codedCount: Int { runs.reduce(0) { $0 + ($1.isCoded ? $1.pictures.count : 0) } }

  private mutating func code(_ pictures: [Int], isBehind: Bool) {
    if isBehind, let last = runs.last, last.isCoded {
      runs[runs.count - 1].pictures += pictures
    } else {
      runs.append(FilmRun(pictures: pictures, isCoded: true))
    }
  }

  private mutating func copy(_ pictures: [Int], isIndependent: Bool) {
    let isSevered = !isIndependent && runs.last?.isCoded == true
    runs.append(FilmRun(pictures: pictures, isCoded: false, isSevered: isSevered))
  }

  private mutating func decode(_ group: FilmGroup, isCoded: Bool, isLeadCoded: Bool, isNeeded: Bool) {
    let isBodyDecoded = isCoded || isNeeded
    guard isBodyDecoded || isLeadCoded else { return }
    let first = group.pictures.lowerBound
    // What leads to it is decoded where all of the group before is.
    if let last = decoded.last, !group.isIndependent, !isLeadCoded, last + 1 != first {
      severed.insert(first)
    }
    decoded.append(first)
    if isLeadCoded { decoded += group.leading }
    if isBodyDecoded { decoded += group.leading.upperBound..<group.pictures.upperBound }
    guard !isCoded else { return }
    decodedBeside.append(first)
    if isBodyDecoded { decodedBeside += group.leading.upperBound..<group.pictures.upperBound }
  }
}
