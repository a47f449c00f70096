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

  private func found(_ records: LeftRecords = LeftRecords(), thoroughly: Bool = false) -> [FilePath] {
    records.records(of: sha256, in: path.folder, ofOriginalsIn: path.folder, thoroughly: thoroughly).map(
      \.name)
  }

  private func date(_ date: Date) throws {
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path("a.AAE"))
  }

  @Test func aPhotoThatWasNotTouchedHasItsRecord() throws {
    try date(Date(timeIntervalSinceNow: 1000))
    #expect(found() == [])
    #expect(found(thoroughly: true) == ["a.AAE"])
    try date(time)
    #expect(found() == ["a.AAE"])
  }

  @Test func eachFolderIsReadOnce() throws {
    try FileManager.default.moveItem(atPath: folder.path("a.jpg"), toPath: folder.path("c.jpg"))
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

  /// A film beside it says nothing of a photo that is gone.
  @Test func aFilmOfTheNameIsNotThePhoto() throws {
    try folder.write([1], "a.mov")
    try FileManager.default.moveItem(atPath: folder.path("a.jpg"), toPath: folder.path("c.jpg"))
    try date(Date(timeIntervalSinceNow: 1000))
    #expect(found() == ["a.AAE"])
  }
}
