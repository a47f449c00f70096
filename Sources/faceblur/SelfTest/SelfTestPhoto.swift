internal import CSelfTestPhotos
internal import ImageProcessingKit

/// One of the portraits that are part of the command: the same picture in every format that is read.
struct SelfTestPhoto: Sendable {
  /// What its format is called: `JPEG XL`.
  let format: String
  /// The ending of its file's name.
  let fileExtension: String
  let bytes: [UInt8]

  /// In the order in which formats are named.
  static let all: [SelfTestPhoto] = {
    var photos: [SelfTestPhoto] = []
    while let photo = csp_at(photos.count)?.pointee { photos.append(SelfTestPhoto(photo)) }
    return photos
  }()

  /// What is hidden in renders: the portrait as a JPEG, which every looker can read.
  static let hidden = all.first { $0.fileExtension == "jpg" }?.bytes ?? []

  /// Where its face is, upright, in fractions of the picture.
  static let face = NormalizedRect(x: 0.375, y: 0.185, width: 0.253, height: 0.315)

  /// How much of the face a region covers at least.
  private static let coveredShare = 0.6

  /// Whether one of some regions is the face's.
  static func isFaceFound(in regions: [PlannedRegion]) -> Bool {
    regions.contains { $0.rect.intersection(face).area >= coveredShare * face.area }
  }

  static let notFound = "the portrait's face was not found"

  private init(_ photo: csp_photo) {
    format = String(cString: photo.format)
    fileExtension = String(cString: photo.extension)
    bytes = Array(UnsafeBufferPointer(start: photo.bytes, count: photo.count))
  }
}
