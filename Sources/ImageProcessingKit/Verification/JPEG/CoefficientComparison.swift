internal import CJPEG
internal import Glibc

/// Compares a render with its original by libjpeg's reading of both: for streams that are not baseline.
enum CoefficientComparison {
  /// - Parameters:
  ///   - original: nil where its coefficients are not those of the render, because it was encoded anew.
  ///   - geometry: the original's.
  /// - Throws: `FaceBlurError` of kind `leak`, or of another where a file cannot be read.
  static func check(
    _ render: FileBytes, against original: OriginalCoefficients?, _ geometry: PhotoGeometry,
    _ areas: [ObscuredArea],
    _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    let source = JPEGStream(bytes: render, limits: .none)
    let edited = try opened(source)
    let header = try source.header()
    guard Int(header.width) == geometry.storedWidth, Int(header.height) == geometry.storedHeight else {
      throw .otherShape
    }
    // Areas are counted in units, so the units must be the original's.
    guard Int(header.mcu_width) == geometry.unitWidth, Int(header.mcu_height) == geometry.unitHeight else {
      throw .changedOutside
    }
    var check = RegionCheck(
      areas, components(of: header, edited), style, header.colorModel, on: geometry)
    if let original {
      // The same coefficients make another picture of other sampling or quantisers.
      guard original.components == check.components else { throw .changedOutside }
      try run(&check, edited) { row, index, width throws(FaceBlurError) in
        original.blocks(ofRow: row, component: index, width: width)
      }
    } else {
      try run(&check, edited) { _, _, _ in nil }
    }
    guard check.holds else { throw .leakingRegion }
  }

  /// - Parameter original: a row of the original's blocks, by row, component and width; nil where it cannot be compared.
  private static func run(
    _ check: inout RegionCheck, _ edited: borrowing JPEGCoefficients,
    _ original: (Int, Int, Int) throws(FaceBlurError) -> [Int16]?
  ) throws(FaceBlurError) {
    for isSecondPass in check.isSmooth ? [false, true] : [false] {
      for (index, component) in check.components.enumerated() {
        for row in 0..<component.heightInBlocks {
          let mine = try edited.blocks(ofRow: row, component: index, width: component.widthInBlocks)
          let theirs = try original(row, index, component.widthInBlocks)
          for (columns, kind) in stretches(ofRow: row, component, check.areas) {
            switch kind {
            case .inside(let area):
              for column in columns {
                judge(&check, mine, theirs, area, isBeside: false, index, column, row, isSecondPass)
              }
            case .beside, .apart:
              if isSecondPass { continue }
              if let theirs, !areEqual(mine, theirs, columns) { throw .changedOutside }
              guard case .beside(let areas) = kind else { continue }
              for area in areas {
                for column in columns {
                  judge(&check, mine, theirs, area, isBeside: true, index, column, row, isSecondPass)
                }
              }
            }
          }
        }
      }
      if !isSecondPass { check.endFirstPass() }
    }
  }

  static func opened(_ stream: JPEGStream) throws(FaceBlurError) -> JPEGCoefficients {
    let opened = try stream.openCoefficients()
    guard let handle = opened.coefficients else {
      throw .damagedPhoto(opened.warning ?? "the decoder warned")
    }
    return JPEGCoefficients(owning: handle)
  }

  static func components(
    of header: fbj_header, _ coefficients: borrowing JPEGCoefficients
  ) -> [ComparedComponent] {
    var result: [ComparedComponent] = []
    for (index, component) in header.componentList.enumerated() {
      result.append(ComparedComponent(component, coefficients.quantizers(ofComponent: index)))
    }
    return result
  }

  private static func judge(
    _ check: inout RegionCheck, _ mine: [Int16], _ theirs: [Int16]?, _ area: Int, isBeside: Bool,
    _ component: Int, _ column: Int, _ row: Int, _ isSecondPass: Bool
  ) {
    mine.withUnsafeBufferPointer { mine in
      guard let start = mine.baseAddress else { return }
      let block = ComparedBlock(
        area: area, isBeside: isBeside, component: component, x: column, y: row,
        originalDC: theirs.map { Int($0[64 * column]) }, coefficients: start + 64 * column)
      if isSecondPass { check.takeSmooth(block) } else { check.take(block) }
    }
  }

  /// Whether the blocks of some columns are the same.
  private static func areEqual(_ mine: [Int16], _ theirs: [Int16], _ columns: Range<Int>) -> Bool {
    mine.withUnsafeBytes { mine in
      theirs.withUnsafeBytes { theirs in
        guard let mine = mine.baseAddress, let theirs = theirs.baseAddress else { return true }
        let size = 64 * MemoryLayout<Int16>.stride
        return memcmp(
          mine + columns.lowerBound * size, theirs + columns.lowerBound * size, columns.count * size) == 0
      }
    }
  }

  /// A row of blocks as stretches of units.
  private static func stretches(
    ofRow row: Int, _ component: ComparedComponent, _ areas: [ObscuredArea]
  ) -> [(columns: Range<Int>, kind: RowStretch.Kind)] {
    let units = (component.widthInBlocks - 1) / component.across + 1
    return areas.stretches(ofRow: row / component.down, columns: units, withBeside: true).map { stretch in
      let start = min(stretch.columns.lowerBound * component.across, component.widthInBlocks)
      let end = min(stretch.columns.upperBound * component.across, component.widthInBlocks)
      return (start..<end, stretch.kind)
    }.filter { !$0.columns.isEmpty }
  }
}

extension ComparedComponent {
  /// A component as libjpeg describes it, with the quantisers that an encoder takes over from the stream.
  init(_ component: fbj_component) {
    self.init(
      component,
      withUnsafeBytes(of: component.quantizers) { Array($0.assumingMemoryBound(to: UInt16.self)) })
  }

  /// A component as libjpeg describes it.
  init(_ component: fbj_component, _ quantizers: [UInt16]) {
    across = Int(component.blocks_per_mcu_x)
    down = Int(component.blocks_per_mcu_y)
    widthInBlocks = Int(component.width_in_blocks)
    heightInBlocks = Int(component.height_in_blocks)
    self.quantizers = quantizers
  }
}
