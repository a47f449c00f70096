// swift-tools-version: 6.1
import PackageDescription

let library = Target.Dependency.product(name: "ImageProcessingKit", package: "FaceBlur")

/// A program that libFuzzer runs.
func fuzzer(_ name: String, in folder: String, _ others: Target.Dependency...) -> Target {
  .executableTarget(
    name: name, dependencies: ["FuzzerSupport", library] + others, path: "Sources/\(folder)")
}

// A package of its own: it needs flags that no user's build should have. `make fuzz` builds it with them.
let package = Package(
  name: "FaceBlurFuzzing",
  dependencies: [.package(name: "FaceBlur", path: "..")],
  targets: [
    .target(name: "CLibFuzzer"),
    // What the programs have in common.
    .target(name: "FuzzerSupport", dependencies: ["CLibFuzzer", library]),
    // The helper `faceblur-codec` without its process: its own sources, included.
    .target(name: "CCodecHelper", dependencies: [library]),
    fuzzer("jpeg-fuzzer", in: "JPEGFuzzer"),
    fuzzer("png-fuzzer", in: "PNGFuzzer"),
    fuzzer("tiff-fuzzer", in: "TIFFFuzzer"),
    // What the programs for HEIC and AVIF have in common.
    .target(
      name: "HEIFChecks",
      dependencies: ["FuzzerSupport", library, .product(name: "TestSupport", package: "FaceBlur")]),
    fuzzer("heic-fuzzer", in: "HEICFuzzer", "HEIFChecks", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("avif-fuzzer", in: "AVIFFuzzer", "HEIFChecks", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("webp-fuzzer", in: "WebPFuzzer", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("jpegxl-fuzzer", in: "JPEGXLFuzzer", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("mp4-fuzzer", in: "MP4Fuzzer"),
    fuzzer("matroska-fuzzer", in: "MatroskaFuzzer"),
    fuzzer("codec-fuzzer", in: "CodecFuzzer", "CCodecHelper"),
    fuzzer("metadata-fuzzer", in: "MetadataFuzzer"),
    fuzzer("cube-fuzzer", in: "CubeFuzzer"),
    fuzzer("record-fuzzer", in: "RecordFuzzer"),
    fuzzer("film-record-fuzzer", in: "FilmRecordFuzzer"),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
