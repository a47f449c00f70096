/// HEIC files: pictures coded as HEVC in HEIF (ISO/IEC 23008-12, annex B).
struct HEICContainer: PhotoContainer {
  let name = "HEIC"
  let typeIdentifier = "public.heic"
  let fileExtensions = ["heic", "heif", "hif"]
  let holdsThumbnails = false

  /// HEVC, of whatever profile, of one picture or of several.
  private static let brands: Set<FourCC> = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
  /// Of any picture; which one, a further brand says.
  private static let anyBrands: Set<FourCC> = ["mif1", "mif2", "msf1"]

  func recognizes(_ head: [UInt8]) -> Bool {
    guard head.count >= 16, head[4..<8].elementsEqual(FourCC("ftyp").bytes) else { return false }
    let end = max(min(BigEndian.number(head[..<4]), head.count), 12)
    let brands = FourCC.brands(head[8..<end])
    if Self.brands.contains(brands[0]) { return true }
    return Self.anyBrands.contains(brands[0]) && !brands.contains("avif")
      && brands.contains(where: Self.brands.contains)
  }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let opened = try? HEICFile(size: file.size) { (range) throws(FaceBlurError) in try file.photoBytes(range)
    }
    guard let picture = opened?.picture else { return nil }
    let geometry = picture.geometry
    return PhotoExtent(
      width: geometry.storedWidth, height: geometry.storedHeight,
      workingBytes: HEICPhoto.workingBytes(of: picture))
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try HEICPhoto(bytes, limits: limits)
  }
}
