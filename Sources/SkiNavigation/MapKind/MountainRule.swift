/// Where the mountain ends and the streets begin: the rule, and its distances in metres.
///
/// A place is **mountain** when one of these holds, and **street** otherwise:
/// 1. A run lies within its reach. The reach is ``runReachAtBaseMetres`` where the run is as low as the lowest run, lift or
///    street within ``baseRadiusMetres`` of it, and grows evenly to ``runReachUpHighMetres`` at ``highAboveBaseMetres`` above
///    that; ``runReachWithoutHeightsMetres`` where the map has no heights. What a run reaches from the valley is its hem; from
///    up on the mountain it is the slopes beside it.
/// 2. A lift's line, or that of a ski tour or hike, lies within ``lineReachMetres``: under a lift there may be anything.
/// 3. It lies in a gap of what 1 and 2 give, in which no circle with a radius of ``gapRadiusMetres`` has room (morphological
///    closing): between runs of one area.
/// 4. It lies in a gap that 1 to 3 enclose, at most ``enclosedGapMetres`` from south to north and from west to east, without a
///    road in it: forest and cliffs inside an area.
///
/// In spite of these a place is **street** when a road for cars or a pedestrian street lies within ``streetReachMetres`` and is
/// nearer than every run and every lift's line. So villages and roads through a resort are cut out as far as the map holds
/// streets. Tracks and paths cut out nothing: in winter they are part of the slopes.
///
/// The class is made on a grid of ``cellMetres``; distances to the boundary are exact on that grid (Euclidean distance
/// transform), so that they are good to one cell, and to a few where the boundary runs to a sharp point.
package enum MountainRule {
  package static let runReachAtBaseMetres = 80.0
  package static let runReachUpHighMetres = 250.0
  package static let runReachWithoutHeightsMetres = 120.0
  /// Metres of height above the base at which a run's reach is greatest.
  package static let highAboveBaseMetres = 200.0
  package static let baseRadiusMetres = 1000.0
  package static let lineReachMetres = 40.0
  package static let gapRadiusMetres = 100.0
  package static let enclosedGapMetres = 1000.0
  package static let streetReachMetres = 80.0
  package static let cellMetres = 10.0
  /// Distances to the boundary, and to the nearest edge, are not followed farther than this.
  package static let farthestMetres = 1000.0
}
