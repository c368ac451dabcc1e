public import SkiGeo
public import SkiGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Tells which map helps at a place, for any place on the Earth.
///
/// It works out tiles of some kilometres when they are first asked for (see ``MountainRule``) and keeps some of them, so that
/// of a map of the whole world only the regions near are opened, and a further question costs about a microsecond.
///
/// A class because tiles are kept once for all who ask; `Sendable`, any number of tasks may ask at once. The answer depends
/// on the map and the question alone, not on what was asked before.
public final class MapKindIndex: Sendable {
  /// Which regions may have something within so many metres of a place, and the graph of one.
  private let regionsNear: @Sendable (Coordinate, Double) -> [RegionIndex]
  private let graph: @Sendable (RegionIndex) throws -> RoutingGraph
  private let kept: Locked<Kept>

  private struct Kept: Sendable {
    var tiles: [TileKey: KindTile?] = [:]
    /// The keys in the order they came, a ring once it is full.
    var order: [TileKey] = []
    var next = 0
    var regions: [RegionIndex: RegionLines] = [:]
    let limit: Int

    mutating func keep(_ tile: KindTile?, for key: TileKey) {
      guard tiles.updateValue(tile, forKey: key) == nil else { return }
      if order.count < limit {
        order.append(key)
      } else {
        tiles[order[next]] = nil
        order[next] = key
        next = (next + 1) % limit
      }
    }
  }

  /// Takes a map; nothing is opened or worked out yet.
  /// - Parameter tileLimit: How many tiles are kept, each of about 0.2 to 1 MB where there is a ski area. Default 128.
  public init(map: SkiMap, tileLimit: Int = 128) {
    regionsNear = { map.regions(near: $0, withinMetres: $1) }
    graph = { try map.graph($0) }
    kept = Locked(Kept(limit: max(1, tileLimit)))
  }

  /// Takes the graph of one region alone.
  package init(graph: RoutingGraph, tileLimit: Int = 128) {
    regionsNear = { _, _ in [graph.region] }
    self.graph = { _ in graph }
    kept = Locked(Kept(limit: max(1, tileLimit)))
  }

  /// Returns which map helps at a place, how sure that is, and what is nearest.
  ///
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - accuracyMetres: The radius that holds the truth with 68 %, as a receiver reports it. Default 10 m.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the place is not on the Earth or the accuracy is no length,
  ///   `.malformedData` when a region near was altered.
  /// - Complexity: O(1) expected, about a microsecond; the first question of a tile some 50 ms, and the opening of the
  ///   regions near.
  public func mapKind(at place: Coordinate, accuracyMetres: Double = 10) throws -> MapKindAnswer {
    guard place.isValid else {
      throw SkiError(
        .invalidArgument,
        "place \(place.latitude),\(place.longitude) is not on the Earth; give latitude within ±90, longitude within ±180"
      )
    }
    guard accuracyMetres >= 0, accuracyMetres.isFinite else {
      throw SkiError(
        .invalidArgument,
        "accuracy must be metres from 0 up, got \(accuracyMetres); leave it out when unknown")
    }
    guard let key = TileKey(place), let tile = try tile(key) else {
      return MapKindAnswer(kind: .street, confidence: confidenceFarAway(place, accuracyMetres))
    }
    return tile.answer(at: place, accuracyMetres: accuracyMetres)
  }

  private func tile(_ key: TileKey) throws -> KindTile? {
    if let known = kept.withLock({ $0.tiles[key] }) { return known }
    // Worked out outside the lock: two tasks may do the same at once, none waits for another.
    let plane = LocalPlane(at: key.centre)
    let lines = try regionsNear(plane.origin, KindTile.reachMetres * 1.5).map(lines)
    var segments: [TileSegment] = []
    for region in lines { region.addSegments(within: KindTile.reachMetres, of: plane, to: &segments) }
    let isSkied = segments.contains { $0.role.isSkied }
    let tile = isSkied ? KindTile(plane: plane, regions: lines, segments: segments) : nil
    kept.withLock { $0.keep(tile, for: key) }
    return tile
  }

  private func lines(of region: RegionIndex) throws -> RegionLines {
    if let known = kept.withLock({ $0.regions[region] }) { return known }
    let fresh = RegionLines(try graph(region))
    kept.withLock { $0.regions[region] = fresh }
    return fresh
  }

  /// Where no tile is, how far at least every region is, against the accuracy.
  private func confidenceFarAway(_ place: Coordinate, _ accuracyMetres: Double) -> Double {
    let far = [100_000.0, 30_000, 10_000, 3_000].first { regionsNear(place, $0).isEmpty }
    return MapKindIndex.confidence(
      boundaryMetres: max(MountainRule.farthestMetres, far ?? 0), accuracyMetres: accuracyMetres)
  }

  /// How likely the truth lies on the fix's side of a straight boundary.
  ///
  /// The fix's error is Gaussian in two dimensions with 68 % within the accuracy; across the boundary that is a Gaussian of
  /// accuracy / 1.51 = accuracy / √(−2 ln 0.32). The boundary itself is known to a cell.
  static func confidence(boundaryMetres: Double, accuracyMetres: Double) -> Double {
    let deviation = (accuracyMetres / 1.5096, MountainRule.cellMetres)
    let sigma = max(1e-9, hypot(deviation.0, deviation.1))
    return 0.5 * (1 + erf(boundaryMetres / sigma / 2.0.squareRoot()))
  }
}
