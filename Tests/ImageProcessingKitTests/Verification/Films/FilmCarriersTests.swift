import TestSupport
import Testing

@testable import ImageProcessingKit

/// What people are told of the things that films hold beside their pictures.
@Suite struct FilmCarriersTests {
  private func names(_ bytes: [UInt8]) -> [String] {
    bytes.withUnsafeBufferPointer { FilmCarriers(in: $0).names }
  }

  private static let item = TestBox.bytes("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("Anna".utf8))

  @Test func namesWhatPeopleAskAbout() {
    let list = TestBox.bytes(
      "ilst",
      TestBox.bytes("©nam", Self.item) + TestBox.bytes("covr", Self.item) + TestBox.bytes("©nam", Self.item))
    let data = TestBox.bytes(
      "udta", TestBox.bytes("©xyz", [0, 9]) + TestBox.bytes("meta", version: 0, list) + [0, 0, 0, 0])
    #expect(names(data) == ["location", "title", "cover"])
  }

  /// QuickTime names its metadata, and has no version before them.
  @Test func readsTheKeysOfQuickTime() {
    func key(_ name: String) -> [UInt8] { TestBox.bytes("mdta", Array("com.apple.quicktime.\(name)".utf8)) }
    let keys = key("location.ISO6709") + key("content.identifier") + key("make")
    let expected = ["location", "number that its photo shares", "maker of the camera"]
    #expect(names(TestBox.bytes("meta", TestBox.bytes("keys", [0, 0, 0, 0, 0, 0, 0, 3] + keys))) == expected)
  }

  /// However deep boxes lie in each other, how many there are, and wherever they end.
  @Test func comesToAnEndOverAnything() {
    var deep = TestBox.bytes("©nam", Self.item)
    for _ in 0..<5000 { deep = TestBox.bytes("udta", deep) }
    #expect(names(deep).isEmpty)
    let many = (0..<20_000).flatMap { _ in TestBox.bytes("free", []) } + TestBox.bytes("covr", [])
    #expect(names(many).isEmpty)
    let plain = TestBox.bytes("meta", version: 0, TestBox.bytes("ilst", TestBox.bytes("covr", Self.item)))
    for count in 0..<plain.count { _ = names(Array(plain.prefix(count))) }
    #expect(names([UInt8](repeating: 0xFF, count: 100)).isEmpty)
  }
}
