import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTerrain

/// `skiroute terrain sun`: reports the times of sun on a run.
struct TerrainSun: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sun", abstract: "Computes when a run lies in the sun.",
    discussion: """
      RUN is the name of a run, lift, station or hut on the map, or latitude,longitude. Mountains up to 30 \
      km away are considered, as far as the elevation data reach; the answer states where they end too \
      early, as those of a map do without --elevation. Times are those of the clocks at the place, unless --zone or --utc-offset gives others.

      Examples:
        skiroute terrain sun Aurore --date 2026-02-01 \\
          --elevation Data/Sample/elevation
        skiroute terrain sun 46.0498,-4.9028 --date 2026-02-01 --zone UTC \\
          --elevation Data/Sample/elevation --format json
      """)

  @Argument(help: ArgumentHelp("A name or latitude,longitude.", valueName: "run")) var place: String
  @Option(help: "The day, for example 2026-02-01.") var date: String
  @Option(
    help:
      "Elevation: a file, or a folder of tiles or .hgt files; may be given several times (default: that of the map)."
  )
  var elevation: [String] = []
  @OptionGroup var reading: ElevationFormatOptions
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @OptionGroup var clock: PlaceClockOptions
  @Option(parsing: .unconditional, help: "Minutes from one line of the table to the next.") var every = 30
  @Option(help: "text or json.") var format: PlainFormat = .text

  func run() throws {
    let day = try CalendarDay(date)
    try SkiError.require((1...720).contains(every), "minutes between lines must be 1...720, got \(every)")
    let subject = try subject()
    let clock = try clock.clock(on: day, at: subject.lines.first?.first)
    guard
      let files = try GroundSource.open(
        elevation, reading.forms, else: { try MapSelection.open(map) },
        in: BoundingBox(subject.lines.joined()))?
        .files
    else { throw GroundSource.missing("the sun") }
    let progress = ProgressLine()
    let sunlight = try LineSunlight.computed(along: subject.lines, over: files) {
      progress.show("horizon", $0)
    }
    progress.finish()
    guard let sunlight else {
      throw SkiError(
        .emptyInput,
        "elevation \((elevation.isEmpty ? files.names : elevation).joined(separator: ", ")) has no elevations at \(subject.name); name one that has"
      )
    }
    let answer = SunAnswer(
      name: subject.name, day: sunlight.day(day, offset: clock.offset, stepMinutes: every),
      clock: clock, sources: files.names)
    try Console.write(format == .json ? answer.json().line() : answer.text())
  }

  /// Returns the name and the lines of the subject.
  private func subject() throws -> (name: String, lines: [[Coordinate]]) {
    if let coordinate = try CoordinateArguments.coordinate(place) {
      return (place.trimmingSpaces(), [[coordinate]])
    }
    let map = try MapSelection.open(map)
    let found = try PlaceFinder(map: map).place(place)
    let graph = try map.graph(found.region)
    return (found.name ?? place, found.features.flatMap { graph.lines(of: $0) })
  }
}
