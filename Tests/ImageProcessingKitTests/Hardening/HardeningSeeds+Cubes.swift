extension HardeningSeeds {
  /// Colour tables of every kind, small enough for a fuzzer.
  static func cubes() -> [[UInt8]] {
    let headers = [
      "", "TITLE \"A look\"\n# a comment\n", "DOMAIN_MIN -1 0 0\nDOMAIN_MAX 1e0 2 1\n",
      "LUT_3D_INPUT_RANGE 0.0 1.0\r\n",
    ]
    return headers.enumerated().map { index, header in
      Array(TestCube.text(2 + index, header: header, TestCube.warm).utf8)
    } + [Array("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n".utf8)]
  }
}
