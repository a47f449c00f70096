/// Under which headings the help lists options, in this order.
enum HelpSection: String, CaseIterable {
  case regions = "What is hidden"
  case tones = "Tones"
  case strength = "How it is hidden"
  case detection = "How faces are found"
  case files = "Which files, and where results go"
  case metadata = "What a render tells"
  case caution = "Safety"
  case running = "Running"
  case output = "What is printed"

  /// By their first name, with the value where the name means two things.
  private var options: [String] {
    switch self {
    case .regions:
      ["--add", "--exclude ID", "--include ID", "--move", "--redetect", "--forget", "--unhidden"]
    case .tones: ["--look", "--vignette", "--vignette-radius", "--sepia", "--lut"]
    case .strength: ["--style", "--shape", "--cells", "--margin"]
    case .detection: ["--effort", "--threshold", "--detector", "--models"]
    case .files:
      [
        "-o", "-r", "--from", "--include PATTERN", "--exclude PATTERN", "--on-no-face", "--original",
        "--regions",
        "--preview",
        "--overlay", "--to", "--phase", "--anonymous-names", "--record", "--records", "--renders", "--state",
        "--xmp",
      ]
    case .metadata:
      ["--format", "--metadata", "--thumbnail", "--audio", "--keep-progressive", "--heic-tiles"]
    case .caution:
      [
        "--reset", "--weaker", "--dry-run", "--no-faces", "--trust-times", "--force-rebase", "--force",
        "--max-pixels",
        "--no-sandbox", "--check",
      ]
    case .running: ["--jobs", "--memory", "--port", "--no-open", "--idle-minutes", "--all"]
    case .output: ["--json", "--licences", "-q", "-v", "-h"]
    }
  }

  /// The headings that a command has options for, with their options.
  static func sections(of parameters: [Parameter]) -> [(title: String, parameters: [Parameter])] {
    var left = parameters.filter { !$0.isHidden }
    var sections: [(title: String, parameters: [Parameter])] = []
    for section in allCases {
      let members = section.options.compactMap { name in
        left.first { $0.name == name || "\($0.name) \($0.valueName ?? "")" == name }
      }
      left.removeAll { parameter in members.contains { $0.name == parameter.name } }
      if !members.isEmpty { sections.append((section.rawValue, members)) }
    }
    return left.isEmpty ? sections : sections + [("Other options", left)]
  }
}
