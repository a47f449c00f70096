/// A filter at work on a collection. It takes note of the patterns that have fitted something.
final class FilterUse {
  private var included: [Use]
  private var excluded: [Use]

  private struct Use {
    let pattern: NamePattern
    var hasFitted = false
  }

  init(_ filter: NameFilter) {
    included = filter.included.map { Use(pattern: NamePattern($0)) }
    excluded = filter.excluded.map { Use(pattern: NamePattern($0)) }
  }

  /// Whether a file or folder is left out, with all that is in it.
  func excludes(_ file: @autoclosure () -> FilteredFile) -> Bool {
    if excluded.isEmpty { return false }
    return Self.isFitted(by: &excluded, file(), withTyped: true)
  }

  /// Whether a file is wanted.
  func admits(_ file: @autoclosure () -> FilteredFile) -> Bool {
    if included.isEmpty { return !excludes(file()) }
    let met = file()
    // Who asks for folders of one name has not asked for the folder that all of it lies in; in a list, all are names alike.
    if excludes(met) { return false }
    return Self.isFitted(by: &included, met, withTyped: met.isListed)
  }

  /// The patterns that have fitted nothing so far.
  var unfitted: NameFilter {
    NameFilter(
      included: included.filter { !$0.hasFitted }.map(\.pattern.text),
      excluded: excluded.filter { !$0.hasFitted }.map(\.pattern.text))
  }

  /// Every pattern is asked, so that each is known that fits.
  private static func isFitted(by uses: inout [Use], _ file: FilteredFile, withTyped: Bool) -> Bool {
    var isFitted = false
    for index in uses.indices where uses[index].pattern.fits(file, withTyped: withTyped) {
      uses[index].hasFitted = true
      isFitted = true
    }
    return isFitted
  }
}
