/// The beginnings of pictures' files, which stand in a picture's code by chance alone.
enum PictureFiles {
  /// Whether one stands in some bytes. Behind the end of a picture's code there can be anything: no decoder looks at it. By chance there
  /// is one in twenty photos.
  static func begin(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      (0..<max(bytes.count - 8, 0)).contains { place in
        switch bytes[place] {
        case 0xFF:
          bytes[place + 1] == 0xD8 && bytes[place + 2] == 0xFF && bytes[place + 3] >= 0xC0
        case 0x89: bytes[place + 1] == 0x50 && bytes[place + 2] == 0x4E && bytes[place + 3] == 0x47
        case 0x52: bytes[place...].starts(with: "RIFF".utf8)
        case 0x66: bytes[place...].starts(with: "ftyp".utf8)
        default: false
        }
      }
    }
  }
}
