import ArgumentParser
import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTerrain

/// `skiroute terrain`: derives rasters, contours and values from elevation.
struct TerrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "terrain", abstract: "Makes hillshades, slopes, contours and more from elevation.",
    discussion: """
      Elevation is read from files (GeoTIFF, SRTM .hgt, zipped too, PMTiles) and from folders of them or of Terrarium and \
      Terrain-RGB tiles (z/x/y.png); several may be named, and the finest is used at each point. The \
      extension of --output decides the format: .tif holds values and their georeference, .png is a \
      picture, .geojson and .geojsonl hold lines.

      Examples:
        skiroute terrain hillshade Data/Sample/elevation --output shade.png
        skiroute terrain slope Data/Sample/elevation --output slope.tif
      """,
    subcommands: [
      TerrainHillshade.self, TerrainSlope.self, TerrainAspect.self, TerrainRoughness.self, TerrainRelief.self,
      TerrainClasses.self, TerrainContours.self, TerrainSample.self, TerrainSun.self,
    ])
}

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

/// `skiroute terrain sample`: answers coordinates with elevations, line by line.
struct TerrainSample: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Adds elevations to lines of latitude and longitude.",
    discussion: """
      Reads lines like 47.15 11.85 (or 47.15,11.85) from standard input and writes each followed by its \
      elevation in metres, as they come; - where there is none. Lines that are not coordinates are \
      reported on standard error, and the exit code is then 65.

      Examples:
        echo 46.0498,-4.9028 | skiroute terrain sample Data/Sample/elevation
        echo 46.0498 -4.9028 | skiroute terrain sample Data/Sample/elevation \\
          --sampling bicubic
      """)

  @OptionGroup var source: TerrainSource
  @Option(help: "Interpolation between samples: nearest, bilinear or bicubic.")
  var sampling: Sampling = .bilinear
  @Option(
    parsing: .unconditional,
    help:
      "Fill voids from samples within this many metres; a fourth column holds the distance to the samples used."
  )
  var fill: Double?

  /// The maximum radius for filling voids, in metres.
  static let fillLimitMetres = 100_000.0

  func run() throws {
    if let fill, !(fill > 0 && fill <= Self.fillLimitMetres) {
      throw SkiError(
        .invalidArgument, "fill must be metres above 0 and at most \(Int(Self.fillLimitMetres)), got \(fill)")
    }
    let files = try source.open().files
    try StandardInput.answerPlaces(SampleLines()) { try answer($0, files) }
  }

  /// Returns the lines that answer a batch.
  private func answer(_ batch: SampleLines.Batch, _ files: ElevationFiles) throws -> TerminalText {
    var text: [UInt8] = []
    text.reserveCapacity(batch.words.count + batch.places.count * 10)
    var heights: [Double?] = []
    var reaches: [Double?] = []
    if let fill {
      let filled = try files.elevationsMetres(at: batch.places, sampling: sampling, fillingWithinMetres: fill)
      heights = filled.map { $0?.elevationMetres }
      reaches = filled.map { $0?.reachMetres }
    } else {
      heights = try files.elevationsMetres(at: batch.places, sampling: sampling)
    }
    var start = 0
    for index in batch.places.indices {
      text += batch.words[start..<batch.ends[index]]
      start = batch.ends[index]
      Self.append(heights[index], places: 3, to: &text)
      if fill != nil {
        text.append(0x20)
        Self.append(reaches[index], places: 1, to: &text)
      }
      text.append(0x0A)
    }
    return TerminalText(asciiLines: text)
  }

  /// Appends metres as a decimal number without trailing zeros; a hyphen for none.
  private static func append(_ metres: Double?, places: Int, to text: inout [UInt8]) {
    text += (metres.flatMap { decimalText($0, places: places) } ?? "-").utf8
  }
}

extension Sampling: ExpressibleByArgument {}

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
