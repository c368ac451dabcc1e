import SkiFormats
import SkiGeo
package import SkiTerrain

/// The size of a raster or of an archive of tiles, computed before any of it is made.
///
/// A value; `Sendable`.
package struct OutputEstimate: Sendable, Hashable {
  /// More pixels than this are made on request only.
  package static let pixelLimit = 2_000_000_000
  /// More bytes than this are written on request only.
  package static let byteLimit = 10_000_000_000

  /// Pixels of all pictures; 0 where there are none.
  package var pixelCount: Int
  /// Tiles; 0 for a raster.
  package var tileCount: Int
  /// Bytes, before compression where that is not known.
  package var byteCount: Int

  /// Takes the figures.
  package init(pixelCount: Int = 0, tileCount: Int = 0, byteCount: Int) {
    (self.pixelCount, self.tileCount, self.byteCount) = (pixelCount, tileCount, byteCount)
  }

  /// The size of a raster whose pixels take four bytes at most, or of what is traced on it.
  package init(raster grid: RasterGrid) {
    let (pixels, isTooMany) = grid.columns.multipliedReportingOverflow(by: grid.rows)
    let count = isTooMany ? Int.max / 4 : min(pixels, Int.max / 4)
    self.init(pixelCount: count, byteCount: 4 * count)
  }

  /// Whether it is made on request only.
  package var isLarge: Bool { pixelCount > Self.pixelLimit || byteCount > Self.byteLimit }

  /// The figures in words: `12,000 tiles, 3.1 billion pixels, 12.6 GB`.
  package var words: String {
    var parts: [String] = []
    if tileCount > 0 { parts.append("\(tileCount) tiles") }
    if pixelCount > 0 { parts.append("\(Self.billions(pixelCount)) billion pixels") }
    return (parts + ["up to \(Self.billions(byteCount)) GB"]).joined(separator: ", ")
  }

  private static func billions(_ count: Int) -> String { decimalText(Double(count) / 1e9, places: 1) ?? "?" }

  /// Refuses what is large and was not asked for.
  /// - Parameters:
  ///   - isWanted: Whether a large result was asked for.
  ///   - request: How to ask for it, for the message: `add --yes-large`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  package func check(isWanted: Bool, request: String) throws {
    guard isLarge, !isWanted else { return }
    throw SkiError(
      .invalidArgument,
      "this makes \(words); more than \(Self.pixelLimit / 1_000_000_000) billion pixels or "
        + "\(Self.byteLimit / 1_000_000_000) GB are made on request only: \(request), or name a smaller part")
  }
}
