import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Who may read what is made from a photo: nobody who may not read that.
@Suite struct FileModeTests {
  private static let modes: [(UInt32, UInt32)] = [
    (0o600, 0o600), (0o640, 0o600), (0o644, 0o644), (0o604, 0o600), (0o664, 0o644), (0o666, 0o666),
    (0o440, 0o400), (0o646, 0o644),
  ]

  @Test(arguments: modes)
  func givesAnotherGroupWhatEverybodyMayDo(bits: UInt32, shared: UInt32) {
    #expect(FileMode(bits: bits).bitsForOthers == shared)
  }

  private static func state(of path: String) throws -> (group: UInt32?, bits: Int) {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    let bits = try #require(attributes[.posixPermissions] as? NSNumber).intValue
    return ((attributes[.groupOwnerAccountID] as? NSNumber)?.uint32Value, bits)
  }

  /// As in a folder that gives its files its own group.
  @Test(arguments: [false, true])
  func givesAnotherGroupNothingThatThePhotoDoesNot(isNamed: Bool) throws {
    let folder = try ScratchFolder()
    let own = try #require(try Self.state(of: folder.write([1], "photo.jpg")).group)
    let mode = FileMode(bits: 0o640, group: own + 1)
    let path = folder.path("render.jpg")
    try StagedFile.holding(
      [2], for: FilePath(path), mode: mode, temporaryName: isNamed ? FilePath("render.tmp") : nil,
      isNamed: isNamed
    ).place(replacing: false)
    let made = try Self.state(of: path)
    // Who may not give files away makes one for itself alone.
    #expect(made.bits & 0o600 == 0o600 && made.bits & 0o007 == 0)
    #expect(made.group == own + 1 || made.bits & 0o070 == 0)
    #expect(try folder.contents().keys.sorted() == ["photo.jpg", "render.jpg"])
  }

  @Test func leavesTheGroupItsRightsWhereItIsThePhotos() throws {
    let folder = try ScratchFolder()
    let photo = try folder.write([1], "photo.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: photo)
    let mode = try InputFile.open(FilePath(photo)).mode
    #expect(mode == FileMode(bits: 0o640, group: try Self.state(of: photo).group))
    try StagedFile.holding([2], for: FilePath(folder.path("render.jpg")), mode: mode).place(replacing: false)
    #expect(try Self.state(of: folder.path("render.jpg")).group == Self.state(of: photo).group)
  }
}
