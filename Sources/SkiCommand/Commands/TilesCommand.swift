import ArgumentParser
import SkiBase
import SkiGraph
import SkiSystem
import SkiTerrain
import SkiTiles

/// `skiroute tiles`: builds archives of map tiles.
struct TilesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tiles", abstract: "Makes an archive of map tiles.",
    discussion: """
      One archive for each layer; the extension decides the format: .pmtiles for browsers, or .mbtiles. \
      Vector tiles show the runs and lifts of a map, and with elevation contours and steep ground; the \
      other layers are pictures of the ground. Elevation is that of the map, unless files of it are named. \
      Voids in tiles of elevations are filled from the ground around. The tiles of an interrupted build are \
      kept beside the archive, and the same command continues from there.

      Examples:
        skiroute tiles --output sample.pmtiles
        skiroute tiles --layer hillshade --elevation Data/Sample/elevation \\
          --zoom 8-10 --output shade.mbtiles
      """)

  @Option(help: "The map to draw; else SKIROUTE_MAP, else the sample mountain. Pictures are of its ground.")
  var map: String?
  @Option(name: .shortAndLong, help: "The archive to write: .pmtiles or .mbtiles.") var output: OutputName
  @Option(help: "vector, hillshade, relief, slope, slope-classes, terrarium or terrain-rgb.")
  var layer: TileLayerArgument = .vector
  @Option(help: "Only these layers of vector tiles: runs,lifts (default: all).") var layers: String?
  @Option(help: "Only these attributes of their features: name,difficulty (default: all).") var attributes:
    String?
  @Option(help: "Leave out lines shorter than this many pixels, but at the last zoom (default: 4).")
  var leastPixels: Double?
  @Option(help: "Elevation, a file or folder; may be given several times (default: that of the map).")
  var elevation: [String] = []
  @OptionGroup var reading: ElevationFormatOptions
  @Option(help: "Which zooms: 8-14, or one (default: 5-14; pictures 8-14).") var zoom: String?
  @Option(help: "Pixels of a picture's side: 512 or 256 (default: 512).") var tileSize: Int?
  @Option(help: "What the archive is called (default: SkiRoute).") var name: String?
  @OptionGroup var large: LargeOutputOptions

  func run() throws {
    var files = try FilePlan.of(MapSelection.files(self.map), elevation: elevation)
    let output = try TileOutput(path: files.path(of: self.output))
    try files.add(output.workPath)
    let zooms = try zooms()
    try refuseContradictions()
    let map = try MapSelection.open(map)
    Console.note(
      try Interruption.cancelling(remains: { Self.remains(of: output) }) { progress in
        let build =
          layer == .vector ? try vector(map, zooms, output) : try pictures(over: map, zooms, output)
        let outcome = try build.run { progress.show("tiles", $0) }
        return Self.summary(outcome)
      })
  }

  private func vector(_ map: SkiMap, _ zooms: ClosedRange<Int>, _ output: TileOutput) throws -> TileBuild {
    var options = VectorTileSource.Options()
    options.zooms = zooms
    if let layers { options.layers = try Self.layers(layers) }
    if let attributes { options.attributes = Set(Self.words(attributes)) }
    if let leastPixels { options.leastPixels = leastPixels }
    let key = "map \(map.id) least \(options.leastPixels)"
    let ground = options.layers.contains(where: \.isTerrain) ? try openGround(of: map) : nil
    let source = try VectorTileSource(
      map, name: name ?? "SkiRoute", options: options, elevation: ground?.files,
      elevationAttributions: try ground?.attributions() ?? [])
    return TileBuild(
      source: source, addresses: try addresses(of: source, hasGround: ground != nil), output: output,
      sourceKey: ([key] + [try ground?.sourceKey()].compactMap(\.self)).joined(separator: "\n"))
  }

  private func openGround(of map: SkiMap) throws -> GroundSource? {
    try GroundSource.open(elevation, reading.forms, else: { map })
  }

  /// The assumed mean size of a vector tile in bytes, an upper estimate: measured are 2 to 5 kB on four areas, 24 and
  /// 39 kB on two with contours and slope classes.
  private static func meanVectorTileBytes(hasGround: Bool) -> Int { hasGround ? 40_000 : 20_000 }

  private static func words(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func layers(_ list: String) throws -> Set<VectorLayer> {
    Set(
      try words(list).map { word in
        if let layer = VectorLayer(rawValue: word) { return layer }
        throw SkiError(
          .invalidArgument,
          "layer \(word.shortened(toScalars: 40)) is not a layer of vector tiles; choose among "
            + VectorLayer.allCases.map(\.rawValue).joined(separator: ","))
      })
  }

  private func pictures(
    over map: SkiMap, _ zooms: ClosedRange<Int>, _ output: TileOutput
  ) throws -> TileBuild {
    guard let ground = try openGround(of: map) else {
      throw GroundSource.missing("layer \(layer.rawValue)")
    }
    let areas = try MapCoverage.boxes(of: map)
    guard var bounds = areas.first else {
      throw SkiError(.emptyInput, "map has no region; build it from data with runs or lifts")
    }
    for box in areas.dropFirst() { bounds.formUnion(box) }
    let tileSet = TileSet(
      name: name ?? "SkiRoute \(layer.rawValue)", description: layer.summary,
      attribution: try ground.attributions().joined(separator: "; "), format: .png,
      tileSide: tileSize ?? 512, zooms: zooms, bounds: bounds)
    let source = RasterTileSource(
      elevation: ground.files, layer: layer.raster, tileSet: tileSet, areas: areas)
    return TileBuild(
      source: source, addresses: try addresses(of: source), output: output,
      sourceKey: "\(layer.rawValue)\n\(try ground.sourceKey())")
  }

  /// Returns the tiles of a vector layer; throws for more than are written without `--yes-large`.
  private func addresses(of source: VectorTileSource, hasGround: Bool) throws -> [TileAddress] {
    let meanVectorTileBytes = Self.meanVectorTileBytes(hasGround: hasGround)
    let atMost = large.yesLarge ? TilePlan.greatestCount : OutputEstimate.byteLimit / meanVectorTileBytes
    return try large.addresses(source.plan(atMost: atMost)) { count in
      OutputEstimate(tileCount: count, byteCount: count * meanVectorTileBytes)
    }
  }

  /// Returns the tiles of a raster layer; throws for more pixels than are written without `--yes-large`.
  private func addresses(of source: RasterTileSource) throws -> [TileAddress] {
    let pixels = source.tileSet.tileSide * source.tileSet.tileSide
    let atMost = large.yesLarge ? TilePlan.greatestCount : OutputEstimate.pixelLimit / pixels
    return try large.addresses(source.plan(atMost: atMost)) { count in
      OutputEstimate(pixelCount: count * pixels, tileCount: count, byteCount: 4 * count * pixels)
    }
  }

  private func zooms() throws -> ClosedRange<Int> {
    guard let zoom else { return layer == .vector ? 5...14 : 8...14 }
    let parts = zoom.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = parts[0], let last = parts[parts.count - 1], parts.count <= 2, first <= last,
      first >= 0,
      last <= 18
    else {
      throw SkiError(
        .invalidArgument, "zooms must be like 8-14 or 12, of 0 to 18, got \(zoom.shortened(toScalars: 40))")
    }
    return first...last
  }

  private var vectorOptions: [(String, Bool)] {
    [
      ("--layers", layers != nil), ("--attributes", attributes != nil),
      ("--least-pixels", leastPixels != nil),
    ]
  }

  private func refuseContradictions() throws {
    if layer == .vector {
      if tileSize != nil {
        throw SkiError(
          .invalidArgument, "option --tile-size is for pictures; add --layer hillshade or leave it out")
      }
    } else if let option = vectorOptions.first(where: \.1)?.0 {
      throw SkiError(.invalidArgument, "option \(option) is for vector tiles; leave it out")
    }
    if let tileSize, ![256, 512].contains(tileSize) {
      throw SkiError(.invalidArgument, "tiles have 256 or 512 pixels a side, got \(tileSize)")
    }
  }

  private static func remains(of output: TileOutput) -> String {
    guard access(output.workPath, F_OK) == 0 else { return "nothing was written, start it again" }
    return "the tiles made so far are kept in \(output.workPath), the same command continues from there"
  }

  private static func summary(_ outcome: TileBuild.Outcome) -> TerminalText {
    let resumed = outcome.resumedCount > 0 ? ", \(outcome.resumedCount) of them made before" : ""
    return
      "skiroute: \(outcome.tileCount) tiles\(resumed), \(outcome.byteCount) bytes, the largest \(outcome.largestBytes)"
  }
}

/// The layers as words.
enum TileLayerArgument: String, ExpressibleByArgument, CaseIterable {
  case vector, hillshade, relief, slope
  case slopeClasses = "slope-classes"
  case terrarium
  case terrainRGB = "terrain-rgb"

  /// The raster layer; elevations for the vector layer, which does not use it.
  var raster: RasterTileLayer {
    switch self {
    case .hillshade: .hillshade(Hillshade())
    case .relief: .relief(.mountains, shade: Hillshade())
    case .slope: .slope
    case .slopeClasses: .slopeClasses(.avalanche)
    case .vector, .terrarium: .heights(.terrarium)
    case .terrainRGB: .heights(.terrainRGB)
    }
  }

  /// The description in the archive's metadata.
  var summary: String {
    switch self {
    case .vector: "Runs and lifts in their colours"
    case .hillshade: "Shaded terrain, grey"
    case .relief: "Terrain coloured by elevation, shaded"
    case .slope: "Slope as grey"
    case .slopeClasses: "Slopes from 30, 35, 40 and 45 degrees in colours"
    case .terrarium: "Elevations in metres, encoded as Terrarium"
    case .terrainRGB: "Elevations in metres, encoded as Terrain-RGB"
    }
  }
}
