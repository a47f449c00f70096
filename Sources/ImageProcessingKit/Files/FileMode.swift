internal import CWorker
internal import Glibc

/// Who may read and write a file that is made from another one: nobody who may not do so with that one.
struct FileMode: Sendable, Hashable {
  /// Read and write permissions, before the process's mask.
  let bits: UInt32
  /// The group that those of the group are for; nil for whichever the file gets.
  let group: UInt32?

  /// - Parameter descriptor: of an open file, whose status is given.
  init(_ status: stat, of descriptor: Int32) {
    // With an access control list, the bits of the group are the most that anybody named in it gets, and not what the group gets.
    bits = UInt32(status.st_mode) & (fbw_has_access_list(descriptor) ? 0o600 : 0o666)
    group = UInt32(status.st_gid)
  }

  init(bits: UInt32, group: UInt32? = nil) {
    self.bits = bits
    self.group = group
  }

  /// The permissions of a file that has another group, or an access control list: whoever is in one of the groups only, in none, or named in
  /// the list, may do what both the group and all others may.
  var bitsForOthers: UInt32 {
    let shared = bits >> 3 & bits & 0o6
    return bits & 0o600 | shared << 3 | shared
  }

  /// Makes an empty file, which lets nobody read it who may not read the other one, be it that its folder gives it another group or names users.
  /// - Parameters:
  ///   - open: makes it with some permissions; it gives back a descriptor, or -1 with the system's error.
  ///   - remove: takes away what that has made and somebody may have opened already.
  /// - Returns: what `open` gives back.
  func making(_ open: (_ bits: UInt32) -> Int32, remove: () -> Void) -> Int32 {
    let first = open(bits)
    guard first >= 0, let group, bits != bitsForOthers else { return first }
    var status = stat()
    let isKnown = fstat(first, &status) == 0
    let hasList = fbw_has_access_list(first)
    if isKnown, !hasList, UInt32(status.st_gid) == group { return first }
    close(first)
    remove()
    let second = open(bitsForOthers)
    // Where it may have the right group after all, it gets what the mask has left of the permissions.
    if second >= 0, isKnown, !hasList, fchown(second, uid_t.max, group) == 0 {
      _ = fchmod(second, status.st_mode & 0o666)
    }
    return second
  }
}

extension FileMode: ExpressibleByIntegerLiteral {
  init(integerLiteral bits: UInt32) { self.init(bits: bits) }
}
