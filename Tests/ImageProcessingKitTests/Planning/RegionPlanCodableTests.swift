import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A plan on its way to another process, and what comes from there.
@Suite struct RegionPlanCodableTests {
  private static func read(_ text: String) throws -> RegionPlan {
    try JSONDecoder().decode(RegionPlan.self, from: Data(text.utf8))
  }

  @Test func hidesThereWhatItHidesHere() throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      let plan = random.plan()
      let text = try PlainText.json(plan)
      let read = try Self.read(text)
      #expect(read == plan)
      #expect(try PlainText.json(read) == text)
      let geometry = PhotoGeometry(
        storedWidth: Int.random(in: 1...4000, using: &random),
        storedHeight: Int.random(in: 1...4000, using: &random),
        orientation: Orientation.allCases.randomElement(using: &random) ?? .up, unitWidth: 16, unitHeight: 8)
      #expect(read.areas(on: geometry) == plan.areas(on: geometry))
    }
  }

  /// Not by the areas alone: by the file.
  @Test func rendersTheSameBytes() throws {
    let face = TestPhotos.astronautFace.normalized(width: 512, height: 512)
    let plan = RegionPlanner().plan(for: [DetectedFace(rect: face, score: 0.123456789)])
    let read = try Self.read(PlainText.json(plan))
    let folder = try ScratchFolder()
    func render(_ plan: RegionPlan, _ name: String) throws -> [UInt8] {
      let photo = FilePath(try folder.write(TestPhotos.astronaut(), "\(name)/photo.jpg"))
      var session = try EditSession.begin(photo)
      session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: .byHand)))
      var outputs = OutputGuard(originals: [photo], force: false)
      let output = try session.render(lookingAgain: nil, guardedBy: outputs)
      _ = try session.commit(output, guardedBy: &outputs)
      return try folder.read("\(name)/photo_edited.jpg")
    }
    #expect(try render(read, "there") == render(plan, "here"))
  }

  private static let region =
    #"{"id":"f1","origin":"detected","rect":{"height":0.2,"width":0.2,"x":0.1,"y":0.1},"score":0.9,"state":"applied"}"#
  private static let strength =
    #"{"cells":12,"lattice":"picture","margin":1.3,"shape":"box","style":"mosaic"}"#

  private static func text(_ regions: [String], _ strength: String = strength) -> String {
    "{\"regions\":[\(regions.joined(separator: ","))],\"strength\":\(strength)}"
  }

  /// Other programs write plans, too, so the form is a contract.
  @Test func hasThisForm() throws {
    let text = Self.text([Self.region])
    let plan = try Self.read(text)
    #expect(plan.applied.map(\.rect) == [NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)])
    #expect(plan.strength == .default)
    #expect(try PlainText.json(plan) == text)
  }

  @Test(arguments: [
    (#""width":0.2"#, #""width":0"#, "rectangle"), (#""width":0.2"#, #""width":-1"#, "rectangle"),
    (#""x":0.1"#, #""x":1"#, "rectangle"), (#""x":0.1"#, #""x":1e300"#, "rectangle"),
    (#""score":0.9"#, #""score":1.5"#, "score"), (#""score":0.9"#, #""score":-0.1"#, "score"),
    (#""score":0.9"#, #""cells":25"#, "cells"), (#""score":0.9"#, #""cells":-1"#, "cells"),
    ("f1", String(repeating: "f", count: 65), "id"),
    (#""score":0.9"#, "\"seenBy\":[\"" + String(repeating: "l", count: 65) + "\"]", "looks"),
    (
      #""score":0.9"#, "\"seenBy\":[" + [String](repeating: "\"l\"", count: 65).joined(separator: ",") + "]",
      "looks"
    ),
  ])
  func refusesARegionThatIsNone(_ use: (part: String, lie: String, named: String)) throws {
    let lie = Self.region.replacingOccurrences(of: use.part, with: use.lie)
    #expect(lie != Self.region)
    let error = #expect(throws: DecodingError.self) { try Self.read(Self.text([lie])) }
    #expect("\(try #require(error))".contains(use.named))
  }

  @Test(arguments: [
    (#""cells":12"#, #""cells":0"#), (#""cells":12"#, #""cells":25"#), (#""margin":1.3"#, #""margin":0.99"#),
    (#""margin":1.3"#, #""margin":4.01"#), (#""mosaic""#, #""pixelate""#), (#""mosaic""#, #""none""#),
    (#""box""#, #""line""#), (#""picture""#, #""page""#), (#""lattice":"picture","#, ""),
  ])
  func refusesAStrengthThatHidesTooLittle(_ use: (part: String, lie: String)) throws {
    let lie = Self.strength.replacingOccurrences(of: use.part, with: use.lie)
    #expect(lie != Self.strength)
    #expect(throws: DecodingError.self) { try Self.read(Self.text([Self.region], lie)) }
  }

  @Test func refusesTooManyRegionsAndTwins() throws {
    #expect(throws: DecodingError.self) { try Self.read(Self.text([Self.region, Self.region])) }
    let regions = (0...RegionPlan.maxRegions).map {
      Self.region.replacingOccurrences(of: "f1", with: "f\($0)")
    }
    #expect(try Self.read(Self.text(Array(regions.dropLast()))).regions.count == RegionPlan.maxRegions)
    #expect(throws: DecodingError.self) { try Self.read(Self.text(regions)) }
    // They are counted before any of them is read.
    let rubbish = [String](repeating: "0", count: RegionPlan.maxRegions + 1)
    let error = #expect(throws: DecodingError.self) { try Self.read(Self.text(rubbish)) }
    #expect("\(try #require(error))".contains("more than 4096"))
  }

  /// A plan that cannot be written is an error, and no plan that hides something else.
  @Test func isNotWrittenWithoutNumbers() throws {
    var plan = try Self.read(Self.text([Self.region]))
    plan.regions[0].rect.x = .nan
    #expect(throws: EncodingError.self) { try PlainText.json(plan) }
  }
}
