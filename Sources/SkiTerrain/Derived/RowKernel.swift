/// Makes the pixels of one row of a product.
struct RowKernel: Sendable {
  let product: TerrainProduct
  let edges: EdgeRule

  init(_ product: TerrainProduct, edges: EdgeRule) {
    self.product = product
    self.edges = edges
  }

  /// Writes a row of pixels.
  ///
  /// - Parameters:
  ///   - middle: The heights of the row's samples, with one more on either side.
  ///   - stride: From one row of heights to the next; the rows before and after are there too.
  ///   - count: Pixels.
  ///   - step: How far apart the samples lie.
  ///   - out: Room for the pixels.
  func makeRow(
    _ middle: UnsafePointer<Float>, stride: Int, count: Int, step: GroundScale.Step,
    into out: UnsafeMutableRawPointer
  ) {
    let plain = PlainPixel(product: product, edges: edges)
    for column in 0..<count {
      let heights = [-stride, 0, stride].flatMap { row in
        [-1, 0, 1].map { Double(middle[row + column + $0]) }
      }
      plain.write(heights, step, into: out + column * product.pixel.byteCount)
    }
  }
}
