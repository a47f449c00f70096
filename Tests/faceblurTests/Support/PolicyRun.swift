import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// The camera's photo in both byte orders, blurred under each of some policies, as exiftool sees the renders.
struct PolicyRun: Sendable {
  /// What comes behind `--metadata`; nil for the option left out.
  static let policies: [String?] = [
    nil, "none", "minimal", "standard", "standard+gps", "+gps=coarse", "standard-Make-artist",
    "minimal,+LensModel", "-date",
  ]

  static let all = Result { try PolicyRun() }

  private let tags: [String: [String: String]]
  let renders: [String: [UInt8]]
  let modified: [String: Date]

  /// Never an option in the eyes of any program.
  private static func folder(_ policy: String?) -> String { "policy \(policy ?? "default")" }
  static func name(_ policy: String?, _ order: ByteOrder) -> String { "\(folder(policy))_\(order).jpg" }

  private init() throws {
    let scratch = try ScratchFolder()
    let photos = try ByteOrder.allCases.map { order in
      try scratch.write(CameraPhoto.jpeg(order), "\(order).jpg")
    }
    var renders: [String: [UInt8]] = [:]
    var modified: [String: Date] = [:]
    for policy in Self.policies {
      let folder = Self.folder(policy)
      let option = policy.map { ["--metadata=\($0)"] } ?? []
      let outcome = try BuiltCommand.run(["blur", "-o", "\(folder)/"] + option + photos, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(folder): \(outcome.errors)")
      for order in ByteOrder.allCases {
        let name = Self.name(policy, order)
        renders[name] = try scratch.read("\(folder)/\(order).jpg")
        modified[name] = try FileState(at: scratch.path("\(folder)/\(order).jpg")).modified
      }
    }
    self.renders = renders
    self.modified = modified
    tags = try ExifTool.tags(of: renders, asNumbers: true)
  }

  /// What a render tells, without what is said of every file and without the parts of its colour profile.
  func tags(_ policy: String?, _ order: ByteOrder) throws -> [String: String] {
    try #require(tags[Self.name(policy, order)]).filter { tag, _ in
      let group = tag.prefix { $0 != ":" }
      return !["System", "File", "ExifTool", "Composite"].contains(group) && !group.hasPrefix("ICC")
    }
  }
}
