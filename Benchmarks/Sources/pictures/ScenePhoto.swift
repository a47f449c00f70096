@testable import ImageProcessingKit
import TestSupport

/// A scene as the file of a photo, and its renders.
struct ScenePhoto {
  private let photo: any EditablePhoto
  private let faces: [DetectedFace]

  /// From the left: what showed the face's own means, then those that show nothing of it.
  static let styles: [ObscuringStyle] = [.pixelate, .mosaic, .blur, .fill]

  /// The gate does not let a render pass.
  struct Objection: Error {
    let reason: String
  }

  init(_ scene: Scene) throws {
    photo = try PhotoFormats.standard.open(TestJPEG.encode(scene.picture, scene.kind)).content
    faces = scene.faces.map { face in
      DetectedFace(
        rect: face.normalized(width: scene.picture.width, height: scene.picture.height), score: 1)
    }
  }

  func original() throws -> PixelBuffer {
    try photo.displayImage(fitting: .max).pixels
  }

  /// The photo in a style with what is usual for it, as anybody sees it who opens the file.
  /// - Throws: `Objection`.
  func rendered(in style: ObscuringStyle) throws -> PixelBuffer {
    guard let strength = ObscuringStrength(style: style, margin: ObscuringStrength.default.margin) else {
      throw Objection(reason: "the usual strength is out of bounds")
    }
    let plan = RegionPlanner(strength: strength).plan(for: faces)
    let sink = MemorySink()
    let summary = try photo.renderUnproven(
      plan.areas(on: photo.geometry), with: style.obscurer, options: RenderOptions(), into: sink)
    do {
      try LeakGate(format: .jpeg).check(
        FileBytes(sink.bytes), of: photo, plan: plan, options: RenderOptions(), madeBy: summary.path)
    } catch {
      throw Objection(reason: error.description)
    }
    return try PhotoFormats.standard.open(sink.bytes).displayImage(fitting: .max).pixels
  }
}
