@testable import ImageProcessingKit

extension EditablePhoto {
  /// A render as it is unless told otherwise.
  func rendering(
    _ areas: [ObscuredArea], with obscurer: any Obscuring
  ) throws(PhotoError) -> RenderedPhoto {
    try rendering(areas, with: obscurer, options: RenderOptions())
  }
}
