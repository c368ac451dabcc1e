package import SkiGeo

/// A ring of the outline of a run that is mapped as an area, as graphs store it.
package struct GraphRing: Hashable, Sendable {
  /// Its corners in either direction, three or more; the last leads back to the first and is not the same.
  package var places: [FixedCoordinate]
  /// Whether it is a hole in the last outer ring before it.
  package var isHole: Bool

  /// Makes a ring.
  package init(places: [FixedCoordinate], isHole: Bool = false) {
    self.places = places
    self.isHole = isHole
  }

  /// Makes a ring of a source's places: rounded, without repeated corners, open at its end; nil when fewer than three are left.
  /// - Complexity: O(*n*).
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
  /// Returns the rings of areas, each outer one before its holes; an outer ring without three corners takes its holes along.
  /// - Complexity: O(*n*) in corners.
  package static func rings(of areas: [PolygonRings]) -> [GraphRing] {
    areas.flatMap { area -> [GraphRing] in
      guard let outer = GraphRing(area.outer, isHole: false) else { return [] }
      return [outer] + area.holes.compactMap { GraphRing($0, isHole: true) }
    }
  }
}

extension RoutingGraph {
  /// Returns the outline of a run that is mapped as an area; none for all else, and in maps made before outlines were kept.
  /// - Complexity: O(log *r* + *n*) in rings of the graph and corners of the outline.
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
