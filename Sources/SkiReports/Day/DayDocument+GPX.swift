public import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiTracks

extension DayDocument {
  /// Returns the day as GPX 1.1: the track as the map has it, a segment for each lap and each stretch between, and a waypoint
  /// where each lap starts.
  ///
  /// Places and heights are the map's, those off the map the receiver's. Longer silence than two minutes ends a segment.
  /// - Complexity: O(*n*) in fixes.
  public func gpx() -> MarkupText {
    var writer = GPXWriter(name: title, attribution: (attributions + licences).credit)
    for lap in day.laps {
      guard let first = lap.points.first else { continue }
      writer.addWaypoint(
        .init(first.coordinate, elevationMetres: first.elevationMetres, time: lap.start),
        name: lap.label ?? lap.kind.rawValue, description: Self.words(lap))
    }
    guard !day.points.isEmpty else {
      writer.finish()
      return writer.takeText()
    }
    writer.beginTrack(name: title, type: "skiing")
    var last: DayPoint?
    for point in day.points {
      let isJoined = last.map { before in
        before.lap == point.lap
          && point.time.secondsSince1970 - before.time.secondsSince1970 <= SkiDayOptions().gapSeconds
      }
      if isJoined != true { writer.beginSegment() }
      writer.add(.init(point.coordinate, elevationMetres: point.elevationMetres, time: point.time))
      last = point
    }
    writer.finish()
    return writer.takeText()
  }

  private static func words(_ lap: Lap) -> String {
    guard lap.kind == .run else { return (lap.liftKind ?? .unknown).word }
    return lap.difficulty == nil ? "ungraded run" : "\((lap.colour ?? .grey).rawValue) run"
  }
}
