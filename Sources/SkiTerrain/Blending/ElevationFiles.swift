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

extension ElevationFiles {
  /// Returns the elevation at a coordinate, interpolated from the samples around it where there is a void.
  ///
  /// All layers are tried first, as in ``elevationMetres(at:)``; if all are void, the layer with the nearest sample
  /// fills by inverse distance weighting.
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - radiusMetres: The search radius in metres, limited to 2,000 samples.
  /// - Returns: The elevation with the distance reached; nil when there is no sample within the radius.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*r*²) in the number of samples within the distance reached, for each layer.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationMetres(
    at place: Coordinate, fillingWithinMetres radiusMetres: Double
  ) throws -> InterpolatedElevation? {
    precondition(radiusMetres >= 0, "radius must not be negative, got \(radiusMetres)")
    if let height = try elevationMetres(at: place) {
      return InterpolatedElevation(elevationMetres: height, reachMetres: 0)
    }
    var best: InterpolatedElevation?
    for index in order(at: place) {
      let radius = best?.reachMetres ?? radiusMetres
      guard let filled = try layers[index].filledElevation(at: place, radiusMetres: radius) else { continue }
      if filled.reachMetres < best?.reachMetres ?? .infinity { best = filled }
    }
    return best
  }

  /// Returns the elevations at coordinates, each interpolated from the samples around it where there is a void.
  /// - Returns: The elevations as of ``elevationMetres(at:fillingWithinMetres:)``.
  /// - Throws: The errors of ``elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the coordinates, and O(*r*²) for each that is void.
  /// - Precondition: `radiusMetres >= 0`
  package func elevationsMetres(
    at places: [Coordinate], sampling: Sampling = .bilinear, fillingWithinMetres radiusMetres: Double
  ) throws -> [InterpolatedElevation?] {
    let known = try elevationsMetres(at: places, sampling: sampling)
    return try zip(places, known).map { place, height in
      try height.map { InterpolatedElevation(elevationMetres: $0, reachMetres: 0) }
        ?? elevationMetres(at: place, fillingWithinMetres: radiusMetres)
    }
  }

  /// Returns the elevation at a coordinate in metres by bilinear interpolation, or nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*s*) in the number of layers, and the decoding of tiles that are not cached.
  public func elevationMetres(at place: Coordinate) throws -> Double? {
    try elevationMetres(at: place, sampling: .bilinear)
  }

  /// Returns the elevation at each vertex in metres by bilinear interpolation, nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of vertices.
  public func elevationsMetres(along line: [Coordinate]) throws -> [Double?] {
    try elevationsMetres(at: line, sampling: .bilinear)
  }

  /// Returns the elevation at a coordinate in metres, or nil where no layer has one.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  package func elevationMetres(at place: Coordinate, sampling: Sampling) throws -> Double? {
    try withElevation(at: place) { try sample($0, sampling, into: $1) }
  }

  /// Returns the elevations at coordinates in metres, in their order, nil where no layer has one.
  ///
  /// The elevations equal those of single calls; this is faster, especially for coordinates near their predecessors.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of coordinates, and the decoding of tiles that are not cached.
  package func elevationsMetres(at places: [Coordinate], sampling: Sampling = .bilinear) throws -> [Double?] {
    try withElevations(at: places) { try sample($0, sampling, into: $1) }
  }

  /// Writes the elevations at coordinates in metres, NaN where no layer has one.
  ///
  /// It allocates nothing per coordinate, and up to 9 MB once for those of a single layer, whose tiles it holds where
  /// they fit the cache. Any number of threads may sample at once.
  /// - Parameters:
  ///   - places: WGS 84 degrees.
  ///   - sampling: The interpolation.
  ///   - metres: One element for each coordinate.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the number of coordinates, and the decoding of tiles that are not cached.
  /// - Precondition: `metres.count == places.count`
  package func sample(
    _ places: UnsafeBufferPointer<Coordinate>, _ sampling: Sampling = .bilinear,
    into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    precondition(places.count == metres.count, "\(metres.count) elevations for \(places.count) coordinates")
    if layers.count == 1 {
      var cursor = ElevationLayer.Cursor()
      return try layers[0].sample(places, sampling, into: metres, &cursor)
    }
    var mixing = LayerBlending(self, sampling)
    var start = 0
    while start < places.count {
      // Successive coordinates of one degree of latitude share the order of layers.
      let degree = degree(of: places[start])
      var end = start + 1
      while end < places.count, end - start < ElevationLayer.blockCount,
        self.degree(of: places[end]) == degree
      { end += 1 }
      try mixing.mix(
        UnsafeBufferPointer(rebasing: places[start..<end]), order: orderByDegree[degree],
        into: UnsafeMutableBufferPointer(rebasing: metres[start..<end]))
      start = end
    }
  }

  /// Returns the extent of the layers' tiles; nil without tiles, all longitudes when tiles lie on both sides of the
  /// antimeridian.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput` when an archive's directory
  ///   can't be read, `.internalInconsistency` when PROJ fails.
  /// - Complexity: O(*n* log *n*) in the tiles of the layers; no elevations are read.
  public func bounds() throws -> BoundingBox? {
    var box: BoundingBox?
    for layer in layers {
      guard let own = try layer.box() else { continue }
      box?.formUnion(own)
      box = box ?? own
    }
    return box
  }

  /// Returns whether any layer has a tile that intersects a box, void or not.
  /// - Throws: ``SkiError`` when an archive's directory can't be read.
  /// - Complexity: O(*n*) in the layers' tiles within the box until one is found; no heights are read.
  package func hasTiles(in box: BoundingBox) throws -> Bool {
    for layer in layers where try layer.hasTiles(in: box) { return true }
    return false
  }

  /// Returns the distance in metres between rows of the layer that is first in order at a latitude.
  package func firstResolutionMetres(latitude: Double) -> Double {
    let order = orderByDegree[degree(of: Coordinate(latitude: latitude, longitude: 0))]
    return order.first.map { layers[$0].grid.resolutionMetres(latitude: latitude) } ?? .infinity
  }

  /// Returns the same layers ordered for sampling at a distance in metres: first the coarsest that is fine enough, then
  /// finer ones, then coarser ones.
  ///
  /// A small map of a large area then does not read all of the finest layer. Decoded tiles are shared with the
  /// original.
  /// - Complexity: O(*n* log *n*) in the layers, for each degree of latitude.
  package func ordered(forMetres step: Double) -> ElevationFiles {
    guard layers.count > 1 else { return self }
    return ElevationFiles(copying: self) { resolution in
      resolution <= step ? (0, -resolution) : (1, resolution)
    }
  }
}

