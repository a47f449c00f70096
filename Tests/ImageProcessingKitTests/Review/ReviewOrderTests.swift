import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ReviewOrderTests {
  private static let frame = PictureFrame(width: 4000, height: 3000)

  private func region(
    _ id: String = "f1", score: Double? = 0.5, x: Double = 0.2, y: Double = 0.3, side: Double = 0.1,
    _ change: (inout PlannedRegion) -> Void = { _ in }
  ) -> PlannedRegion {
    var region = PlannedRegion(
      id: id, rect: NormalizedRect(x: x, y: y, width: side, height: side), score: score,
      origin: score == nil ? .manual : .detected)
    change(&region)
    return region
  }

  private func photo(
    _ regions: [PlannedRegion], _ change: (inout ReviewedState) -> Void = { _ in }
  ) -> ReviewedState {
    var photo = ReviewedState(regions: regions, frame: Self.frame, cells: 12)
    change(&photo)
    return photo
  }

  /// As `3 f1 doubtful 0`.
  private func asked(_ photos: [ReviewedState]) -> [String] {
    ReviewOrder.questions(photos).map { "\($0.photo) \($0.region ?? "-") \($0.kind) \($0.alike)" }
  }

  @Test func asksInTheOrderOfKinds() {
    let photos = [
      photo([region(score: 0.99)]), photo([]), photo([region(score: 0.99) { $0.cells = 0 }]),
      photo([region(score: 0.84)]), photo([]),
    ]
    #expect(
      asked(photos) == ["3 f1 doubtful 0", "2 f1 seenAgain 0", "1 - noFace 0", "4 - noFace 0", "0 - rest 0"])
  }

  @Test func asksFirstWhereAnAnswerDoesMost() {
    // Doubt × size: .5 × .1, .9 × .1, .5 × .3, .2 × .2.
    let photos = [
      photo([region(score: 0.5, x: 0.1)]), photo([region(score: 0.1, x: 0.3)]),
      photo([region(score: 0.5, x: 0.5, side: 0.3)]), photo([region(score: 0.8, x: 0.7, side: 0.2)]),
    ]
    #expect(
      asked(photos) == ["2 f1 doubtful 0", "1 f1 doubtful 0", "0 f1 doubtful 0", "3 f1 doubtful 0"])
  }

  /// Three small ones that one answer may settle come before one that is twice as large.
  @Test func asksFirstWhatManyWaitBehind() {
    let burst = (0..<3).map { photo([region(score: 0.5, x: 0.2 + Double($0) / 1000)]) }
    let photos = [photo([region(score: 0.5, x: 0.6, side: 0.2)])] + burst
    #expect(
      asked(photos) == ["1 f1 doubtful 2", "2 f1 doubtful 2", "3 f1 doubtful 2", "0 f1 doubtful 0"])
  }

  @Test func countsOnlyWhatMayBeTheSame() {
    let same = region()
    let others = [
      photo([region(x: 0.215)]), photo([region(side: 0.13)]),
      photo([same]) { $0.frame = PictureFrame(width: 3000, height: 4000) },
      photo([same]) { $0.frame = nil },
      photo([region { $0.kind = SubjectKind(rawValue: "plate") ?? $0.kind }]),
      photo([region { $0.cells = 0 }]) { $0.looked = ["f1"] }, photo([region { $0.state = .excluded }]),
    ]
    for (index, other) in others.enumerated() {
      #expect(
        ReviewOrder.questions([photo([same]), other]).filter { $0.region != nil }.allSatisfy {
          $0.alike == 0
        },
        "\(index)")
    }
    // 4/5 of the union, and a little less.
    #expect(ReviewOrder.questions([photo([same]), photo([region(x: 0.211)])]).map(\.alike) == [1, 1])
  }

  /// Places are told apart by a grid; nothing falls between its lines.
  @Test func findsWhatIsAtTheSamePlaceWhereverItLies() {
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      let (width, height) = (
        Double.random(in: 0.004...0.6, using: &random), Double.random(in: 0.004...0.6, using: &random)
      )
      let rect = NormalizedRect(
        x: .random(in: -0.1...0.9, using: &random), y: .random(in: -0.1...0.9, using: &random), width: width,
        height: height)
      let other = NormalizedRect(
        x: rect.x + width * .random(in: -0.2...0.2, using: &random),
        y: rect.y + height * .random(in: -0.2...0.2, using: &random),
        width: width * .random(in: 0.75...1.3, using: &random),
        height: height * .random(in: 0.75...1.3, using: &random))
      guard rect.isValid, other.isValid else { continue }
      let photos = [rect, other].map { rect in photo([region { $0.rect = rect }]) }
      let isSame = rect.overlap(other) >= 0.8
      #expect(ReviewOrder.questions(photos).map(\.alike) == (isSame ? [1, 1] : [0, 0]), "\(rect) \(other)")
      #expect(
        ReviewLikeness.candidates(for: "f1", of: 0, among: photos).map(\.photo) == (isSame ? [1] : []))
    }
  }

  @Test func asksNothingThatIsAnswered() {
    #expect(asked([photo([region()]) { $0.isLooked = true }]) == [])
    #expect(asked([photo([region()]) { $0.isReviewable = false }]) == [])
    #expect(asked([photo([]) { $0.isLooked = true }]) == [])
    // All regions are answered, and nobody has said of the photo that no face is missing.
    #expect(asked([photo([region()]) { $0.looked = ["f1"] }]) == ["0 - rest 0"])
    // What a person has left open or drawn is no question, and with nothing hidden a miss may be anywhere.
    #expect(asked([photo([region { $0.state = .excluded }])]) == ["0 - noFace 0"])
    #expect(asked([photo([region("m1", score: nil)])]) == ["0 - rest 0"])
    // As many cells as all have are no sign.
    #expect(asked([photo([region(score: 0.9) { $0.cells = 12 }])]) == ["0 - rest 0"])
    #expect(asked([photo([region(score: 0.9) { $0.cells = 4 }])]) == ["0 f1 seenAgain 0"])
  }

  @Test func asksAboutEveryRegionInItsOrder() {
    let regions = [region("f1", x: 0.1), region("f2", score: 0.95, x: 0.3), region("f3", x: 0.5)]
    #expect(asked([photo(regions)]) == ["0 f1 doubtful 0", "0 f3 doubtful 0"])
  }

  /// Ten thousand photos of a camera that does not move, all with the same false box, and others at random.
  @Test func ordersTenThousandPhotos() {
    var random = SplitMix(seed: 3)
    let photos = (0..<10_000).map { number in
      let jitter = Double.random(in: -0.001...0.001, using: &random)
      return photo(
        [region("f1", x: 0.2 + jitter)]
          + (number % 3 == 0
            ? [
              region(
                "f2", score: 0.3, x: .random(in: 0.4...0.9, using: &random),
                y: .random(in: 0...0.9, using: &random), side: 0.03)
            ] : []))
    }
    let questions = ReviewOrder.questions(photos)
    #expect(questions.count == 10_000 + 3334)
    #expect(questions.prefix(10_000).allSatisfy { $0.region == "f1" && $0.alike == 9999 })
    // Where worth is equal, by number.
    #expect(questions.prefix(10_000).map(\.photo) == questions.prefix(10_000).map(\.photo).sorted())
    #expect(questions == ReviewOrder.questions(photos))
  }

  /// Boxes may come from a file that somebody has written.
  @Test func survivesAnyBoxes() {
    let rects = [
      NormalizedRect(x: 0, y: 0, width: .leastNonzeroMagnitude, height: 16),
      NormalizedRect(x: -15, y: -15, width: 16, height: 16),
      NormalizedRect(x: 0.5, y: -15, width: 1e-300, height: 16),
      NormalizedRect(x: 0, y: 0, width: 16, height: .leastNonzeroMagnitude),
      NormalizedRect(x: .nan, y: 0, width: .infinity, height: -1),
      NormalizedRect(x: 1e300, y: 1e300, width: 1e300, height: 1e300),
    ]
    for rect in rects {
      let photos = [photo([region { $0.rect = rect }]), photo([region { $0.rect = rect }])]
      #expect(ReviewOrder.questions(photos).count == 2)
    }
  }
}
