/// Which files of a collection are wanted, by patterns as a shell has them.
///
/// `*`, `?` and `[…]` stay within one name, `**` stands for any number of folders, and case does not matter. A pattern
/// without a slash is held against names, one with a slash against the path below the source, as it was named and from
/// the working folder. A folder that fits stands for all that is in it.
public struct NameFilter: Sendable, Hashable {
  /// Where there are any, a file must fit one of them, or lie in a folder that does.
  public var included: [String]
  /// Files, and folders with all that is in them, that are left out.
  public var excluded: [String]

  public init(included: [String] = [], excluded: [String] = []) {
    self.included = included
    self.excluded = excluded
  }
}
