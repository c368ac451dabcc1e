package import SkiBase

/// A contour, with the higher ground on the right of its direction.
///
/// A value; `Sendable`. No two neighbouring points are equal; a closed line ends with its first point. An open line
/// ends at the raster's edge, at a void, or at the antimeridian, where lines are cut.
package struct ContourLine: Sendable, Hashable {
  /// The elevation in metres above the raster's datum.
  package let levelMetres: Double
  /// Indicates whether the line is an index contour; see ``ContourLevels/indexEvery``.
  package let isIndex: Bool
  /// Indicates whether the line ends with its first point.
  package let isClosed: Bool
  /// The points in WGS 84; at least two.
  package let points: [Coordinate]
}
