internal import CJPEG

/// Compares a render with its original by libjpeg's reading of both: for streams that are not baseline.
enum CoefficientComparison {
  /// - Parameter original: nil where its coefficients are not those of the render, because it was encoded anew.
  /// - Throws: `LeakError`.
  static func check(
    _ render: [UInt8], against original: [UInt8]?, _ areas: [ObscuredArea], _ obscurer: any Obscuring
  ) throws(LeakError) {
    do throws(PhotoError) {
      let source = JPEGStream(bytes: render, limits: .none)
      let edited = try opened(source)
      var check = RegionCheck(areas, components(of: try source.header(), edited), obscurer)
      if let original {
        let base = try opened(JPEGStream(bytes: original, limits: .none))
        try run(&check, edited) { row, index, width throws(PhotoError) in
          try base.blocks(ofRow: row, component: index, width: width)
        }
      } else {
        try run(&check, edited) { _, _, _ in nil }
      }
      guard check.holds else { throw PhotoError.damaged(notObscured) }
    } catch {
      switch error {
      case .damaged(changed): throw .changedOutside
      case .damaged(notObscured): throw .region
      default: throw .damaged("\(error)")
      }
    }
  }

  /// - Parameter original: a row of the original's blocks, by row, component and width; nil where it cannot be compared.
  private static func run(
    _ check: inout RegionCheck, _ edited: borrowing JPEGCoefficients,
    _ original: (Int, Int, Int) throws(PhotoError) -> [Int16]?
  ) throws(PhotoError) {
    for isSecondPass in check.isSmooth ? [false, true] : [false] {
      for (index, component) in check.components.enumerated() {
        for row in 0..<component.heightInBlocks {
          let mine = try edited.blocks(ofRow: row, component: index, width: component.widthInBlocks)
          let theirs = try original(row, index, component.widthInBlocks)
          let owners = owners(ofRow: row / component.down, check.areas)
          for column in 0..<component.widthInBlocks {
            let place = 64 * column
            guard let area = owners[column / component.across] else {
              if let theirs, mine[place..<(place + 64)] != theirs[place..<(place + 64)] {
                throw .damaged(changed)
              }
              continue
            }
            mine.withUnsafeBufferPointer { mine in
              guard let start = mine.baseAddress else { return }
              let block = ComparedBlock(
                area: area, component: index, x: column, y: row, originalDC: theirs.map { Int($0[place]) },
                coefficients: start + place)
              if isSecondPass { check.takeSmooth(block) } else { check.take(block) }
            }
          }
        }
      }
      if !isSecondPass { check.endFirstPass() }
    }
  }

  private static let changed = "changed outside"
  private static let notObscured = "not obscured"

  private static func opened(_ stream: JPEGStream) throws(PhotoError) -> JPEGCoefficients {
    let opened = try stream.openCoefficients()
    guard let handle = opened.coefficients else { throw .damaged(opened.warning ?? "the decoder warned") }
    return JPEGCoefficients(owning: handle)
  }

  private static func components(
    of header: fbj_header, _ coefficients: borrowing JPEGCoefficients
  ) -> [ComparedComponent] {
    let components = withUnsafeBytes(of: header.components) {
      Array($0.bindMemory(to: fbj_component.self).prefix(Int(header.component_count)))
    }
    var result: [ComparedComponent] = []
    for (index, component) in components.enumerated() {
      result.append(
        ComparedComponent(
          across: Int(component.blocks_per_mcu_x), down: Int(component.blocks_per_mcu_y),
          widthInBlocks: Int(component.width_in_blocks), heightInBlocks: Int(component.height_in_blocks),
          quantisers: coefficients.quantisers(ofComponent: index)))
    }
    return result
  }

  /// By column of units, the area that a unit belongs to.
  private static func owners(ofRow row: Int, _ areas: [ObscuredArea]) -> [Int: Int] {
    var owners: [Int: Int] = [:]
    for (index, area) in areas.enumerated() where row >= area.bounds.y && row < area.bounds.maxY {
      for column in area.bounds.x..<area.bounds.maxX where area.contains(unitX: column, unitY: row) {
        owners[column] = index
      }
    }
    return owners
  }
}
