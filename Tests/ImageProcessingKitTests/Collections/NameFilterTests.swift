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
    #expect(fits(use.path, use.pattern) == use.fits)
  }

  // Whoever leaves a folder out means all that is in it, however the files in it come to be named.
  @Test(arguments: [
    ("s/private/a.jpg", "private", true), ("s/private/b/a.jpg", "private/", true),
    ("s/private/a.jpg", "s/private", true), ("s/private/a.jpg", "./s/private", true),
    ("s/private/a.jpg", "s/./private/", true), ("s/private/a.jpg", "s/priv*", true),
    ("s/x.d/a.jpg", "s/*.d", true), ("s/private.jpg", "private", false),
    ("s/private/a.jpg", "./private", false),
    ("a.jpg", "./a.jpg", true), ("b/a.jpg", "./a.jpg", false), ("[1]/a.jpg", "[1]", true),
    ("a.jpg", "s/../a.jpg", false),
  ])
  func aFolderStandsForWhatIsInIt(_ use: (path: String, pattern: String, fits: Bool)) {
    #expect(fits(use.path, use.pattern) == use.fits)
  }

  // By what was typed, and by where it lies.
  @Test(arguments: [
    ("s/private", true), ("./s/private", true), ("/work/s/private", true), ("/work/s/*/a.jpg", true),
    ("/", true),
    ("s", true), ("work", false), ("/work/private", false), ("t/private", false),
  ])
  func fitsWhatASourceIsCalled(_ use: (pattern: String, fits: Bool)) {
    let file = FilteredFile(
      typed: ["s"], below: ["private", "a.jpg"], absolute: "/work/s/private/a.jpg", isListed: false)
    #expect(NamePattern(use.pattern).fits(file, withTyped: true) == use.fits)
  }

  // Whoever asks for folders by their name has not asked for the one that was named.
  @Test func aSourceIsNotIncludedByItsOwnName() {
    func file(isListed: Bool) -> FilteredFile {
      FilteredFile(typed: ["photos"], below: ["a.jpg"], absolute: "/photos/a.jpg", isListed: isListed)
    }
    let filter = FilterUse(NameFilter(included: ["p*"]))
    #expect(!filter.admits(file(isListed: false)))
    #expect(filter.unfitted.included == ["p*"])
    #expect(filter.admits(file(isListed: true)))
    #expect(filter.unfitted == NameFilter())
    #expect(FilterUse(NameFilter(excluded: ["p*"])).excludes(file(isListed: false)))
  }

  private func fits(_ path: String, _ pattern: String) -> Bool {
    let path = FilePath(path)
    let file = FilteredFile(
      typed: [], below: path.parts, absolute: FilePath("/nowhere").appending(path), isListed: false)
    return NamePattern(pattern).fits(file, withTyped: false)
  }

  // Work must not grow with every star: a pattern may come from a script, a path from anywhere.
  @Test func staysQuickWithManyStars() {
    let path = Array(repeating: "a", count: 2000).joined(separator: "/")
    let pattern = Array(repeating: "**/a", count: 500).joined(separator: "/") + "/b"
    #expect(!fits(path, pattern))
  }
}
