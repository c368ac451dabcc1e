import ArgumentParser
import SkiBase
import SkiTerrain

/// `skiroute terrain hillshade`: computes a hillshade.
struct TerrainHillshade: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hillshade", abstract: "Shades terrain by light.",
    discussion: """
      Pixels are 1 where no light falls to 255 in full light, and 0 without data. Light falls from the \
      north-west by default, as on maps. In projected reference systems azimuths count from grid north; \
      with --date the sun has its true bearing.

      Examples:
        skiroute terrain hillshade Data/Sample/elevation --output shade.png
        skiroute terrain hillshade Data/Sample/elevation \\
          --date 2026-02-01 --time 14:30 --output afternoon.tif
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @OptionGroup(title: "Light") var light: IlluminationOptions
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    let plan = try light.plan()
    try TerrainProductWriter(source: source, bounds: bounds, output: output, title: "hillshade")
      .write { .hillshade(try plan.shading(of: $0)) }
  }
}

/// `skiroute terrain relief`: computes a hypsometric tint.
struct TerrainRelief: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "relief", abstract: "Colours terrain by elevation.",
    discussion: """
      A ramp has a line for each colour, as gdaldem reads them: elevation in metres (or percent of the range, 50%), then \
      red, green, blue and, if wanted, opacity, 0 to 255, or a colour's name. Between the lines colours are mixed.

      Examples:
        skiroute terrain relief Data/Sample/elevation --output relief.png
        skiroute terrain relief Data/Sample/elevation --shaded --output shaded.png
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @Option(
    help:
      "Colours: a text file (default: green, ochre, grey and white, from the lowest elevations to the highest)."
  )
  var ramp: String?
  @Flag(help: "Shade the colours by light.") var shaded = false
  @OptionGroup(title: "Light, with --shaded") var light: IlluminationOptions
  @OptionGroup(title: "Output") var output: TerrainOutput

  func run() throws {
    if !shaded, let lonely = light.firstGiven {
      throw SkiError(.invalidArgument, "option \(lonely) needs light; add --shaded")
    }
    let plan = shaded ? try light.plan() : nil
    let writing = TerrainProductWriter(
      source: source, bounds: bounds, output: output, title: "relief", otherInputs: [ramp].compactMap(\.self))
    // Before the ramp is read: it must not be the output.
    _ = try writing.plan()
    let text = try ramp.map {
      try ColourRampText(
        readFile($0, as: "a file of colours", atMostBytes: ColourRampText.limitBytes), path: $0)
    }
    try writing.write { raster in
      let range = try text.flatMap { $0.needsRange ? try raster.elevationRangeMetres() : nil }
      return .relief(
        try text?.ramp(rangeMetres: range) ?? .mountains, shade: try plan.map { try $0.shading(of: raster) })
    }
  }
}
