import ArgumentParser
import SkiBase
import SkiTerrain

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
