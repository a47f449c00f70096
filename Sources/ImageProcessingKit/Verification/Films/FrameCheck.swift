/// Compares frames of an original and of its render: the render's shows what the plan makes of the original's, as nearly as it is coded.
///
/// A frame is compared in blocks of 16 × 16 pixels. Means over the whole would let a small face pass, and single samples are
/// what lossy code changes.
struct FrameCheck {
  private let shape: PlanarShape
  private let geometry: PhotoGeometry
  private let plan: FilmPlan
  private let tolerance: FrameTolerance

  /// Pixels across and down a block.
  private static let side = 16

  init(_ shape: PlanarShape, _ orientation: Orientation, _ plan: FilmPlan, _ tolerance: FrameTolerance) {
    self.shape = shape
    self.plan = plan
    self.tolerance = tolerance
    geometry = PhotoGeometry(
      storedWidth: shape.width, storedHeight: shape.height, orientation: orientation,
      unitWidth: shape.chroma.step.x, unitHeight: shape.chroma.step.y)
  }

  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else, `leak(.changedOutside)` where the rest does.
  func check(_ before: VideoFrame, shows shown: VideoFrame) throws(FaceBlurError) {
    let count = shape.sampleCount * shape.sampleBytes
    guard before.shape == shape, shown.shape == shape, before.bytes.count == count, shown.bytes.count == count
    else { throw .otherShape }
    let regions = plan.frame(at: before.time)
    let areas = regions.areas(on: geometry)
    guard regions.regions.isEmpty == areas.isEmpty, AreaCheck(areas, on: geometry).holds(for: regions) else {
      throw .leakingRegion
    }
    let witness =
      areas.isEmpty
      ? before.bytes
      : try FrameWitness.hidden(before.bytes, shape, areas, plan.strength.style, geometry)
    if shape.sampleBytes == 1 {
      try compare(witness, shown.bytes, before.bytes, areas, of: UInt8.self)
    } else {
      try compare(witness, shown.bytes, before.bytes, areas, of: UInt16.self)
    }
  }

  private func compare<Sample: FixedWidthInteger & UnsignedInteger>(
    _ witness: [UInt8], _ shown: [UInt8], _ before: [UInt8], _ areas: [ObscuredArea], of type: Sample.Type
  ) throws(FaceBlurError) {
    var failure: FaceBlurError?
    witness.withUnsafeBytes { witness in
      shown.withUnsafeBytes { shown in
        before.withUnsafeBytes { before in
          let pictures = (
            witness.bindMemory(to: Sample.self), shown.bindMemory(to: Sample.self),
            before.bindMemory(to: Sample.self)
          )
          var start = 0
          for plane in 0..<shape.planeCount where failure == nil {
            let size = shape.size(ofPlane: plane)
            let range = start..<start + size.width * size.height
            let blocks = PlaneBlocks(
              witness: UnsafeBufferPointer(rebasing: pictures.0[range]),
              shown: UnsafeBufferPointer(rebasing: pictures.1[range]),
              before: UnsafeBufferPointer(rebasing: pictures.2[range]), width: size.width, height: size.height
            )
            failure = judge(blocks, plane, areas)
            start = range.upperBound
          }
        }
      }
    }
    if let failure { throw failure }
  }

  private func judge<Sample>(
    _ blocks: PlaneBlocks<Sample>, _ plane: Int, _ areas: [ObscuredArea]
  ) -> FaceBlurError? {
    let scale = Double(1 << (shape.depth - 8))
    let step = shape.step(ofPlane: plane)
    let (unitX, unitY) = (geometry.unitWidth / step.x, geometry.unitHeight / step.y)
    let (across, down) = (max(Self.side / geometry.unitWidth, 1), max(Self.side / geometry.unitHeight, 1))
    for area in areas {
      var whole = PlaneBlocks<Sample>.Sum()
      for top in stride(from: area.bounds.y, to: area.bounds.maxY, by: down) {
        for left in stride(from: area.bounds.x, to: area.bounds.maxX, by: across) {
          var sum = PlaneBlocks<Sample>.Sum()
          for y in top..<min(top + down, area.bounds.maxY) {
            for x in left..<min(left + across, area.bounds.maxX) where area.contains(unitX: x, unitY: y) {
              blocks.addHidden(x * unitX..<(x + 1) * unitX, y * unitY..<(y + 1) * unitY, to: &sum)
            }
          }
          whole.add(sum)
          // A corner that an ellipse has in a block is too little to tell anything.
          guard sum.count * 4 >= across * down * unitX * unitY else { continue }
          if sum.mean > tolerance.hidden * scale { return .leakingRegion }
        }
      }
      if whole.mean > tolerance.area * scale { return .leakingRegion }
      // Coding errors know nothing of what is hidden: a part of it that shines through is told from them however faint it is.
      let isTold = whole.energy > Double(whole.count) * tolerance.hidden * tolerance.hidden * scale * scale
      if isTold, whole.likeness > tolerance.share * whole.energy { return .leakingRegion }
    }
    var whole = PlaneBlocks<Sample>.Sum()
    let isNear = blocks.allBlocks(across: Self.side / step.x, down: Self.side / step.y) { block in
      whole.add(block)
      return block.mean <= tolerance.block * scale && abs(block.level) <= tolerance.level * scale
    }
    return isNear && whole.mean <= tolerance.plane * scale ? nil : .changedOutside
  }
}
