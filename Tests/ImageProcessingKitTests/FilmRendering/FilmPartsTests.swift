import Testing

@testable import ImageProcessingKit

/// What of a film with open groups is copied, and what is decoded for what is not.
@Suite struct FilmPartsTests {
  /// Four groups of six pictures; two lead to each but the first.
  private static let open = (0..<4).map { index in
    FilmGroup(
      pictures: 6 * index..<6 * (index + 1), leadingCount: index == 0 ? 0 : 2, isIndependent: index == 0)
  }

  private func parts(_ hidden: Set<Int>, _ groups: [FilmGroup] = open) -> FilmParts {
    FilmParts(groups, isWhole: false) { hidden.contains($0) }
  }

  private func run(_ pictures: [Int], coded: Bool = false, severed: Bool = false) -> [String] {
    ["\(coded ? "coded" : severed ? "severed" : "copied") \(pictures)"]
  }

  private func told(_ parts: FilmParts) -> [String] {
    parts.runs.flatMap { run($0.pictures, coded: $0.isCoded, severed: $0.isSevered) }
  }

  @Test func copiesAllWhereNothingIsHidden() {
    let parts = parts([])
    #expect(told(parts) == Self.open.flatMap { run(Array($0.pictures)) })
    #expect(parts.decoded.isEmpty && parts.codedCount == 0)
  }

  /// With a group go those that lead to it and those that lead to the next one, which is severed.
  @Test func aGroupIsCodedWithWhatLeads() {
    let parts = parts([10])
    #expect(
      told(parts) == run([0, 1, 2, 3, 4, 5]) + run([7, 8, 6, 9, 10, 11, 13, 14], coded: true)
        + run([12, 15, 16, 17], severed: true) + run([18, 19, 20, 21, 22, 23]))
    #expect(parts.codedCount == 8 && parts.codedBodies == [[6, 9, 10, 11]])
    // What leads needs the group before and the one that it leads to.
    #expect(parts.decoded == Array(0..<15) && parts.decodedBeside == Array(0..<6) + [12])
    #expect(parts.severed.isEmpty)
  }

  /// Those that lead are coded alone where nothing else is hidden.
  @Test func whatLeadsIsCodedAlone() {
    let parts = parts([13])
    #expect(
      told(parts) == run(Array(0..<6)) + run(Array(6..<12)) + run([13, 14], coded: true)
        + run([12, 15, 16, 17], severed: true) + run(Array(18..<24)))
    #expect(parts.decoded == [6, 9, 10, 11, 12, 13, 14] && parts.decodedBeside == [6, 9, 10, 11, 12])
    #expect(parts.severed.isEmpty)
  }

  /// Groups side by side begin each with a key picture, and a gap before what is decoded is told.
  @Test func groupsSideBySideAndGaps() {
    let first = parts([9, 15])
    #expect(
      told(first) == run(Array(0..<6)) + run([7, 8, 6, 9, 10, 11, 13, 14], coded: true)
        + run([12, 15, 16, 17, 19, 20], coded: true) + run([18, 21, 22, 23], severed: true))
    let second = parts([0, 19])
    #expect(
      told(second) == run([0, 1, 2, 3, 4, 5, 7, 8], coded: true) + run([6, 9, 10, 11], severed: true)
        + run(Array(12..<18)) + run([19, 20], coded: true) + run([18, 21, 22, 23], severed: true))
    #expect(second.decoded == Array(0..<9) + [12, 15, 16, 17, 18, 19, 20] && second.severed == [12])
  }

  @Test func closedGroupsAreEachForThemselves() {
    let groups = (0..<3).map { FilmGroup(pictures: 4 * $0..<4 * ($0 + 1)) }
    let parts = parts([5], groups)
    #expect(told(parts) == run(Array(0..<4)) + run(Array(4..<8), coded: true) + run(Array(8..<12)))
    #expect(parts.decoded == Array(4..<8) && parts.decodedBeside.isEmpty && parts.severed.isEmpty)
    let whole = FilmParts([FilmGroup(pictures: 0..<12)], isWhole: true) { _ in false }
    #expect(told(whole) == run(Array(0..<12), coded: true))
  }

  /// Every picture is in one run, and whatever is hidden is coded.
  @Test func noPictureIsLostOrShown() {
    for hidden in 0..<24 {
      for other in stride(from: 0, to: 24, by: 5) {
        let parts = parts([hidden, other])
        #expect(parts.runs.flatMap(\.pictures).sorted() == Array(0..<24))
        #expect(parts.decoded == parts.decoded.sorted() && Set(parts.decoded).count == parts.decoded.count)
        let coded = Set(parts.runs.filter(\.isCoded).flatMap(\.pictures))
        #expect(coded.isSuperset(of: [hidden, other]))
        #expect(coded.union(parts.decodedBeside) == Set(parts.decoded))
        #expect(coded.isDisjoint(with: parts.decodedBeside))
      }
    }
  }
}
