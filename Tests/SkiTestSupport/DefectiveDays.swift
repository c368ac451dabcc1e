import Foundation
import SkiBase
package import SkiGraph
package import SkiSimulation
import SkiTracks

/// A day with the lift rides that happened.
package struct DatedRides: Sendable {
  /// The fixes without a defect, in order of time.
  package let fixes: [LocationFix]
  /// The lift rides that happened.
  package let rides: [TrueRide]
  /// The seed of the defects.
  package let seed: UInt64
}

/// A real area whose days are matched with the defects of recorders.
package struct DefectiveDays: Sendable {
  /// The name of the area.
  package let name: String
  private let map: SkiMap
  private let matcher: TrackMatcher

  /// Builds the map of an area.
  package init(_ name: String) async throws {
    self.name = name
    map = try await MapMaking.map(of: try RealArea.named(name))
    matcher = TrackMatcher(map: map)
  }

  /// Returns the recorded day, with the rides found in it without a defect.
  package func recordedDay() throws -> DatedRides {
    let file = try TrackReader.read(path: try RealAreas.file("tracks/\(name)-01.gpx").path)
    let rides = try matcher.day(of: file).day.laps.filter { $0.kind == .lift }.map {
      TrueRide(lift: $0.feature, start: $0.start.secondsSince1970, end: $0.end.secondsSince1970)
    }
    return DatedRides(fixes: file.fixes, rides: rides, seed: 1)
  }

  /// Returns a simulated day.
  package func simulatedDay(seed: UInt64) throws -> DatedRides {
    let graph = try map.graph(map.region(at: 0))
    let day = try SimulatedDay.make(graph: graph, seed: seed)
    let rides = day.stretches(in: graph).filter { $0.kind == .lift }.map {
      TrueRide(
        lift: $0.feature, start: $0.enteredAt.secondsSince1970, end: $0.leftAt.secondsSince1970)
    }
    return DatedRides(fixes: day.fixes, rides: joined(rides + rideUnderWay(day)), seed: seed)
  }

  /// Returns the ride cut off by the end of the day, which is not a passage yet.
  private func rideUnderWay(_ day: SimulatedDay) -> [TrueRide] {
    guard let lift = day.truth.last?.feature else { return [] }
    let count = day.truth.reversed().prefix { $0.state == .onLift && $0.feature == lift }.count
    guard count > 60, let last = day.fixes.last else { return [] }
    let first = day.fixes[day.fixes.count - count]
    return [
      TrueRide(lift: lift, start: first.time.secondsSince1970, end: last.time.secondsSince1970)
    ]
  }

  /// Returns rides with the sections of one ride between its stations joined.
  private func joined(_ rides: [TrueRide]) -> [TrueRide] {
    var result: [TrueRide] = []
    for ride in rides {
      if let last = result.last, last.lift == ride.lift, ride.start - last.end < 1 {
        result[result.count - 1].end = ride.end
      } else {
        result.append(ride)
      }
    }
    return result
  }

  /// Returns the distances of the fixes on run laps of a day without a defect.
  package func runFit(_ day: DatedRides) throws -> RunFit {
    let graph = try map.graph(map.region(at: 0))
    return try matched(day, with: RecordingDefect(.none, "none")).reduce(into: RunFit()) {
      $0 += RunFit($1, in: graph)
    }
  }

  /// Returns the score of a day with a defect, written as GPX and read again.
  package func score(_ day: DatedRides, with defect: RecordingDefect) throws -> LapScore {
    let laps = try matched(day, with: defect).flatMap(\.day.laps)
    var rides = day.rides
    if defect.kind == .twoDays {
      rides += rides.map {
        TrueRide(lift: $0.lift, start: $0.start + 86_400, end: $0.end + 86_400)
      }
    }
    return LapScore(laps, rides: rides)
  }

  private func matched(_ day: DatedRides, with defect: RecordingDefect) throws -> [MatchedDay] {
    let fixes = defect.applied(to: day.fixes, seed: day.seed)
    let document = RecordedTrack.gpx([RecordedTrack(segments: [fixes])])
    let file = try TrackReader.read(document, name: "\(name).gpx")
    return try matcher.days(of: file)
  }
}
