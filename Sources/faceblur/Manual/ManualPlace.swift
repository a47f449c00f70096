/// A file or a variable of the environment that commands heed, as manual pages tell of it.
struct ManualPlace: Sendable {
  let name: String
  let text: String
  var isVariable = false
  /// Whether a command heeds it.
  let isOf: @Sendable (any Command.Type) -> Bool

  static let all = [
    ManualPlace(
      name: "FACEBLUR_MODELS", text: "The folder of the models, where --models names none.", isVariable: true,
      isOf: { has("--models", $0) }),
    ManualPlace(
      name: "XDG_CONFIG_HOME",
      text: "The folder that the stored settings are in, below faceblur. A relative path counts as none.",
      isVariable: true, isOf: keepsSettings),
    ManualPlace(
      name: "XDG_STATE_HOME",
      text: "The folder that undone work on photos outside of collections is kept in, below faceblur/review.",
      isVariable: true, isOf: isReview),
    ManualPlace(
      name: "HOME", text: "Stands in for these: .config and .local/state are looked for in it.",
      isVariable: true,
      isOf: { keepsSettings($0) || isReview($0) }),
    ManualPlace(
      name: "DISPLAY", text: "Where this or WAYLAND_DISPLAY is set, a browser is opened.", isVariable: true,
      isOf: isReview),
    ManualPlace(
      name: "WAYLAND_DISPLAY", text: "Where this or DISPLAY is set, a browser is opened.", isVariable: true,
      isOf: isReview),
    ManualPlace(
      name: "XDG_RUNTIME_DIR",
      text: "The folder of the file that leads the browser to the page, which is there for a moment.",
      isVariable: true, isOf: isReview),
    ManualPlace(
      name: "TMPDIR", text: "Stands in for XDG_RUNTIME_DIR; the default is /tmp.", isVariable: true,
      isOf: isReview),
    ManualPlace(
      name: "IMG_1234.AAE",
      text:
        "The record of an edit of IMG_1234.JPG, beside it unless --record says otherwise: regions, settings and steps,"
        + " by which the edit can be taken up again or taken back.",
      isOf: { has("--record", $0) || has("--records", $0) }),
    ManualPlace(
      name: "IMG_1234.JPG.xmp",
      text: "The regions of that photo for photo managers, where --xmp asks for them.",
      isOf: { has("--xmp", $0) }),
    ManualPlace(
      name: "TARGET.faceblur",
      text:
        "The folder of the journal and the reports of a collection, beside its target unless --state says otherwise."
        + " It names the originals and says where their faces are, so it is not for publishing.",
      isOf: { has("--state", $0) }),
    ManualPlace(
      name: "TARGET.faceblur/review.json",
      text: "The sign-off: which photos of the collection a person has looked at, and what was decided.",
      isOf: isReview),
    ManualPlace(
      name: "~/.config/faceblur/settings.json", text: "The settings that 'faceblur settings' stores.",
      isOf: keepsSettings),
    ManualPlace(
      name: "~/.local/state/faceblur/review",
      text: "What was decided about photos outside of collections and not rendered yet.", isOf: isReview),
  ]

  private static func has(_ option: String, _ command: any Command.Type) -> Bool {
    command.parameters.contains { $0.names.contains(option) && !$0.isHidden }
  }

  @Sendable private static func keepsSettings(_ command: any Command.Type) -> Bool {
    command.heedsStoredSettings || command == SettingsCommand.self
  }

  @Sendable private static func isReview(_ command: any Command.Type) -> Bool {
    command == ReviewCommand.self
  }
}
