import ArgumentParser
import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiSystem
import SkiTracks

/// `skiroute match`: matches a recording to lifts and runs.
struct MatchCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Reports which lifts were ridden and which runs were skied, from a recorded track.",
    discussion: """
      TRACK is a recording with times: GPX, FIT, TCX, KML, KMZ, GeoJSON, IGC, NMEA or CSV, also packed as \
      .gz or .zip, and - is standard input. The format is detected by the content. Fixes out of order are \
      sorted, and jumps of the clock repaired. Parts of the track that fit nothing on the map are listed as \
      unmatched. A track that is nowhere near the map is all unmatched: the exit code is 0, with \
      a note on standard error.

      Examples:
        skiroute match day.gpx
        skiroute match day.gpx --utc-offset +1 --picture day.svg
      """)

  @Argument(help: "The recorded track: a file, or - for standard input.") var track: String
  @Option(help: "The map to match to; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "text, json, gpx or geojson.") var format: DayFormat = .text
  @Option(
    parsing: .unconditional,
    help:
      "The UTC offset of local time, for the text, the picture, and times in the track without a zone: +1, -03:30; else that of the track, of --zone, or of the map at each day."
  )
  var utcOffset: String?
  @Option(help: "The time zone of local time, as Europe/Zurich; else that of the track or of the map.")
  var zone: String?
  @Option(
    help:
      "The noise of positions without an accuracy, in metres along each axis, 1 to 200; else estimated from the track."
  )
  var noise: Double?
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var time: TimeOptions

  func run() throws {
    try SkiError.require(
      noise.map { (1...200).contains($0) } ?? true, "--noise must be 1 to 200 m, got \(noise ?? .nan)")
    var files = try FilePlan.of(
      MapSelection.files(self.map) + (isStandardInput ? [] : [track]), elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    var options = DayLog.Options()
    try options.take(utcOffset: utcOffset, zone: zone)
    options.matching.noiseMetres = noise
    let map = try MapSelection.open(map)
    let log = try Interruption.cancelling { [track, options, isStandardInput] _ in
      isStandardInput
        ? try DayLog.read(descriptor: STDIN_FILENO, map: map, options: options)
        : try DayLog.read(path: track, map: map, options: options)
    }
    let documents = log.documents(title: log.name ?? fileTitle)
    // Drawn first, so that nothing is answered when the picture can't be written.
    if let plan { try draw(documents, on: map, plan) }
    try write(documents)
    for note in log.notes() { Console.note("skiroute: \(note)") }
  }

  private func draw(_ documents: [DayDocument], on map: SkiMap, _ plan: PicturePlan) throws {
    for (index, document) in documents.enumerated() {
      let drawn = try DayPicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.extent, on: map))
      try plan.file.numbered(index + 1).write(svg, size: drawn.pixelSize, title: document.title ?? "Ski day")
    }
  }

  private func write(_ documents: [DayDocument]) throws {
    switch format {
    case .text:
      for (index, document) in documents.enumerated() {
        if index > 0 { try Console.write(TerminalText(lines: [""])) }
        try Console.write(document.text(colour: Console.wantsColour()))
      }
    case .json: for document in documents { try Console.write(document.json()) }
    case .geojson: try Console.write(DayDocument.geoJSON(of: documents))
    case .gpx: try Console.write(DayDocument.gpx(of: documents))
    }
  }

  private var isStandardInput: Bool { track == "-" }

  /// The title of a day whose recording has none: the name of the file.
  private var fileTitle: String {
    guard !isStandardInput else { return "Ski day" }
    let name = URL(filePath: track).deletingPathExtension()
    return (track.hasSuffix(".gz") ? name.deletingPathExtension() : name).lastPathComponent
  }
}

/// The formats of a day; see Data/Formats/day.md.
enum DayFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, gpx, geojson
}
