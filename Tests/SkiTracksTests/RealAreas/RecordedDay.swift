import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTestSupport
import SkiTracks
import Testing

/// A recorded day matched to its area: its rides and descents, with the durations of the model.
struct RecordedDay {
  /// A ride between boarding and leaving the lift.
  struct Ride: CustomStringConvertible {
    var name: String
    var kind: LiftKind
    var isDetachable: Bool?
    var seconds: Double
    var waitSeconds: Double
    /// The model's duration of the ride, boarding included.
    var modelSeconds: Double
    /// The model's duration of the wait.
    var modelWaitSeconds: Double
    var description: String {
      let grip = isDetachable.map { $0 ? " detachable" : " fixed" } ?? ""
      return "\(name), \(kind.rawValue)\(grip): \(Int(seconds)) s for \(Int(modelSeconds)) s, "
        + "waited \(Int(waitSeconds)) s"
    }
  }

  /// The descent between two lifts.
  struct Descent: CustomStringConvertible {
    var metres = 0.0
    /// In motion.
    var movingSeconds = 0.0
    /// With stops of up to ``RecordedDay/shortStopSeconds``.
    var seconds = 0.0
    /// The model's duration for an intermediate skier.
    var modelSeconds = 0.0
    var description: String {
      "\(Int(metres)) m: \(Int(movingSeconds)) s in motion, \(Int(seconds)) s with stops, for \(Int(modelSeconds)) s"
    }
  }

  /// The longest stop that is part of skiing; longer ones are breaks.
  static let shortStopSeconds = 60.0
  /// The least length of a descent between two lifts.
  private static let leastMetres = 300.0

  private(set) var rides: [Ride] = []
  private(set) var descents: [Descent] = []

  /// Builds an area with heights and matches its day.
  init(_ area: String) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(area))
    let folder = URL(filePath: try #require(RealData.folder))
    let file = try TrackReader.read(path: folder.appending(path: "tracks/\(area)-01.gpx").path)
    var filter = FixFilter()
    let track = try TrackMatcher(index: MatchIndex(graph: graph)).match(filter.accepted(of: file.fixes))
    let day = SkiDay.make(from: track, graph: graph)
    rides = day.laps.filter { $0.kind == .lift }.map { Self.ride($0, graph) }
    descents = day.laps.split { $0.kind == .lift }.map { laps in
      laps.reduce(into: Descent()) { Self.add($1, of: track, to: &$0) }
    }.filter { $0.metres >= Self.leastMetres }
  }

  private static func ride(_ lap: Lap, _ graph: RoutingGraph) -> Ride {
    let lift = graph.feature(lap.feature)
    let rope = LiftTimes.rideMilliseconds(of: lift, slopeMetres: lap.lengthMetres)
    return Ride(
      name: lift.name ?? lift.id.rawValue, kind: lift.liftKind, isDetachable: lift.isDetachable,
      seconds: lap.durationSeconds, waitSeconds: lap.waitSeconds,
      modelSeconds: (rope + LiftTimes.boardingMilliseconds(of: lift)) / 1000,
      modelWaitSeconds: LiftTimes.waitMilliseconds(of: lift, slopeMetres: lap.lengthMetres) / 1000)
  }

  /// Adds a run, unless the recording has a gap in it.
  private static func add(_ lap: Lap, of track: MatchedTrack, to descent: inout Descent) {
    guard lap.unrecordedSeconds == 0 else { return }
    let pace = Pace(ability: .intermediate, equipment: .skis)
    descent.metres += lap.lengthMetres
    descent.movingSeconds += lap.movingSeconds
    descent.seconds += lap.durationSeconds - longStops(track.fixes[lap.fixes])
    for (from, to) in zip(lap.points, lap.points.dropFirst()) {
      let run = from.coordinate.distanceMetres(to: to.coordinate)
      let rise = (to.elevationMetres ?? 0) - (from.elevationMetres ?? 0)
      let surface = (run * run + rise * rise).squareRoot()
      guard run > 0 else { continue }
      descent.modelSeconds += surface * pace.millisecondsPerMetre(gradient: rise / run, on: .run) / 1000
    }
  }

  /// Seconds of stops that are too long to be a part of skiing.
  private static func longStops(_ fixes: ArraySlice<MatchedFix>) -> Double {
    let stops = fixes.split { $0.state != .stopped }.map {
      ($0.last?.fix.time.secondsSince1970 ?? 0) - ($0.first?.fix.time.secondsSince1970 ?? 0)
    }
    return stops.filter { $0 > shortStopSeconds }.reduce(0, +)
  }
}
