public import SkiBase
public import SkiTerrain

/// A source of raster tiles from elevation files: hillshade, colours, slope, or encoded elevations.
///
/// Safe to use from any number of threads. A tile is made from the elevation files alone, with samples beyond its
/// edges, so adjacent tiles match; distances are those on the ground at each row's latitude. Voids are transparent; in
/// tiles of encoded elevations they are filled, see `VoidFilling`.
public final class RasterTileSource: TileSource {
  /// The metadata of the tiles.
  public let tileSet: TileSet
  private let layer: RasterTileLayer
  private let elevation: ElevationFiles
  private let areas: [BoundingBox]
  private let packers: ObjectPool<Deflater>
  /// The resampled elevations of each zoom, from the lowest.
  private let rasters: [MercatorRaster]
  private let productions: [TerrainProduction]

  /// Creates a source; no elevations are read yet.
  /// - Parameters:
  ///   - elevation: The elevation files.
  ///   - layer: The content of the tiles.
  ///   - tileSet: The metadata of the tiles. Format, layers and encoding are set from `layer`; the bounds may be less
  ///     than the files cover; the zooms are those of the tiles.
  ///   - areas: The boxes in which ``addresses()`` lists tiles, such as `MapCoverage.boxes(of:reachMetres:)`; nil for
  ///     all within the bounds.
  ///   - level: The compression level of pictures, 1 (fast) to 12 (small).
  /// - Complexity: O(*z* · *s*) in zooms and elevation layers.
  /// - Precondition: `tileSet.tileSide` is 256 or 512, and its zooms lie within 0...``TileAddress/zoomLimit``.
  public init(
    elevation: ElevationFiles, layer: RasterTileLayer, tileSet: TileSet, areas: [BoundingBox]? = nil,
    level: Int = 3
  ) {
    precondition(
      [256, 512].contains(tileSet.tileSide), "tiles have 256 or 512 pixels, got \(tileSet.tileSide)")
    precondition(
      (0...TileAddress.zoomLimit).contains(tileSet.zooms.lowerBound)
        && tileSet.zooms.upperBound <= TileAddress.zoomLimit,
      "zooms must be 0 to \(TileAddress.zoomLimit), got \(tileSet.zooms)")
    var described = tileSet
    (described.format, described.layers, described.encoding) = (.png, [], layer.encodingName)
    self.tileSet = described
    self.layer = layer
    self.elevation = elevation
    packers = ObjectPool { try Deflater(level: level) }
    let view = TileView(tileSet, zooms: tileSet.zooms)
    self.areas = areas ?? [view.bounds]
    rasters = tileSet.zooms.map { zoom in
      MercatorRaster(elevation, zoom: zoom, tileSide: tileSet.tileSide, latitude: view.centre.latitude)
    }
    productions = rasters.compactMap { raster in
      layer.product.map { TerrainProduction(raster: raster, product: $0, workerCount: 1) }
    }
  }

  /// Returns the addresses of tiles within the set's zooms, bounds and areas that intersect elevation, zoom by zoom.
  /// - Throws: ``SkiError`` with code `.limitExceeded` for more than 8,000,000 tiles, `.malformedData`, `.limitExceeded` or
  ///   `.inputOutput` when an archive's directory can't be read, `.internalInconsistency` when PROJ fails.
  /// - Complexity: O(*n*) in the tiles and in the areas that meet each; no elevations are read.
  public func addresses() throws -> [TileAddress] { try plan(atMost: TilePlan.greatestCount).addresses() }

