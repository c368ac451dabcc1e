import SkiBase
public import SkiGraph
public import SkiTerrain

/// A source of vector tiles of a map: runs, lifts, stations and the other layers of ``VectorLayer``.
///
/// Tiles are made on demand, typically in less than a millisecond once their shapes are made; the shapes of a region are
/// made when a tile first needs them, and those of the most recently used regions are cached up to a number of bytes. A
/// class because the cache is shared; `Sendable`, safe to use from any number of threads.
///
/// Lines are simplified with a tolerance of a quarter of a pixel (Douglas and Peucker 1973, "Algorithms for the
/// reduction of the number of points required to represent a digitized line or its caricature"), and keep the nodes at
/// which shown lines meet. Feature IDs are hashes of the source's IDs, so they are stable across builds of the map.
///
/// ```swift
/// let source = try VectorTileSource(map)
/// guard let address = TileAddress(zoom: 12, column: 2136, row: 1447) else { return }
/// let tile = try source.tile(address)
/// ```
public final class VectorTileSource: TileSource {
  /// The options of the tiles.
  public struct Options: Sendable, Hashable {
    /// The zooms of the tiles, within 0...20; at the last one everything is shown.
    public var zooms: ClosedRange<Int> = 5...14
    /// The layers of the tiles, all by default; contours and slope bands need elevations.
    public var layers: Set<VectorLayer> = Set(VectorLayer.allCases)
    /// The names of the attributes that features keep; nil for all.
    public var attributes: Set<String>?
    /// The least length in pixels of a run, lift or street shown at a zoom, 0...1024; 4 by default.
    ///
    /// At the last zoom all are shown.
    public var leastPixels = 4.0
    /// The greatest number of bytes of a compressed tile, 500,000 by default; above it, features of the least priority
    /// are left out.
    public var tileLimitBytes = 500_000
    /// The greatest number of bytes of cached regions, 512 MiB by default.
    public var memoryLimitBytes = 512 << 20

    /// Creates the default options: zooms 5...14, all layers and attributes.
    public init() {}

    /// The layers in the order they have in a tile.
    var orderedLayers: [VectorLayer] { VectorLayer.allCases.filter(layers.contains) }

    /// Returns the keys of the wanted attributes; nil for all.
    /// - Throws: ``SkiError`` with code `.invalidArgument` for a name that none of the layers has.
    func wantedKeys() throws -> Set<AttributeKey>? {
      guard let attributes else { return nil }
      let known = Set(layers.flatMap(\.keys))
      let names = Set(known.map(\.name))
      if let unknown = attributes.subtracting(names).min() {
        throw SkiError(
          .invalidArgument,
          "attribute \(unknown.shortened(toScalars: 40)) is not an attribute of these layers; they have "
            + names.sorted().joined(separator: ", "))
      }
      return known.filter { attributes.contains($0.name) }
    }
  }

  /// The metadata of the tiles.
  public let tileSet: TileSet
  let map: SkiMap
  let options: Options
  private let keys: Set<AttributeKey>?
  /// The boxes of the regions.
  let regionTree: ShapeTree
  /// The region of each leaf of the tree.
  let regionOrder: [RegionIndex]
  /// The boxes of the regions with their surroundings, in which contours and slope bands are shown.
  private let terrainTree: ShapeTree
  /// The source of contours and slope bands; nil without elevation.
  let terrain: TerrainShapeSource?
  private let memory: RegionCache
  private let makers: ObjectPool<TileMaker>

