/// The rule for the boundary between mountain and street maps, with its distances in metres.
///
/// A place is **mountain** when one of these holds, and **street** otherwise:
/// 1. It is within the buffer of a run. The buffer is ``runReachAtBaseMetres`` where the run is at the base, the lowest
///    elevation of runs, lifts and streets within ``baseRadiusMetres``, and increases linearly to
///    ``runReachUpHighMetres`` at ``highAboveBaseMetres`` above; ``runReachWithoutHeightsMetres`` where the map has no
///    elevations.
/// 2. It is within ``lineReachMetres`` of a lift, ski tour or hike.
/// 3. It is in a gap between the areas of 1 and 2 that contains no circle of radius ``gapRadiusMetres`` (morphological
///    closing).
/// 4. It is in a gap enclosed by the areas of 1 to 3, at most ``enclosedGapMetres`` from south to north and from west
///    to east, without a road: forest and cliffs inside an area.
///
/// A place is nevertheless **street** when a road for cars or a pedestrian street is within ``streetReachMetres`` and
/// nearer than every run and lift. Tracks and paths have no such effect, because in winter they are part of the slopes.
///
/// The class is computed on a grid of ``cellMetres``; distances to the boundary are exact on that grid (Euclidean
/// distance transform), and accurate to about one cell.
package enum MountainRule {
  package static let runReachAtBaseMetres = 80.0
  package static let runReachUpHighMetres = 250.0
  package static let runReachWithoutHeightsMetres = 120.0
  /// The elevation above the base, in metres, at which a run's buffer is greatest.
  package static let highAboveBaseMetres = 200.0
  package static let baseRadiusMetres = 1000.0
  package static let lineReachMetres = 40.0
  package static let gapRadiusMetres = 100.0
  package static let enclosedGapMetres = 1000.0
  package static let streetReachMetres = 80.0
  package static let cellMetres = 10.0
  /// The greatest distance to the boundary and to the nearest edge that is computed, in metres.
  package static let farthestMetres = 1000.0
}
