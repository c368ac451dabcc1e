public import SkiBase
public import SkiGraph
import SkiSystem
public import SkiTracks

/// Determines the kind of map for any coordinate on the Earth.
///
/// Tiles of some kilometres are classified on first use (see `MountainRule`) and cached, so that of a map of the whole
/// world only the regions near are opened, and a further question costs about a microsecond. Any number of tasks may
/// use an index at once.
///
/// **Source:** Felzenszwalb and Huttenlocher 2012, "Distance transforms of sampled functions", for the distances to the
/// boundary.
///
/// ```swift
/// let index = MapKindIndex(map: map)
/// let answer = try index.mapKind(at: Coordinate(latitude: 46.98, longitude: 10.31))
/// print(answer.kind.rawValue, answer.confidence)
/// ```
public final class MapKindIndex: Sendable {
  /// The function that returns the regions within some metres of a place.
  private let regionsNear: @Sendable (Coordinate, Double) -> [RegionIndex]
  /// The function that returns the graph of a region.
  private let graph: @Sendable (RegionIndex) throws -> RoutingGraph
  private let cache: Locked<Cache>

  /// The tiles and the lines used last; a tile without a ski area is nil.
  private struct Cache: Sendable {
    var tiles: BoundedCache<TileKey, MapKindTile?>
    var regions: BoundedCache<RegionIndex, RegionLines>

    init(limitBytes: Int) {
      let lines = limitBytes / 4
      tiles = BoundedCache(limitBytes: limitBytes - lines)
      regions = BoundedCache(limitBytes: lines)
    }
  }

  /// The greatest number of bytes of cached tiles, unless an initialiser is given another.
  public static let defaultCacheLimitBytes = 128 << 20

  /// Creates an index of a map; regions are opened when they are first asked for.
  /// - Parameters:
  ///   - map: The map.
  ///   - cacheLimitBytes: The greatest number of bytes of cached tiles, of which each takes 0.2 to 1 MB where there is a
  ///     ski area, and of the lines they are made of; the tile used last stays even if it is larger.
  public init(map: SkiMap, cacheLimitBytes: Int = defaultCacheLimitBytes) {
    regionsNear = { map.regions(near: $0, withinMetres: $1) }
    graph = { try map.graph($0) }
    cache = Locked(Cache(limitBytes: cacheLimitBytes))
  }

  /// Creates an index of one region's graph.
  package init(graph: RoutingGraph, cacheLimitBytes: Int = defaultCacheLimitBytes) {
    regionsNear = { _, _ in [graph.region] }
    self.graph = { _ in graph }
    cache = Locked(Cache(limitBytes: cacheLimitBytes))
  }

  /// The bytes of the cached tiles and lines.
  package var cachedByteCount: Int { cache.withLock { $0.tiles.byteCount + $0.regions.byteCount } }

  /// Returns the kind of map for a coordinate, its confidence, and the nearest feature.
  ///
  /// - Parameters:
  ///   - place: The coordinate in degrees (WGS 84).
  ///   - accuracyMetres: The radius of 68 % probability, as receivers report it; finite and not negative.
  /// - Returns: The answer; `.street` beyond a latitude of 89°, and where no run, lift or ski tour is near.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the coordinate or the accuracy is invalid,
  ///   `.malformedData` when a region near was altered, `.inputOutput` or `.limitExceeded` when it can't be read into
  ///   memory.
  /// - Complexity: O(1) expected, about a microsecond; for the first query of a tile O(*r* + *s*) in the regions of the
  ///   map and the segments near, some 50 ms, and O(size) of the regions that are opened.
  public func mapKind(at place: Coordinate, accuracyMetres: Double = 10) throws -> MapKindAnswer {
    try SkiError.require(
      place.isValid,
      "coordinate \(place.latitude),\(place.longitude) is not on the Earth; give latitude within ±90, longitude within ±180"
    )
    try SkiError.require(
      accuracyMetres >= 0 && accuracyMetres.isFinite,
      "accuracy must be metres from 0 up, got \(accuracyMetres); leave it out when unknown")
    guard let key = TileKey(place), let tile = try tile(key) else {
      return MapKindAnswer(kind: .street, confidence: confidenceFarAway(place, accuracyMetres))
    }
    return tile.answer(at: place, accuracyMetres: accuracyMetres)
  }

  /// The bytes that an entry takes besides its tile.
  private static let entryBytes = 64

  private func tile(_ key: TileKey) throws -> MapKindTile? {
    if let known = cache.withLock({ $0.tiles.value(of: key) }) { return known }
    // Computed outside the lock: two tasks may compute the same tile, but none waits for another.
    let plane = LocalPlane(at: key.centre)
    let lines = try regionsNear(plane.origin, MapKindTile.reachMetres * 1.5).map(lines)
    var segments: [TileSegment] = []
    for region in lines { region.addSegments(within: MapKindTile.reachMetres, of: plane, to: &segments) }
    let isSkied = segments.contains { $0.role.isSkied }
    let tile = isSkied ? MapKindTile(plane: plane, regions: lines, segments: segments) : nil
    let bytes = Self.entryBytes + (tile?.byteCount ?? 0)
    cache.withLock { _ = $0.tiles.insert(tile, of: key, bytes: bytes) }
    return tile
  }

  private func lines(of region: RegionIndex) throws -> RegionLines {
    if let known = cache.withLock({ $0.regions.value(of: region) }) { return known }
    let fresh = RegionLines(try graph(region))
    cache.withLock { _ = $0.regions.insert(fresh, of: region, bytes: fresh.byteCount) }
    return fresh
  }

