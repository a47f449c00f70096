import TestSupport

@testable import ImageProcessingKit

extension TestHEIC {
  /// The same picture in a file as renders are, with no more EXIF than is asked for.
  func canonical(exif tiff: [UInt8]? = nil) -> TestHEIC {
    var heic = self
    heic.layout = Layout {
      $0.metaParts = [
        .handler, .primary, .locations, .information, .references, .properties, .descriptors,
      ]
    }
    let order = ["hvcC", "ispe", "colr", "pixi", "pasp", "clli", "mdcv"]
    let isGrid = heic.primaryItem.type == "grid"
    heic.primaryItem.properties = heic.primaryItem.properties.enumerated().sorted { a, b in
      func rank(_ type: String) -> Int {
        // Of a grid the size stands behind what the tiles have, too.
        isGrid && type == "ispe" ? 3 : (order.firstIndex(of: type) ?? order.count)
      }
      return (rank(a.element.type), a.offset) < (rank(b.element.type), b.offset)
    }.map(\.element)
    if isGrid, let size = heic.primaryItem.properties.firstIndex(where: { $0.type == "ispe" }),
      let depths = heic.primaryItem.properties.firstIndex(where: { $0.type == "pixi" }), size < depths
    {
      heic.primaryItem.properties.swapAt(size, depths)
    }
    if let tiff {
      heic.addEXIF(tiff, prefix: [])
      heic.items[heic.items.count - 1].isHidden = false
    }
    return heic
  }
}
