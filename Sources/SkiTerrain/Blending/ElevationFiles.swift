public import SkiBase

/// Elevation files and folders as one source of several layers: tile pyramids, archives, `.hgt` files and rasters.
///
/// Supported are `z/x/y.png` pyramids and PMTiles archives of them (Terrarium and Mapbox Terrain-RGB, 256 or 512
/// pixels), SRTM `.hgt` files (1″ and 3″, also as `.hgt.gz` or in zip archives) and GeoTIFFs, of which those of one
/// lattice are joined. At each coordinate the layer with the highest resolution is used; near its voids and ends it
/// fades into the next coarser layer, without a step. Any number of tasks may share one instance. Tiles are decoded on
/// demand and cached within a limit.
public final class ElevationFiles: ElevationSource {
  let layers: [ElevationLayer]
  /// The layers in order of their resolution, for each degree of latitude from the south.
  let orderByDegree: [[Int]]
  private let cache: TileCache
  /// The fade of each layer towards its voids and ends.
  let fades: [LayerFade]
  /// The paths of files called `SOURCE.json` in the folders and below, which state origin and licence; empty when none.
  public let notePaths: [String]

  /// The errors of files that were skipped in folders despite an elevation file's extension, for reports.
  public let skippedFiles: [SkiError]
  /// The files in folders that are no elevation files by their names, for reports.
  public let ignoredFiles: IgnoredFiles
  /// The ground for profiles and maps, with faults mended and voids bridged.
  let ground: GroundReader

  /// The default memory limit of the tile cache in bytes, 256 MiB.
  public static let defaultCacheLimitBytes = 256 << 20

  /// Opens files and searches folders for them; only a few tiles are decoded.
  ///
  /// Links are followed and each folder is visited once. Unsupported files are skipped in folders, see
  /// ``skippedFiles``, and throw when named explicitly. The encoding of a pyramid or archive is detected by the
  /// plausibility of its elevations unless it is given.
  /// - Parameters:
  ///   - paths: Files and folders; of layers with equal resolution the earlier path is preferred, then the name.
  ///   - encoding: The encoding of every pyramid and archive; nil for detection.
  ///   - verticalUnit: The unit of elevations in GeoTIFFs that don't state it; nil for metres, which throws for
  ///     reference systems in feet.
  ///   - cacheLimitBytes: The memory limit of the tile cache in bytes.
  /// - Throws: ``SkiError`` with code `.missingInput` for a path that can't be opened, `.emptyInput` when there is no
  ///   usable file, `.invalidArgument` when the encoding or the unit of elevations is in doubt, `.malformedData`,
  ///   `.unsupportedFormat` or `.limitExceeded` for invalid files.
  /// - Complexity: O(*n* log *n*) in the number of files.
  public static func open(
    paths: [String], encoding: TileEncoding? = nil, verticalUnit: VerticalUnit? = nil,
    cacheLimitBytes: Int = defaultCacheLimitBytes
  ) throws -> ElevationFiles {
    let search = try FileSearch(paths.uniqued())
    let cache = TileCache(limitBytes: cacheLimitBytes)
    var plans = try search.pyramids.flatMap { try LayerPlan.layers(of: $0, encoding: encoding) }
    plans += try search.archives.flatMap { try LayerPlan.layers(of: $0, encoding: encoding) }
    plans += LayerPlan.layers(of: search.elevationFiles)
    var skippedFiles = search.skippedFiles
    plans += try LayerPlan.layers(ofRasters: search.rasterPaths, verticalUnit: verticalUnit) {
      skippedFiles.append($0)
    }
    guard !plans.isEmpty else { throw search.nothingFound(at: paths, skippedFiles: skippedFiles) }
    guard plans.count < 256 else {
      throw SkiError(.limitExceeded, "\(plans.count) elevation layers are more than 255; name fewer folders")
    }
    let layers = plans.enumerated().map { index, plan in
      ElevationLayer(index: index, plan: plan, cache: cache)
    }
    return ElevationFiles(
      layers: layers, cache: cache, notePaths: search.notePaths, skippedFiles: skippedFiles,
      ignoredFiles: search.ignored)
  }

  /// Returns the input folder of a path that ``open(paths:encoding:verticalUnit:cacheLimitBytes:)`` reads, for file
  /// plans.
  package static func input(_ path: String) -> InputFolder {
    InputFolder(path) { folder, name in FileSearch.takes(name, in: folder) }
  }

