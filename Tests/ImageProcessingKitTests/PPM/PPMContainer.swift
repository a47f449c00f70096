@testable import ImageProcessingKit

/// Binary portable pixmaps (netpbm's P6) of 8 bits: the smallest format there is, to show what a format takes.
struct PPMContainer: PhotoContainer {
  let name = "PPM"
  let typeIdentifier = "public.pbm"
  let fileExtensions = ["ppm", "pnm"]
  let holdsThumbnails = false

  func recognizes(_ head: [UInt8]) -> Bool {
    head.starts(with: Array("P6".utf8)) && head.count > 2 && (PPMHeader.isSpace(head[2]) || head[2] == 0x23)
  }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let head = try file.bytes(at: 0, count: PPMHeader.maxBytes)
    guard let header = try? PPMHeader(FileBytes(head)) else { return nil }
    // The samples of the photo and of the render, and two copies of each while they are compared.
    return PhotoExtent(
      width: header.width, height: header.height, workingBytes: 4 * 3 * header.width * header.height)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try PPMPhoto(bytes, limits: limits)
  }
}

extension PhotoFormat {
  static let ppm = PhotoFormat(PPMContainer(), PPMGate())
}

extension PhotoFormats {
  static let withPPM = PhotoFormats([.jpeg, .ppm])
}

/// What stands before the samples. Viewers of these tests show a part of the picture where a comment right behind `P6` says so:
/// `#visible X Y W H`, in pixels.
struct PPMHeader {
  let width: Int
  let height: Int
  /// Nil for all of it.
  let visible: PixelRect?
  /// Where the samples begin.
  let end: Int

  /// Headers with longer comments are refused.
  static let maxBytes = 1 << 16
  private static let mostDigits = 6

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// - Throws: `FaceBlurError` where there is none, or one of another depth.
  init(_ bytes: FileBytes) throws(FaceBlurError) {
    var place = 2
    var numbers: [Int] = []
    while numbers.count < 3 {
      guard place < min(bytes.count, Self.maxBytes) else { throw .truncatedPhoto("it ends in its header") }
      if Self.isSpace(bytes[place]) {
        place += 1
      } else if bytes[place] == UInt8(ascii: "#") {
        while place < min(bytes.count, Self.maxBytes), bytes[place] != 0x0A { place += 1 }
      } else {
        let digits = bytes[place...].prefix(Self.mostDigits + 1).prefix { (0x30...0x39).contains($0) }
        guard (1...Self.mostDigits).contains(digits.count) else {
          throw .damagedPhoto("its header is none of a PPM")
        }
        guard place + digits.count < bytes.count else { throw .truncatedPhoto("it ends in its header") }
        numbers.append(digits.reduce(0) { 10 * $0 + Int($1 - 0x30) })
        place += digits.count
      }
    }
    guard Self.isSpace(bytes[place]) else { throw .damagedPhoto("no white space stands before its samples") }
    guard numbers[2] == 255 else {
      throw .unsupportedPhoto(
        format: "PPM", reason: "its largest sample is \(numbers[2])", instead: "an 8-bit PPM")
    }
    guard numbers[0] > 0, numbers[1] > 0 else { throw .damagedPhoto("it has no pixels") }
    (width, height, end) = (numbers[0], numbers[1], place + 1)
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    visible = Self.visible(in: bytes).flatMap { $0 == whole ? nil : $0 }
    guard visible?.lies(in: whole) ?? true else { throw .damagedPhoto("it shows what is not in it") }
  }

  private static let word = Array("P6\n#visible ".utf8)

  private static func visible(in bytes: FileBytes) -> PixelRect? {
    guard bytes.count > word.count, bytes.prefix(word.count).elementsEqual(word) else { return nil }
    let line = bytes[word.count...].prefix(40).prefix { $0 != 0x0A }
    let numbers = line.split(separator: 0x20).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 4 else { return nil }
    return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// A header as short as can be.
  var bytes: [UInt8] {
    let comment = visible.map { "#visible \($0.x) \($0.y) \($0.width) \($0.height)\n" } ?? ""
    return Array("P6\n\(comment)\(width) \(height)\n255\n".utf8)
  }
}
