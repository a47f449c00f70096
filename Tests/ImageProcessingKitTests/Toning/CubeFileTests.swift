import ImageProcessingKit
import Testing

/// What is read as a .cube file, and what is refused and why.
@Suite struct CubeFileTests {
  private static let two = TestCube.text(2)

  /// Why a file is refused; nil where it is read.
  private static func refusal(_ text: String) -> FaceBlurError? {
    do {
      _ = try TestCube.lut(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func readsWhateverTheFormatAllows() throws {
    let plain = try TestCube.lut(Self.two)
    let nodes = Self.two.split(separator: "\n").dropFirst()
    let variants = [
      Self.two.replacing("\n", with: "\r\n"),
      Self.two.replacing("\n", with: "\r"),
      "\u{FEFF}" + Self.two,
      "# a comment\n\nTITLE \"A look, 2 nodes\"\n" + Self.two.replacing("\n", with: "\n# between\n\n"),
      "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 1.0 1 1e0\n" + Self.two,
      "LUT_3D_INPUT_RANGE 0.0 1.0\n" + Self.two,
      String(Self.two.dropLast()),
      "LUT_3D_SIZE\t 2 \n" + nodes.map { "  " + $0.replacing(" ", with: "\t ") + " \n" }.joined(),
      Self.two.replacing("1.0", with: "+10.00e-01").replacing("0.0", with: "0."),
    ]
    for variant in variants { #expect(try TestCube.lut(variant) == plain, "\(variant.prefix(60))") }
  }

  // Red runs fastest, so the second node is pure red.
  @Test func takesRedAsTheFastestInput() throws {
    let lut = try TestCube.lut(TestCube.text(2) { ($0.green, $0.blue, $0.red) })
    var pixels = PixelBuffer(width: 1, height: 1, red: 255, green: 100, blue: 0)
    ToneFilters(lut: lut).apply(to: &pixels)
    #expect(pixels[0, 0] == (100, 0, 255))
  }

  @Test(arguments: [
    ("", "no LUT_3D_SIZE"), ("\n\n# nothing\n", "no LUT_3D_SIZE"), ("0 0 0\n", "before LUT_3D_SIZE"),
    ("LUT_3D_SIZE two\n", "not a number"), ("LUT_3D_SIZE 2 2\n", "not a number"),
    ("LUT_3D_SIZE\n", "not a number"),
    ("LUT_3D_SIZE 2\n0 0 0\n", "too short"), ("LUT_3D_SIZE 256\n0 0 0\n", "too short"),
    ("JPEG is not this\n", "not known"), ("\u{1}\u{2}\u{3}", "before LUT_3D_SIZE"),
    (two + "0 0 0\n", "more than 8"), (two + "TITLE \"late\"\n", "between the colours"),
    (two.replacing("1.0 1.0 1.0\n", with: "# and a comment of the same length or more\n"), "holds 7 of 8"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 1.0"), "not 3 numbers"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 1.0 1.0 1.0"), "not 3 numbers"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 1.0 1.0.0"), "not a number"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 nan 1.0"), "not a number"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 -inf 1.0"), "not a number"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 1e999 1.0"), "not a number"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 1e39 1.0"), "not a number"),
    (two.replacing("1.0 1.0 1.0", with: "1.0 0x1p0 1.0"), "not a number"),
    ("DOMAIN_MIN 0 0 0.5\nDOMAIN_MAX 1 1 0.5\n" + two, "DOMAIN_MIN is not below"),
    ("DOMAIN_MAX 1 1\n" + two, "not 3 numbers"), ("DOMAIN_MIN 0 0 nan\n" + two, "not a number"),
    ("LUT_3D_SIZE 2\n" + two, "second LUT_3D_SIZE"), ("LUT_3D_MAGIC 2\n" + two, "not known"),
    ("#" + String(repeating: " ", count: 5000) + "\n" + two, "line 1 is too long"),
  ])
  func refusesWhatIsBroken(text: String, reason: String) throws {
    let error = try #require(Self.refusal(text))
    #expect(error.kind == .unusableColorTable)
    #expect(error.reason.contains("cannot be read") && error.reason.contains(reason))
  }

  @Test(arguments: [
    ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n", "1D LUT"), ("LUT_1D_SIZE 2\n" + two, "1D LUT"),
    ("LUT_3D_SIZE 1\n0 0 0\n", "not 2 to 256"), ("LUT_3D_SIZE 257\n", "not 2 to 256"),
    ("LUT_3D_SIZE 99999999\n", "not 2 to 256"), ("LUT_3D_SIZE -2\n", "not 2 to 256"),
  ])
  func saysThatATableOfAnotherKindIsNotRead(text: String, reason: String) throws {
    let error = try #require(Self.refusal(text))
    #expect(error.kind == .unusableColorTable)
    #expect(error.reason.contains("is not supported") && error.reason.contains(reason))
    #expect(error.description.contains("export it as a 3D LUT"))
  }

  @Test(arguments: [34, 40])
  func bringsALargerTableDownTo33NodesAndSaysSo(size: Int) throws {
    let read = try ColorLUT.reading(cube: Array(TestCube.text(size).utf8), name: "large.cube")
    #expect(read.lut.size == 33)
    #expect(read.notes == ["its colour table has \(size) nodes a side and was resampled to 33"])
    #expect(ToneFilters(lut: read.lut).isNeutral, "the identity stays the identity")
  }

  @Test func keepsATableOf33NodesAsItIs() throws {
    let read = try ColorLUT.reading(cube: Array(TestCube.text(33, TestCube.warm).utf8), name: "")
    #expect(read.notes.isEmpty && read.lut.size == 33)
  }

  // A table for 0…2 whose output is half of its input leaves 0…1 at the lower half of its nodes.
  @Test func resamplesATableForOtherInputs() throws {
    let text = TestCube.text(3, header: "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n") { color in
      (min(1, 2 * color.red), min(1, 2 * color.green), min(1, 2 * color.blue))
    }
    let read = try ColorLUT.reading(cube: Array(text.utf8), name: "wide.cube")
    #expect(read.notes == ["its colour table is for other values than 0 to 1 and was resampled"])
    #expect(ToneFilters(lut: read.lut).isNeutral)
    for tiny in ["DOMAIN_MAX 1e-300 1 1\n", "DOMAIN_MIN -3e38 0 0\nDOMAIN_MAX 3e38 1 1\n"] {
      #expect(Self.refusal(TestCube.text(2, header: tiny)) == nil)
    }
  }

  @Test func cutsOffValuesBeyondWhatAPictureHolds() throws {
    let text = TestCube.text(2) { ($0.red * 3 - 1, $0.green, $0.blue) }
    let read = try ColorLUT.reading(cube: Array(text.utf8), name: "")
    #expect(read.notes == ["its colour table holds values beyond 0 to 1, which were cut off"])
    #expect(ToneFilters(lut: read.lut).isNeutral)
  }

  @Test func keepsOfANameWhatALineCanShow() throws {
    #expect(try TestCube.lut(Self.two, name: "a\u{1B}[2J\nb\u{202E}é.cube").name == "a[2Jbé.cube")
    #expect(try TestCube.lut(Self.two, name: String(repeating: "é", count: 200)).name.utf8.count == 254)
  }
}
