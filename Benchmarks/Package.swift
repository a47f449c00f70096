// swift-tools-version: 6.1
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "FaceBlurBenchmarks",
  dependencies: [.package(name: "FaceBlur", path: "..")],
  targets: [
    // What a pixel editor does to every photo, with libjpeg-turbo itself.
    .target(name: "CReference", linkerSettings: [.linkedLibrary("jpeg")]),
    .executableTarget(
      name: "benchmark",
      dependencies: ["CReference", .product(name: "ImageProcessingKit", package: "FaceBlur")],
      swiftSettings: swiftSettings
    ),
    // What the networks say of photos, score by score.
    .executableTarget(
      name: "places",
      dependencies: [.product(name: "ImageProcessingKit", package: "FaceBlur")],
      swiftSettings: swiftSettings
    ),
    // The styles side by side on photos of every kind, checked by the gate: what Documentation shows.
    .executableTarget(
      name: "pictures",
      dependencies: [
        .product(name: "ImageProcessingKit", package: "FaceBlur"),
        .product(name: "TestSupport", package: "FaceBlur"),
        // What its captions are drawn with.
        .product(name: "faceblur-opencv", package: "FaceBlur"),
      ],
      swiftSettings: swiftSettings
    ),
    // Starts one command and says what it cost.
    .executableTarget(name: "measure"),
  ]
)
