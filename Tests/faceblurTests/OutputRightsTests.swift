import Foundation
import TestSupport
import Testing

/// Other users of the machine: who may not read a photo may not read what is made from it.
@Suite struct OutputRightsTests {
  private static let made = ["photos/portrait_edited.jpg", "photos/portrait.AAE", "out/portrait.jpg"]

  /// A photo that its own group may read.
  private func folderWithPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.setMode(0o640, "photos/portrait.jpg")
    return scratch
  }

  private func group(of name: String, in scratch: ScratchFolder) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
    return (attributes[.groupOwnerAccountID] as? NSNumber)?.intValue
  }

  /// What starts the command: as it is, and where root may not give files away either.
  private static let users: [[String]] = [[]] + (getuid() == 0 ? [["setpriv", "--bounding-set=-chown"]] : [])

  /// Only root may give a photo any group; for others the photo has the group of its outputs.
  @Test(arguments: users)
  func areNotThoseOfAnotherGroup(_ prefix: [String]) throws {
    let scratch = try folderWithPortrait()
    if getuid() == 0 { try #require(chown(scratch.path("photos/portrait.jpg"), uid_t.max, 1) == 0) }
    let group = try self.group(of: "photos/portrait.jpg", in: scratch)
    #expect(try scratch.attempt("blur", "photos/portrait.jpg", prefix: prefix).exitCode == 0)
    #expect(try scratch.scrub(prefix: prefix).exitCode == 0)
    for name in Self.made {
      let state = try FileState(at: scratch.path(name))
      #expect(state.mode & 0o007 == 0 && state.mode & 0o600 == 0o600, "\(name)")
      let isPhotosGroup = try self.group(of: name, in: scratch) == group
      #expect(isPhotosGroup || state.mode & 0o070 == 0, "\(name)")
    }
  }

  /// One user is named beside the owner; the mode looks as if the group was.
  private static let naming = """
    import os, struct, sys
    entries = [(1, 6, -1), (2, 4, 2000), (4, 0, -1), (16, 4, -1), (32, 0, -1)]
    value = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
    try: os.setxattr(sys.argv[1], "system.posix_acl_access", value)
    except OSError: sys.exit(1)
    """

  @Test func areTheOwnersWhereAListNamesUsers() throws {
    let scratch = try folderWithPortrait()
    try scratch.setMode(0o600, "photos/portrait.jpg")
    let named = try BuiltCommand.run(
      ["-c", Self.naming, "photos/portrait.jpg"], of: "python3", in: scratch.path)
    // Some file systems know no lists; there the photo is its owner's.
    let mode = named.exitCode == 0 ? 0o640 : 0o600
    #expect(try FileState(at: scratch.path("photos/portrait.jpg")).mode == mode)
    #expect(try scratch.attempt("blur", "photos/portrait.jpg").exitCode == 0)
    #expect(try scratch.scrub().exitCode == 0)
    for name in Self.made {
      #expect(try FileState(at: scratch.path(name)).mode == 0o600, "\(name)")
    }
  }
}