extension ElevationLayer {
  /// Returns whether the layer has a tile that intersects a box; see ``ElevationFiles/hasTiles(in:)``.
  func hasTiles(in box: BoundingBox) throws -> Bool {
    guard let covered = try coveredWindow(), let tiles = try bounds(),
      let part = turned(try window(of: box), onto: covered)?.common(with: covered)
    else { return false }
    // A window's last sample may be the first of the next tile; checking one tile too many does no harm.
    let columns = part.column / grid.spanColumns...(part.column + part.columns - 1) / grid.spanColumns
    let rows = part.row / grid.spanRows...(part.row + part.rows - 1) / grid.spanRows
    for row in rows.clamped(to: tiles.rows) {
      for column in columns.clamped(to: tiles.columns)
      where hasTile(column: column % grid.tilesAcross, row: row) {
        return true
      }
    }
    return false
  }

  /// Returns the extent of the existing tiles; points along the edges are included, since edges are curved in projected
  /// systems.
  fileprivate func box() throws -> BoundingBox? {
    guard let window = try coveredWindow() else { return nil }
    let edge = grid.sharesEdges ? 0 : 0.5
    let (left, top) = (Double(window.column) - edge, Double(window.row) - edge)
    let right = Double(window.column + window.columns - 1) + edge
    let bottom = Double(window.row + window.rows - 1) + edge
    var places: [Coordinate] = []
    for step in 0...32 {
      let (x, y) = (left + (right - left) * Double(step) / 32, top + (bottom - top) * Double(step) / 32)
      for (x, y) in [(x, top), (x, bottom), (left, y), (right, y)] {
        let place = try grid.place(x: x, y: y)
        if place.latitude.isFinite, place.longitude.isFinite { places.append(place) }
      }
    }
    guard var box = BoundingBox(places) else { return nil }
    if grid.wraps, right >= Double(grid.samples.columns) { (box.west, box.east) = (-180, 180) }
    return box
  }
}
