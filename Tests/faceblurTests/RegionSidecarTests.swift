import Foundation
import FoundationXML
import ImageProcessingKit
import TestSupport
import Testing

/// The sidecar that photo managers read, as another program reads it.
@Suite struct RegionSidecarTests {
  private static let box = PixelBox(x: 24, y: 8, width: 16, height: 12)

  private func region(
    _ id: String, _ rect: NormalizedRect, _ state: PlannedRegion.State = .applied
  ) -> PlannedRegion {
    PlannedRegion(id: id, rect: rect, score: 0.9, origin: .detected, state: state)
  }

  private func content(
    _ regions: [PlannedRegion], width: Int = 64, height: Int = 40, orientation: Orientation = .up
  ) throws -> [UInt8] {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: 5, margin: 1.4))
    let geometry = PhotoGeometry(
      storedWidth: width, storedHeight: height, orientation: orientation, unitWidth: 8, unitHeight: 8)
    return RegionSidecar.content(of: RegionPlan(regions: regions, strength: strength), on: geometry)
  }

  /// The rectangle that is white in a picture, by looking at each pixel.
  private func whiteBox(in picture: PixelBuffer) throws -> PixelBox {
    let rows = (0..<picture.height).filter { y in (0..<picture.width).contains { picture[$0, y].red == 255 } }
    let columns = (0..<picture.width).filter { x in
      (0..<picture.height).contains { picture[x, $0].red == 255 }
    }
    let x = try #require(columns.first)
    let y = try #require(rows.first)
    return PixelBox(x: x, y: y, width: columns.count, height: rows.count)
  }

  @Test func tellsWhereAFaceIsInTheStoredPicture() throws {
    var upright = PixelBuffer(width: 64, height: 40)
    for y in 8..<20 { for x in 24..<40 { upright[x, y] = (255, 255, 255) } }
    var files: [String: [UInt8]] = [:]
    var expected: [String: (picture: PixelBuffer, box: PixelBox, orientation: Orientation)] = [:]
    for orientation in Orientation.allCases {
      let stored = upright.stored(for: orientation)
      let name = "\(orientation.rawValue).jpg.xmp"
      files[name] = try content(
        [region("f1", Self.box.normalized(width: 64, height: 40))], width: stored.width,
        height: stored.height, orientation: orientation)
      expected[name] = (stored, try whiteBox(in: stored), orientation)
    }
    let tags = try ExifTool.tags(of: files, asNumbers: true)
    for (name, (picture, box, orientation)) in expected {
      let found = try #require(tags[name])
      func number(_ tag: String) throws -> Double {
        try #require(found["XMP-mwg-rs:Region\(tag)"].flatMap(Double.init), "\(tag) of \(name)")
      }
      let rect = box.normalized(width: picture.width, height: picture.height)
      #expect(try abs(number("AreaX") - (rect.x + rect.width / 2)) < 1e-6, "\(name)")
      #expect(try abs(number("AreaY") - (rect.y + rect.height / 2)) < 1e-6, "\(name)")
      #expect(try abs(number("AreaW") - rect.width) < 1e-6, "\(name)")
      #expect(try abs(number("AreaH") - rect.height) < 1e-6, "\(name)")
      #expect(try number("AppliedToDimensionsW") == Double(picture.width))
      #expect(try number("AppliedToDimensionsH") == Double(picture.height))
      #expect(found["XMP-mwg-rs:RegionAppliedToDimensionsUnit"] == "pixel")
      #expect(found["XMP-mwg-rs:RegionAreaUnit"] == "normalized")
      #expect(found["XMP-mwg-rs:RegionType"] == "Face")
      #expect(found["XMP-mwg-rs:RegionName"] == nil)
      #expect(found["XMP-tiff:Orientation"] == "\(orientation.rawValue)")
      #expect(found["XMP-xmp:CreatorTool"] == "FaceBlur \(FaceBlurVersion.current)")
      #expect(found["ExifTool:Warning"] == nil)
    }
  }

  @Test func tellsOfEveryFaceThatIsHiddenAndOfNoOther() throws {
    let regions = [
      region("f1", NormalizedRect(x: 0.125, y: 0.25, width: 0.25, height: 0.5)),
      region("f2", NormalizedRect(x: 0.5, y: 0.5, width: 0.25, height: 0.25), .excluded),
      // Half of it is outside the picture.
      region("f3", NormalizedRect(x: 0.875, y: -0.25, width: 0.25, height: 0.5)),
      // Nearly all of it is.
      region("f4", NormalizedRect(x: 1 - 1e-9, y: 0, width: 0.25, height: 0.5)),
    ]
    let bytes = try content(regions)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.components(separatedBy: "<rdf:li ").count == 3)
    #expect(
      text.contains(#"stArea:x="0.250000" stArea:y="0.500000" stArea:w="0.250000" stArea:h="0.500000""#))
    #expect(
      text.contains(#"stArea:x="0.937500" stArea:y="0.125000" stArea:w="0.125000" stArea:h="0.250000""#))
    #expect(!text.contains("f2") && !text.contains("f4"))
    #expect(try content(regions) == bytes)
    #expect(try ExifTool.tags(of: ["a.xmp": content([])])["a.xmp"]?["XMP-xmp:CreatorTool"] != nil)
  }

  @Test func escapesWhatARecordCouldHaveSet() throws {
    let id = "<a b=\"'&lt;]]>\u{1}\u{85}\u{FFFF}ü😀"
    let bytes = try content([region(id, Self.box.normalized(width: 64, height: 40))])
    let parser = XMLParser(data: Data(bytes))
    #expect(parser.parse() && parser.parserError == nil)
    let tags = try ExifTool.tags(of: ["a.xmp": bytes])
    #expect(
      tags["a.xmp"]?["XMP-mwg-rs:RegionDescription"]
        == "<a b=\"'&lt;]]>\u{FFFD}\u{FFFD}\u{FFFD}ü😀, detected")
  }

  @Test func knowsItsOwnUntilSomebodyChangesIt() throws {
    let bytes = try content([region("f1", Self.box.normalized(width: 64, height: 40))])
    let isOurs = RegionSidecar.isOurs(bytes)
    #expect(isOurs)
    let cutOrLengthened = [[], Array(bytes.dropLast()), bytes + [10]].filter(RegionSidecar.isOurs)
    #expect(cutOrLengthened.isEmpty)
    let unnoticed = bytes.indices.filter { place in
      var changed = bytes
      changed[place] ^= 1
      return RegionSidecar.isOurs(changed)
    }
    #expect(unnoticed.isEmpty)
    // As a photo manager adds a name: the rest stays as it is, our own name included.
    let named = try ExifTool.writing(["-XMP-mwg-rs:RegionName=Ann"], to: bytes, named: "a.jpg.xmp")
    #expect(String(decoding: named, as: UTF8.self).contains("FaceBlur \(FaceBlurVersion.current)"))
    #expect(!RegionSidecar.isOurs(named))
  }

  /// Who tags people in the sidecar must still be able to edit the photo, and keeps the tags.
  @Test func isLeftAloneOnceSomebodyHasChangedIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--xmp")
    try scratch.append("<!-- Ann -->", to: "portrait.jpg.xmp")
    let tagged = try scratch.digest("portrait.jpg.xmp")
    let filtered = try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.5", "--force")
    #expect(filtered.errors.contains("portrait.jpg.xmp: it was changed"))
    #expect(try scratch.digest("portrait.jpg.xmp") == tagged)
    let refused = try scratch.expectFailure(
      73, naming: "portrait.jpg.xmp", "filter", "portrait.jpg", "--sepia", "0.2", "--xmp")
    #expect(refused.errors.contains("move it away, or use --force"), "\(refused.errors)")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.digest("portrait.jpg.xmp") == tagged)
  }

  @Test func isNamedAfterTheWholeNameOfThePhoto() {
    #expect(RegionSidecar.path(for: "a/IMG_1234.JPG") == "a/IMG_1234.JPG.xmp")
    #expect(RegionSidecar.path(for: "IMG_1234") == "IMG_1234.xmp")
  }
}