  /// Creates a source of a map's tiles.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - name: The name of the tile set.
  ///   - options: The options of the tiles.
  ///   - elevation: The elevation files for contours and slope bands; nil for neither.
  ///   - elevationAttributions: The names to credit for the elevation.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the zooms are not within 0...20, there is no layer,
  ///   `leastPixels` is not within 0...1024, or an attribute is none of the layers'; `.emptyInput` when the map has no
  ///   region; with elevation also `.malformedData` or `.inputOutput` when a region can't be read.
  /// - Complexity: O(*r*) in regions; with elevation, regions across the antimeridian are read.
  public init(
    _ map: SkiMap, name: String = "SkiRoute", options: Options = Options(),
    elevation: ElevationFiles? = nil, elevationAttributions: [String] = []
  ) throws {
    var options = options
    if elevation == nil { options.layers = options.layers.filter { !$0.isTerrain } }
    try SkiError.require(
      options.zooms.lowerBound >= 0 && options.zooms.upperBound <= TileWindow.zoomLimit,
      "zooms \(options.zooms.lowerBound)-\(options.zooms.upperBound) are not within 0-\(TileWindow.zoomLimit); choose others"
    )
    try SkiError.require(
      !options.layers.isEmpty,
      "there is no layer to make tiles of; name one")
    try SkiError.require(
      (0...1024).contains(options.leastPixels),
      "lines can't be left out below \(options.leastPixels) pixels; choose 0 to 1024")
    self.map = map
    self.options = options
    keys = try options.wantedKeys()
    regionOrder = map.regions
    let boxes = regionOrder.map(map.bounds)
    regionTree = Self.tree(boxes)
    terrainTree = Self.tree(elevation == nil ? [] : try MapCoverage.boxes(of: map))
    tileSet = try Self.describe(map, name: name, options, elevationAttributions)
    let latitude = tileSet.bounds.centre.latitude
    let wanted = keys
    terrain = elevation.map {
      TerrainShapeSource(
        $0, layers: options.orderedLayers, keys: wanted, zooms: options.zooms, latitude: latitude)
    }
    memory = RegionCache(limitBytes: options.memoryLimitBytes)
    let order = TileMaker.Settings(
      layers: options.orderedLayers, deepestZoom: options.zooms.upperBound,
      limitBytes: options.tileLimitBytes, closeZoom: min(12, options.zooms.upperBound))
    makers = ObjectPool { try TileMaker(order) }
  }

  private static func tree(_ bounds: [BoundingBox]) -> ShapeTree {
    let boxes = bounds.map { box in
      let low = FixedCoordinate(Coordinate(latitude: box.south, longitude: box.west))
      let high = FixedCoordinate(Coordinate(latitude: box.north, longitude: box.east))
      return WorldBox(
        west: WorldProjection.x(longitudeE7: low.longitudeE7),
        north: WorldProjection.y(latitudeE7: high.latitudeE7),
        east: WorldProjection.x(longitudeE7: high.longitudeE7),
        south: WorldProjection.y(latitudeE7: low.latitudeE7))
    }
    return ShapeTree(boxes: boxes, firstZooms: boxes.map { _ in 0 })
  }

  /// Returns a tile compressed quickly by gzip, or nil when it is empty or of no zoom of the source.
  ///
  /// Equal maps and options give equal bytes, some 5 % more than those of ``archivedTile(_:)``.
  /// - Parameter address: The address of the tile.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region of the map is corrupted, `.inputOutput` when
  ///   reading fails; with elevation also those of reading it.
  /// - Complexity: O(log *n* + *k*) in features of its regions and vertices of those in the tile, once the regions are
  ///   read.
  public func tile(_ address: TileAddress) throws -> [UInt8]? { try tile(address, isQuick: true) }

  /// Returns a tile with the content of ``tile(_:)``, compressed by gzip for an archive.
  ///
  /// Equal maps and options give equal bytes.
  /// - Parameter address: The address of the tile.
  /// - Throws: The errors of ``tile(_:)``.
  /// - Complexity: That of ``tile(_:)``.
  public func archivedTile(_ address: TileAddress) throws -> [UInt8]? { try tile(address, isQuick: false) }

