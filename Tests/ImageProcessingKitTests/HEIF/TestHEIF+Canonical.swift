import TestSupport

@testable import ImageProcessingKit

extension TestHEIF {
  /// The same picture in a file as renders are, with no more EXIF than is asked for.
  func canonical(exif tiff: [UInt8]? = nil) -> TestHEIF {
    var heic = self
    heic.layout = Layout {
      $0.metaParts = [
        .handler, .primary, .locations, .information, .references, .properties, .descriptors,
      ]
    }
    let order = [codec.configurationType, "ispe", "colr", "pixi", "pasp", "clli", "mdcv"]
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
  /// The same with every tile of AV1 as the codec under test writes it without loss, or as coarsely as is said; others stay.
  func recoded(quantizer: Int = 0) throws -> TestHEIF {
    guard codec == .av1 else { return self }
    return try changing { avif in
      for tile in Set(tiles) {
        let headers = try TestAV1.headers(of: av1Stream(of: tile).item.bytes)
        let colors = SampleColors(
          primaries: headers.colors[0], transfer: headers.colors[1], matrix: headers.colors[2],
          isFullRange: headers.isFullRange)
        avif[tile].data = try AV1Codec.encode(
          canvas(of: tile).planar, colors, chromaPosition: headers.chromaPosition, quantizer: quantizer)
        avif[tile].set(try .configuration(avif.av1Stream(of: tile)))
      }
    }
  }
}
