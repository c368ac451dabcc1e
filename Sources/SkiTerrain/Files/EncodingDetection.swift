import SkiBase

/// The detection of a pyramid's encoding from some of its tiles.
///
/// The encodings put terrestrial heights into disjoint ranges of red (126–163 and 0–2), so that a tile of heights is
/// plausible in one of them only. Other images are implausible in both, or rough.
enum EncodingDetection {
  /// The number of tiles examined, and the number when those hold no data.
  static let tileLimits = [5, 64]
  /// The step between the rows of pixels examined.
  static let rowStep = 8
  /// The minimum share of plausible heights among the pixels with data.
  static let plausibleShare = 0.95

  /// A tile to examine.
  struct Tile {
    /// The subject of errors.
    let subject: String
    /// Reads the tile's file.
    let read: () throws -> [UInt8]
  }

  /// Returns the encoding in which all tiles with data are plausible.
  /// - Parameters:
  ///   - tiles: Returns up to a number of tiles, evenly spread.
  ///   - metresPerPixel: The resolution at the equator.
  ///   - root: The subject of errors about all tiles.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the tiles disagree or none is conclusive; the errors of
  ///   ``PNGImage/init(decoding:subject:)``.
  /// - Complexity: O(*n*) in the pixels of 5 tiles, of 69 where most tiles hold no data.
  static func encoding(
    ofTiles tiles: (Int) throws -> [Tile], metresPerPixel: Double, root: String
  ) throws -> TileEncoding {
    for limit in tileLimits {
      if let decision = try decision(try tiles(limit), metresPerPixel, root) { return decision }
    }
    throw doubt(root, nil)
  }

  /// Returns the encoding of the tiles with data; nil when there are none.
  private static func decision(
    _ tiles: [Tile], _ metresPerPixel: Double, _ root: String
  ) throws -> TileEncoding? {
    var decision: TileEncoding?
    for tile in tiles {
      let image = try PNGImage(decoding: try tile.read(), subject: tile.subject)
      guard hasData(image) else { continue }
      let fitting = TileEncoding.allCases.filter { fits(image, $0, metresPerPixel) }
      guard fitting.count == 1, decision == nil || decision == fitting[0] else {
        throw doubt(root, tile.subject)
      }
      decision = fitting[0]
    }
    return decision
  }

  private static func hasData(_ image: PNGImage) -> Bool {
    sampled(image).contains { isData(image, $0 * 4) }
  }

  /// Returns the indices of the pixels examined.
  private static func sampled(_ image: PNGImage) -> some Sequence<Int> {
    stride(from: 0, to: image.size, by: rowStep).lazy.flatMap { row in
      row * image.size..<(row + 1) * image.size
    }
  }

  private static func isData(_ image: PNGImage, _ at: Int) -> Bool {
    let pixels = image.pixels
    return pixels[at + 3] != 0 && (pixels[at] | pixels[at + 1] | pixels[at + 2]) != 0
  }

  /// Returns whether the heights are plausible: within the range of the Earth, with a median step no larger than on
  /// steep slopes.
  private static func fits(_ image: PNGImage, _ encoding: TileEncoding, _ metresPerPixel: Double) -> Bool {
    var dataCount = 0
    var plausibleCount = 0
    var steps: [Float] = []
    var before = Float.nan
    for index in sampled(image) where isData(image, index * 4) {
      let at = index * 4
      let height = encoding.elevationMetres(image.pixels[at], image.pixels[at + 1], image.pixels[at + 2])
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
      "elevations of the tiles are plausible in none or both encodings\(place); name the encoding with "
        + "--elevation-encoding terrarium|terrain-rgb, or name another folder", subject: root)
  }
}
