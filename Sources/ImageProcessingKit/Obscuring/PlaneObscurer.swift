/// Hides areas of a picture plane by plane, in parts, so that the picture need not be in memory.
///
/// First it is shown every part that it is concerned with, in any order; then it hides what of a part lies in areas.
struct PlaneObscurer {
  private let geometry: PhotoGeometry
  private let stretches: AreaStretches
  private var tones: AreaTones

  /// - Parameters:
  ///   - areas: on the grid of the geometry; they do not overlap.
  ///   - geometry: of the whole picture, whose units are whole samples of all planes.
  ///   - shape: of the picture's parts, which may be of any size.
  init(
    _ areas: [ObscuredArea], in geometry: PhotoGeometry, _ shape: PlanarShape, with obscurer: any Obscuring
  ) {
    self.geometry = geometry
    stretches = AreaStretches(areas, in: geometry)
    // A level of 8 bits is the same power of two in all planes: no colour at all is in the middle.
    let raster = SampleRaster(
      geometry: geometry, colors: shape.chroma == .gray ? .gray : .yCbCr, maxSample: 255 << (shape.depth - 8))
    tones = AreaTones(areas, in: raster, with: obscurer)
  }

  /// Whether tones come from a part of the picture, or it has hidden pixels.
  func concerns(_ part: PixelRect) -> Bool { hasStretch(in: part) { _ in true } }

  /// Whether a part of the picture has hidden pixels.
  func hides(_ part: PixelRect) -> Bool { hasStretch(in: part, where: \.isInside) }

  private func hasStretch(in part: PixelRect, where isMeant: (RowStretch) -> Bool) -> Bool {
    let rows = part.y / geometry.unitHeight...(part.maxY - 1) / geometry.unitHeight
    return rows.contains { row in
      stretches.at(row * geometry.unitHeight).contains {
        isMeant($0) && stretches.columns($0).overlaps(part.x..<part.maxX)
      }
    }
  }

  /// Takes in what tones come from.
  /// - Parameters:
  ///   - picture: a part of the picture, whose first sample is one of all planes.
  ///   - x: where its upper left corner is, in stored pixels, as is `y`.
  mutating func take(_ picture: PlanarPicture, x: Int, y: Int) {
    for component in picture.planes.indices {
      let step = picture.shape.step(ofPlane: component)
      picture.planes[component].withUnsafeBufferPointer { samples in
        forEachStretch(of: picture.shape, component, x: x, y: y) { stretch, places, start, row in
          let unitY = row * step.y / geometry.unitHeight
          switch (stretch.kind, tones.source) {
          case (.beside(let indices), .surroundings):
            for index in indices {
              for place in places {
                tones.take(
                  Int(samples[start + place]), besideArea: index, component: component,
                  unitX: (x / step.x + place) * step.x / geometry.unitWidth, unitY: unitY)
              }
            }
          case (.inside(let index), .means):
            for place in places {
              tones.take(
                Int(samples[start + place]), ofArea: index, component: component,
                unitX: (x / step.x + place) * step.x / geometry.unitWidth, unitY: unitY)
            }
          default: break
          }
        }
      }
    }
  }

  /// Makes the tones of what was taken. All are known before the first sample is written, so no area sees another one.
  mutating func settle() { tones.settle() }

  /// Writes the hidden samples of a part of the picture; see `take`.
  func hide(in picture: inout PlanarPicture, x: Int, y: Int) {
    let shape = picture.shape
    for component in picture.planes.indices {
      let step = shape.step(ofPlane: component)
      picture.planes[component].withUnsafeMutableBufferPointer { samples in
        forEachStretch(of: shape, component, x: x, y: y) { stretch, places, start, row in
          guard case .inside(let index) = stretch.kind else { return }
          let middleY = (Double(row) + 0.5) * Double(step.y)
          for place in places {
            let column = x / step.x + place
            let sample: Int
            if tones.isFlatInCells {
              let cell = tones.areas[index].cell(
                unitX: column * step.x / geometry.unitWidth, unitY: row * step.y / geometry.unitHeight)
              sample = tones.sample(ofArea: index, component: component, cell: cell)
            } else {
              sample = tones.sample(
                ofArea: index, component: component, x: (Double(column) + 0.5) * Double(step.x), y: middleY)
            }
            samples[start + place] = UInt16(truncatingIfNeeded: sample)
          }
        }
      }
    }
  }

  /// Takes in what tones come from, band by band; see above.
  mutating func take(_ picture: PackedPicture, x: Int, y: Int) {
    for rows in picture.bands where concerns(place(of: rows, of: picture.shape, x: x, y: y)) {
      take(picture.band(rows), x: x, y: y + rows.lowerBound)
    }
  }

  /// Writes the hidden samples of a part of the picture, band by band; see above.
  func hide(in picture: inout PackedPicture, x: Int, y: Int) {
    for rows in picture.bands where hides(place(of: rows, of: picture.shape, x: x, y: y)) {
      var band = picture.band(rows)
      hide(in: &band, x: x, y: y + rows.lowerBound)
      picture.replace(rows, by: band)
    }
  }

  private func place(of rows: Range<Int>, of shape: PlanarShape, x: Int, y: Int) -> PixelRect {
    PixelRect(x: x, y: y + rows.lowerBound, width: shape.width, height: rows.count)
  }

  /// Goes through what of a plane lies in areas or beside them.
  /// - Parameter use: is given a stretch, the places that it has in a row of the plane, where that row begins in the plane, and its
  ///   number in the plane of the whole picture.
  private func forEachStretch(
    of shape: PlanarShape, _ plane: Int, x: Int, y: Int,
    _ use: (_ stretch: RowStretch, _ places: Range<Int>, _ start: Int, _ row: Int) -> Void
  ) {
    let (size, step) = (shape.size(ofPlane: plane), shape.step(ofPlane: plane))
    for line in 0..<size.height {
      let row = y / step.y + line
      guard row * step.y < geometry.storedHeight else { return }
      for stretch in stretches.at(row * step.y) {
        let columns = stretches.columns(stretch)
        let first = columns.lowerBound / step.x - x / step.x
        let end = (columns.upperBound + step.x - 1) / step.x - x / step.x
        let places = (first..<end).clamped(to: 0..<size.width)
        if !places.isEmpty { use(stretch, places, line * size.width, row) }
      }
    }
  }
}
