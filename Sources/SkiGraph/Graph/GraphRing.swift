package import SkiBase

/// A ring of the outline of a run mapped as an area, as graphs store it.
package struct GraphRing: Hashable, Sendable {
  /// The corners in either direction, three or more; the closing corner is not repeated.
  package var places: [FixedCoordinate]
  /// Indicates whether it is a hole in the last outer ring before it.
  package var isHole: Bool

  /// Creates a ring.
  package init(places: [FixedCoordinate], isHole: Bool = false) {
    self.places = places
    self.isHole = isHole
  }

  /// Creates a ring from a source line, rounded, without repeated corners and open; nil when fewer than three corners
  /// remain.
  /// - Complexity: O(*n*) in coordinates.
  package init?(_ line: Polyline, isHole: Bool) {
    var places: [FixedCoordinate] = []
    for coordinate in line.coordinates where coordinate.isValid {
      let place = FixedCoordinate(coordinate)
      if places.last != place { places.append(place) }
    }
    while places.count > 1, places.first == places.last { places.removeLast() }
    guard places.count > 2 else { return nil }
    self.init(places: places, isHole: isHole)
  }
}

extension GraphRing {
  /// Returns the rings of areas, each outer ring before its holes; an outer ring with fewer than three corners is left
  /// out with its holes.
  package static func rings(of areas: [PolygonRings]) -> [GraphRing] {
    areas.flatMap { area -> [GraphRing] in
      guard let outer = GraphRing(area.outer, isHole: false) else { return [] }
      return [outer] + area.holes.compactMap { GraphRing($0, isHole: true) }
    }
  }
}

extension RoutingGraph {
  /// Returns the outline of a run mapped as an area; empty for other features, and in maps of earlier formats.
  package func outline(of feature: FeatureIndex) -> [GraphRing] {
    let rings = storage.rings
    return rings.rings(of: feature.rawValue).map { ring in
      GraphRing(
        places: rings.points(ring).map {
          FixedCoordinate(latitudeE7: rings.latitude[$0], longitudeE7: rings.longitude[$0])
        }, isHole: rings.kind[ring] == 1)
    }
  }
}
