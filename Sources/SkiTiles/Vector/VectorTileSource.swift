import SkiGeo
public import SkiGraph
public import SkiTerrain

/// Vector tiles straight from an open map: runs, lifts, stations and all else of ``VectorLayer``, simplified for each zoom.
///
/// A tile is made when it is asked for, in well under a millisecond once its regions are read; the regions read last are
/// kept, up to a number of bytes. A class because that memory is shared; `Sendable`, any number of threads may ask at once.
///
/// Lines keep their vertices by Douglas and Peucker's method within a quarter of a pixel, and the places where lines that
/// are shown meet at every zoom, so that they still meet. The numbers of features are made of their ids in the source, so
/// that they stay the same when the map is built again.
public final class VectorTileSource: TileSource {
  /// What can be chosen about the tiles.
  public struct Options: Sendable, Hashable {
    /// The zooms there are tiles of; at the last one everything is shown.
    public var zooms: ClosedRange<Int> = 5...14
    /// The layers that tiles have.
    public var layers: Set<VectorLayer> = Set(VectorLayer.allCases)
    /// The names of the attributes features have, as they stand in tiles; nil for all there are.
    public var attributes: Set<String>?
    /// How many pixels long a run, lift or street must be to be shown at a zoom; at the last one all are.
    public var leastPixels = 4.0
    /// The most a packed tile may take: where there is more, what stands out least is left out.
    public var tileLimitBytes = 500_000
    /// The most the regions that are kept ready may take.
    public var memoryLimitBytes = 512 << 20

    /// Makes the usual options.
    public init() {}

    /// The layers in the order they lie in a tile.
    var orderedLayers: [VectorLayer] { VectorLayer.allCases.filter(layers.contains) }

    /// The keys of the wanted attributes; nil for all.
    /// - Throws: ``SkiError`` with code `.invalidArgument` for a name that none of the layers has.
    func wantedKeys() throws -> Set<AttributeKey>? {
      guard let attributes else { return nil }
      let known = Set(layers.flatMap(\.keys))
      let names = Set(known.map(\.name))
      if let unknown = attributes.subtracting(names).min() {
        throw SkiError(
          .invalidArgument,
          "attribute \(unknown.shortened(toScalars: 40)) is none of these layers'; they have "
            + names.sorted().joined(separator: ", "))
      }
      return known.filter { attributes.contains($0.name) }
    }
  }

  /// What the tiles are, for archives and for those who serve them.
  public let tileSet: TileSet
  let map: SkiMap
  let options: Options
  private let keys: Set<AttributeKey>?
  /// The regions' boxes.
  let regionTree: ShapeTree
  /// The region of each leaf of the tree.
  let regionOrder: [RegionIndex]
  /// The same boxes with the ground around them, of which contours and steepness are shown.
  private let groundTree: ShapeTree
  /// What makes contours and steepness; nil without elevation.
  let ground: GroundTiles?
  private let memory: RegionMemory
  private let makers: LendingPool<TileMaker>

