import Foundation
import TestSupport
import Testing

/// One run of the commands over a portrait per carrier; its files are kept in memory, and none on disk.
struct CarrierRun: Sendable {
  /// By file name, as everything here.
  let photos: [String: [UInt8]]
  let blur: BuiltCommand.Outcome
  /// What `blur` wrote in place of each photo, records included, by the name of the file.
  let outputs: [String: [UInt8]]
  /// The photos that `blur` changed, in content, mode or time.
  let changedPhotos: Set<String>
  /// The name of each photo's render, by the command's own account.
  let renderNames: [String: String]

  /// Every carrier, planted in the same portrait.
  static let everyCarrier = Result {
    let portrait = try TestPhotos.astronaut()
    return try CarrierRun(
      Dictionary(uniqueKeysWithValues: Carrier.all.map { ($0.fileName, try $0.build(portrait)) }))
  }

  /// Every kind of broken EXIF, in the same portrait.
  static let everyBrokenEXIF = Result {
    let portrait = try TestPhotos.astronaut()
    return try CarrierRun(
      Dictionary(
        uniqueKeysWithValues: BrokenEXIF.all.enumerated().map { index, broken in
          (brokenEXIFName(index), try broken.build(portrait))
        }))
  }

  static func brokenEXIFName(_ index: Int) -> String { "broken-exif-\(index).jpg" }

  /// - Parameter options: of `blur`, beside where it writes.
  init(_ photos: [String: [UInt8]], options: [String] = []) throws {
    self.photos = photos
    let scratch = try ScratchFolder()
    for (name, bytes) in photos { try scratch.write(bytes, name) }
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(
      ["blur", "-o", "out", "--json"] + options + photos.keys.sorted(), in: scratch.path)
    blur = outcome
    let after = try scratch.state()
    changedPhotos = Set(photos.keys.filter { before[$0] != after[$0] })
    var outputs: [String: [UInt8]] = [:]
    for name in after.keys where before[name] == nil && after[name]?.digest != nil {
      outputs[name] = try scratch.read(name)
    }
    self.outputs = outputs
    renderNames = Dictionary(
      try outcome.jsonLines().compactMap { photo in
        guard let file = photo["file"] as? String, let outputs = photo["outputs"] as? [String: Any],
          let render = outputs["render"] as? String
        else { return nil }
        return (URL(filePath: file).lastPathComponent, render)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// What was written in place of a photo.
  func render(of name: String) throws -> [UInt8] {
    try #require(
      renderNames[name].flatMap { render in outputs.first { render.hasSuffix($0.key) }?.value },
      "\(name) got no render: \(blur.errors)")
  }

  /// All renders, by the names of their photos.
  var renders: [String: [UInt8]] {
    photos.keys.reduce(into: [:]) { result, name in result[name] = try? render(of: name) }
  }

  /// Expects by ExifTool's account that renders have no tag that is not allowed.
  /// - Parameter isType: whether a render's file is called what it should be.
  /// - Returns: how many of the photos have such a tag: a judge that sees nothing in them would see nothing in the renders either.
  func expectOnlyAllowedTags(
    in carriers: [Carrier], where isType: (_ fileType: String?) -> Bool
  ) throws -> Int {
    let (before, after) = (try ExifTool.tags(of: photos), try ExifTool.tags(of: renders))
    for carrier in carriers {
      let found = try #require(after[carrier.fileName], "\(carrier): exiftool read no render")
      #expect(isType(found["File:FileType"]), "\(carrier)")
      let others = ExifTool.tagsThatMustNotBe(in: found)
      #expect(others.isEmpty, "\(carrier): the render has \(others)")
    }
    return carriers.count { !ExifTool.tagsThatMustNotBe(in: before[$0.fileName] ?? [:]).isEmpty }
  }
}