  private func tile(_ address: TileAddress, isQuick: Bool) throws -> [UInt8]? {
    guard options.zooms.contains(address.zoom) else { return nil }
    var leaves: [UInt32] = []
    regionTree.find(TileWindow(address).box, zoom: UInt8(address.zoom), into: &leaves)
    var regions = try leaves.sorted().map { try shapes(of: regionOrder[Int($0)]) }
    if hasTerrain(address), let ground = try terrain?.shapes(address) { regions.append(ground) }
    guard !regions.isEmpty else { return nil }
    return try makers.use { $0.tile(address, of: regions, isQuick: isQuick) }
  }

  /// Returns whether a tile lies where contours and slope bands are shown.
  func hasTerrain(_ address: TileAddress) -> Bool {
    guard terrain != nil else { return false }
    var leaves: [UInt32] = []
    terrainTree.find(TileWindow(address).box, zoom: UInt8(address.zoom), into: &leaves)
    return !leaves.isEmpty
  }

  /// Returns the shapes of a region, made as tiles need them when not cached.
  private func shapes(of region: RegionIndex) throws -> any TileShapes {
    try memory.shapes(of: region) {
      let layers = options.orderedLayers
      return try LazyRegionShapes(reader(of: region), layers: layers)
        ?? RegionShapes(reader(of: region), layers: layers)
    }
  }

  /// Returns all shapes of a region, read when not cached.
  func allShapes(of region: RegionIndex) throws -> RegionShapes {
    try memory.allShapes(of: region) {
      try RegionShapes(reader(of: region), layers: options.orderedLayers)
    }
  }

  private func reader(of region: RegionIndex) throws -> RegionReader {
    RegionReader(
      try map.uncachedGraph(region), layers: options.orderedLayers, keys: keys,
      deepestZoom: options.zooms.upperBound, leastPixels: options.leastPixels)
  }
}

extension VectorTileSource {
  /// Returns the metadata of the tiles.
  /// - Throws: ``SkiError`` with code `.emptyInput` when the map has no region.
  static func describe(
    _ map: SkiMap, name: String, _ options: Options, _ elevationAttributions: [String]
  ) throws -> TileSet {
    let boxes = map.regions.map(map.bounds)
    guard var bounds = boxes.first else {
      throw SkiError(.emptyInput, "map has no region to make tiles of; build it from data with runs or lifts")
    }
    for box in boxes.dropFirst() { bounds.formUnion(box) }
    return TileSet(
      name: name, description: "Runs and lifts in their colours, with stations, junctions and ski areas",
      attribution: (map.sources.map { $0.attribution ?? $0.name } + elevationAttributions)
        .filter { !$0.isEmpty }.uniqued().joined(separator: "; "),
      format: .vector, zooms: options.zooms, bounds: bounds,
      layers: options.orderedLayers.map { layer in
        TileSet.Layer(
          id: layer.rawValue, description: layer.summary, zooms: layer.zooms(in: options.zooms),
          fields: layer.keys.filter { options.attributes?.contains($0.name) ?? true }.map {
            TileSet.Field($0.name, $0.kind)
          })
      })
  }

  /// Returns every address that may hold a tile, zoom by zoom, in Morton order within each.
  ///
  /// Computed from the geometry of features: includes every tile with content, and few that are empty.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for more than 8,000,000 tiles, and the errors of
  ///   ``tile(_:)``.
  /// - Complexity: O(*n* log *n*) in vertices of the map and tiles; regions are read on all cores.
  public func addresses() throws -> [TileAddress] {
    try addresses(zooms: options.zooms)
  }

  /// Returns the addresses as ``addresses()`` does, or a lower bound of their number when it exceeds a limit.
  /// - Parameter limit: The greatest number of tiles.
  /// - Throws: The errors of ``tile(_:)``.
  /// - Complexity: As ``addresses()``; memory O(min(*n*, `limit`)) in the tiles.
  package func plan(atMost limit: Int) throws -> TilePlan {
    try plan(zooms: options.zooms, atMost: limit)
  }

  /// Returns every address of some zooms that may hold a tile, as ``addresses()`` does.
  /// - Parameter zooms: The zooms; those without tiles are ignored.
  /// - Throws: The errors of ``addresses()``.
  /// - Complexity: As ``addresses()``.
  public func addresses(zooms: ClosedRange<Int>) throws -> [TileAddress] {
    try plan(zooms: zooms, atMost: TilePlan.greatestCount).addresses()
  }

