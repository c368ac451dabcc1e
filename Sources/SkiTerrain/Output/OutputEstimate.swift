import SkiBase

/// The size of a raster or tile archive, computed before it is made.
///
/// A value; `Sendable`.
package struct OutputEstimate: Sendable, Hashable {
  /// The number of pixels above which output needs confirmation.
  package static let pixelLimit = 2_000_000_000
  /// The number of bytes above which output needs confirmation.
  package static let byteLimit = 10_000_000_000

  /// The number of pixels of all pictures; 0 without any.
  package var pixelCount: Int
  /// The number of tiles; 0 for a raster.
  package var tileCount: Int
  /// The number of bytes, before compression where the compressed size is unknown.
  package var byteCount: Int

  /// Creates an estimate from its figures.
  package init(pixelCount: Int = 0, tileCount: Int = 0, byteCount: Int) {
    (self.pixelCount, self.tileCount, self.byteCount) = (pixelCount, tileCount, byteCount)
  }

  /// Creates the estimate of a raster with at most four bytes per pixel.
  package init(raster grid: RasterGrid) {
    let (pixels, isTooMany) = grid.columns.multipliedReportingOverflow(by: grid.rows)
    let count = isTooMany ? Int.max / 4 : min(pixels, Int.max / 4)
    self.init(pixelCount: count, byteCount: 4 * count)
  }

  /// Indicates whether the output needs confirmation.
  package var isLarge: Bool { pixelCount > Self.pixelLimit || byteCount > Self.byteLimit }

  /// The figures in words, such as `12000 tiles, 3.1 billion pixels, up to 12.6 GB`.
  package var words: String {
    var parts: [String] = []
    if tileCount > 0 { parts.append("\(tileCount) tiles") }
    if pixelCount > 0 { parts.append("\(Self.billions(pixelCount)) billion pixels") }
    return (parts + ["up to \(Self.billions(byteCount)) GB"]).joined(separator: ", ")
  }

  private static func billions(_ count: Int) -> String { decimalText(Double(count) / 1e9, places: 1) ?? "?" }

  /// Throws when the output is large and not confirmed.
  /// - Parameters:
  ///   - isWanted: `true` if a large result was confirmed.
  ///   - request: The way to confirm it, for the message: `add --yes-large`.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  package func check(isWanted: Bool, request: String) throws {
    guard isLarge, !isWanted else { return }
    throw SkiError(
      .invalidArgument,
      "this makes \(words); more than \(Self.pixelLimit / 1_000_000_000) billion pixels or "
        + "\(Self.byteLimit / 1_000_000_000) GB are made on request only: \(request), or name a smaller part")
  }
}
