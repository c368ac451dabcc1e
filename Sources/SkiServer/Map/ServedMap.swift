package import SkiAPI
package import SkiAnswers
package import SkiBase
package import SkiGraph
package import SkiPeople
import SkiRouting

/// The map and the states under which a request is answered; a value that a request keeps from its beginning to its end.
package struct ServedMap: Sendable {
  /// An open map with everything that is made of it, replaced as a whole.
  package let map: OpenedMap
  /// The states of lifts and runs; nil where no file, feed or person says anything.
  package let status: ServedStatus?
  /// The trips of which words of hosts are among the states; such answers are for their members alone.
  package let wordTrips: Set<TripID>

  /// Creates a value of its parts.
  package init(map: OpenedMap, status: ServedStatus?, wordTrips: Set<TripID> = []) {
    (self.map, self.status, self.wordTrips) = (map, status, wordTrips)
  }

  /// Returns the map with the states that members of trips see.
  package func with(_ status: LiftStatus, of trips: Set<TripID>) -> ServedMap {
    ServedMap(map: map, status: ServedStatus(id: status.id, report: status.report), wordTrips: trips)
  }

  /// The tag of the map and the states together, for entity tags.
  package var tag: String { map.name + "-" + (status?.id ?? "0") }
}

/// The states of the status file, or of feeds and people.
package struct ServedStatus: Sendable {
  /// The identity of the states, which changes with them.
  package let id: String
  /// The states.
  package let report: StatusReport

  /// Creates a reading.
  package init(id: String, report: StatusReport) { (self.id, self.report) = (id, report) }
}

/// An open map with what is made of it: names, routers, map kinds and tiles.
package final class OpenedMap: Sendable {
  /// The identity of the map as text.
  package let name: String
  /// The answers to questions over the map.
  package let service: MapService
  /// The sets of tiles by name; the map's own is ``tileSetName``.
  package let tileSets: [String: any ServedTiles]

  /// The ski areas with names, at most ``areaLimit``, in order of the map.
  package let areas: [MapArea]
  /// The extent of the map in degrees; nil for a map without regions.
  package let bounds: BoundingBox?

  private static let areaLimit = 2000
  /// The name of the set of tiles made of the map.
  package static let tileSetName = "ski"

  /// Opens a map, verifies all its bytes, and reads its names.
  /// - Parameters:
  ///   - path: The path of the map.
  ///   - archives: The sets of tiles of archives by name.
  ///   - caches: The bounds of what is cached of the map.
  /// - Throws: ``SkiError`` as ``SkiMap/open(path:intoMemory:cacheLimitBytes:)`` and ``SkiMap/verify()``.
  /// - Complexity: O(*n*) in the bytes of the file.
  package init(
    path: String, archives: [String: any ServedTiles], caches: ServerLimits.CacheLimits
  ) throws {
    let map = try SkiMap.open(path: path, cacheLimitBytes: caches.regionBytes)
    try map.verify()
    name = map.id.description
    service = MapService(
      map: map, routerCacheBytes: caches.routerBytes, mapKindCacheBytes: caches.mapKindBytes)
    var sets = archives
    sets[Self.tileSetName] = try MapTiles(map, caches)
    tileSets = sets
    bounds = Self.bounds(map)
    areas = try Self.areas(map)
  }

  private static func bounds(_ map: SkiMap) -> BoundingBox? {
    guard var bounds = map.regions.first.map(map.bounds) else { return nil }
    for region in map.regions { bounds.formUnion(map.bounds(of: region)) }
    return bounds
  }

  private static func areas(_ map: SkiMap) throws -> [MapArea] {
    var areas: [MapArea] = []
    for region in map.regions {
      let graph = try map.uncachedGraph(region)
      for position in 0..<graph.areaCount where areas.count < areaLimit {
        let area = graph.area(AreaIndex(UInt32(position)))
        if let name = area.name {
          areas.append(MapArea(id: area.id, name: name, bounds: area.bounds, zone: area.zone))
        }
      }
      if areas.count >= areaLimit { break }
    }
    return areas
  }

  /// The map.
  package var map: SkiMap { service.map }
  /// The identity of the map.
  package var id: MapID { service.map.id }
}

/// A named ski area of a map.
package struct MapArea: Sendable {
  /// The id in the source; nil for an area that is not mapped.
  package let id: SourceID?
  /// The name.
  package let name: String
  /// The extent in degrees.
  package let bounds: BoundingBox
  /// The name of the time zone, as `Europe/Zurich`; nil on maps without zones.
  package let zone: String?
}
