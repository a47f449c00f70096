internal import Glibc

/// Looking for short texts in bytes.
enum HiddenText {
  /// - Parameter text: one byte a character, so that FF can be written.
  static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, with text: String) -> Bool {
    var place = range.lowerBound
    for character in text.unicodeScalars {
      guard place < range.upperBound, UInt32(bytes[place]) == character.value else { return false }
      place += 1
    }
    return true
  }

  static func ends(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, with text: String) -> Bool {
    let count = text.unicodeScalars.count
    return range.count >= count && starts(bytes, (range.upperBound - count)..<range.upperBound, with: text)
  }

  static func contains(_ text: String, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress, let first = text.utf8.first else { return false }
    var place = 0
    while place < bytes.count, let found = memchr(base + place, Int32(first), bytes.count - place) {
      let start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if starts(bytes, start..<bytes.count, with: text) { return true }
      place = start + 1
    }
    return false
  }
}
