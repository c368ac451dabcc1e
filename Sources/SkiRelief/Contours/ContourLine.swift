package import SkiGeo

/// One contour: the places of one height, in order along the line, with the higher ground on its right.
///
/// A value; `Sendable`. No two neighbouring points are equal; a closed line ends with its first point. A line that is
/// not closed ends at the raster's edge, at a void, or at the antimeridian, where lines are cut.
package struct ContourLine: Sendable, Hashable {
  /// Its height, metres above the raster's datum.
  package let levelMetres: Double
  /// Whether the map maker draws it bolder; see ``ContourLevels/indexEvery``.
  package let isIndex: Bool
  /// Whether it returns to where it began.
  package let isClosed: Bool
  /// WGS 84; at least two.
  package let points: [Coordinate]
}
