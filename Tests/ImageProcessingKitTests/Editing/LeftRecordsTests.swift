import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Which records of a folder are read to find one that was left behind.
@Suite struct LeftRecordsTests: EditingPortrait {
  private let folder: ScratchFolder
  let path: FilePath
  private let sha256: String

  init() throws {
    folder = try ScratchFolder()
    let photo = try TestPhotos.astronaut()
    path = FilePath(try folder.write(photo, "a.jpg"))
    sha256 = SHA256.hexDigest(of: photo)
    try finish()
  }

  private func found(_ records: LeftRecords = LeftRecords()) -> [FilePath] {
    records.records(of: sha256, in: path.folder).map(\.path.name)
  }

  private func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: folder.path(name), toPath: folder.path(other))
  }

  /// A clock was ahead when the record was written, or a copy of the folder has other times.
  @Test(arguments: [-1_000_000.0, 1_000_000])
  func timesSayNothing(_ seconds: Double) throws {
    try rename("a.jpg", to: "c.jpg")
    try folder.write(TestPhotos.cameraman(), "a.jpg")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: folder.path("a.AAE"))
    let error = try #require(throws: FaceBlurError.self) {
      _ = try EditSession.begin(FilePath(folder.path("c.jpg")))
    }
    #expect(error.kind == .refused && error.file?.name == "a.AAE")
  }

  @Test func aCopyIsLeftAloneWhileTheOriginalIsThere() throws {
    for name in ["b.jpg", "c.jpg"] { try folder.write(folder.read("a.jpg"), name) }
    func begin(_ name: String, _ records: LeftRecords) throws {
      var options = EditSession.Options()
      options.leftRecords = records
      let session = try EditSession.begin(FilePath(folder.path(name)), options)
      #expect(session.record == nil)
    }
    let run = LeftRecords()
    for name in ["b.jpg", "c.jpg"] { try begin(name, run) }
    #expect(run.owner(of: FilePath(folder.path("a.AAE"))) == path)
    try FileManager.default.removeItem(atPath: folder.path("a.jpg"))
    #expect(throws: FaceBlurError.self) { try begin("b.jpg", LeftRecords()) }
  }

  /// Of copies of the photo that a record is of, one with a record of its own is enough, wherever the folder lists that.
  @Test func oneOfManyCopiesHasTheRecord() throws {
    try rename("a.jpg", to: "b.jpg")
    try folder.write(TestPhotos.cameraman(), "a.jpg")
    let copies = ["b.jpg", "c.jpg", "d.jpg", "e.jpg"]
    for name in copies { try folder.write(TestPhotos.astronaut(), name) }
    var options = EditSession.Options()
    options.rebasing = true
    func expectRefusal() throws {
      let error = try #require(throws: FaceBlurError.self) { _ = try EditSession.begin(path, options) }
      #expect(error.kind == .refused && error.file?.name == "a.AAE")
    }
    try expectRefusal()
    let record = try folder.read("a.AAE")
    for name in copies {
      try folder.write(record, "\(name).AAE")
      // It may be anybody's that has been there before.
      try folder.write(TestPhotos.graceHopper(), name)
      try expectRefusal()
      try folder.write(TestPhotos.astronaut(), name)
      let session = try EditSession.begin(path, options)
      #expect(session.superseded != nil)
      try FileManager.default.removeItem(atPath: folder.path("\(name).AAE"))
    }
    try expectRefusal()
  }

  @Test func eachFolderIsReadOnce() throws {
    try rename("a.jpg", to: "c.jpg")
    let records = LeftRecords()
    #expect(found(records) == ["a.AAE"])
    try FileManager.default.removeItem(atPath: folder.path("a.AAE"))
    #expect(found(records) == ["a.AAE"])
    #expect(found() == [])
    // What is gone by then is none.
    var options = EditSession.Options()
    options.leftRecords = records
    let session = try EditSession.begin(FilePath(folder.path("c.jpg")), options)
    #expect(session.record == nil)
  }
}
