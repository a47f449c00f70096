import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos and films that share a name, as both parts of a Live Photo do: each has a record of its own.
@Suite struct FilmAssetTests {
  @Test(arguments: [
    ("IMG_1234.MOV", "IMG_E1234.MOV"), ("party.mp4", "party_edited.mp4"), ("a.b.m4v", "a.b_edited.m4v"),
    ("party.mkv", "party_edited.mp4"), ("IMG_1234.WEBM", "IMG_E1234.mp4"),
  ])
  func namesTheRenderAsApplePhotosDoes(original: String, render: String) {
    #expect(PhotoAsset(FilePath(original)).defaultRender.name == FilePath(render))
  }

  @Test func noTwoFilmsOfAFolderHaveOneRender() throws {
    let folder = try ScratchFolder()
    let films = try ["a.mkv", "A.mp4", "b.webm", "c.mkv", "c.webm"].map {
      FilePath(try folder.write([1], $0))
    }
    #expect(
      films.map { PhotoAsset($0).defaultRender.name } == [
        "a.mkv_edited.mp4", "A_edited.mp4", "b_edited.mp4", "c.mkv_edited.mp4", "c.webm_edited.mp4",
      ])
    let named = PhotoAsset.otherNames(ofFilmRenderedTo: "a.mkv.mp4")
    #expect(named.first == "a.mkv" && PhotoAsset.otherNames(ofFilmRenderedTo: "b.mp4").contains("b.webm"))
  }

  @Test func theRecordBearsTheWholeNameWhereAnotherOriginalHasTheStem() throws {
    let folder = try ScratchFolder()
    let film = FilePath(try folder.write([1], "IMG_1234.MOV"))
    #expect(PhotoAsset(film).record.name == "IMG_1234.AAE")
    let photo = FilePath(try folder.write([1], "IMG_1234.HEIC"))
    #expect(PhotoAsset(film).record.name == "IMG_1234.MOV.AAE")
    #expect(PhotoAsset(photo).record.name == "IMG_1234.AAE")
    let films = try ["a.mp4", "A.mov"].map { FilePath(try folder.write([1], $0)) }
    #expect(films.map { PhotoAsset($0).record.name } == ["a.mp4.AAE", "A.mov.AAE"])
  }

  @Test func neitherTakesTheOthersRecord() throws {
    let film = try EditedFilm("IMG_1234.MOV")
    try film.finish(1)
    let photo = FilePath(try film.folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
    // The film's was there first and keeps its name.
    #expect(PhotoAsset(film.path).record.name == "IMG_1234.AAE")
    #expect(PhotoAsset(photo).record.name == "IMG_1234.JPG.AAE")
    let before = try film.folder.contents()
    do {
      let session = try EditSession.begin(photo)
      #expect(session.record == nil)
    }
    #expect(try film.folder.contents() == before)

    let other = try EditedFilm("IMG_1234.MOV")
    let record = try AdjustmentDataTests.record().adjustmentData(timestamp: EditedFilm.time)
    try other.folder.write(record.fileContent(), "IMG_1234.AAE")
    // It names a photo that is not there, so it may be a renamed one's: better to refuse than to pass over an edit.
    #expect(EditedFilm.kind { try other.finish(1) } == .otherRecord)
    try other.folder.write([1], "IMG_1234.JPG")
    try other.finish(1)
    #expect(try other.folder.contents().keys.contains("IMG_1234.MOV.AAE"))
  }

  @Test func aPhotosCommandsSayThatARecordIsAFilms() throws {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(TestPhotos.astronaut(), "a.jpg"))
    try folder.write(FilmRecordTests.record().fileContent(timestamp: EditedFilm.time), "a.AAE")
    #expect(EditedFilm.kind { _ = try EditSession.begin(photo) } == .otherRecord)
    #expect(EditedFilm.kind { _ = try RecordListing.read(of: photo) } == .otherRecord)
  }
}
