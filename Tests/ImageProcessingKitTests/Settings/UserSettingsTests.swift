import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct UserSettingsTests {
  private static var full: UserSettings {
    var settings = UserSettings()
    settings.strength.style = .blur
    settings.strength.shape = .ellipse
    settings.strength.cells = 20
    settings.strength.margin = 1.7
    settings.metadata = MetadataPolicy("standard-artist+gps=coarse")
    settings.effort = .maximum
    return settings
  }

  private static func place(_ folder: ScratchFolder) -> FilePath {
    FilePath(folder.path("configuration/faceblur/settings.json"))
  }

  /// The file as a person would write it.
  private static func write(_ json: String, in folder: ScratchFolder) throws -> FilePath {
    try folder.write(Array(json.utf8), "configuration/faceblur/settings.json")
    try setMode(0o700, folder.path("configuration/faceblur"))
    try setMode(0o600, folder.path("configuration/faceblur/settings.json"))
    return place(folder)
  }

  private static func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private static func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func refusal(
    of path: FilePath, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let error = #expect(throws: FaceBlurError.self, sourceLocation: sourceLocation) {
      try UserSettings.read(at: path)
    }
    #expect(error?.kind == .unusableSettings, sourceLocation: sourceLocation)
    #expect(error?.file != nil && error?.advice != nil, sourceLocation: sourceLocation)
    return error?.reason ?? ""
  }

  @Test func readsWhatItHasWritten() throws {
    let folder = try ScratchFolder()
    let place = Self.place(folder)
    #expect(try UserSettings.read(at: place) == UserSettings())
    try Self.full.write(to: place)
    #expect(try UserSettings.read(at: place) == Self.full)
    // For nobody else to read.
    #expect(try Self.mode("\(place)") == 0o600)
    #expect(try Self.mode("\(place.folder)") == 0o700)
    #expect(try Self.mode("\(place.folder.folder)") == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.folder)") == ["settings.json"])
    for name in UserSettings.Name.allCases {
      var less = Self.full
      less.forget(name)
      #expect(less.text(of: name) == nil)
      try less.write(to: place)
      #expect(try UserSettings.read(at: place) == less)
    }
    // Without a wish there is no file.
    try UserSettings().write(to: place)
    #expect(!place.exists)
    try UserSettings().write(to: place)
  }

  @Test func isFoundWhereTheEnvironmentSays() {
    func file(_ configuration: FilePath?, _ home: FilePath?) -> FilePath? {
      UserSettings.file(configuration: configuration, home: home)
    }
    #expect(file("/etc/own", "/home/a") == "/etc/own/faceblur/settings.json")
    #expect(file(nil, "/home/a") == "/home/a/.config/faceblur/settings.json")
    // A relative path is to be ignored, the specification says.
    #expect(file("own", "/home/a") == "/home/a/.config/faceblur/settings.json")
    #expect(file("own", "a") == nil)
    #expect(file(nil, nil) == nil)
  }

  @Test(arguments: [
    (#"{"margn": 2}"#, "'margn' is wrong: there is no such setting"),
    (#"{"margin": 2, "Style": "fill"}"#, "'Style'"),
    (#"{"margin": 0.9}"#, "'margin' is wrong: it is not 1.0 to 4.0"),
    (#"{"margin": 4.01}"#, "'margin'"),
    (#"{"margin": "2"}"#, "'margin' is wrong: it is of another type"),
    (#"{"margin": [2]}"#, "'margin'"),
    (#"{"cells": 25}"#, "'cells' is wrong: it is not 1 to 24"),
    (#"{"cells": 0}"#, "'cells'"),
    (#"{"cells": 5.5}"#, "'cells'"),
    (#"{"cells": 7, "style": "pixelate"}"#, "'cells' is wrong: it is not 1 to 6"),
    (#"{"style": "swirl"}"#, "'style' is wrong: it is not mosaic or blur or fill or pixelate"),
    (#"{"style": "smooth-pixelate"}"#, "'style'"),
    (#"{"style": 3}"#, "'style'"),
    (#"{"shape": "Box"}"#, "'shape'"),
    (#"{"metadata": "minimal+serial"}"#, "'metadata'"),
    (#"{"metadata": ""}"#, "'metadata'"),
    (#"{"effort": "heroic"}"#, "'effort' is wrong: it is not fast or normal or thorough or maximum"),
    (#"{"margin": 2, "margin": 1}"#, "it says something twice"),
    (#"{"margin": 2, "m\u0061rgin": 1}"#, "it says something twice, or not in plain UTF-8"),
    (#"{"m\u0061rgin": 1}"#, "it says something twice, or not in plain UTF-8"),
    (#"{"margin": 2"#, "it is no JSON object"), ("", "it is no JSON object"), ("[]", "it is no JSON object"),
    ("2", "it is no JSON object"), ("null", "it is no JSON object"),
    (String(repeating: "[", count: 9000), "it is no JSON object"),
    (String(repeating: " ", count: 1 << 14) + "{}", "more than the limit"),
  ])
  func refusesWhatIsNotAsItShouldBe(_ content: (json: String, reason: String)) throws {
    let folder = try ScratchFolder()
    let reason = try refusal(of: Self.write(content.json, in: folder))
    #expect(reason.contains(content.reason), "\(reason)")
  }

  @Test func takesWhatAPersonHasWritten() throws {
    let folder = try ScratchFolder()
    #expect(try UserSettings.read(at: Self.write("{}", in: folder)) == UserSettings())
    let json = """
      { "margin" : 2, "style":"fill", "metadata": "Standard +GPS",
        "effort": null, "shape": "box" }
      """
    let settings = try UserSettings.read(at: Self.write(json, in: folder))
    #expect(settings.strength.style == .fill && settings.strength.margin == 2 && settings.effort == nil)
    #expect(settings.metadata?.keeps(.gps) == true)
  }

  /// Whoever may write to it decides how much is hidden.
  @Test func refusesWhatOthersMayHaveWritten() throws {
    let folder = try ScratchFolder()
    let place = try Self.write("{}", in: folder)
    for mode in [0o620, 0o602, 0o666] {
      try Self.setMode(mode, "\(place)")
      #expect(try refusal(of: place).contains("other users may write to it"))
    }
    try Self.setMode(0o644, "\(place)")
    #expect(try UserSettings.read(at: place) == UserSettings())
    for mode in [0o770, 0o707, 0o1777] {
      try Self.setMode(mode, "\(place.folder)")
      #expect(try refusal(of: place).contains("other users may write to it"))
      #expect(throws: FaceBlurError.self) { try Self.full.write(to: place) }
    }
    try Self.setMode(0o755, "\(place.folder)")
    try Self.setMode(0o777, "\(place.folder.folder)")
    #expect(try refusal(of: place).contains("everybody may change the names"))
    try Self.setMode(0o1777, "\(place.folder.folder)")
    #expect(try UserSettings.read(at: place) == UserSettings())
  }

  @Test func refusesLinksAndFoldersAndWhatHasTwoNames() throws {
    let folder = try ScratchFolder()
    let files = FileManager.default
    let place = try Self.write("{}", in: folder)
    try files.linkItem(atPath: "\(place)", toPath: folder.path("second"))
    #expect(try refusal(of: place).contains("a link"))
    try files.removeItem(atPath: "\(place)")
    try files.createSymbolicLink(atPath: "\(place)", withDestinationPath: folder.path("second"))
    #expect(try refusal(of: place).contains("a link"))
    // A dangling one says something, too, whatever that was.
    try files.removeItem(atPath: folder.path("second"))
    #expect(try refusal(of: place).contains("a link"))
    // What is written replaces the link, and nothing at its end.
    try Self.full.write(to: place)
    #expect(try UserSettings.read(at: place) == Self.full)
    #expect(!files.fileExists(atPath: folder.path("second")))
    try files.removeItem(atPath: "\(place)")
    try files.createDirectory(atPath: "\(place)", withIntermediateDirectories: false)
    #expect(try refusal(of: place).contains("folder"))
    // The whole folder elsewhere.
    try files.removeItem(atPath: "\(place)")
    try Self.full.write(to: place)
    try files.moveItem(atPath: "\(place.folder)", toPath: folder.path("elsewhere"))
    try files.createSymbolicLink(
      atPath: "\(place.folder)", withDestinationPath: folder.path("elsewhere"))
    #expect(try refusal(of: place).contains("a link"))
    #expect(throws: FaceBlurError.self) { try Self.full.write(to: place) }
  }

  @Test(.enabled(if: getuid() == 0)) func refusesWhatBelongsToAnotherUser() throws {
    let folder = try ScratchFolder()
    let place = try Self.write("{}", in: folder)
    #expect(chown("\(place)", 1, 1) == 0)
    #expect(try refusal(of: place).contains("another user"))
    #expect(chown("\(place)", 0, 0) == 0 && chown("\(place.folder)", 1, 1) == 0)
    #expect(try refusal(of: place).contains("another user"))
  }

  @Test func writesNothingThatItWouldNotRead() throws {
    let folder = try ScratchFolder()
    let place = Self.place(folder)
    func expectRefusal(_ change: (inout UserSettings) -> Void) {
      var settings = Self.full
      change(&settings)
      let error = #expect(throws: FaceBlurError.self) { try settings.write(to: place) }
      #expect(error?.kind == .strengthOutOfRange)
      #expect(!place.exists)
    }
    expectRefusal { $0.strength.margin = 0.5 }
    expectRefusal { $0.strength.cells = 25 }
    expectRefusal { $0.strength.style = .pixelate }
    expectRefusal { $0.strength.style = .smoothPixelate }
  }

  @Test func namesWhatIsWeakerThanTheDefaults() {
    func weaker(_ change: (inout UserSettings) -> Void) -> [UserSettings.Name] {
      var settings = UserSettings()
      change(&settings)
      #expect((settings.note == nil) == settings.weaker.isEmpty)
      return settings.weaker
    }
    #expect(weaker { _ in }.isEmpty)
    for style in ObscuringStyle.offered {
      #expect(weaker { $0.strength.style = style } == (style == .pixelate ? [.style] : []))
    }
    #expect(weaker { $0.strength.margin = 1.29 } == [.margin])
    #expect(weaker { $0.strength.margin = 1.3 }.isEmpty)
    #expect(weaker { $0.strength.shape = .ellipse }.isEmpty)
    #expect(weaker { $0.strength.cells = 24 }.isEmpty)
    for policy in ["standard", "minimal+gps=coarse", "none+artist", "minimal-date+camera"] {
      #expect(weaker { $0.metadata = MetadataPolicy(policy) } == [.metadata], "\(policy)")
    }
    for policy in ["none", "minimal", "minimal-date"] {
      #expect(weaker { $0.metadata = MetadataPolicy(policy) }.isEmpty, "\(policy)")
    }
    #expect(weaker { $0.effort = .fast } == [.effort])
    for effort in [DetectionEffort.normal, .thorough, .maximum] {
      #expect(weaker { $0.effort = effort }.isEmpty)
    }
    var settings = Self.full
    settings.strength.style = .pixelate
    settings.strength.margin = 1.1
    #expect(
      settings.note
        == "stored settings are weaker than the defaults: style pixelate, margin 1.1, metadata \(settings.metadata?.text ?? "")"
    )
  }

  private struct Asking: Sendable {
    var style: ObscuringStyle?
    var cells: Int?
    let begunStyle: ObscuringStyle
    let begunCells: Int
  }

  private static let askings = [
    Asking(begunStyle: .blur, begunCells: 20),
    Asking(style: .blur, begunStyle: .blur, begunCells: 20),
    Asking(style: .mosaic, begunStyle: .mosaic, begunCells: 12),
    Asking(style: .pixelate, begunStyle: .pixelate, begunCells: 6),
    Asking(cells: 5, begunStyle: .blur, begunCells: 5),
    Asking(style: .pixelate, cells: 5, begunStyle: .pixelate, begunCells: 5),
  ]

  /// Options win, each over its own setting; the number of cells belongs to a style.
  @Test(arguments: askings)
  private func yieldsToWhatIsAskedFor(_ example: Asking) throws {
    var asked = ObscuringStrength.Change()
    asked.style = example.style
    asked.cells = example.cells
    let left = Self.full.yielding(to: asked, metadata: nil, effort: .fast)
    #expect(left.effort == nil && left.metadata == Self.full.metadata)
    let begun = try #require(asked.over(left.strength).applied(to: .default))
    #expect(begun.style == example.begunStyle && begun.cells == example.begunCells)
    #expect(begun.shape == .ellipse && begun.margin == 1.7)
  }

  @Test func yieldsWhatIsWeakerToo() {
    var settings = UserSettings()
    settings.strength.style = .pixelate
    settings.strength.margin = 1
    settings.metadata = .standard
    settings.effort = .fast
    var asked = ObscuringStrength.Change()
    asked.style = .fill
    asked.margin = 2
    #expect(settings.yielding(to: asked, metadata: .minimal, effort: .normal).note == nil)
    #expect(settings.yielding(to: .init(), metadata: nil, effort: nil) == settings)
  }

  /// A photo that is blurred again tells no more than it did.
  @Test func twoPoliciesTogetherTellWhatBothTell() throws {
    let stored = try #require(MetadataPolicy("standard+gps"))
    let recorded = try #require(MetadataPolicy("minimal+gps=coarse-date"))
    for both in [stored.limited(to: recorded), recorded.limited(to: stored)] {
      #expect(both.keeps(.gps) && both.hasCoarseLocation && both.keeps(.pixelDensity))
      #expect(!both.keeps(.dateTimeOriginal) && !both.keeps(.artist))
      #expect(!both.tellsMore(than: stored) && !both.tellsMore(than: recorded))
    }
    #expect(stored.tellsMore(than: recorded) && recorded.tellsMore(than: .minimal))
    #expect(!MetadataPolicy.none.tellsMore(than: .minimal))
  }
}
