/// Hides what a plan says of the frames of one film, each from what surrounds it in the same frame.
struct FrameHider: Sendable {
  private let shape: PlanarShape
  /// Units are as small as all planes have whole samples of.
  let geometry: PhotoGeometry

  /// - Parameters:
  ///   - shape: of every frame, as stored.
  ///   - orientation: how they are turned to stand upright.
  init(_ shape: PlanarShape, _ orientation: Orientation) {
    self.shape = shape
    geometry = PhotoGeometry(
      storedWidth: shape.width, storedHeight: shape.height, orientation: orientation,
      unitWidth: shape.chroma.step.x, unitHeight: shape.chroma.step.y)
  }

  /// - Parameters:
  ///   - bytes: of a frame, as `VideoFrame` has them; what is hidden is written over.
  ///   - plan: of this frame.
  /// - Throws: `FaceBlurError` where a sample is larger than its depth allows, which no decoder gives.
  func hide(_ plan: RegionPlan, in bytes: inout [UInt8]) throws(FaceBlurError) {
    let areas = plan.areas(on: geometry)
    guard let crop = crop(around: areas) else { return }
    guard var picture = PlanarPicture(cropping: bytes, of: shape, to: crop) else {
      throw .internalError("the decoder gave another picture than it said")
    }
    var obscurer = PlaneObscurer(areas, in: geometry, shape, with: plan.strength.style.obscurer)
    obscurer.take(picture, x: crop.x, y: crop.y)
    obscurer.settle()
    obscurer.hide(in: &picture, x: crop.x, y: crop.y)
    picture.write(into: &bytes, of: shape, at: crop)
  }

  /// What of the stored frame is hidden or decides what is shown instead, in pixels; nil where nothing is hidden.
  private func crop(around areas: [ObscuredArea]) -> PixelRect? {
    guard let first = areas.first else { return nil }
    let units = areas.dropFirst().reduce(first.bounds) { $0.union($1.bounds) }
    let (width, height) = (geometry.unitWidth, geometry.unitHeight)
    let (left, top) = (max(units.x - 1, 0) * width, max(units.y - 1, 0) * height)
    let right = min((units.maxX + 1) * width, shape.width)
    let bottom = min((units.maxY + 1) * height, shape.height)
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension PlanarPicture {
  /// A part of a picture that is there as bytes.
  /// - Parameters:
  ///   - bytes: of the whole, plane by plane.
  ///   - whole: its shape.
  ///   - part: in pixels, within the whole; its first sample is one of all planes.
  /// - Returns: nil where the bytes are not of the shape, or a sample is larger than its depth allows.
  fileprivate init?(cropping bytes: [UInt8], of whole: PlanarShape, to part: PixelRect) {
    guard bytes.count == whole.sampleCount * whole.sampleBytes else { return nil }
    let shape = whole.sized(width: part.width, height: part.height)
    let largest = UInt16((1 << shape.depth) - 1)
    var seen: UInt16 = 0
    var planes: [[UInt16]] = []
    bytes.withUnsafeBytes { bytes in
      for plane in 0..<shape.planeCount {
        let size = shape.size(ofPlane: plane)
        planes.append(
          [UInt16](unsafeUninitializedCapacity: size.width * size.height) { samples, count in
            for row in 0..<size.height {
              var place = whole.place(ofRow: row, of: part, plane: plane)
              for _ in 0..<size.width {
                let sample: UInt16
                if whole.sampleBytes == 1 {
                  sample = UInt16(bytes[place])
                } else {
                  sample = bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)
                }
                place += whole.sampleBytes
                seen = max(seen, sample)
                samples.initializeElement(at: count, to: sample)
                count += 1
              }
            }
          })
      }
    }
    guard seen <= largest else { return nil }
    self.init(shape, planes: planes)
  }

  /// Writes it over a part of another picture.
  fileprivate func write(into bytes: inout [UInt8], of whole: PlanarShape, at part: PixelRect) {
    bytes.withUnsafeMutableBytes { bytes in
      for (plane, samples) in planes.enumerated() {
        let size = shape.size(ofPlane: plane)
        samples.withUnsafeBufferPointer { samples in
          for row in 0..<size.height {
            var place = whole.place(ofRow: row, of: part, plane: plane)
            for index in row * size.width..<(row + 1) * size.width {
              if whole.sampleBytes == 1 {
                bytes[place] = UInt8(truncatingIfNeeded: samples[index])
              } else {
                bytes.storeBytes(of: samples[index], toByteOffset: place, as: UInt16.self)
              }
              place += whole.sampleBytes
            }
          }
        }
      }
    }
  }
}

extension PlanarShape {
  /// Where a row of a part begins, in bytes of the whole picture.
  /// - Parameter row: of the plane, from the part's top.
  fileprivate func place(ofRow row: Int, of part: PixelRect, plane: Int) -> Int {
    let step = step(ofPlane: plane)
    let before = (0..<plane).reduce(0) { sum, plane in
      let size = size(ofPlane: plane)
      return sum + size.width * size.height
    }
    return (before + (part.y / step.y + row) * size(ofPlane: plane).width + part.x / step.x) * sampleBytes
  }
}
