import Foundation
import TestSupport

/// What exiftool finds in files: a judge that shares no code with the command.
enum ExifTool {
  struct Missing: Error, CustomStringConvertible {
    let description = "exiftool cannot be run; install libimage-exiftool-perl (`make test` does)"
  }

  struct Unreadable: Error {}

  /// The tags of files, each with its value, by the names of the files. One run, because it starts slowly.
  /// - Parameters:
  ///   - files: the content of each file by its name.
  ///   - asNumbers: whether values are as they are stored, not as people read them.
  ///   - command: which exiftool is asked.
  static func tags(
    of files: [String: [UInt8]], asNumbers: Bool = false, by command: [String] = ["exiftool"]
  ) throws -> [String: [String: String]] {
    // Doubled and unknown tags, too, with the group in front.
    let options = ["-a", "-u", "-G1", "-s", "-j"] + (asNumbers ? ["-n"] : [])
    let json = try JSONSerialization.jsonObject(with: Data(run(options, files, by: command)))
    guard let list = json as? [[String: Any]] else { throw Unreadable() }
    var tags: [String: [String: String]] = [:]
    for file in list {
      guard let name = file["SourceFile"] as? String else { throw Unreadable() }
      tags[name] = file.filter { $0.key != "SourceFile" }.mapValues { "\($0)" }
    }
    return tags
  }

  /// The JPEG of a file's EXIF thumbnail; empty where there is none.
  static func thumbnail(of file: [UInt8]) throws -> [UInt8] {
    try run(["-b", "-ThumbnailImage"], ["photo.jpg": file])
  }

  /// A file as exiftool rewrites it.
  /// - Parameter options: the tags to set: `-XMP-dc:Title=A`.
  static func writing(_ options: [String], to file: [UInt8], named name: String) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    _ = try run(["-overwrite_original"] + options, [name: file], in: scratch)
    return try scratch.read(name)
  }

  private static func run(
    _ options: [String], _ files: [String: [UInt8]], by command: [String] = ["exiftool"]
  ) throws -> [UInt8] {
    try run(options, files, in: ScratchFolder(), by: command)
  }

  private static func run(
    _ options: [String], _ files: [String: [UInt8]], in scratch: ScratchFolder,
    by command: [String] = ["exiftool"]
  ) throws -> [UInt8] {
    for (name, bytes) in files { try scratch.write(bytes, name) }
    let results = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command + options + files.keys.sorted()
    process.currentDirectoryURL = scratch.url
    process.standardOutput = FileHandle(forWritingAtPath: try results.write([], "output"))
    process.standardError = FileHandle.nullDevice
    try process.runToEnd()
    guard process.terminationStatus != 127 else { throw Missing() }
    return try results.read("output")
  }

  /// The tags that a render must not have.
  static func tagsThatMustNotBe(in tags: [String: String]) -> [String] {
    let isTIFF = ["TIFF", "BTF"].contains(tags["File:FileType"])
    return tags.keys.filter { key in
      let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return true }
      if ["System", "Composite", "Adobe"].contains(parts[0]) || parts[0].hasPrefix("ICC") { return false }
      if isTIFF, parts[0] == "IFD0", pictureTags.contains(parts[1]) { return false }
      return allowed[parts[0]]?.contains(parts[1]) != true
    }.sorted()
  }

  /// What says how a TIFF's picture is stored.
  private static let pictureTags: Set<String> = [
    "ImageWidth", "ImageHeight", "BitsPerSample", "Compression", "PhotometricInterpretation", "StripOffsets",
    "SamplesPerPixel", "RowsPerStrip", "StripByteCounts", "PlanarConfiguration", "Predictor", "TileWidth",
    "TileLength", "TileOffsets", "TileByteCounts", "ExtraSamples",
  ]

  // Not `File` and `ExifTool` as a whole: comments and warnings are among them.
  private static let allowed: [String: Set<String>] = [
    "ExifTool": ["ExifToolVersion"],
    // What says how a HEIC's or an AVIF's picture is coded, and where it lies.
    "QuickTime": [
      "MajorBrand", "MinorVersion", "CompatibleBrands", "HandlerType", "HEVCConfigurationVersion",
      "GeneralProfileSpace", "GeneralTierFlag", "GeneralProfileIDC", "GenProfileCompatibilityFlags",
      "ConstraintIndicatorFlags", "GeneralLevelIDC", "MinSpatialSegmentationIDC", "ParallelismType",
      "ChromaFormat",
      "BitDepthLuma", "BitDepthChroma", "AverageFrameRate", "ConstantFrameRate", "NumTemporalLayers",
      "TemporalIDNested", "ImageSpatialExtent", "ImagePixelDepth", "Rotation", "ImageRotation", "Mirroring",
      "CleanAperture", "PixelAspectRatio", "AV1ConfigurationVersion", "SeqProfile", "SeqLevelIdx0",
      "SeqTier0", "HighBitDepth", "TwelveBit", "ChromaSamplePosition", "InitialDelaySamples", "ColorProfiles",
      "ColorPrimaries", "TransferCharacteristics", "MatrixCoefficients", "VideoFullRangeFlag",
      "MediaDataSize", "MediaDataOffset", "MediaData",
    ],
    "Meta": ["PrimaryItemReference", "MetaImageSize"],
    "File": [
      "FileType", "FileTypeExtension", "MIMEType", "ExifByteOrder", "ImageWidth", "ImageHeight",
      "EncodingProcess", "BitsPerSample", "ColorComponents", "YCbCrSubSampling",
    ],
    "JFIF": ["JFIFVersion", "ResolutionUnit", "XResolution", "YResolution"],
    "IFD0": ["Orientation", "XResolution", "YResolution", "ResolutionUnit"],
    "ExifIFD": [
      "ExifVersion", "DateTimeOriginal", "CreateDate", "OffsetTimeOriginal", "OffsetTimeDigitized",
      "SubSecTimeOriginal", "SubSecTimeDigitized", "ColorSpace",
    ],
    "InteropIFD": ["InteropIndex"],
    "PNG": [
      "ImageWidth", "ImageHeight", "BitDepth", "ColorType", "Compression", "Filter", "Interlace", "Palette",
      "Transparency", "BackgroundColor", "Gamma", "SignificantBits", "SRGBRendering", "WhitePointX",
      "WhitePointY",
      "RedX", "RedY", "GreenX", "GreenY", "BlueX", "BlueY", "ProfileName",
    ],
    "PNG-cICP": [
      "ColorPrimaries", "TransferCharacteristics", "MatrixCoefficients", "VideoFullRangeFlag",
    ],
    "PNG-pHYs": ["PixelsPerUnitX", "PixelsPerUnitY", "PixelUnits"],
    // What says how a WebP's picture is coded.
    "RIFF": [
      "WebP_Flags", "ImageWidth", "ImageHeight", "VP8Version", "HorizontalScale", "VerticalScale",
      "AlphaPreprocessing", "AlphaFiltering", "AlphaCompression",
    ],
  ]
}
