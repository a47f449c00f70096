@testable import ImageProcessingKit

/// A render in memory.
struct RenderedPhoto {
  typealias Path = RenderSummary.Path

  let bytes: [UInt8]
  let path: RenderSummary.Path
  let notes: [String]
  let warnings: [String]
  let seam: RenderSeam?

  init(_ sink: MemorySink, _ summary: RenderSummary) {
    bytes = sink.bytes
    path = summary.path
    notes = summary.notes
    warnings = summary.warnings
    seam = summary.seam
  }
}

extension EditablePhoto {
  func rendering(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions = RenderOptions()
  ) throws(FaceBlurError) -> RenderedPhoto {
    let sink = MemorySink()
    return RenderedPhoto(sink, try renderUnproven(areas, with: obscurer, options: options, into: sink))
  }

  func toning(
    _ filters: ToneFilters, options: RenderOptions = RenderOptions()
  ) throws(FaceBlurError) -> RenderedPhoto {
    let sink = MemorySink()
    return RenderedPhoto(sink, try toneUnproven(with: filters, options: options, into: sink))
  }
}

extension JPEGPhoto {
  func rendering(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, paths: [RenderSummary.Path]
  ) throws(FaceBlurError) -> RenderedPhoto {
    let sink = MemorySink()
    return RenderedPhoto(
      sink, try render(areas, with: obscurer, options: RenderOptions(), paths: paths, into: sink))
  }
}