  /// Returns the confidence where there is no tile, from a lower bound of the distance to any region.
  private func confidenceFarAway(_ place: Coordinate, _ accuracyMetres: Double) -> Double {
    let far = [100_000.0, 30_000, 10_000, 3_000].first { regionsNear(place, $0).isEmpty }
    return MapKindIndex.confidence(
      boundaryMetres: max(MountainRule.farthestMetres, far ?? 0), accuracyMetres: accuracyMetres)
  }

  /// Returns the probability that the true position is on the fix's side of a straight boundary.
  ///
  /// The error of a fix is a two-dimensional Gaussian with 68 % within the accuracy; perpendicular to the boundary its
  /// standard deviation is accuracy / 1.51 = accuracy / √(−2 ln 0.32). That of the boundary is one cell.
  static func confidence(boundaryMetres: Double, accuracyMetres: Double) -> Double {
    let deviation = (accuracyMetres / 1.5096, MountainRule.cellMetres)
    let sigma = max(1e-9, hypot(deviation.0, deviation.1))
    return 0.5 * (1 + erf(boundaryMetres / sigma / 2.0.squareRoot()))
  }
}

/// The key of a tile in a global grid of about 2.5 km.
struct TileKey: Hashable, Sendable {
  var row: Int32
  var column: Int32

  /// The height of a row in degrees; the equator is between two rows.
  static let rowDegrees = 0.0225
  /// The greatest width of a tile, in metres.
  static let widestMetres = 2500.0
  /// The latitude in degrees beyond which there are no tiles.
  static let latitudeLimit = 89.0

  /// Creates the key of the tile that contains a place; nil near the poles, where the plane is too distorted.
  /// - Precondition: The coordinate is valid.
  init?(_ place: Coordinate) {
    guard abs(place.latitude) < Self.latitudeLimit else { return nil }
    row = Int32(((place.latitude + 90) / Self.rowDegrees).rounded(.down))
    let count = Self.columnCount(row)
    column = min(Int32(count) - 1, max(0, Int32(((place.longitude + 180) / 360 * count).rounded(.down))))
  }

  /// The centre of the tile.
  var centre: Coordinate {
    Coordinate(
      latitude: (Double(row) + 0.5) * Self.rowDegrees - 90,
      longitude: (Double(column) + 0.5) / Self.columnCount(row) * 360 - 180)
  }

  /// Returns the number of tiles in a row.
  private static func columnCount(_ row: Int32) -> Double {
    let south = Double(row) * rowDegrees - 90
    let nearEquator = min(abs(south), abs(south + rowDegrees))
    return max(
      1, (360 * LocalScale(latitude: nearEquator).metresPerDegreeLongitude / widestMetres).rounded(.up))
  }
}

/// The name of a measured ski area, valid for the map it was found on.
public struct SkiAreaName: Hashable, Sendable {
  /// The region of the map with the area.
  package var region: RegionIndex
  /// The area in the graph of the region.
  package var area: AreaIndex
  /// The name of the mapped area; nil when there is none or it has no name.
  public var name: String?
  /// The identifier of the mapped area; nil when there is none.
  public var id: SourceID?

  /// Creates a name from its members.
  package init(region: RegionIndex = .first, area: AreaIndex, name: String?, id: SourceID?) {
    (self.region, self.area, self.name, self.id) = (region, area, name, id)
  }
}

/// The nearest lift, run or street with the nearest position on it, valid for the map it was found on.
public struct NearestEdge: Hashable, Sendable {
  /// The kind of feature: `lift`, `run` or `street`.
  public var kind: FeatureKind
  /// The feature of the edge, in the region of ``place``.
  public var feature: FeatureIndex
  /// The position on a directed edge, in the direction of the source's line where there are two.
  public var place: EdgePlace
  /// The distance to the position, in metres on the map, up to 1,000.
  public var distanceMetres: Double
}

/// The kind of map for a coordinate, with its confidence and the nearest feature.
public struct MapKindAnswer: Hashable, Sendable {
  /// The kind of map.
  public var kind: MapKind
  /// The ski area of the nearest run, lift or ski tour within 1,000 m; nil without one, and where it belongs to no
  /// measured area.
  public var area: SkiAreaName?
  /// The probability that the true position is on the same side of the boundary, given the accuracy: 0.5...1.
  public var confidence: Double
  /// The distance to the boundary of the other kind, in metres on the map with a resolution of 10; nil from 1,000 on.
  public var boundaryMetres: Double?
  /// The nearest feature within 1,000 m; nil without one.
  public var nearest: NearestEdge?
  /// The distance to the nearest place where a lift is boarded, in metres on the map, up to 1,000; nil without one.
  public var boardingMetres: Double?

  /// The distance to the boundary in metres, or the limit where it is beyond.
  package var leastBoundaryMetres: Double { boundaryMetres ?? MountainRule.farthestMetres }
  /// The signed distance to the boundary in metres: positive on the mountain, negative in the streets.
  package var signedBoundaryMetres: Double { kind == .mountain ? leastBoundaryMetres : -leastBoundaryMetres }

  /// Creates an answer from its members.
  public init(
    kind: MapKind, area: SkiAreaName? = nil, confidence: Double, boundaryMetres: Double? = nil,
    nearest: NearestEdge? = nil, boardingMetres: Double? = nil
  ) {
    self.kind = kind
    self.area = area
    self.confidence = confidence
    self.boundaryMetres = boundaryMetres
    self.nearest = nearest
    self.boardingMetres = boardingMetres
  }
}

/// The kind of map for a coordinate, of the ski area or of the streets; raw values are those of every output format.
@nonexhaustive
public enum MapKind: String, Sendable, Hashable, CaseIterable {
  /// The ski map: on a run, on a lift, or on the slopes between.
  case mountain
  /// The street map: in a village, on a road, in a car park, and wherever no ski area is near.
  case street
}
