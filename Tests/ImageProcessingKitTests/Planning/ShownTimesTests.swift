import Testing

@testable import ImageProcessingKit

/// Times of films as people write them.
@Suite struct ShownTimesTests {
  @Test(arguments: [
    ("0", 0...0.05), ("1.5", 1.45...1.55), ("1.25", 1.245...1.255), ("0.0334", 0.03335...0.03345),
    ("00:01.2-00:03", 1.15...3.05), ("1:02:03.500-1:02:03.500", 3723.4995...3723.5005),
    ("90-2:00", 89.95...120.05), ("2-2", 1.95...2.05), ("75:00", 4499.95...4500.05),
  ])
  func meanAllThatTheyMayHaveBeenRoundedFrom(_ text: String, _ expected: ClosedRange<Double>) throws {
    let times = try #require(ShownTimes(text))
    #expect(abs(times.seconds.lowerBound - expected.lowerBound) < 1e-9, "\(times.seconds)")
    #expect(abs(times.seconds.upperBound - expected.upperBound) < 1e-9, "\(times.seconds)")
    #expect(times.description == text)
  }

  @Test(arguments: [
    "", "-", "1-", "-1", "2-1", "1:5", "1:60", "1:00:60", "1:60:00", "1:2:3:4", "1.", ".5", "1e3", "nan",
    "0x1",
    "1 ", "+1", "1-2-3", "1,5", "٣", "1:-2", "99999999999", "1.0000000001", "0:01.2–0:03",
  ])
  func areNoneWhereTheyAreWrittenOtherwise(_ text: String) {
    #expect(ShownTimes(text) == nil)
    #expect(TimedBox("1,2,3,4@\(text)") == nil)
  }

  @Test func lieInAFilmUpToItsEnd() throws {
    func lie(_ text: String) throws -> Bool { try #require(ShownTimes(text)).lies(within: 2) }
    for text in ["0", "2", "0-2.0", "1.999", "2.000"] { #expect(try lie(text), "\(text)") }
    for text in ["2.1", "0:02.05", "0-2.1", "3-4", "1:00:00"] { #expect(try !lie(text), "\(text)") }
  }

  @Test func standBehindABox() throws {
    let box = try #require(RegionBox("-8,0,32,16"))
    #expect(TimedBox("-8,0,32,16") == TimedBox(box: box))
    #expect(TimedBox("-8,0,32,16@1-2") == TimedBox(box: box, times: ShownTimes("1-2")))
    #expect(TimedBox("10%,20%,5%,8%@0:01")?.box.unit == .percent)
    for text in ["@1-2", "1,2,3@1", "1,2,3,4@1@2", "1,2,3,4@", "1@2,3,4,5"] { #expect(TimedBox(text) == nil) }
  }
}
