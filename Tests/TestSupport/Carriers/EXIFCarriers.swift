import Foundation

extension Carrier {
  /// Pictures in an EXIF segment, in both byte orders.
  static let exif: [Carrier] = ByteOrder.allCases.flatMap(thumbnails) + ByteOrder.allCases.flatMap(others)

  /// EXIF segments that hold a thumbnail and say, too, that the photo lies on its side, as those of cameras do.
  public static let sideways: [Carrier] = ByteOrder.allCases.map { order in
    .segment("EXIF JPEG thumbnail and orientation, \(order.name)", kind: "exifThumbnail", marker: 0xE1) {
      EXIFBuilder.content(
        EXIFBuilder.camera(order, orientation: 6),
        thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
    }
  }

  private static func thumbnails(_ order: ByteOrder) -> [Carrier] {
    [
      .segment("EXIF JPEG thumbnail, \(order.name)", kind: "exifThumbnail", marker: 0xE1) {
        EXIFBuilder.content(
          EXIFBuilder.camera(order),
          thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
      },
      .segment("EXIF RGB thumbnail, \(order.name)", kind: "exifThumbnail", .undecodable, marker: 0xE1) {
        EXIFBuilder.content(
          EXIFBuilder.camera(order),
          thumbnail: EXIFBuilder.thumbnail(order, rgb: try HiddenPicture.rgb(), side: HiddenPicture.side))
      },
      Carrier("Thumbnail in a second EXIF block, \(order.name)", kind: "exifThumbnail") { photo in
        let second = EXIFBuilder.content(
          EXIFBuilder.camera(order),
          thumbnail: EXIFBuilder.thumbnail(order, jpeg: try HiddenPicture.jpeg()))
        let first = EXIFBuilder.content(TIFFDirectory(order) { $0.add(short: 1, 0x0112) })
        return JPEGParts.inserting([(0xE1, first), (0xE1, second)], into: photo)
      },
    ]
  }

  private static func others(_ order: ByteOrder) -> [Carrier] {
    [
      .segment("Picture behind the EXIF directories, \(order.name)", kind: "exifSlack", marker: 0xE1) {
        EXIFBuilder.content(EXIFBuilder.camera(order), slack: try HiddenPicture.jpeg())
      },
      .segment("Picture before the EXIF directories, \(order.name)", kind: "exifSlack", marker: 0xE1) {
        EXIFBuilder.content(EXIFBuilder.camera(order), gap: try HiddenPicture.jpeg())
      },
      // Raw converters keep previews in such directories.
      .segment("Picture in an EXIF sub-directory, \(order.name)", kind: nil, marker: 0xE1) {
        let jpeg = try HiddenPicture.jpeg()
        var main = EXIFBuilder.camera(order)
        main.add(
          pointerTo: { EXIFBuilder.thumbnail(order, jpeg: jpeg).bytes(at: $0) }, 0x014A)
        return EXIFBuilder.content(main)
      },
      // A field that stays, with more in it than belongs there.
      .segment("Picture in the capture date, \(order.name)", kind: nil, marker: 0xE1) {
        let text = Data(try HiddenPicture.jpeg()).base64EncodedString()
        return EXIFBuilder.content(
          EXIFBuilder.camera(order) { $0.add(ascii: "2024:05:04 12:30:00" + text, 0x9003) })
      },
      .segment("Picture in the fractions of a second, \(order.name)", kind: nil, marker: 0xE1) {
        let jpeg = try HiddenPicture.jpeg()
        return EXIFBuilder.content(EXIFBuilder.camera(order) { $0.add(opaque: jpeg, 0x9291) })
      },
    ]
  }
}
