import ArgumentParser
import SkiBase
import SkiTerrain
import SkiTiles

/// The output options of raster products.
struct TerrainOutput: ParsableArguments {
  @Option(name: .shortAndLong, help: "The file to write: .tif or .png.") var output: OutputName
  @Option(help: "Compress a .tif: deflate or none (default: none).") var compress: CompressionArgument?
  @Flag(help: "Write the georeference of a .png beside it, as a .pgw and an .aux.xml file.") var worldFile =
    false
  @Option(
    help:
      "Values of the outermost samples and of those beside voids: extend (estimate them) or leave (as nodata; default: extend)."
  )
  var edges: EdgeRuleArgument?
  @OptionGroup var large: LargeOutputOptions

  /// Returns the requested output.
  /// - Parameter files: The plan of the command's inputs, to which the outputs are added.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for an unknown extension, options without effect, and names of
  ///   inputs.
  func plan(_ files: inout FilePlan) throws -> RasterOutput {
    var plan = try RasterOutput(path: files.path(of: output))
    plan.isCompressed = compress == .deflate
    plan.hasWorldFile = worldFile
    if plan.format == .png, compress != nil {
      throw SkiError(
        .invalidArgument, "option --compress is for .tif; a .png is always compressed, leave it out")
    }
    if plan.format == .geoTIFF, worldFile {
      throw SkiError(
        .invalidArgument, "option --world-file is for .png; a .tif holds its georeference, leave it out")
    }
    for companion in plan.companionPaths { try files.add(companion) }
    return plan
  }
}

/// The compressions of a GeoTIFF as words.
enum CompressionArgument: String, ExpressibleByArgument, CaseIterable {
  case deflate, none
}

/// The rules for samples without all neighbours, as words.
enum EdgeRuleArgument: String, ExpressibleByArgument, CaseIterable {
  case extend, leave

  var rule: EdgeRule { self == .extend ? .extended : .noData }
}

/// The computation of a raster product: opening, deriving, writing.
struct TerrainProductWriter: Sendable {
  let source: TerrainSource
  let bounds: TerrainBounds
  let output: TerrainOutput
  /// The title in the file and on the progress line.
  let title: String
  /// The input files besides elevation.
  var otherInputs: [String] = []

  /// Returns the requested output.
  /// - Throws: The errors of ``TerrainOutput/plan(_:)``.
  func plan() throws -> RasterOutput {
    var files = try FilePlan.of(source.mapFiles + otherInputs, elevation: source.elevation)
    return try output.plan(&files)
  }

  /// Writes a product; on failure an existing file is unchanged.
  /// - Parameter product: Returns the product of the raster.
  /// - Throws: The errors of reading and writing; ``SkiError`` with code `.cancelled` on Ctrl-C.
  func write(_ product: @escaping @Sendable (any ElevationRaster) throws -> TerrainProduct) throws {
    let box = try bounds.box()
    let plan = try self.plan()
    Console.note(
      try Interruption.cancelling { progress in
        let terrain = try source.openRaster(covering: box)
        let raster = terrain.raster
        try output.large.check(OutputEstimate(raster: raster.grid))
        let product = try product(raster)
        let label = RasterMetadata(
          title: title, verticalDatum: raster.verticalDatum, attributions: terrain.attributions)
        let sink = try plan.sink(for: product, of: raster, label: label)
        defer { sink.discard() }
        let production = TerrainProduction(
          raster: raster, product: product, edges: output.edges?.rule ?? .extended)
        try production.run(into: sink) { progress.show(title, $0) }
        try sink.commit()
        return TerrainText.summary(of: raster)
      })
  }
}

/// The summary of a raster for standard error.
enum TerrainText {
  /// Returns the names, size, resolution, reference system and vertical datum.
  static func summary(of raster: any ElevationRaster) -> TerminalText {
    let grid = raster.grid
    let step = grid.stepMetres(atRow: grid.rows / 2)
    let distances = [step.eastMetres, step.southMetres].map {
      decimalText($0, places: $0 < 10 ? 2 : 1) ?? "?"
    }
    let names =
      raster.names.count > 6 ? raster.names.prefix(5) + ["\(raster.names.count - 5) more"] : raster.names[...]
    let definition = grid.reference.definition
    let system = definition.utf8.count > 40 ? "a custom reference system" : definition
    return
      "read \(names.joined(separator: ", ")): \(grid.columns) × \(grid.rows) samples, "
      + "\(distances[0]) × \(distances[1]) m apart in the middle, \(system); elevations: \(raster.verticalDatum.name)"
  }
}

/// The option that allows large outputs.
struct LargeOutputOptions: ParsableArguments {
  @Flag(help: "Make it although it has more than 2 billion pixels or 10 GB.") var yesLarge = false

  /// Throws for a large output unless it is allowed.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  func check(_ estimate: OutputEstimate) throws {
    try estimate.check(isWanted: yesLarge, request: "add --yes-large")
  }

  /// Returns the tiles of a plan.
  /// - Parameter estimate: Returns the estimated output of a number of tiles.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a large output that is not allowed, `.limitExceeded`
  ///   beyond the limit of an archive.
  func addresses(_ plan: TilePlan, _ estimate: (Int) -> OutputEstimate) throws -> [TileAddress] {
    if case .tooMany(let count) = plan { try check(estimate(count)) }
    return try plan.addresses()
  }
}