  private func plan(zooms: ClosedRange<Int>, atMost limit: Int) throws -> TilePlan {
    do {
      return .addresses(try addresses(zooms: zooms, atMost: limit))
    } catch let excess as TileCover.Excess {
      return .tooMany(estimate: excess.count)
    }
  }

  private func addresses(zooms: ClosedRange<Int>, atMost limit: Int) throws -> [TileAddress] {
    guard zooms.overlaps(options.zooms), !regionOrder.isEmpty else { return [] }
    let zooms = zooms.clamped(to: options.zooms)
    let workers = min(WorkerThreads.available, regionOrder.count)
    let queue = BlockQueue(count: regionOrder.count, sharers: workers, longestRun: 4) { _ in }
    let all = Locked(zooms.map { TileCover(zoom: $0, limit: limit) })
    WorkerThreads.run(workers) { _ in
      var covers = zooms.map { TileCover(zoom: $0, limit: limit) }
      while let run = queue.takeRun() {
        for index in run where queue.continues {
          do {
            try self.add(try self.allShapes(of: self.regionOrder[index]), to: &covers)
            queue.finish(index)
          } catch {
            queue.fail(error)
          }
        }
      }
      do {
        try all.withLock { all in
          for index in covers.indices { try all[index].formUnion(covers[index]) }
        }
      } catch {
        queue.fail(error)
      }
    }
    try queue.check()
    return try all.withLock { covers in
      try addTerrain(zooms, to: &covers)
      let addresses = covers.flatMap { $0.addresses() }
      if addresses.count > limit { throw TileCover.Excess(count: addresses.count) }
      return addresses
    }
  }

  private func add(_ shapes: RegionShapes, to covers: inout [TileCover]) throws {
    for (set, layer) in zip(shapes.sets, options.orderedLayers) {
      for index in covers.indices {
        try covers[index].add(set, layer.geometry, deepestZoom: options.zooms.upperBound)
      }
    }
    for index in covers.indices { try covers[index].compact() }
  }

  /// Adds the tiles that may hold contours or slope bands, by descending from the tile of zoom 0.
  private func addTerrain(_ zooms: ClosedRange<Int>, to covers: inout [TileCover]) throws {
    guard let terrain, let first = terrain.firstZoom, first <= zooms.upperBound else { return }
    var level = [TileAddress(zoom: 0, column: 0, row: 0)].compactMap { $0 }
    for zoom in 0...zooms.upperBound {
      level = try level.filter { try hasTerrain($0) && terrain.mayHold($0) }
      if zoom >= first, zooms.contains(zoom) {
        for address in level { try covers[zoom - zooms.lowerBound].add(address) }
      }
      level = level.flatMap(\.children)
    }
  }
}

/// A cache of the most recently used regions, up to a number of bytes.
///
/// A class that is safe to use from any number of threads.
final class RegionCache: Sendable {
  private let known: Locked<BoundedCache<RegionIndex, any TileShapes>>

  /// Creates an empty cache.
  init(limitBytes: Int) { known = Locked(BoundedCache(limitBytes: limitBytes)) }

  /// Returns a region, read by a body when it is not cached; concurrent threads may both read it, without waiting.
  func shapes(of region: RegionIndex, read: () throws -> any TileShapes) rethrows -> any TileShapes {
    if let known = known.withLock({ $0.value(of: region) }) { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  /// Returns all shapes of a region, read by a body when some are missing.
  func allShapes(of region: RegionIndex, read: () throws -> RegionShapes) rethrows -> RegionShapes {
    if let known = known.withLock({ $0.value(of: region) }) as? RegionShapes { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  private func add(_ fresh: any TileShapes, _ region: RegionIndex) {
    known.withLock { _ = $0.insert(fresh, of: region, bytes: fresh.byteCount) }
  }
}
