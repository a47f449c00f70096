internal import CJPEG

/// Proves that a toned file shows its checked render with the filters applied, and nothing else.
///
/// The render is decoded once more and the filters are applied to it. What an encoder makes of that with the render's own
/// quantisers and sampling is known up to the rounding of each coefficient; every coefficient of the toned file must lie
/// within that, so no area can show what the render does not. Of code that writes files it shares the whitelist, the
/// filters and libjpeg. It takes 2 bytes of memory a sample: 3 a pixel at 4:2:0, 6 at 4:4:4.
enum ToneCheck {
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `LeakError`: `.otherTones` where the picture is another.
  static func check(
    _ toned: [UInt8], against render: any EditablePhoto, filters: ToneFilters, options: RenderOptions
  ) throws(LeakError) {
    let base = render.fileBytes
    try toned.withUnsafeBufferPointer { (toned) throws(LeakError) in
      try base.withUnsafeBufferPointer { (base) throws(LeakError) in
        _ = try LeakGate.checkMetadata(of: toned, against: base, options)
      }
    }
    let stream = JPEGStream(bytes: toned, limits: .none)
    let header = try reading { () throws(PhotoError) in try stream.header() }
    let coded = try reading { () throws(PhotoError) in try CoefficientComparison.opened(stream) }
    let geometry = render.geometry
    guard Int(header.width) == geometry.storedWidth, Int(header.height) == geometry.storedHeight else {
      throw .shape
    }
    let baseHeader = try reading { () throws(PhotoError) in
      try JPEGStream(bytes: base, limits: .none).header()
    }
    try base.withUnsafeBufferPointer { (bytes) throws(LeakError) in
      let rows = try reading { () throws(PhotoError) in try JPEGRowReader(bytes, limits: .none) }
      let components = expectedComponents(baseHeader, rows)
      // The same coefficients make another picture of other quantisers, sampling or colours.
      guard CoefficientComparison.components(of: header, coded) == components,
        header.standard_colors == baseHeader.standard_colors
      else { throw .otherTones }
      let expected = ExpectedComponents(
        width: geometry.storedWidth, isYCbCr: baseHeader.standard_colors, components)
      let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
      try compare(coded, with: rows, toner, geometry, expected, components)
    }
  }

  /// The components that a toned file has: the render's own, or of a gray one three like its own.
  private static func expectedComponents(
    _ header: fbj_header, _ rows: borrowing JPEGRowReader
  ) -> [ComparedComponent] {
    var components: [ComparedComponent] = []
    for (index, component) in header.componentList.enumerated() {
      components.append(ComparedComponent(component, rows.quantisers(ofComponent: index)))
    }
    return components.count == 1 ? [ComparedComponent](repeating: components[0], count: 3) : components
  }

  private static func compare(
    _ coded: borrowing JPEGCoefficients, with rows: consuming JPEGRowReader, _ toner: Toner,
    _ geometry: PhotoGeometry, _ expected: consuming ExpectedComponents, _ components: [ComparedComponent]
  ) throws(LeakError) {
    let spectra = components.map { BlockSpectrum(quantisers: $0.quantisers) }
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: geometry.storedWidth * PixelBuffer.channels)
    defer { row.deallocate() }
    for top in stride(from: 0, to: geometry.storedHeight, by: expected.unitHeight) {
      let count = min(expected.unitHeight, geometry.storedHeight - top)
      for y in 0..<count {
        do throws(PhotoError) { try rows.next(into: row) } catch { throw .damaged("\(error)") }
        toner.tone(row, y: top + y)
        expected.take(row, y: y)
      }
      expected.finish(rows: count)
      for (index, component) in components.enumerated() {
        try compare(
          coded, unitRow: top / expected.unitHeight, index, component, expected.samples[index], spectra[index]
        )
      }
    }
  }

  /// Compares what one component has in a row of units.
  private static func compare(
    _ coded: borrowing JPEGCoefficients, unitRow: Int, _ index: Int, _ component: ComparedComponent,
    _ samples: [Float], _ spectrum: BlockSpectrum
  ) throws(LeakError) {
    let width = component.widthInBlocks
    let first = unitRow * component.down
    for row in first..<min(first + component.down, component.heightInBlocks) {
      let blocks: [Int16]
      do throws(PhotoError) {
        blocks = try coded.blocks(ofRow: row, component: index, width: width)
      } catch {
        throw .damaged("\(error)")
      }
      let holds = samples.withUnsafeBufferPointer { samples in
        blocks.withUnsafeBufferPointer { blocks in
          guard let start = samples.baseAddress, let coefficients = blocks.baseAddress else { return false }
          return (0..<width).allSatisfy { column in
            spectrum.holds(
              start + (row - first) * 64 * width + 8 * column, stride: 8 * width,
              for: coefficients + 64 * column)
          }
        }
      }
      guard holds else { throw .otherTones }
    }
  }

  private static func reading<Value: ~Copyable>(
    _ call: () throws(PhotoError) -> Value
  ) throws(LeakError) -> Value {
    do throws(PhotoError) { return try call() } catch { throw .damaged("\(error)") }
  }
}
