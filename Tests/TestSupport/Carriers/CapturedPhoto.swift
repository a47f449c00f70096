/// A small photo whose EXIF tells when and where it was taken, in whatever values a test wants.
public struct CapturedPhoto: Sendable {
  public var date: String?
  public var offset: String?
  public var latitudeReference: String? = "N"
  public var latitude = [(48, 1), (51, 1), (30, 1)]
  public var longitudeReference: String? = "E"
  public var longitude = [(2, 1), (17, 1), (40, 1)]
  public var altitudeReference: Int?
  public var altitude: [(Int, Int)] = []

  public init() {}

  public func jpeg(_ order: ByteOrder) throws -> [UInt8] {
    var main = EXIFBuilder.camera(order) { directory in
      if let date { directory.add(ascii: date, 0x9003) }
      if let offset { directory.add(ascii: offset, 0x9011) }
    }
    main.add(pointerTo: { gps(order).bytes(at: $0) }, 0x8825)
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces(width: 16, height: 16))
    return JPEGParts.inserting([(0xE1, EXIFBuilder.content(main))], into: plain)
  }

  private func gps(_ order: ByteOrder) -> TIFFDirectory {
    TIFFDirectory(order) {
      if let latitudeReference { $0.add(ascii: latitudeReference, 1) }
      $0.add(rationals: latitude, 2)
      if let longitudeReference { $0.add(ascii: longitudeReference, 3) }
      $0.add(rationals: longitude, 4)
      if let altitudeReference {
        $0.entries.append(.init(tag: 5, type: 1, count: 1, value: .bytes([UInt8(altitudeReference)])))
      }
      if !altitude.isEmpty { $0.add(rationals: altitude, 6) }
    }
  }
}
