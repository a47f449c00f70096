import Foundation
import TestSupport
import Testing

/// A second picture of the face hides in every place of a file that can hold one; none reaches the render.
@Suite struct CarrierTests {
  @Test func hidesAPictureInWhichADetectorFindsTheFace() throws {
    let scratch = try ScratchFolder()
    try scratch.write(HiddenPicture.jpeg(), "hidden.jpg")
    #expect(try !scratch.faceblur("detect", "hidden.jpg", "--json").photos()[0].faces.isEmpty)
  }

  @Test func hasACarrierOfEachNameOnce() {
    let carriers = Carrier.all + Carrier.refused
    #expect(Set(carriers.map(\.fileName)).count == carriers.count)
  }

  @Test func blursEveryPhotoWithAHiddenPicture() throws {
    let run = try CarrierRun.everyCarrier.get()
    #expect(run.blur.exitCode == 0, "\(run.blur.errors)")
  }

  @Test(arguments: Carrier.all)
  func leavesTheHiddenPictureBehind(_ carrier: Carrier) throws {
    let run = try CarrierRun.everyCarrier.get()
    let photo = try #require(run.photos[carrier.fileName])
    #expect(try !HiddenPicture.traces(in: photo).isEmpty, "\(carrier): nothing was planted")
    #expect(!run.changedPhotos.contains(carrier.fileName), "\(carrier): the original was touched")
    let render = try run.render(of: carrier.fileName)
    let traces = try HiddenPicture.traces(in: render)
    #expect(traces.isEmpty, "\(carrier): the render holds \(traces)")
  }

  @Test func leavesTheHiddenPictureOutOfEveryRecord() throws {
    let records = try CarrierRun.everyCarrier.get().outputs.filter { $0.key.hasSuffix(".AAE") }
    #expect(records.count == Carrier.all.count)
    for (name, record) in records {
      let traces = try HiddenPicture.traces(in: record)
      #expect(traces.isEmpty, "\(name) holds \(traces)")
    }
  }

  @Test func leavesNoTagThatIsNotAllowedByExifToolsAccount() throws {
    let run = try CarrierRun.everyCarrier.get()
    let tags = try ExifTool.tags(of: run.renders)
    for carrier in Carrier.all {
      let found = try #require(tags[carrier.fileName], "\(carrier): exiftool read no render")
      #expect(found["File:FileType"] == "JPEG", "\(carrier)")
      let others = ExifTool.tagsThatMustNotBe(in: found)
      #expect(others.isEmpty, "\(carrier): the render has \(others)")
    }
  }

  // A judge that sees nothing in the photos would see nothing in the renders either.
  @Test func exifToolSeesMostOfTheCarriers() throws {
    let tags = try ExifTool.tags(of: try CarrierRun.everyCarrier.get().photos)
    // Of profiles, tags for programs are no leak by its account.
    let carriers = Carrier.all.filter { $0.kind != "icc" }
    let unseen = carriers.filter {
      ExifTool.tagsThatMustNotBe(in: tags[$0.fileName] ?? [:]).isEmpty
    }
    #expect(unseen.count < carriers.count / 3, "\(unseen)")
  }

  @Test(arguments: Carrier.refused)
  func refusesAPhotoThatOnlyDamageMakesACarrier(_ carrier: Carrier) throws {
    let scratch = try ScratchFolder()
    try scratch.write(carrier.build(TestPhotos.astronaut()), "damaged.jpg")
    try scratch.expectFailure(65, naming: "damaged.jpg", "blur", "damaged.jpg")
  }
}
