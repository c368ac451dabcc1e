/// The difference of a picture from an earlier one, tolerant of differences between machines.
///
/// Versions of the libraries draw letters and slanted edges differently by less than a pixel. So a pixel counts as
/// changed only when a colour of it lies more than 48 outside what the nine pixels around its place in the other
/// picture have, seen from either picture; and a picture is another one when more than 24 of the 1024 pixels of a
/// square of 32 × 32 are changed. The worst square decides, not the mean, so that a small fault isn't averaged out by
/// unchanged areas.
package struct PictureLikeness: Sendable, Equatable {
  /// The most by which a colour may differ.
  package static let colourTolerance = 48
  /// The side of a square, pixels.
  package static let squareSide = 32
  /// The most changed pixels in a square.
  package static let squareTolerance = 24

  /// The most changed pixels in any square.
  package let worstCount: Int
  /// The left and upper edge of that square, pixels.
  package let worstPlace: (column: Int, row: Int)
  /// All changed pixels.
  package let changedCount: Int

  /// Indicates whether the pictures count as equal.
  package var isAlike: Bool { worstCount <= Self.squareTolerance }

  package static func == (one: PictureLikeness, other: PictureLikeness) -> Bool {
    one.worstCount == other.worstCount && one.worstPlace == other.worstPlace
      && one.changedCount == other.changedCount
  }

  /// Compares two PNG files.
  /// - Throws: `RawCheckError` when one can't be read or their sizes differ.
  package init(_ png: [UInt8], golden: [UInt8]) throws {
    // Red, green, blue and alpha.
    guard let one = DrawnTiles.decode(png, format: 3), let other = DrawnTiles.decode(golden, format: 3) else {
      throw RawCheckError("a picture is no PNG file")
    }
    guard one.width == other.width, one.height == other.height else {
      throw RawCheckError(
        "pictures of \(one.width) × \(one.height) and \(other.width) × \(other.height) can't be alike")
    }
    let (width, height) = (one.width, one.height)
    let across = (width + Self.squareSide - 1) / Self.squareSide
    var counts = [Int](repeating: 0, count: across * ((height + Self.squareSide - 1) / Self.squareSide))
    for row in 0..<height {
      for column in 0..<width {
        let isChanged =
          Self.isChanged(one.pixels, other.pixels, column, row, width, height)
          || Self.isChanged(other.pixels, one.pixels, column, row, width, height)
        if isChanged { counts[row / Self.squareSide * across + column / Self.squareSide] += 1 }
      }
    }
    let worst = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    worstCount = counts[worst]
    worstPlace = (worst % across * Self.squareSide, worst / across * Self.squareSide)
    changedCount = counts.reduce(0, +)
  }

  /// Returns a picture in the form stored for comparison: eight levels of each colour, each at most 19 from the
  /// original, in a file of half the size.
  /// - Throws: `RawCheckError` when it can't be read.
  package static func reduced(_ png: [UInt8]) throws -> [UInt8] {
    // Red, green and blue.
    guard let picture = DrawnTiles.decode(png, format: 2) else {
      throw RawCheckError("a picture is no PNG file")
    }
    let levels = picture.pixels.map { (value: UInt8) -> UInt8 in
      let level: Int = (Int(value) * 7 + 127) / 255
      return UInt8((level * 255 + 3) / 7)
    }
    return DrawnTiles.encode(levels, width: picture.width, height: picture.height, format: 2)
  }

  /// Returns whether a pixel lies outside the range around its place in another picture.
  private static func isChanged(
    _ pixels: [UInt8], _ others: [UInt8], _ column: Int, _ row: Int, _ width: Int, _ height: Int
  ) -> Bool {
    let at = 4 * (row * width + column)
    for part in 0..<3 where pixels[at + part] != others[at + part] {
      var (low, high) = (255, 0)
      for y in max(0, row - 1)...min(height - 1, row + 1) {
        for x in max(0, column - 1)...min(width - 1, column + 1) {
          let value = Int(others[4 * (y * width + x) + part])
          (low, high) = (min(low, value), max(high, value))
        }
      }
      let value = Int(pixels[at + part])
      if value < low - colourTolerance || value > high + colourTolerance { return true }
    }
    return false
  }
}
