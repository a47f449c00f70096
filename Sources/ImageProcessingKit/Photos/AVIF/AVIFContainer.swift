/// AVIF files: pictures coded as AV1 in HEIF (AV1 Image File Format 1.1).
struct AVIFContainer: PhotoContainer {
  let name = "AVIF"
  let typeIdentifier = "public.avif"
  let fileExtensions = ["avif"]
  let holdsThumbnails = false

  /// One picture, or several that are shown one after the other.
  private static let brands: Set<FourCC> = ["avif", "avis"]
  /// Of any picture; which one, a further brand says.
  private static let anyBrands: Set<FourCC> = ["mif1", "mif2", "miaf", "msf1"]

  func recognizes(_ head: [UInt8]) -> Bool {
    guard head.count >= 16, head[4..<8].elementsEqual(FourCC("ftyp").bytes) else { return false }
    let end = max(min(BigEndian.number(head[..<4]), head.count), 12)
    let brands = FourCC.brands(head[8..<end])
    if Self.brands.contains(brands[0]) { return true }
    return Self.anyBrands.contains(brands[0]) && brands.contains(where: Self.brands.contains)
  }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    let opened = try? AVIFFile(size: file.size) { (range) throws(FaceBlurError) in try file.photoBytes(range)
    }
    guard let picture = opened?.picture else { return nil }
    let geometry = picture.geometry
    return PhotoExtent(
      width: geometry.storedWidth, height: geometry.storedHeight,
      workingBytes: AVIFPhoto.workingBytes(of: picture))
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try AVIFPhoto(bytes, limits: limits)
  }
}
