import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is read of hostile EXIF, and what is written of it.
@Suite struct EXIFBlockTests {
  /// A big-endian block with one directory of image tags and one of EXIF tags, each value in the entry itself or
  /// behind the directories.
  private func block(image: [Tag] = [], exif: [Tag] = []) -> EXIFBlock {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
    }
    let imageEnd = 8 + 2 + 12 * (image.count + 1) + 4
    let exifEnd = imageEnd + 2 + 12 * exif.count + 4
    var data: [UInt8] = []
    func entries(_ tags: [Tag]) -> [UInt8] {
      tags.flatMap { tag -> [UInt8] in
        var field = tag.bytes + [UInt8](repeating: 0, count: max(0, 4 - tag.bytes.count))
        if tag.bytes.count > 4 {
          field = number(exifEnd + data.count, 4)
          data += tag.bytes
        }
        return number(tag.number, 2) + number(tag.type, 2) + number(tag.count, 4) + field
      }
    }
    let pointer = Tag(number: 0x8769, type: 4, count: 1, bytes: number(imageEnd, 4))
    let tables =
      number(image.count + 1, 2) + entries(image + [pointer]) + number(0, 4) + number(exif.count, 2)
      + entries(exif) + number(0, 4)
    return EXIFBlock(reading: ([0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + tables + data)[...])
  }

  private struct Tag {
    let number: Int
    let type: Int
    let count: Int
    let bytes: [UInt8]

    static func text(_ number: Int, _ bytes: [UInt8], type: Int = 2) -> Tag {
      Tag(number: number, type: type, count: bytes.count + 1, bytes: bytes + [0])
    }

    static func short(_ number: Int, _ values: [Int]) -> Tag {
      Tag(
        number: number, type: 3, count: values.count,
        bytes: values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
  }

  private func value(_ block: EXIFBlock, _ field: MetadataField) -> EXIFBlock.Value? {
    block.values.first { $0.key.field == field }?.value
  }

  // A segment's length is 16 bits, of which two are the length itself.
  @Test func fitsItsSegmentWithTheLongestValuesAndTheLargestThumbnail() {
    var block = EXIFBlock()
    for tag in EXIFTag.all {
      block[tag] =
        tag.type == .text
        ? .text([UInt8](repeating: 0x41, count: tag.count))
        : .numbers([UInt32](repeating: 1, count: tag.count * tag.type.size / tag.type.numberSize))
    }
    let thumbnail = [UInt8](repeating: 0, count: JPEGHeaderWriter.maxThumbnailBytes)
    #expect(JPEGSegmentSignature.exif.count + block.tiff(thumbnail: thumbnail).count <= 65_533)
  }

  /// Faces so drawn out are not found.
  @Test(
    arguments: [
      (204, 98, true), (1, 2, true), (100, 300, false), (300, 100, false), (0, 300, true), (72, 72, true),
    ])
  func leavesOutADensityThatDrawsFacesOut(across: Int, down: Int, isKept: Bool) {
    func density(_ number: Int, _ value: Int) -> Tag {
      Tag(
        number: number, type: 5, count: 1,
        bytes: [0, 0, UInt8(value >> 8), UInt8(value & 255), 0, 0, 0, 1])
    }
    let read = block(image: [
      density(0x011A, across), density(0x011B, down), .short(0x0128, [2]), .text(0x010F, Array("Acme".utf8)),
    ])
    for policy in [MetadataPolicy.minimal, .standard, .everything] {
      let kept = read.filtered(by: policy)
      #expect((value(kept, .pixelDensity) != nil) == isKept)
    }
    #expect(value(read.filtered(by: .standard), .make) != nil)
  }

  // The usual © of older programs is one byte.
  @Test func takesATextThatIsNotUTF8ForLatin1() {
    let read = block(image: [.text(0x8298, [0xA9] + Array(" Zo".utf8) + [0xEB])])
    #expect(value(read, .copyright) == .text(Array("© Zoë".utf8)))
  }

  @Test func cutsATextThatIsTooLongAndTakesLineBreaksOut() {
    let read = block(image: [.text(0x013B, Array(("Ann\n" + String(repeating: "é", count: 300)).utf8))])
    guard case .text(let text) = value(read, .artist) else {
      Issue.record("the artist is gone")
      return
    }
    #expect(
      text.count <= EXIFTag.maxTextBytes
        && String(validating: text, as: UTF8.self)?.hasPrefix("Ann é") == true
    )
  }

  @Test func readsTextsOfTheTypeThatIsMadeForUTF8() {
    #expect(
      value(block(image: [.text(0x013B, Array("Zoë".utf8), type: 129)]), .artist) == .text(Array("Zoë".utf8)))
  }

  @Test func takesTheFirstOfTwoSensitivities() {
    let read = block(exif: [.short(0x8827, [400, 0])])
    #expect(value(read, .photographicSensitivity) == .numbers([400]))
  }

  // A number that no reader understands could be anything.
  @Test func dropsOrientationsAndColourSpacesThatDoNotExist() {
    let read = block(image: [.short(0x0112, [0xCAFE])], exif: [.short(0xA001, [0xBEEF])])
    #expect(read.orientation == .up && read.values.isEmpty)
  }

  @Test func keepsNoPartOfADateWithoutTheDate() {
    let read = block(exif: [
      .text(0x9003, Array("2024:05:04 12:30:45".utf8)), .text(0x9011, Array("+05:45".utf8)),
      .text(0x9291, Array("123".utf8)),
    ])
    #expect(read.values.count == 3)
    guard let policy = MetadataPolicy("minimal-DateTimeOriginal") else {
      Issue.record("there is no such policy")
      return
    }
    #expect(read.filtered(by: policy).values.isEmpty)
    #expect(read.filtered(by: .minimal).values.count == 3)
  }

  @Test func losesNothingWhenItIsReadAgain() {
    let read = block(
      image: [.short(0x0112, [6]), .text(0x010F, Array("Acme".utf8))],
      exif: [.short(0x8827, [100]), .text(0x9003, Array("2024:05:04 12:30:45".utf8))])
    for thumbnail in [nil, [UInt8](repeating: 7, count: 99)] {
      #expect(EXIFBlock(reading: read.tiff(thumbnail: thumbnail)[...]) == read)
    }
  }
}
