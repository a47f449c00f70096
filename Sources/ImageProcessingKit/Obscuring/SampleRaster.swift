/// What a picture's samples are, at full size, in stored orientation, on the grid of its units: how every format hides areas whose
/// samples it can write as they are.
struct SampleRaster {
  let geometry: PhotoGeometry
  /// What the samples of a pixel mean, one for each component.
  let colors: ColorModel
  /// The sample that is as bright as 255 in 8 bits, 1 to 65535; hidden samples are not more.
  var maxSample = 255

  /// Replaces every sample of some areas by what a style makes of the cells' tones, in a picture that is in memory.
  /// - Parameters:
  ///   - areas: on the grid of `geometry`; they do not overlap.
  ///   - extras: how many samples of a pixel follow those of its colours. They become the largest: an outline in an alpha channel would
  ///     tell, too.
  ///   - samples: as many for each pixel, row by row from the top.
  func obscure(
    _ areas: [ObscuredArea], extras: Int = 0, in samples: inout [UInt8], with obscurer: any Obscuring
  ) {
    var obscurer = RowObscurer(areas, in: self, with: obscurer)
    let components = colors.components.count
    let stride = components + extras
    let length = geometry.storedWidth * stride
    samples.withUnsafeMutableBufferPointer { samples in
      for y in 0..<geometry.storedHeight where obscurer.concerns(y) {
        let row = UnsafeBufferPointer(rebasing: samples[y * length..<(y + 1) * length])
        obscurer.take(row, pixelStride: stride, RasterRow(y: y))
      }
      obscurer.settle()
      for y in 0..<geometry.storedHeight where obscurer.hides(y) {
        let start = y * length
        obscurer.forEachHiddenPixel(of: RasterRow(y: y), width: geometry.storedWidth) { x, hidden in
          let place = start + x * stride
          for component in 0..<components {
            samples[place + component] = UInt8(truncatingIfNeeded: hidden[component])
          }
          for extra in components..<stride { samples[place + extra] = UInt8(truncatingIfNeeded: maxSample) }
        }
      }
    }
  }
}

/// Which pixels of a picture a row of samples has: those of row `y` from column `x` on, every `step`-th one. Whole rows are the
/// rule; interlaced pictures come in parts of rows.
struct RasterRow {
  let y: Int
  var x = 0
  var step = 1

  /// The places in the row of those of its pixels that lie in some columns of the picture.
  func places(in columns: Range<Int>) -> Range<Int> {
    func place(_ column: Int) -> Int { column <= x ? 0 : (column - x + step - 1) / step }
    return place(columns.lowerBound)..<place(columns.upperBound)
  }

  /// The column of the picture that a place in the row is.
  func column(_ place: Int) -> Int { x + place * step }
}

/// Hides areas of a picture row by row, so that the picture need not be in memory.
///
/// First it is shown every row that it is concerned with, in any order; then it tells what the hidden pixels become.
struct RowObscurer {
  private let raster: SampleRaster
  private let stretches: AreaStretches
  private var tones: AreaTones

  /// - Parameter areas: on the grid of the raster's geometry; they do not overlap.
  init(_ areas: [ObscuredArea], in raster: SampleRaster, with obscurer: any Obscuring) {
    self.raster = raster
    stretches = AreaStretches(areas, in: raster.geometry)
    tones = AreaTones(areas, in: raster, with: obscurer)
  }

  /// Whether tones come from a row of the picture, or it has hidden pixels.
  func concerns(_ y: Int) -> Bool { !stretches.at(y).isEmpty }

  /// Whether a row of the picture has hidden pixels.
  func hides(_ y: Int) -> Bool { stretches.at(y).contains(where: \.isInside) }

  /// Whether a pixel of the row is hidden.
  func hides(_ row: RasterRow, width: Int) -> Bool {
    stretches.at(row.y).contains {
      $0.isInside && !row.places(in: stretches.columns($0)).clamped(to: 0..<width).isEmpty
    }
  }

  /// Takes in what tones come from.
  /// - Parameters:
  ///   - samples: of the row, pixel by pixel, those of the colours first.
  ///   - pixelStride: how many samples a pixel has.
  mutating func take<Sample: FixedWidthInteger>(
    _ samples: UnsafeBufferPointer<Sample>, pixelStride: Int, _ row: RasterRow
  ) {
    let unitWidth = raster.geometry.unitWidth
    let unitY = row.y / raster.geometry.unitHeight
    let places = 0..<samples.count / pixelStride
    let components = raster.colors.components.count
    for stretch in stretches.at(row.y) {
      let taken = row.places(in: stretches.columns(stretch)).clamped(to: places)
      switch (stretch.kind, tones.source) {
      case (.beside(let indices), .surroundings):
        for index in indices {
          for place in taken {
            for component in 0..<components {
              tones.take(
                Int(samples[place * pixelStride + component]), besideArea: index, component: component,
                unitX: row.column(place) / unitWidth, unitY: unitY)
            }
          }
        }
      case (.inside(let index), .means):
        for place in taken {
          for component in 0..<components {
            tones.take(
              Int(samples[place * pixelStride + component]), ofArea: index, component: component,
              unitX: row.column(place) / unitWidth, unitY: unitY)
          }
        }
      default: break
      }
    }
  }

  /// Makes the tones of what was taken. All are known before the first pixel is written, so no area sees another one.
  mutating func settle() { tones.settle() }

  /// Tells what the hidden pixels of a row become.
  /// - Parameters:
  ///   - width: pixels of the row.
  ///   - use: is given a pixel's place in the row and its samples, one for each component of the colours.
  func forEachHiddenPixel(
    of row: RasterRow, width: Int, _ use: (_ place: Int, _ samples: UnsafeBufferPointer<Int>) -> Void
  ) {
    let geometry = raster.geometry
    let components = raster.colors.components.count
    let unitY = row.y / geometry.unitHeight
    withUnsafeTemporaryAllocation(of: Int.self, capacity: components) { pixel in
      for stretch in stretches.at(row.y) {
        guard case .inside(let index) = stretch.kind else { continue }
        for place in row.places(in: stretches.columns(stretch)).clamped(to: 0..<width) {
          let x = row.column(place)
          if tones.isFlatInCells {
            let cell = tones.areas[index].cell(unitX: x / geometry.unitWidth, unitY: unitY)
            for component in 0..<components {
              pixel[component] = tones.sample(ofArea: index, component: component, cell: cell)
            }
          } else {
            for component in 0..<components {
              pixel[component] = tones.sample(
                ofArea: index, component: component, x: Double(x) + 0.5, y: Double(row.y) + 0.5)
            }
          }
          use(place, UnsafeBufferPointer(pixel))
        }
      }
    }
  }

  /// Names the pixels of a row that are not hidden.
  /// - Parameters:
  ///   - width: pixels of the row.
  ///   - use: is given a pixel's place in the row.
  func forEachOpenPlace(of row: RasterRow, width: Int, _ use: (_ place: Int) -> Void) {
    var next = 0
    for stretch in stretches.at(row.y) where stretch.isInside {
      let hidden = row.places(in: stretches.columns(stretch))
      for place in next..<max(next, hidden.lowerBound) { use(place) }
      next = max(next, hidden.upperBound)
    }
    for place in min(next, width)..<width { use(place) }
  }
}
