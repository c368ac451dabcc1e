import ArgumentParser
import Foundation
import SkiBase
import SkiGraph

/// `skiroute build`: builds a map from files.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds a map from runs, lifts, elevation and, if wanted, streets.",
    discussion: """
      Runs and lifts are OpenSkiMap's GeoJSON downloads or raw OpenStreetMap tags as GeoJSON; each option may be given \
      several times. A file of all features may be given to several options; it is read once. A file of another format, \
      in metres or with latitude first is refused with the command that converts it. Elevation folders are searched through for Terrarium and Terrain-RGB tiles (z/x/y.png) and SRTM \
      .hgt files; the map keeps their elevations, at most 30 m apart where they are, within 2 km of its areas, for relief, contours and \
      pictures. A summary of what was read goes to standard error, with a warning where more than a tenth of the runs or \
      lifts can't be used; where none can, nothing is written and the exit code is 65. Elevations in another unit or of \
      another place end a build in the same way, unless --accept-elevation is given.

      Examples:
        skiroute build --runs Data/Sample/openskimap/runs.geojson \\
          --lifts Data/Sample/openskimap/lifts.geojson --output old.skimap
        skiroute build --runs Data/Sample/openskimap/runs.geojson \\
          --lifts Data/Sample/openskimap/lifts.geojson \\
          --elevation Data/Sample/elevation --output new.skimap
      """)

  @Option(help: "Runs: a GeoJSON file.") var runs: [String] = []
  @Option(help: "Lifts: a GeoJSON file.") var lifts: [String] = []
  @Option(help: "Ski areas: a GeoJSON file.") var areas: [String] = []
  @Option(help: "Lift stations and huts: a GeoJSON file.") var spots: [String] = []
  @Option(help: "Streets and paths to walk on, as raw OpenStreetMap tags: a GeoJSON file.")
  var streets: [String] = []
  @Option(help: "Elevation: a folder of tiles or .hgt files.") var elevation: [String] = []
  @OptionGroup var reading: ElevationFormatOptions
  @Flag(help: "Build with elevations that look wrong: in feet, of another place, or steeper than any run.")
  var acceptElevation = false
  @Option(
    help:
      "Leave this out of the map: height-grid, the elevations of the ground. Relief, contours and shaded pictures then need elevation files."
  )
  var without: [OptionalMapContent] = []
  @Option(name: .shortAndLong, help: "The map to write, for example area.skimap.") var output: OutputName
  @Option(help: "Write what was read, mended and left out as JSON.") var report: OutputName?

  func run() throws {
    try SkiError.require(
      !runs.isEmpty || !lifts.isEmpty, "nothing to build from; give --runs FILE and --lifts FILE")
    let build = MapBuild(
      runs: runs, lifts: lifts, areas: areas, spots: spots, streets: streets, elevation: elevation,
      forms: reading.forms, acceptsWrongElevation: acceptElevation,
      hasHeightGrid: !without.contains(.heightGrid))
    var files = try FilePlan.of(build.inputs, elevation: elevation)
    let (map, json) = (try files.path(of: output), try report.map { try files.path(of: $0) })
    let result = try build.write(to: map, reportTo: json)
    Console.note(ReportText.summary(of: result.report))
    for warning in ReportText.warnings(of: result.report) { Console.note(warning) }
    if elevation.isEmpty, let line = ElevationHint.line(for: result.report, around: result.extent) {
      Console.note(line)
    }
  }
}

/// The contents that a map may lack, as words.
enum OptionalMapContent: String, ExpressibleByArgument, CaseIterable {
  case heightGrid = "height-grid"
}
