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
    fuzzer("heic-fuzzer", in: "HEICFuzzer", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("webp-fuzzer", in: "WebPFuzzer", .product(name: "TestSupport", package: "FaceBlur")),
    fuzzer("codec-fuzzer", in: "CodecFuzzer", "CCodecHelper"),
    fuzzer("metadata-fuzzer", in: "MetadataFuzzer"),
    fuzzer("cube-fuzzer", in: "CubeFuzzer"),
    fuzzer("record-fuzzer", in: "RecordFuzzer"),
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
