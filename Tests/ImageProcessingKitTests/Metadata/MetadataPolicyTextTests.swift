import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A policy reads the text that it writes, and means what people typed.
@Suite struct MetadataPolicyTextTests {
  private static let names =
    MetadataField.allCases.map(\.rawValue) + MetadataField.groups.map(\.key) + ["gps", "gps=coarse"]

  private static func anyCase(_ text: String, _ random: inout SplitMix) -> String {
    String(text.map { Bool.random(using: &random) ? Character($0.uppercased()) : Character($0.lowercased()) })
  }

  /// A text and what it means, worked out apart from the code under test.
  private static func example(_ random: inout SplitMix) -> (
    text: String, fields: Set<MetadataField>, isCoarse: Bool
  ) {
    let bases: [(String, MetadataPolicy)] = [
      ("", .minimal), ("none", .none), ("minimal", .minimal), ("standard", .standard),
    ]
    let base = bases.randomElement(using: &random) ?? bases[0]
    var text = anyCase(base.0, &random)
    var fields = base.1.fields
    var isCoarse = false
    for _ in 0..<Int.random(in: text.isEmpty ? 1...8 : 0...8, using: &random) {
      let isAdded = Bool.random(using: &random)
      let name = names.filter { isAdded || $0 != "gps=coarse" }.randomElement(using: &random) ?? "date"
      let named: [MetadataField] =
        name.hasPrefix("gps")
        ? [.gps]
        : MetadataField.groups.first { $0.key == name }?.value
          ?? MetadataField.allCases.filter { $0.rawValue == name }
      if isAdded { fields.formUnion(named) } else { fields.subtract(named) }
      if named.contains(.gps) { isCoarse = name == "gps=coarse" }
      text += ["", ",", " ", ", "].randomElement(using: &random) ?? ""
      text += (isAdded ? "+" : "-") + anyCase(name, &random)
    }
    return (text, fields, isCoarse)
  }

  @Test func meansWhatWasTypedAndReadsWhatItWrites() throws {
    var random = SplitMix(seed: 51)
    for _ in 0..<1500 {
      let example = Self.example(&random)
      let policy = try #require(MetadataPolicy(example.text), "\(example.text)")
      #expect(policy.fields == example.fields, "\(example.text)")
      #expect(policy.hasCoarseLocation == example.isCoarse, "\(example.text)")
      #expect(MetadataPolicy(policy.text) == policy, "\(example.text) as \(policy.text)")
      #expect(!policy.text.contains { $0 == " " || $0 == "," })
    }
  }

  @Test func isOneStringInARecord() throws {
    for text in ["none", "minimal", "standard", "standard+GPS=coarse-Make", "none+DateTimeOriginal"] {
      let policy = try #require(MetadataPolicy(text))
      #expect(policy.text == text)
      let json = try JSONEncoder().encode([policy])
      #expect(String(decoding: json, as: UTF8.self) == "[\"\(text)\"]")
      #expect(try JSONDecoder().decode([MetadataPolicy].self, from: json) == [policy])
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([MetadataPolicy].self, from: Data("[\"all\"]".utf8))
    }
  }

  @Test(arguments: [
    "", " ", ",", "all", "minimall", "mini mal+", "+", "-", "--", "+-date", "standard+", "+gps=", "+gps=fine",
    "-gps=coarse", "+serial", "+MakerNote", "+BodySerialNumber", "date", "minimal=date", "=minimal", "+Döte",
  ])
  func readsNothingElse(text: String) {
    #expect(MetadataPolicy(text) == nil)
  }

  @Test func growsFromBaseToBase() {
    #expect(MetadataPolicy.none.fields.isStrictSubset(of: MetadataPolicy.minimal.fields))
    #expect(MetadataPolicy.minimal.fields.isStrictSubset(of: MetadataPolicy.standard.fields))
    #expect(!MetadataPolicy.standard.keeps(.gps))
    #expect(MetadataPolicy.none.hidesTime && !MetadataPolicy.minimal.hidesTime)
  }
}
