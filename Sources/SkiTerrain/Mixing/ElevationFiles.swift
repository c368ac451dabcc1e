package import SkiFormats
public import SkiGeo

/// Elevation files and folders of them as one source: pyramids, archives, `.hgt` files and rasters, the finest first.
///
/// Reads `z/x/y.png` pyramids and PMTiles archives of them (Terrarium and Mapbox Terrain-RGB, 256 or 512 pixels), SRTM
/// `.hgt` files (1″ and 3″, also packed as `.hgt.gz` or in zip archives), GeoTIFFs, of which those of one product join. At each place the layer with the least
/// distance between samples answers; where it has a void or no tile, or one of the four samples around the place does,
/// the next coarser layer is asked. Heights meet without a step where tiles of one layer meet. Equality is identity;
/// shared by any number of tasks. Tiles are decoded once, when first needed, and kept within a bound.
public final class ElevationFiles: ElevationSource {
  let layers: [ElevationLayer]
  /// For each degree of latitude from the south, the layers in order of their resolution there.
  let orderByDegree: [[Int]]
  private let cache: TileCache
  /// For each layer, over how many of its samples it fades out towards its voids and ends.
  let fades: [LayerFade]
  /// The files called `SOURCE.json` in the folders and below: they tell where the heights came from, and on what terms.
  public let notePaths: [String]

  /// Why files of the folders with an elevation file's ending were passed over, for reports.
  public let passedOver: [SkiError]

  /// The memory kept for decoded tiles unless told otherwise, bytes.
  public static let defaultCacheLimitBytes = 256 << 20

  /// Opens files and searches folders through for them; no heights are decoded yet but of a few tiles.
  ///
  /// Links are followed, each folder is entered once, files of other kinds are passed over in folders (see
  /// ``passedOver``) and refused when named by themselves. The encoding of a pyramid or archive is told by the
  /// plausibility of its heights unless it is given.
  /// - Parameters:
  ///   - paths: Files and folders; where layers are equally fine the earlier path wins, then the name.
  ///   - encoding: How the colours of every pyramid stand for heights; nil to look.
  ///   - verticalUnit: What heights of GeoTIFFs are in that don't tell; nil for metres, which is refused on maps in feet.
  ///   - cacheLimitBytes: The memory kept for decoded tiles.
  /// - Throws: ``SkiError`` with code `.missingInput` for a path that can't be opened, `.emptyInput` when there is
  ///   nothing usable, `.invalidArgument` when the encoding or the unit of heights is in doubt, `.malformedData`, `.unsupportedFormat` or
  ///   `.limitExceeded` for files that are not what they seem.
  /// - Complexity: O(*n* log *n*) in the number of files.
  package static func open(
    paths: [String], encoding: TileEncoding? = nil, verticalUnit: VerticalUnit? = nil,
    cacheLimitBytes: Int = defaultCacheLimitBytes
  ) throws -> ElevationFiles {
    let search = try FileSearch(paths.withoutRepeats())
    let cache = TileCache(limitBytes: cacheLimitBytes)
    var plans = try search.pyramids.flatMap { try LayerPlan.layers(of: $0, encoding: encoding) }
    plans += try search.archives.flatMap { try LayerPlan.layers(of: $0, encoding: encoding) }
    plans += LayerPlan.layers(of: search.heightFiles)
    var passedOver = search.passedOver
    plans += try LayerPlan.layers(ofRasters: search.rasterPaths, verticalUnit: verticalUnit) {
      passedOver.append($0)
    }
    guard !plans.isEmpty else { throw search.nothingFound(at: paths, passedOver: passedOver) }
    guard plans.count < 256 else {
      throw SkiError(.limitExceeded, "\(plans.count) elevation layers are more than 255; name fewer folders")
    }
    let layers = plans.enumerated().map { index, plan in
      ElevationLayer(index: index, plan: plan, cache: cache)
    }
    return ElevationFiles(
      layers: layers, cache: cache, notePaths: search.notePaths, passedOver: passedOver)
  }

  /// Names what ``open(paths:encoding:verticalUnit:cacheLimitBytes:)`` would read at a path, for plans of files.
  package static func input(_ path: String) -> InputFolder {
    InputFolder(path) { folder, name in FileSearch.takes(name, in: folder) }
  }

  init(layers: [ElevationLayer], cache: TileCache, notePaths: [String], passedOver: [SkiError]) {
    self.notePaths = notePaths
    self.passedOver = passedOver
    self.layers = layers
    self.cache = cache
    fades = LayerFade.fades(of: layers)
    orderByDegree = Self.orders(of: layers) { (0, $0) }
  }

  /// The same files with their layers in another order.
  /// - Parameter rank: From the distance of a layer's samples in metres; the least comes first.
  init(copying other: ElevationFiles, rank: (Double) -> (Int, Double)) {
    notePaths = other.notePaths
    passedOver = other.passedOver
    layers = other.layers
    cache = other.cache
    fades = other.fades
    orderByDegree = Self.orders(of: layers, rank)
  }

  private static func orders(of layers: [ElevationLayer], _ rank: (Double) -> (Int, Double)) -> [[Int]] {
    (-90..<90).map { south in
      let ranks = layers.map { rank($0.grid.resolutionMetres(latitude: Double(south) + 0.5)) }
      return layers.indices.sorted { (ranks[$0].0, ranks[$0].1, $0) < (ranks[$1].0, ranks[$1].1, $1) }
    }
  }

  /// What the heights are read from, one name a layer, finest at the equator first.
  public var names: [String] { orderByDegree[90].map { layers[$0].name } }

  /// What the heights count from, each datum once, in the order of ``names``; they are never converted.
  package var verticalDatums: [VerticalDatum] {
    orderByDegree[90].map { layers[$0].verticalDatum }.withoutRepeats()
  }

  /// What mixed heights count from: the one datum of all layers, or all of them by name.
  package var verticalDatum: VerticalDatum {
    let all = verticalDatums
    return all.count == 1
      ? all[0] : VerticalDatum(name: all.map(\.name).joined(separator: " and "), epsg: nil)
  }

  /// How many tiles were decoded so far.
  public var decodedTileCount: Int { cache.decodeCount }
  /// The memory of the decoded tiles kept at present, bytes.
  public var cachedByteCount: Int { cache.byteCount }

  /// Returns the finest single layer that answers at every vertex of a line, or nil when none does.
  ///
  /// A layer is one zoom of one pyramid, or the `.hgt` files of one sample distance in one folder.
  public func sourceCovering(_ line: [Coordinate]) throws -> (any ElevationSource)? {
    guard let first = line.first else { return nil }
    for index in order(at: first) where try layers[index].answersEverywhere(on: line) { return layers[index] }
    return nil
  }

  /// Returns the distance between samples of the finest layer with a tile at a place, metres; nil without one.
  ///
  /// No tile is read for this, so the answer may come from a coarser layer when that one has a void there.
  public func resolutionMetres(at place: Coordinate) -> Double? {
    for index in order(at: place) {
      if let resolution = layers[index].resolutionMetres(at: place) { return resolution }
    }
    return nil
  }

  /// The layers to ask at a place, finest first.
  func order(at place: Coordinate) -> [Int] { place.isValid ? orderByDegree[degree(of: place)] : [] }

  /// The degree of latitude a place lies in, from the south; any for a place that is not on the Earth.
  func degree(of place: Coordinate) -> Int {
    abs(place.latitude) <= 90 ? min(179, Int(place.latitude + 90)) : 90
  }
}
