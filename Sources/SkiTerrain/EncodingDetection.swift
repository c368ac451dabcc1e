import SkiGeo

/// Tells how the tiles of a pyramid are encoded by looking at some of them.
///
/// The two encodings put ground into reds that never overlap (126–163 and 0–2), so a tile of real heights is
/// plausible in one of them only. Pictures of other kinds are told apart by being implausible in both, or rough.
enum EncodingDetection {
  /// How many tiles are looked at.
  static let tileLimit = 9
  /// The share of pixels with data that must have heights the ground can have.
  static let plausibleShare = 0.95

  /// Returns the encoding all tiles with data agree on.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when they don't or when none tells; as
  ///   ``PNGImage/init(decoding:subject:)`` when a tile is broken.
  /// - Complexity: O(pixels) of nine tiles.
  static func encoding(ofTiles paths: [String], metresPerPixel: Double, root: String) throws -> TileEncoding {
    var verdict: TileEncoding?
    for path in spread(paths) {
      let bytes = try readFile(path, atMostBytes: PNGImage.fileLimitBytes)
      let image = try PNGImage(decoding: bytes, subject: path)
      guard hasData(image) else { continue }
      let fitting = TileEncoding.allCases.filter { fits(image, $0, metresPerPixel) }
      guard fitting.count == 1, verdict == nil || verdict == fitting[0] else { throw doubt(root, path) }
      verdict = fitting[0]
    }
    guard let verdict else { throw doubt(root, nil) }
    return verdict
  }

  /// Some of the paths, evenly from first to last.
  static func spread(_ paths: [String]) -> [String] {
    guard paths.count > tileLimit else { return paths }
    return (0..<tileLimit).map { paths[$0 * (paths.count - 1) / (tileLimit - 1)] }
  }

  private static func hasData(_ image: PNGImage) -> Bool {
    stride(from: 0, to: image.pixels.count, by: 4).contains { isData(image, $0) }
  }

  private static func isData(_ image: PNGImage, _ at: Int) -> Bool {
    let pixels = image.pixels
    return pixels[at + 3] != 0 && (pixels[at] | pixels[at + 1] | pixels[at + 2]) != 0
  }

  /// Whether the heights are those of ground: possible, and seldom stepping by more than a steep slope makes.
  private static func fits(_ image: PNGImage, _ encoding: TileEncoding, _ metresPerPixel: Double) -> Bool {
    let heights = image.heightsMetres(encoding)
    var dataCount = 0
    var plausibleCount = 0
    var steps: [Float] = []
    for index in heights.indices where isData(image, index * 4) {
      dataCount += 1
      if heights[index].isNaN { continue }
      plausibleCount += 1
      guard index % image.size > 0, !heights[index - 1].isNaN else { continue }
      steps.append(abs(heights[index] - heights[index - 1]))
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
