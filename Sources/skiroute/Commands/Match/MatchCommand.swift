import ArgumentParser
import Foundation
import SkiFormats
import SkiGeo
import SkiGraph
import SkiReports
import SkiTracks

/// `skiroute match`: matches a recording to lifts and runs.
struct MatchCommand: TimedCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Reports which lifts were ridden and which runs were skied, from a recorded track.",
    discussion: """
      TRACK is a GPX, NMEA or CSV file with times. Parts of the track that fit nothing on the map are \
      listed as unmatched. A track that is nowhere near the map is all unmatched: the exit code is 0, with \
      a note on standard error.

      Examples:
        skiroute match day.gpx
        skiroute match day.gpx --utc-offset +1 --picture day.svg
      """)

  @Argument(help: "The recorded track: a .gpx, .nmea or .csv file.") var track: String
  @Option(help: "The map to match to; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(help: "text, json, gpx or geojson.") var format: DayFormat = .text
  @Option(
    parsing: .unconditional,
    help:
      "The UTC offset of local time, for the text, the picture, and times in the track without a zone: +1, -03:30 (default: 0)."
  )
  var utcOffset: String?
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var time: TimeOptions

  func run() throws {
    let offset = try utcOffset.map { try UTCOffset($0) } ?? .zero
    var files = try FilePlan.of(MapSelection.files(self.map) + [track], elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    var options = DayLog.Options()
    (options.reading.offsetWithoutZone, options.offset) = (offset, offset)
    let map = try MapSelection.open(map)
    let log = try Interruption.cancelling { [track, options] _ in
      try DayLog.read(path: track, map: map, options: options)
    }
    let title = log.name ?? URL(filePath: track).deletingPathExtension().lastPathComponent
    let documents = log.documents(title: title)
    // Drawn first, so that nothing is answered when the picture can't be written.
    if let plan { try draw(documents, on: map, plan) }
    try write(documents)
    for note in Self.notes(log) { Console.note("skiroute: \(note)") }
  }

  private func draw(_ documents: [DayDocument], on map: SkiMap, _ plan: PicturePlan) throws {
    for (index, document) in documents.enumerated() {
      let drawn = try DayPicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.extent))
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

  /// Returns notes on an unusual recording and on the days it was matched to.
  private static func notes(_ log: DayLog) -> [String] {
    let left = log.refusedCounts.isEmpty ? [] : ["left out of the track: \(log.refusedCounts.words)"]
    guard log.days.allSatisfy({ $0.day.laps.isEmpty }) else { return left }
    return left
      + (log.days.allSatisfy { $0.day.points.allSatisfy { $0.state == .offMap } }
        ? ["the track is nowhere near a lift or run of the map: all of it is unmatched"]
        : ["no lift was ridden and no run skied on this map"])
  }
}

/// The formats of a day; see Data/Formats/day.md.
enum DayFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, gpx, geojson
}
