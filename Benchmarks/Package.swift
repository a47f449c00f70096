// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "FaceBlurBenchmarks",
  dependencies: [.package(name: "FaceBlur", path: "..")],
  targets: [
    // What a pixel editor does to every photo, with libjpeg-turbo itself.
    .target(name: "CReference", linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
      name: "benchmark",
      dependencies: ["CReference", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
    ),
    // Starts one command and says what it cost.
    .executableTarget(name: "measure"),
  ]
)
