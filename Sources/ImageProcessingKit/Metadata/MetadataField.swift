/// One piece of information about a photo that a render may carry.
///
/// The whitelist: what has no case here is never kept. The raw values are EXIF's names (exiftool writes the same),
/// but for those of the two fields that other segments hold, too.
public enum MetadataField: String, Sendable, Hashable, CaseIterable {
  case colorProfile = "ColorProfile"
  /// How many pixels an inch of paper takes.
  case pixelDensity = "PixelDensity"

  case dateTimeOriginal = "DateTimeOriginal"
  case subSecTimeOriginal = "SubSecTimeOriginal"
  case offsetTimeOriginal = "OffsetTimeOriginal"
  case dateTimeDigitized = "DateTimeDigitized"
  case offsetTimeDigitized = "OffsetTimeDigitized"

  case make = "Make"
  case model = "Model"
  case lensSpecification = "LensSpecification"
  case lensMake = "LensMake"
  case lensModel = "LensModel"

  case exposureTime = "ExposureTime"
  case fNumber = "FNumber"
  case exposureProgram = "ExposureProgram"
  case photographicSensitivity = "PhotographicSensitivity"
  case shutterSpeedValue = "ShutterSpeedValue"
  case apertureValue = "ApertureValue"
  case exposureBiasValue = "ExposureBiasValue"
  case maxApertureValue = "MaxApertureValue"
  case meteringMode = "MeteringMode"
  case lightSource = "LightSource"
  case flash = "Flash"
  case focalLength = "FocalLength"
  case focalLengthIn35mmFilm = "FocalLengthIn35mmFilm"
  case exposureMode = "ExposureMode"
  case whiteBalance = "WhiteBalance"
  case digitalZoomRatio = "DigitalZoomRatio"
  case sceneCaptureType = "SceneCaptureType"

  case copyright = "Copyright"
  case artist = "Artist"

  /// Latitude, longitude and altitude.
  case gps = "GPS"

  /// Fields that are asked for together, by the name for it.
  static let groups: KeyValuePairs<String, [MetadataField]> = [
    "profile": [.colorProfile],
    "density": [.pixelDensity],
    "date": [
      .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal, .dateTimeDigitized, .offsetTimeDigitized,
    ],
    "camera": [.make, .model],
    "lens": [.lensSpecification, .lensMake, .lensModel],
    "exposure": [
      .exposureTime, .fNumber, .exposureProgram, .photographicSensitivity, .shutterSpeedValue, .apertureValue,
      .exposureBiasValue, .maxApertureValue, .meteringMode, .lightSource, .flash, .focalLength,
      .focalLengthIn35mmFilm, .exposureMode, .whiteBalance, .digitalZoomRatio, .sceneCaptureType,
    ],
  ]

  /// The fields that a name means, whatever its case: one field's, or a group's.
  static func fields(named name: String) -> [MetadataField]? {
    let name = name.lowercased()
    if let group = groups.first(where: { $0.key == name }) { return group.value }
    return allCases.first { $0.rawValue.lowercased() == name }.map { [$0] }
  }
}