  /// Returns the addresses as ``addresses()`` does, or an estimate of their number when it exceeds a limit.
  ///
  /// The estimate assumes that all children of the tiles found so far have elevations.
  /// - Parameter limit: The greatest number of tiles.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput` when an archive's directory
  ///   can't be read, `.internalInconsistency` when PROJ fails.
  /// - Complexity: O(min(*n*, `limit`)) in the tiles, and in the areas that meet each.
  package func plan(atMost limit: Int) throws -> TilePlan {
    let bounds = TileView(tileSet, zooms: tileSet.zooms).bounds
    var found: [TileAddress] = []
    var zoom = [TileAddress(zoom: 0, column: 0, row: 0)].compactMap { $0 }.map { ($0, areas) }
    for number in 0...tileSet.zooms.upperBound {
      zoom = try zoom.compactMap { address, areas in
        let box = address.bounds
        let met = areas.filter { box.meets($0) }
        guard !met.isEmpty, box.meets(bounds), try elevation.hasTiles(in: box) else { return nil }
        return (address, met)
      }
      if tileSet.zooms.contains(number) { found += zoom.map(\.0) }
      // Each zoom has four times as many tiles as the one before, where all have elevations.
      guard zoom.count <= limit, found.count <= limit else {
        let remaining = tileSet.zooms.upperBound - max(number, tileSet.zooms.lowerBound - 1)
        return .tooMany(estimate: max(found.count, zoom.count << min(20, 2 * remaining)))
      }
      if number < tileSet.zooms.upperBound {
        zoom = zoom.flatMap { address, areas in address.children.map { ($0, areas) } }
      }
    }
    return .addresses(found)
  }

  /// Returns the PNG bytes of a tile, or nil when it is empty or of no zoom of the set.
  /// - Parameter address: The address of the tile.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when elevations can't be read, `.internalInconsistency` when PROJ or the compression fails,
  ///   `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n*) in the pixels of the tile and the samples under it.
  public func tile(_ address: TileAddress) throws -> [UInt8]? {
    guard tileSet.zooms.contains(address.zoom) else { return nil }
    let (index, side) = (address.zoom - tileSet.zooms.lowerBound, tileSet.tileSide)
    let window = RasterWindow(
      column: address.column * side, row: address.row * side, columns: side, rows: side)
    if case .heights(let encoding) = layer {
      return try elevationTile(rasters[index], window, encoding)
    }
    let bytes = try productions[index].bytes(of: window)
    switch layer {
    case .hillshade: return try PNGPicture.grey(bytes, side: side)?.png(packers)
    case .slope:
      return try PNGPicture.grey(ValueColouring.slope(.degrees).coloured(bytes), side: side)?.png(packers)
    case .slopeClasses: return try PNGPicture.palette(bytes, side: side)?.png(packers)
    case .relief: return try PNGPicture.colour(bytes, side: side)?.png(packers)
    case .heights: return nil
    }
  }

  private func elevationTile(
    _ raster: MercatorRaster, _ window: RasterWindow, _ encoding: TileEncoding
  ) throws -> [UInt8]? {
    guard let heights = try VoidFilling(raster: raster, side: window.columns).elevations(of: window) else {
      return nil
    }
    let pixels = heights.withUnsafeBufferPointer { encoding.pixels($0) }
    return try PNGPicture.colour(pixels, side: window.columns)?.png(packers)
  }
}

extension TileAddress {
  /// The four tiles of the next zoom that cover the same extent; none beyond the highest zoom.
  var children: [TileAddress] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].compactMap { x, y in
      TileAddress(zoom: zoom + 1, column: 2 * column + x, row: 2 * row + y)
    }
  }
}

extension BoundingBox {
  /// Returns whether two boxes overlap by more than an edge.
  func meets(_ other: BoundingBox) -> Bool {
    south < other.north && other.south < north && west < other.east && other.west < east
  }
}

/// The content of the pixels of raster tiles.
public enum RasterTileLayer: Sendable, Hashable {
  /// The hillshade in grey, as a layer under or over a map.
  case hillshade(Hillshade)
  /// The relief: colours by elevation, modulated by an optional hillshade.
  case relief(ColourRamp, shade: Hillshade?)
  /// The slope classes; ground below the first class is transparent.
  case slopeClasses(SlopeClasses)
  /// The slope in grey: white for level ground, black from 60° on.
  case slope
  /// The elevations in metres encoded as colours, for viewers that shade terrain themselves.
  case heights(TileEncoding)

  /// The terrain product; nil for encoded elevations.
  var product: TerrainProduct? {
    switch self {
    case .hillshade(let shade): .hillshade(shade)
    case .relief(let ramp, let shade): .relief(ramp, shade: shade)
    case .slopeClasses(let classes): .slopeClasses(classes)
    case .slope: .slope(.horn, .degrees)
    case .heights: nil
    }
  }

  /// The name of the elevation encoding in TileJSON; nil for pictures.
  var encodingName: String? {
    switch self {
    case .heights(.terrarium): "terrarium"
    case .heights(.terrainRGB): "mapbox"
    default: nil
    }
  }
}
