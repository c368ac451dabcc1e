import SkiBase
package import SkiGraph
package import SkiTracks

/// A lift ride known to have happened.
package struct TrueRide: Sendable {
  /// The lift.
  package var lift: FeatureIndex
  /// The time of boarding, in seconds since 1970.
  package var start: Double
  /// The time of leaving, in seconds since 1970.
  package var end: Double

  /// Creates a ride.
  package init(lift: FeatureIndex, start: Double, end: Double) {
    (self.lift, self.start, self.end) = (lift, start, end)
  }

  fileprivate func overlapSeconds(_ lap: Lap) -> Double {
    min(end, lap.end.secondsSince1970) - max(start, lap.start.secondsSince1970)
  }
}

/// The agreement of the lift laps of days with the rides that happened; counts add up over days.
package struct LapScore: Sendable {
  /// The number of rides that happened.
  package private(set) var rides = 0
  /// The number of those with a lap of their lift that covers half of their time.
  package private(set) var kept = 0
  /// The number of laps on a lift that was not ridden meanwhile.
  package private(set) var invented = 0
  /// The number of kept rides whose lap begins or ends more than a minute and a fifth of the ride away from them, or
  /// that have several laps.
  package private(set) var wrongExtent = 0
  /// The missed and invented rides, as text.
  package private(set) var notes: [String] = []

  package init() {}

  /// Creates the score of the lift laps of one day.
  /// - Complexity: O(*r* · *l*) in rides and laps.
  package init(_ laps: [Lap], rides truth: [TrueRide]) {
    let laps = laps.filter { $0.kind == .lift }
    rides = truth.count
    for ride in truth {
      let own = laps.filter { $0.feature == ride.lift && ride.overlapSeconds($0) > 0 }
      guard own.reduce(0, { $0 + ride.overlapSeconds($1) }) >= (ride.end - ride.start) / 2 else {
        notes.append(
          "missed a ride of \(Int(ride.end - ride.start)) s on feature \(ride.lift.rawValue), matched "
            + laps.filter { ride.overlapSeconds($0) > 0 }.map(Self.text).joined(separator: ", "))
        continue
      }
      kept += 1
      if own.count > 1 || !Self.hasExtent(own[0], of: ride) { wrongExtent += 1 }
    }
    for lap in laps where !truth.contains(where: { $0.lift == lap.feature && $0.overlapSeconds(lap) > 5 }) {
      invented += 1
      notes.append("invented \(Self.text(lap))")
    }
  }

  private static func text(_ lap: Lap) -> String {
    "a ride of \(Int(lap.durationSeconds)) s over \(Int(lap.lengthMetres)) m on feature \(lap.feature.rawValue)"
  }

  private static func hasExtent(_ lap: Lap, of ride: TrueRide) -> Bool {
    let tolerance = 60 + (ride.end - ride.start) / 5
    return abs(lap.start.secondsSince1970 - ride.start) <= tolerance
      && abs(lap.end.secondsSince1970 - ride.end) <= tolerance
  }

  package static func += (sum: inout LapScore, other: LapScore) {
    sum.rides += other.rides
    sum.kept += other.kept
    sum.invented += other.invented
    sum.wrongExtent += other.wrongExtent
    sum.notes += other.notes
  }
}