  init(
    layers: [ElevationLayer], cache: TileCache, notePaths: [String], skippedFiles: [SkiError],
    ignoredFiles: IgnoredFiles = IgnoredFiles()
  ) {
    self.ignoredFiles = ignoredFiles
    self.notePaths = notePaths
    self.skippedFiles = skippedFiles
    self.layers = layers
    self.cache = cache
    fades = LayerFade.fades(of: layers)
    orderByDegree = Self.orders(of: layers) { (0, $0) }
    ground = GroundReader(layers, orderByDegree: orderByDegree)
  }

  /// Creates the same source with its layers in another order.
  /// - Parameter rank: Returns the rank of a layer from its resolution in metres; the lowest is first.
  init(copying other: ElevationFiles, rank: (Double) -> (Int, Double)) {
    notePaths = other.notePaths
    skippedFiles = other.skippedFiles
    ignoredFiles = other.ignoredFiles
    layers = other.layers
    cache = other.cache
    fades = other.fades
    orderByDegree = Self.orders(of: layers, rank)
    ground = GroundReader(layers, orderByDegree: orderByDegree)
  }

  private static func orders(of layers: [ElevationLayer], _ rank: (Double) -> (Int, Double)) -> [[Int]] {
    (-90..<90).map { south in
      let ranks = layers.map { rank($0.grid.resolutionMetres(latitude: Double(south) + 0.5)) }
      return layers.indices.sorted { (ranks[$0].0, ranks[$0].1, $0) < (ranks[$1].0, ranks[$1].1, $1) }
    }
  }

  /// The names of the layers, finest at the equator first, one for each layer.
  /// - Complexity: O(*s*) in the number of layers.
  public var names: [String] { orderByDegree[90].map { layers[$0].name } }

  /// The distinct vertical datums in the order of ``names``; heights are not transformed between them.
  package var verticalDatums: [VerticalDatum] {
    orderByDegree[90].map { layers[$0].verticalDatum }.uniqued()
  }

  /// The vertical datum of blended heights: that of all layers, or the names of all.
  package var verticalDatum: VerticalDatum {
    let all = verticalDatums
    return all.count == 1
      ? all[0] : VerticalDatum(name: all.map(\.name).joined(separator: " and "), epsg: nil)
  }

  /// The number of tiles decoded so far.
  public var decodedTileCount: Int { cache.decodeCount }
  /// The memory of the cached tiles in bytes, at most the limit given on opening or one tile.
  public var cachedByteCount: Int { cache.byteCount }

  /// Returns the finest single layer with an elevation at every vertex of a line, or nil when there is none.
  ///
  /// A layer is one zoom of a pyramid, the `.hgt` files of one resolution in one folder, or a raster.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n* · *s*) in the number of vertices and of layers.
  public func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    guard let first = line.first else { return nil }
    for index in order(at: first) where try layers[index].coversEverywhere(on: line) { return layers[index] }
    return nil
  }

  /// Returns the resolution in metres of the finest layer with a tile at a coordinate; nil without one.
  ///
  /// No tile is read, so the elevation itself may come from a coarser layer when that tile has a void there.
  /// - Complexity: O(*s*) in the number of layers.
  public func resolutionMetres(at place: Coordinate) -> Double? {
    for index in order(at: place) {
      if let resolution = layers[index].resolutionMetres(at: place) { return resolution }
    }
    return nil
  }

  /// Returns the indices of the layers at a coordinate, finest first.
  func order(at place: Coordinate) -> [Int] { place.isValid ? orderByDegree[degree(of: place)] : [] }

  /// Returns the index of the degree of latitude of a coordinate, from the south; any for an invalid coordinate.
  func degree(of place: Coordinate) -> Int { GroundReader.degree(of: place) }
}

extension ElevationSource {
  /// Returns the elevations of the ground at coordinates.
  ///
  /// Files are mended, see ``ElevationFiles/ground``; other sources are asked as they are.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of coordinates.
  package func groundElevations(at places: [Coordinate]) throws -> GroundElevations {
    if let files = self as? ElevationFiles { return try files.ground.elevations(at: places) }
    let metres = try elevationsMetres(along: places)
    return GroundElevations(
      metres: metres, isBridged: [Bool](repeating: false, count: places.count),
      resolutionMetres: places.reduce(0) { max($0, resolutionMetres(at: $1) ?? 0) })
  }
}
