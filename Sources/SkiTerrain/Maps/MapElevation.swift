public import SkiBase
public import SkiGraph

/// The elevations that a map holds, for profiles, relief, contours and pictures where no elevation files are at hand.
///
/// The height grid of a map has the elevations its build was given, at 30 m or finer where they were, within 2 km of each
/// area; see Data/Formats/skimap.md.
///
/// ```swift
/// let map = try SkiMap.open(path: "sample.skimap")
/// if let ground = try MapElevation.open(map) {
///   print(try ground.files.elevationMetres(at: Coordinate(latitude: 46.05, longitude: -4.9)) ?? .nan)
/// }
/// ```
public struct MapElevation: Sendable {
  /// The elevations, as of files.
  public let files: ElevationFiles
  /// The attributions that anything made from them has to show, without duplicates.
  public let attributions: [String]

  /// Opens the height grids of a map; nil when it has none.
  /// - Parameters:
  ///   - map: The map.
  ///   - box: The extent in which elevations are wanted; nil for all regions. The regions that it meets are read.
  ///   - cacheLimitBytes: The memory limit of the cache of decoded tiles in bytes.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region is corrupted, `.inputOutput` when reading it fails,
  ///   `.limitExceeded` when there is no memory for it or the map has more than 255 lattices, `.cancelled` when the task
  ///   is cancelled.
  /// - Complexity: O(*n*) in the bytes of the regions; no tile is decoded.
  public static func open(
    _ map: SkiMap, in box: BoundingBox? = nil, cacheLimitBytes: Int = ElevationFiles.defaultCacheLimitBytes
  ) throws -> MapElevation? {
    let regions = map.regions.filter { region in
      box.map { map.bounds(of: region).reaches($0) } ?? true
    }
    let (plans, attributions) = try LayerPlan.layers(of: map, regions)
    guard !plans.isEmpty else { return nil }
    guard plans.count < 256 else {
      throw SkiError(
        .limitExceeded, "map has heights on \(plans.count) lattices, more than 255; name a part of it")
    }
    let cache = TileCache(limitBytes: cacheLimitBytes)
    let layers = plans.enumerated().map { ElevationLayer(index: $0, plan: $1, cache: cache) }
    let files = ElevationFiles(layers: layers, cache: cache, notePaths: [], skippedFiles: [])
    return MapElevation(files: files, attributions: attributions)
  }
}

extension BoundingBox {
  /// Returns whether the height grid of a region with this box may reach another box.
  ///
  /// The grid ends with the tile that lies 2 km beyond the box, and a tile has 64 samples; one tenth of a degree of
  /// latitude more covers samples of 90 m and finer.
  fileprivate func reaches(_ other: BoundingBox) -> Bool {
    let scale = LocalScale(latitude: min(89, max(abs(south), abs(north))))
    let north = 0.1
    return grown(north: north, east: north * scale.metresPerDegreeLatitude / scale.metresPerDegreeLongitude)
      .contains { $0.touches(other) }
  }
}
