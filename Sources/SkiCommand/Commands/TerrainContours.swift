import ArgumentParser
import SkiBase
import SkiTerrain

/// `skiroute terrain contours`: traces contours.
struct TerrainContours: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contours", abstract: "Traces lines of equal elevation.",
    discussion: """
      Each line is a feature with its elevation in metres as the property ele; the higher ground is on its \
      right. A .geojson is one collection, with attribution and vertical datum; .geojsonl (.geojsonseq, \
      .ndjson) has one feature in each line.

      Examples:
        skiroute terrain contours Data/Sample/elevation --interval 20 \\
          --output contours.geojson
        skiroute terrain contours Data/Sample/elevation --interval 100 \\
          --index-every 5 --output contours.geojsonl
      """)

  @OptionGroup var source: TerrainSource
  @OptionGroup var bounds: TerrainBounds
  @Option(parsing: .unconditional, help: "Interval between contours, metres, for example 20.") var interval:
    Double?
  @Option(parsing: .unconditional, help: "Elevation from which intervals are counted, metres (default: 0).")
  var base: Double?
  @Option(parsing: .unconditional, help: "Only these elevations, metres, for example 1500,2000.") var levels:
    String?
  @Option(parsing: .unconditional, help: "Mark every Nth contour as an index contour, for example 5.")
  var indexEvery: Int?
  @Option(parsing: .unconditional, help: "Leave out points where lines move by no more than this, metres.")
  var tolerance: Double?
  @Option(name: .shortAndLong, help: "The file to write: .geojson or .geojsonl.") var output: OutputName
  @OptionGroup var large: LargeOutputOptions

  private static let endings = ["geojson", "geojsonl", "geojsonseq", "ndjson", "jsonl"]

  func run() throws {
    var files = try FilePlan.of(source.mapFiles, elevation: source.elevation)
    let output = try files.path(of: self.output)
    try SkiError.require(
      Self.endings.contains(where: { output.lowercased().hasSuffix("." + $0) }),
      "output \(output) has no extension of lines; name it .geojson, or .geojsonl for one a line")
    let (levels, box) = (try contourLevels(), try bounds.box())
    Console.note(try Interruption.cancelling { try write(levels, box, to: output, $0) })
  }

  private func write(
    _ levels: ContourLevels, _ box: BoundingBox?, to output: String, _ progress: ProgressLine
  )
    throws -> TerminalText
  {
    let terrain = try source.openRaster(covering: box)
    let raster = terrain.raster
    try large.check(OutputEstimate(raster: raster.grid))
    let tracing = try ContourTracing(raster: raster, levels: levels, toleranceMetres: tolerance)
    let label = RasterMetadata(title: "contours", attributions: terrain.attributions)
    let geoJSON = ContourGeoJSON(form: .init(path: output), attribution: label.copyright)
    let written = try geoJSON.write(tracing, to: output) { progress.show("contours", $0) }
    return TerrainText.summary(of: raster)
      + "\nwrote \(written.lineCount) lines of \(written.pointCount) points"
  }

  /// Returns the requested contour levels.
  private func contourLevels() throws -> ContourLevels {
    switch (interval, levels) {
    case (let interval?, nil):
      return try ContourLevels(everyMetres: interval, baseMetres: base ?? 0, indexEvery: indexEvery)
    case (nil, let levels?):
      try SkiError.require(base == nil, "option --base has no effect with --levels; leave it out")
      let heights = try levels.split(separator: ",", omittingEmptySubsequences: false).map { word in
        guard let height = Double(word.trimmingPrefix { $0 == " " }) else {
          throw SkiError(
            .invalidArgument, "contour level \(word) is not a number; write metres like 1500,2000")
        }
        return height
      }
      return try ContourLevels(atMetres: heights, indexEvery: indexEvery)
    default:
      throw SkiError(
        .invalidArgument, "contours need --interval METRES or --levels METRES,METRES; give one of them")
    }
  }
}
