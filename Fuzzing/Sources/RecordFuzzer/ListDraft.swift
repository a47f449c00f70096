internal import Foundation
internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// A property list with adjustment data that follows from some bytes, and the XML that writes it in one of the many ways
/// in which XML can.
struct ListDraft {
  private(set) var values: [String: PropertyListValue] = [:]
  private(set) var xml: [UInt8] = []
  private var choices: Choices

  private static let keys = [
    "adjustmentData", "adjustmentEditorBundleID", "adjustmentFormatIdentifier", "adjustmentFormatVersion",
    "adjustmentBaseVersion", "adjustmentRenderTypes", "adjustmentTimestamp",
  ]

  init(_ bytes: [UInt8]) {
    choices = Choices(bytes)
    add(choices.one(of: ["", "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"]))
    add(choices.one(of: ["", "<!DOCTYPE plist PUBLIC \"-//[<>]//\" '>'>"]))
    addNothing()
    let isWrapped = !choices.once(in: 4)
    if isWrapped { add("<plist version=\"1.0\">") }
    add("<dict>")
    while !choices.isEmpty {
      addNothing()
      let key = choices.one(of: Self.keys + ["", "adjustment", "a key"])
      // Twice would be refused.
      guard values[key] == nil else { continue }
      addElement("key", key)
      addNothing()
      if let value = value(of: key) {
        values[key] = value
        add(value)
      } else {
        addStranger(depth: 0)
      }
    }
    addNothing()
    add("</dict>")
    if isWrapped { add("\n</plist>") }
    addNothing()
  }

  /// What is written reads as what it is, in XML and in binary, and Foundation reads the same.
  func check() {
    let read = try? PropertyListReader.values(of: Set(Self.keys), in: xml)
    precondition(read == values, "a list reads as another")
    let list: [String: Any] = values.mapValues { value in
      switch value {
      case .boolean(let value): value
      case .data(let bytes): Data(bytes)
      case .date(let date): date
      case .integer(let number): number
      case .real(let number): number
      case .string(let text): text
      }
    }
    let binary = try? PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    guard let binary else { fatalError("a list cannot be written") }
    precondition(
      (try? PropertyListReader.values(of: Set(Self.keys), in: [UInt8](binary))) == values,
      "a binary list reads as another")
  }

  private mutating func value(of key: String) -> PropertyListValue? {
    switch key {
    case "adjustmentData": .data(choices.bytes(Int(choices.byte() % 16)))
    case "adjustmentEditorBundleID", "adjustmentFormatIdentifier":
      .string(choices.one(of: [EditRecord.formatIdentifier, "com.apple.photo", plainText()]))
    case "adjustmentFormatVersion": .string(choices.one(of: ["1.3.0", plainText()]))
    case "adjustmentBaseVersion", "adjustmentRenderTypes":
      .integer(choices.one(of: [0, 1, -1, .max, .min, 255, 65_536]))
    case "adjustmentTimestamp": .date(Date(timeIntervalSince1970: Double(choices.byte()) * 86_400 * 100))
    default: nil
    }
  }

  /// Text that XML can hold: no control characters, which XML 1.0 has not.
  private mutating func plainText() -> String {
    String(
      choices.text(16).filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } })
  }

  // MARK: Writing

  private mutating func add(_ text: String) { xml += Array(text.utf8) }

  /// What says nothing between two tags.
  private mutating func addNothing() {
    add(
      choices.one(of: [
        "", "", "\n\t", " ", "<!-- </dict><key>adjustmentData</key> -->", "<?a </dict> ?>", "<!-- - -- > -->",
      ]))
  }

  private mutating func add(_ value: PropertyListValue) {
    switch value {
    case .boolean(let value): add(value ? "<true/>" : "<false/>")
    case .data(let bytes):
      addElement("data", Data(bytes).base64EncodedString(), spaced: true)
    case .date(let date): addElement("date", date.formatted(.iso8601), spaced: true)
    case .integer(let number): addElement("integer", "\(number)", spaced: true)
    case .real(let number): addElement("real", "\(number)", spaced: true)
    case .string(let text): addElement("string", text)
    }
  }

  /// - Parameter spaced: whether space around the text says nothing; such a text stands for itself.
  private mutating func addElement(_ name: String, _ text: String, spaced: Bool = false) {
    add("<\(name)\(choices.one(of: ["", " "]))>" + (spaced ? choices.one(of: ["", "\n\t"]) : ""))
    if spaced {
      add(text)
    } else if choices.once(in: 4), !text.contains("]]>") {
      add("<![CDATA[\(text)]]>")
    } else {
      for scalar in text.unicodeScalars {
        switch scalar {
        case "<": add("&lt;")
        case "&": add("&amp;")
        case ">": add("&gt;")
        default: add(choices.once(in: 16) ? "&#x\(String(scalar.value, radix: 16));" : String(scalar))
        }
      }
    }
    add((spaced ? choices.one(of: ["", "\n\t"]) : "") + "</\(name)>")
  }

  /// What another program may have added.
  private mutating func addStranger(depth: Int) {
    switch choices.byte() % 6 {
    case 0 where depth < 20:
      add("<array>")
      while !choices.isEmpty, choices.byte() % 3 != 0 { addStranger(depth: depth + 1) }
      add("</array>")
    case 1 where depth < 20:
      add("<dict>")
      while !choices.isEmpty, choices.byte() % 3 != 0 {
        addElement("key", choices.one(of: Self.keys))
        addStranger(depth: depth + 1)
      }
      add("</dict>")
    case 2: addElement("string", plainText())
    case 3: add("<real>1e300</real>")
    case 4: add("<array/>")
    default: add("<true/>")
    }
  }
}
