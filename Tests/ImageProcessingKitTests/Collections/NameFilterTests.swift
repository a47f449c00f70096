@testable import ImageProcessingKit
import Testing

@Suite struct NameFilterTests {
  @Test(arguments: [
    ("a/b/photo.jpg", "*.jpg", true), ("a/b/photo.JPG", "*.jpg", true), ("a/photo.png", "*.jpg", false),
    ("a/b/photo.jpg", "a/*.jpg", false), ("a/b/photo.jpg", "a/*/*.jpg", true),
    ("a/photo.jpg", "a/**/*.jpg", true),
    ("a/b/c/photo.jpg", "a/**/*.jpg", true), ("b/photo.jpg", "a/**", false), ("a/b/photo.jpg", "a/**", true),
    ("a/b", "**/b", true), ("b", "**/b", true), ("a/x/b/y/b", "**/b", true), ("a/[1].jpg", "[[]1].jpg", true),
    ("a/b/a/c/photo.jpg", "**/a/c/*", true), ("a", "a/b", false), ("ab/photo.jpg", "a?/photo.*", true),
  ])
  func fitsAsAShellWould(_ use: (path: String, pattern: String, fits: Bool)) {
    #expect(NameFilter.fits(FilePath(use.path), use.pattern) == use.fits)
  }

  // Work must not grow with every star: a pattern may come from a script, a path from anywhere.
  @Test func staysQuickWithManyStars() {
    let path = FilePath(Array(repeating: "a", count: 2000).joined(separator: "/"))
    let pattern = Array(repeating: "**/a", count: 500).joined(separator: "/") + "/b"
    #expect(!NameFilter.fits(path, pattern))
  }
}
