import TestSupport
import Testing

extension UnseenFace {
  /// Expects that `blur` finds the face and hides it, and that `verify` passes the render.
  /// - Parameters:
  ///   - photo: a file with the face.
  ///   - fileExtension: its format's.
  ///   - pixels: reads the pixels of a file with a decoder of its format.
  func expectBlurred<Pixel: Equatable>(
    in photo: [UInt8], _ fileExtension: String, pixels: ([UInt8]) throws -> (_ x: Int, _ y: Int) -> Pixel,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (name, render) = ("photo.\(fileExtension)", "render.\(fileExtension)")
    let scratch = try ScratchFolder()
    try scratch.write(photo, name)
    let faces = try scratch.faceblur("blur", name, "-o", render, "--json", sourceLocation: sourceLocation)
      .photos()[0].faces
    #expect(
      faces.contains { $0.isNear(face, within: Double(face.width) / 2) }, "\(faces)",
      sourceLocation: sourceLocation)
    let (before, after) = (try pixels(photo), try pixels(scratch.read(render)))
    expectHidden(sourceLocation: sourceLocation) { before($0, $1) == after($0, $1) }
    try scratch.faceblur("verify", render, "--original", name, sourceLocation: sourceLocation)
  }

  /// Expects that next to no pixel is kept of the middle of the face, where eyes and nose are.
  func expectHidden(
    sourceLocation: SourceLocation = #_sourceLocation, where isKept: (_ x: Int, _ y: Int) -> Bool
  ) {
    var kept = 0
    for y in (face.y + face.height / 3)..<(face.y + 2 * face.height / 3) {
      for x in (face.x + face.width / 3)..<(face.x + 2 * face.width / 3) where isKept(x, y) { kept += 1 }
    }
    #expect(
      kept < face.width * face.height / 9 / 50, "\(kept) pixels of the face are as they were",
      sourceLocation: sourceLocation)
  }
}