  /// Makes tiles of a map.
  ///
  /// - Parameters:
  ///   - map: What is drawn.
  ///   - name: What the tiles are called.
  ///   - options: What can be chosen about the tiles.
  ///   - elevation: Where contours and bands of steep ground come from; without it there are none.
  ///   - elevationAttributions: Who is to be named for it.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the zooms are not within 0...20, there is no layer, lines are
  ///   to be left out below a length that is not within 0...1024 pixels, or an
  ///   attribute is none of the layers', `.emptyInput` when the map has no region.
  /// - Complexity: O(*r*) in regions; none is read.
  public init(
    _ map: SkiMap, name: String = "SkiRoute", options: Options = Options(),
    elevation: ElevationFiles? = nil, elevationAttributions: [String] = []
  ) throws {
    var options = options
    if elevation == nil { options.layers = options.layers.filter { !$0.isGround } }
    guard options.zooms.lowerBound >= 0, options.zooms.upperBound <= TileWindow.zoomLimit else {
      throw SkiError(
        .invalidArgument,
        "zooms \(options.zooms.lowerBound)-\(options.zooms.upperBound) are not within 0-\(TileWindow.zoomLimit); choose others"
      )
    }
    guard !options.layers.isEmpty else {
      throw SkiError(.invalidArgument, "there is no layer to make tiles of; name one")
    }
    guard (0...1024).contains(options.leastPixels) else {
      throw SkiError(
        .invalidArgument, "lines can't be left out below \(options.leastPixels) pixels; choose 0 to 1024")
    }
    self.map = map
    self.options = options
    keys = try options.wantedKeys()
    regionOrder = map.regions
    let boxes = regionOrder.map(map.bounds)
    regionTree = Self.tree(boxes)
    groundTree = Self.tree(elevation == nil ? [] : try GroundAreas.boxes(of: map))
    tileSet = try Self.describe(map, name: name, options, elevationAttributions)
    let latitude = tileSet.bounds.centre.latitude
    let wanted = keys
    ground = elevation.map {
      GroundTiles($0, layers: options.orderedLayers, keys: wanted, zooms: options.zooms, latitude: latitude)
    }
    memory = RegionMemory(limitBytes: options.memoryLimitBytes)
    let order = TileMaker.Order(
      layers: options.orderedLayers, deepestZoom: options.zooms.upperBound,
      limitBytes: options.tileLimitBytes, closeZoom: min(12, options.zooms.upperBound))
    makers = LendingPool { try TileMaker(order) }
  }

  private static func tree(_ bounds: [BoundingBox]) -> ShapeTree {
    let boxes = bounds.map { box in
      let low = FixedCoordinate(Coordinate(latitude: box.south, longitude: box.west))
      let high = FixedCoordinate(Coordinate(latitude: box.north, longitude: box.east))
      return WorldBox(
        west: WorldPlace.x(longitudeE7: low.longitudeE7), north: WorldPlace.y(latitudeE7: high.latitudeE7),
        east: WorldPlace.x(longitudeE7: high.longitudeE7), south: WorldPlace.y(latitudeE7: low.latitudeE7))
    }
    return ShapeTree(boxes: boxes, firstZooms: boxes.map { _ in 0 })
  }

  /// Returns a tile, packed by gzip; nil where there is nothing to show, and at zooms there are no tiles of.
  ///
  /// Equal maps and options give equal bytes.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region of the map was altered, and what reading elevation
  ///   throws.
  /// - Complexity: O(log *n* + *k*) in features of its regions and vertices of those in the tile, once the regions are read.
  public func tile(_ address: TileAddress) throws -> [UInt8]? {
    guard options.zooms.contains(address.zoom) else { return nil }
    var leaves: [UInt32] = []
    regionTree.find(TileWindow(address).box, zoom: UInt8(address.zoom), into: &leaves)
    var regions = try leaves.sorted().map { try shapes(of: regionOrder[Int($0)]) }
    if hasGround(address), let ground = try ground?.shapes(address) { regions.append(ground) }
    guard !regions.isEmpty else { return nil }
    return try makers.use { $0.tile(address, of: regions) }
  }

  /// Whether contours and steepness are shown in a tile, where there is elevation.
  func hasGround(_ address: TileAddress) -> Bool {
    guard ground != nil else { return false }
    var leaves: [UInt32] = []
    groundTree.find(TileWindow(address).box, zoom: UInt8(address.zoom), into: &leaves)
    return !leaves.isEmpty
  }

  /// Returns what is drawn of a region, read when it is first asked for.
  func shapes(of region: RegionIndex) throws -> RegionShapes {
    try memory.shapes(of: region) {
      RegionShapes(
        try map.passingGraph(region), layers: options.orderedLayers, keys: keys,
        deepestZoom: options.zooms.upperBound,
        leastPixels: options.leastPixels)
    }
  }
}
