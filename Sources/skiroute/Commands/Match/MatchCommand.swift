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
    let offset = try utcOffset.map { try UTCOffset($0) } ?? .zero
    var files = try FilePlan.of(MapSelection.files(self.map) + [track], elevation: pictures.elevation)
    let plan = try pictures.plan(&files)
    var options = TrackOptions()
    options.offsetWithoutZone = offset
    let file = try TrackReader.read(path: track, options: options)
    let map = try MapSelection.open(map)
    let matched = try day(of: file, on: map)
    let document = DayDocument(
      day: matched.day, track: matched.track,
      title: file.name ?? URL(filePath: track).deletingPathExtension().lastPathComponent, offset: offset,
      sources: map.sources)
    // Drawn first, so that nothing is answered when the picture can't be written.
    if let plan {
      let drawn = try DayPicture(document, map: map, size: pictures.thumbnail ? .thumbnail : .page)
      let svg = drawn.svg(over: try plan.relief(of: drawn.extent))
      try plan.file.write(svg, size: drawn.pixelSize, title: document.title ?? "Ski day")
    }
    switch format {
    case .text: try Console.write(document.text(colour: Console.wantsColour()))
    case .json: try Console.write(document.json())
    case .geojson: try Console.write(document.geoJSON())
    case .gpx: try Console.write(document.gpx())
    }
    for note in Self.notes(matched) {
      Console.note("skiroute: \(note)")
    }
  }

  private func day(of file: TrackFile, on map: SkiMap) throws -> MatchedDay {
    do {
      var options = MatchingOptions()
      options.noiseMetres = noise
      let matcher = TrackMatcher(map: map, options: options)
      return try Interruption.cancelling { _ in try matcher.day(of: file) }
    } catch var error as SkiError where error.code == .emptyInput {
      error.subject = track
      throw error
    }
  }

  /// Returns notes on an unusual recording and on the day it was matched to.
  private static func notes(_ matched: MatchedDay) -> [String] {
    let left =
      (matched.refusedCounts.isEmpty ? [] : ["left out of the track: \(matched.refusedCounts.words)"])
      + matched.track.quality.notes
    guard matched.day.laps.isEmpty else { return left }
    return left
      + (matched.day.points.allSatisfy { $0.state == .offMap }
        ? ["the track is nowhere near a lift or run of the map: all of it is unmatched"]
        : ["no lift was ridden and no run skied on this map"])
  }
}

/// The formats of a day; see Data/Formats/day.md.
enum DayFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, gpx, geojson
}
