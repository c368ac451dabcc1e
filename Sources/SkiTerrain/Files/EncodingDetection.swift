import SkiGeo

/// Tells how the tiles of a pyramid are encoded by looking at some of them.
///
/// The two encodings put ground into reds that never overlap (126–163 and 0–2), so a tile of real heights is
/// plausible in one of them only. Pictures of other kinds are told apart by being implausible in both, or rough.
enum EncodingDetection {
  /// How many tiles are looked at, and how many more when those hold no data.
  static let tileLimits = [5, 64]
  /// One row of pixels in so many is looked at.
  static let rowStep = 8
  /// The share of pixels with data that must have heights the ground can have.
  static let plausibleShare = 0.95

  /// One tile that can be looked at.
  struct Tile {
    /// What errors call it.
    let subject: String
    /// Reads its file.
    let read: () throws -> [UInt8]
  }

  /// Returns the encoding all tiles with data agree on.
  /// - Parameters:
  ///   - tiles: Gives up to so many tiles, evenly from first to last.
  ///   - metresPerPixel: At the equator.
  ///   - root: What errors call them all.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when they don't or when none tells; as
  ///   ``PNGImage/init(decoding:subject:)`` when a tile is broken.
  /// - Complexity: O(pixels) of 5 tiles, of 69 where most tiles hold no data.
  static func encoding(
    ofTiles tiles: (Int) throws -> [Tile], metresPerPixel: Double, root: String
  ) throws -> TileEncoding {
    for limit in tileLimits {
      if let verdict = try verdict(try tiles(limit), metresPerPixel, root) { return verdict }
    }
    throw doubt(root, nil)
  }

  /// What the tiles with data say; nil when there are none.
  private static func verdict(
    _ tiles: [Tile], _ metresPerPixel: Double, _ root: String
  ) throws -> TileEncoding? {
    var verdict: TileEncoding?
    for tile in tiles {
      let image = try PNGImage(decoding: try tile.read(), subject: tile.subject)
      guard hasData(image) else { continue }
      let fitting = TileEncoding.allCases.filter { fits(image, $0, metresPerPixel) }
      guard fitting.count == 1, verdict == nil || verdict == fitting[0] else {
        throw doubt(root, tile.subject)
      }
      verdict = fitting[0]
    }
    return verdict
  }

  private static func hasData(_ image: PNGImage) -> Bool {
    sampled(image).contains { isData(image, $0 * 4) }
  }

  /// The pixels looked at, by their index.
  private static func sampled(_ image: PNGImage) -> some Sequence<Int> {
    stride(from: 0, to: image.size, by: rowStep).lazy.flatMap { row in
      row * image.size..<(row + 1) * image.size
    }
  }

  private static func isData(_ image: PNGImage, _ at: Int) -> Bool {
    let pixels = image.pixels
    return pixels[at + 3] != 0 && (pixels[at] | pixels[at + 1] | pixels[at + 2]) != 0
  }

  /// Whether the heights are those of ground: possible, and seldom stepping by more than a steep slope makes.
  private static func fits(_ image: PNGImage, _ encoding: TileEncoding, _ metresPerPixel: Double) -> Bool {
    var dataCount = 0
    var plausibleCount = 0
    var steps: [Float] = []
    var before = Float.nan
    for index in sampled(image) where isData(image, index * 4) {
      let at = index * 4
      let height = encoding.heightMetres(image.pixels[at], image.pixels[at + 1], image.pixels[at + 2])
      dataCount += 1
      if !height.isNaN { plausibleCount += 1 }
      if index % image.size > 0, !height.isNaN, !before.isNaN { steps.append(abs(height - before)) }
      before = height
    }
    guard plausibleCount > 0, Double(plausibleCount) >= plausibleShare * Double(dataCount) else {
      return false
    }
    guard !steps.isEmpty else { return true }
    steps.sort()
    return Double(steps[steps.count / 2]) <= max(30, 2 * metresPerPixel)
  }

  private static func doubt(_ root: String, _ path: String?) -> SkiError {
    let place = path.map { ", for example in \($0)" } ?? ""
    return SkiError(
      .invalidArgument,
      "heights of the tiles are plausible in none or both encodings\(place); say which it is with "
        + "--elevation-encoding terrarium|terrain-rgb, or name another folder", subject: root)
  }
}
