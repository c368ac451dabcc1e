import ArgumentParser
import SkiBase
import SkiTerrain

/// `skiroute terrain slope`: computes slopes.
struct TerrainSlope: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "slope", abstract: "Computes the slope of the ground.",
    discussion: """
      A .tif holds degrees from 0 to 90, or percent, as floats; −9999 is no data. A .png is grey: level ground white, darker \
      with the angle, 60° and steeper black.

      Examples:
        skiroute terrain slope Data/Sample/elevation --output slope.png
        skiroute terrain slope Data/Sample/elevation --percent --output percent.tif
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @Flag(help: "Percent (a hundred times rise over run) instead of degrees; for .tif.") var percent = false
  @Option(help: "Method for slopes: horn, or zevenbergen-thorne for smooth ground (default: horn).")
  var method: SlopeMethodArgument?
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    let writing = TerrainProductWriter(source: source, bounds: bounds, output: output, title: "slope")
    if percent, try writing.plan().format == .png {
      throw SkiError(
        .invalidArgument, "option --percent has no effect on a .png, whose grey is the angle; leave it out")
    }
    let product = TerrainProduct.slope(method?.method ?? .horn, percent ? .percent : .degrees)
    try writing.write { _ in product }
  }
}

/// `skiroute terrain aspect`: computes aspects.
struct TerrainAspect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "aspect", abstract: "Computes the bearing of the steepest descent.",
    discussion: """
      A .tif holds degrees clockwise from north as floats, 0 to 360; −9999 is level ground or no data. A .png is coloured: \
      north blue, east green, south yellow, west red, mixed in between. In projected reference systems \
      north is grid north.

      Examples:
        skiroute terrain aspect Data/Sample/elevation --output aspect.png
        skiroute terrain aspect Data/Sample/elevation \\
          --compress deflate --output aspect.tif
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @Option(help: "Method for slopes: horn, or zevenbergen-thorne for smooth ground (default: horn).")
  var method: SlopeMethodArgument?
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    let product = TerrainProduct.aspect(method?.method ?? .horn)
    try TerrainProductWriter(source: source, bounds: bounds, output: output, title: "aspect").write {
      _ in
      product
    }
  }
}

/// `skiroute terrain roughness`: computes the range of elevations around each sample.
struct TerrainRoughness: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roughness", abstract: "Computes the roughness of the ground.",
    discussion: """
      Roughness is the difference between the highest and the lowest of each sample and its eight \
      neighbours. A .tif holds metres as floats; −9999 is no data. \
      A .png is grey: level ground white, darker with the logarithm, 1000 m black.

      Examples:
        skiroute terrain roughness Data/Sample/elevation --output roughness.png
        skiroute terrain roughness Data/Sample/elevation --output roughness.tif
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    try TerrainProductWriter(source: source, bounds: bounds, output: output, title: "roughness")
      .write { _ in .roughness }
  }
}

/// `skiroute terrain classes`: computes the slope classes of avalanche maps.
struct TerrainClasses: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "classes", abstract: "Colours steep ground: from 30°, 35°, 40° and 45°.",
    discussion: """
      Yellow, orange, red and purple, as on maps for avalanche terrain; the rest is transparent, to be laid over others. \
      Slopes are those of the elevation samples: features smaller than their spacing are missing. \
      Avalanche danger is not assessed.

      Examples:
        skiroute terrain classes Data/Sample/elevation --output steep.png
        skiroute terrain classes Data/Sample/elevation \\
          --bounds 46.04,-4.93,46.08,-4.89 --output steep.tif
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    try TerrainProductWriter(source: source, bounds: bounds, output: output, title: "slope classes")
      .write { _ in .slopeClasses(.avalanche) }
  }
}
