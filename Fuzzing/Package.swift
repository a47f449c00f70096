// swift-tools-version: 6.1
import PackageDescription

// A package of its own: it needs flags that no user's build should have. `make fuzz` builds it with them.
let package = Package(
  name: "FaceBlurFuzzing",
  dependencies: [.package(name: "FaceBlur", path: "..")],
  targets: [
    .target(name: "CLibFuzzer"),
    .executableTarget(
      name: "jpeg-fuzzer",
      dependencies: ["CLibFuzzer", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      path: "Sources/JPEGFuzzer"
    ),
    .executableTarget(
      name: "png-fuzzer",
      dependencies: ["CLibFuzzer", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      path: "Sources/PNGFuzzer"
    ),
    .executableTarget(
      name: "metadata-fuzzer",
      dependencies: ["CLibFuzzer", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      path: "Sources/MetadataFuzzer"
    ),
    .executableTarget(
      name: "cube-fuzzer",
      dependencies: ["CLibFuzzer", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      path: "Sources/CubeFuzzer"
    ),
    .executableTarget(
      name: "record-fuzzer",
      dependencies: ["CLibFuzzer", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      path: "Sources/RecordFuzzer"
    ),
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
