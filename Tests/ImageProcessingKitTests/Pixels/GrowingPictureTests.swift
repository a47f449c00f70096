import Testing

@testable import ImageProcessingKit

/// A picture that is read while another thread makes it.
@Suite struct GrowingPictureTests {
  private let failure = FaceBlurError(.truncatedPhoto, "a.jpg", "half of it is there")

  /// What somebody reads who waits for each row.
  private static func read(_ growing: GrowingPicture) -> Future<[UInt8]?> {
    Future { () throws(FaceBlurError) in
      growing.read { place in
        var bytes: [UInt8] = []
        for row in 0..<place.height where growing.wait(forRows: row + 1) {
          bytes += UnsafeBufferPointer(start: place.base + row * place.width * 3, count: place.width * 3)
        }
        return bytes
      }
    }
  }

  /// A picture whose second half is not made before somebody has read the first.
  @Test func showsTheRowsThatAreThere() throws {
    let growing = GrowingPicture()
    let isHalfRead = Monitor(false)
    let reader = Future { () throws(FaceBlurError) in
      growing.read { place in
        guard growing.wait(forRows: 2) else { return [UInt8]() }
        let half = Array(UnsafeBufferPointer(start: place.base, count: 2 * place.width * 3))
        isHalfRead.update { $0 = true }
        return growing.wait(forRows: 4)
          ? half + UnsafeBufferPointer(start: place.base + half.count, count: half.count) : []
      }
    }
    let picture = growing.make(width: 5, height: 4) { target, made in
      for row in 0..<4 {
        for place in row * 15..<(row + 1) * 15 { target[place] = UInt8(place) }
        made(row + 1)
        if row == 1 { _ = isHalfRead.wait { $0 ? true : nil } }
      }
    }
    #expect(try reader.value() == picture.bytes)
    #expect(picture.bytes == (0..<60).map { UInt8($0) })
    #expect(growing.became(picture))
    // Who writes to it has another one.
    var other = picture
    other[0, 0] = (9, 9, 9)
    #expect(!growing.became(other) && !growing.became(PixelBuffer(width: 5, height: 4)))
  }

  /// Whoever reads it gets to know, and reads nothing any more when the memory goes.
  @Test func tellsThatTheRestIsNotMade() throws {
    let growing = GrowingPicture()
    let reader = Self.read(growing)
    #expect(throws: failure) {
      _ = try growing.make(width: 4, height: 4) { (target, made) throws(FaceBlurError) in
        for place in 0..<12 { target[place] = 7 }
        made(1)
        throw failure
      }
    }
    let seen = try reader.value()
    #expect(seen == nil || [[], [UInt8](repeating: 7, count: 12)].contains(seen))
    #expect(growing.read { _ in true } == nil && !growing.wait(forRows: 2))
  }

  @Test func keepsNobodyWaitingForOneThatIsMadeOtherwise() throws {
    let growing = GrowingPicture()
    let reader = Self.read(growing)
    growing.end()
    #expect(try reader.value() == nil)
    #expect(!growing.became(PixelBuffer(width: 1, height: 1)))
  }
}
