public import SkiBase
import SkiGraph
import SkiTracks

extension DayDocument {
  /// Returns the day as GPX 1.1: the track on the map with a segment for each lap and each stretch between, and a
  /// waypoint at the start of each lap.
  ///
  /// Coordinates and elevations are the map's, off the map the receiver's. A gap longer than `SkiDayOptions.gapSeconds`
  /// of the day ends a segment. **Source:** GPX 1.1 Schema Documentation, Topografix 2004.
  /// - Complexity: O(*n*) in fixes and laps.
  public func gpx() -> MarkupText { Self.gpx(of: [self]) }

  /// Returns days as one GPX file with a track for each; see ``gpx()``.
  ///
  /// The name and the attributions of the file are those of the first day.
  /// - Complexity: O(*n*) in fixes and laps.
  public static func gpx(of documents: [DayDocument]) -> MarkupText {
    let credit = documents.first.flatMap { ($0.attributions + $0.licences).credit }
    var writer = GPXWriter(name: documents.first?.title, attribution: credit)
    for document in documents {
      for lap in document.day.laps {
        guard let first = lap.points.first else { continue }
        writer.addWaypoint(
          .init(first.coordinate, elevationMetres: first.elevationMetres, time: lap.start),
          name: lap.label ?? lap.kind.rawValue, description: words(lap))
      }
    }
    for document in documents where !document.day.points.isEmpty { document.writeTrack(to: &writer) }
    writer.finish()
    return writer.takeText()
  }

  private func writeTrack(to writer: inout GPXWriter) {
    writer.beginTrack(name: title, type: "skiing")
    var last: DayPoint?
    for point in day.points {
      let isJoined = last.map { before in
        before.lap == point.lap
          && point.time.secondsSince1970 - before.time.secondsSince1970 <= day.options.gapSeconds
      }
      if isJoined != true { writer.beginSegment() }
      writer.add(.init(point.coordinate, elevationMetres: point.elevationMetres, time: point.time))
      last = point
    }
  }

  private static func words(_ lap: Lap) -> String {
    if lap.isMostlyBridged { return "bridged: " + kind(lap) }
    return kind(lap)
  }

  private static func kind(_ lap: Lap) -> String {
    guard lap.kind == .run else { return (lap.liftKind ?? .unknown).word }
    return lap.difficulty == nil ? "ungraded run" : "\((lap.colour ?? .grey).rawValue) run"
  }
}
