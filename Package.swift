// swift-tools-version: 6.1
import PackageDescription

// How programs use the library, and that they can: the code of its articles, a file each. They see
// what is public, as the programs of others do.
let examples = ["BlurPhotos", "EditOnePhoto", "HideInfoBars", "ScrubFolder"]

let package = Package(
  name: "FaceBlur",
  products: [
    .library(name: "ImageProcessingKit", targets: ["ImageProcessingKit"]),
    .executable(name: "faceblur", targets: ["faceblur"]),
    // What needs OpenCV, `libfaceblur-opencv.so`. A program that links `ImageProcessingKit` opens it when that is
    // first needed, and finds it beside itself or in `../lib/faceblur`.
    .library(name: "faceblur-opencv", type: .dynamic, targets: ["COpenCV"]),
    // What decodes and encodes with other people's libraries, in a process of its own. A program that links
    // `ImageProcessingKit` starts it when that is first needed, and finds it beside itself or in `../libexec/faceblur`.
    .executable(name: "faceblur-codec", targets: ["faceblur-codec"]),
    // What serves the review page. `faceblur review` becomes it, and finds it beside itself or in `../libexec/faceblur`.
    .executable(name: "faceblur-review", targets: ["faceblur-review"]),
    // What the tests build photos with, for the tools in `Benchmarks`.
    .library(name: "TestSupport", targets: ["TestSupport"]),
  ],
  targets: [
    // Networks that find faces, and an engine for them that needs no library.
    .target(name: "CFaceDetection"),
    // The only target that sees OpenCV, which takes 8 ms and 10 MB to load: nothing depends on it, so that nothing
    // loads it before it is needed. OpenCV's headers are reached through the symbolic link `opencv4`, and its four
    // libraries are named one by one: pkg-config would link all 55. Of CFaceDetection it has the headers alone.
    .target(
      name: "COpenCV",
      exclude: ["opencv4"],
      cxxSettings: ["opencv4", "../CFaceDetection", "../CFaceDetection/include"].map {
        .headerSearchPath($0)
      },
      linkerSettings: ["core", "imgproc", "objdetect", "dnn"].map { .linkedLibrary("opencv_\($0)") }
    ),
    // The networks, compiled in from `models/`.
    .target(name: "CFaceModels"),
    // The only target that sees Little CMS, which makes sRGB of what colour profiles say.
    .target(name: "CColorManagement", linkerSettings: [.linkedLibrary("lcms2")]),
    // The only target that sees libjpeg.
    .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    // Processes that work for another one, and what they may not do.
    .target(name: "CWorker"),
    // Asks `faceblur-codec`, and believes nothing that it says.
    .target(name: "CCodec", dependencies: ["CWorker"]),
    // The only target that sees the libraries that decode and encode for us. It is plain C, and opens them when it starts: where one is
    // missing, it says so.
    .executableTarget(
      name: "faceblur-codec", dependencies: ["CCodec", "CWorker"],
      linkerSettings: ["m", "seccomp"].map { .linkedLibrary($0) }),
    .systemLibrary(name: "CNettle"),
    .systemLibrary(name: "CSQLite"),
    // Deflates pictures; zlib inflates them, and does all else.
    .systemLibrary(name: "CDeflate"),
    .systemLibrary(name: "CZlib"),
    .target(
      name: "ImageProcessingKit",
      dependencies: [
        "CCodec", "CColorManagement", "CDeflate", "CFaceDetection", "CFaceModels", "CJPEG", "CNettle",
        "CSQLite", "CWorker", "CZlib",
      ]
    ),
    // The photos that `faceblur selftest` takes, compiled in from `photos/`.
    .target(name: "CSelfTestPhotos", exclude: ["photos"]),
    .executableTarget(name: "faceblur", dependencies: ["CSelfTestPhotos", "CWorker", "ImageProcessingKit"]),
    // The only target that sees libmicrohttpd, which brings a library for TLS: the command does without both.
    .target(name: "CHTTP", linkerSettings: [.linkedLibrary("microhttpd")]),
    // The review page's files, compiled in from `page/`.
    .target(name: "CReviewPage", exclude: ["page"]),
    // Symbolic links among its files lead to those of the command: what both of them say, and what one tells the other.
    .executableTarget(
      name: "faceblur-review", dependencies: ["CHTTP", "CReviewPage", "CWorker", "ImageProcessingKit"]),
    // Builds and dissects JPEGs with libjpeg's own calls, apart from the code under test.
    .target(
      name: "CJPEGTestSupport",
      path: "Tests/CJPEGTestSupport",
      linkerSettings: [.linkedLibrary("jpeg")]
    ),
    // Writes PNGs and takes them apart with libpng's own calls, of which the code under test uses none.
    .target(
      name: "CPNGTestSupport",
      path: "Tests/CPNGTestSupport",
      linkerSettings: [.linkedLibrary("png")]
    ),
    // Writes TIFFs and takes them apart with libtiff's own calls, of which the code under test uses none.
    .target(
      name: "CTIFFTestSupport",
      path: "Tests/CTIFFTestSupport",
      linkerSettings: [.linkedLibrary("tiff")]
    ),
    // Codes WebPs and decodes them with libwebp's own calls, in other ways than the code under test does.
    .target(
      name: "CWebPTestSupport",
      path: "Tests/CWebPTestSupport",
      linkerSettings: ["webp", "webpdemux"].map { .linkedLibrary($0) }
    ),
    // Writes JPEG XLs and decodes them with libjxl's own calls, in other ways than the code under test does.
    .target(
      name: "CJXLTestSupport",
      path: "Tests/CJXLTestSupport",
      linkerSettings: [.linkedLibrary("jxl")]
    ),
    // Codes HEVC with x265, decodes it with FFmpeg and reads HEICs with libheif: apart from the code under test.
    .target(
      name: "CHEVCTestSupport",
      path: "Tests/CHEVCTestSupport",
      linkerSettings: ["x265", "avcodec", "avutil", "heif"].map { .linkedLibrary($0) }
    ),
    // Codes AV1 with libaom and decodes it with libaom and dav1d, in other ways than the code under test does.
    .target(
      name: "CAV1TestSupport",
      path: "Tests/CAV1TestSupport",
      linkerSettings: ["aom", "dav1d"].map { .linkedLibrary($0) }
    ),
    // Tries from inside the jail of `faceblur-codec` what nobody may do there.
    .executableTarget(
      name: "CodecJailProbe", dependencies: ["CWorker"], path: "Tests/CodecJailProbe",
      linkerSettings: [.linkedLibrary("seccomp")]),
    // Stands in for `faceblur-codec`, and misbehaves.
    .executableTarget(
      name: "BadCodec", dependencies: ["CCodec", "CWorker"], path: "Tests/BadCodec"),
    // What OpenCV makes of a picture, for the tests that ask for the same.
    .target(
      name: "COpenCVTestSupport",
      path: "Tests/COpenCVTestSupport",
      cxxSettings: [.headerSearchPath("../../Sources/COpenCV/opencv4")],
      linkerSettings: ["core", "imgproc"].map { .linkedLibrary("opencv_\($0)") }
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "CAV1TestSupport", "CHEVCTestSupport", "CJPEGTestSupport", "CJXLTestSupport", "CPNGTestSupport",
        "CTIFFTestSupport", "CWebPTestSupport", "CZlib",
        "ImageProcessingKit",
      ],
      path: "Tests/TestSupport",
      exclude: ["Crash/crash.c", "Crash/forge.c", "Crash/poison.c", "Photos", "Records"]
    ),
    .testTarget(
      name: "ImageProcessingKitTests",
      dependencies: [
        "CCodec", "CFaceDetection", "CJPEG", "COpenCVTestSupport", "ImageProcessingKit", "TestSupport",
      ]
    ),
    .testTarget(
      name: "faceblurTests",
      dependencies: ["faceblur", "ImageProcessingKit", "TestSupport"] + examples.map { .target(name: $0) }),
  ]
    + examples.map { name in
      .executableTarget(
        name: name, dependencies: ["ImageProcessingKit"], path: "Examples",
        exclude: examples.filter { $0 != name }.map { "\($0).swift" }, packageAccess: false)
    },
  cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}

// What tests call is optimised, they themselves are not: most of a test runs once, and takes longer to optimise.
for target in package.targets where target.type == .test {
  let quick = ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"]
  target.swiftSettings?.append(.unsafeFlags(quick))
}
