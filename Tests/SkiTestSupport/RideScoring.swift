import SkiBase
import SkiBuild
import SkiGraph
import SkiSimulation
import SkiTracks

/// Counts lift rides found, missed and invented.
///
/// A true ride is found when matched passages of its lift cover half of its time; one still under way when the day ends
/// need not be. A matched passage is invented when its lift was not ridden meanwhile; a piece of less than 60 % of the way
/// between stations is none, as in days. Passages of less than 30 m, and of less than three deviations of the noise from
/// each end, as on carpets for children, tell nothing and don't count.
struct RideScoring {
  let graph: RoutingGraph
  /// The standard deviation of the positions along each axis, in metres.
  let sigmaMetres: Double

  private var leastMetres: Double { max(30, 6 * sigmaMetres) }

  func score(_ day: SimulatedDay, _ track: MatchedTrack, _ score: inout MatchScore) {
    let rides = day.stretches(in: graph).filter { $0.kind == .lift }
      .map { Ride(feature: $0.feature, from: $0.enteredAt, to: $0.leftAt, metres: $0.metres) }
    let matched = track.passages.compactMap { passage -> Ride? in
      let link = graph.link(of: passage.edge).position
      guard graph.storage.linkKind[link] == LinkKind.lift.code else { return nil }
      var ride = Ride(
        feature: FeatureIndex(graph.storage.linkFeature[link]), from: passage.enteredAt, to: passage.leftAt,
        metres: abs(passage.leftMetres - passage.enteredMetres))
      let whole = graph.link(graph.link(of: passage.edge)).distancesCentimetres.last ?? 0
      ride.share = 100 * ride.metres / max(1, Double(whole))
      return ride
    }
    for ride in rides where ride.metres >= leastMetres {
      score.ridesTrue += 1
      if ride.isCovered(by: matched) {
        score.ridesFound += 1
      } else {
        score.rideNotes.append("missed \(words(ride, day))")
      }
    }
    let ridden = rides + rideUnderWay(day)
    for ride in matched
    where ride.metres >= leastMetres && ride.share >= 0.6 && ride.secondsCovered(by: ridden) < 5 {
      score.ridesInvented += 1
      score.rideNotes.append("invented \(words(ride, day))")
    }
  }

  /// Returns the ride cut off by the end of the day, which is not a passage yet.
  private func rideUnderWay(_ day: SimulatedDay) -> [Ride] {
    guard let last = day.truth.last, last.state == .onLift, let feature = last.feature else { return [] }
    let count = day.truth.reversed().prefix { $0.state == .onLift && $0.feature == feature }.count
    let first = day.fixes[day.fixes.count - count]
    return [
      Ride(feature: feature, from: first.time, to: day.fixes[day.fixes.count - 1].time, metres: 0)
    ]
  }

  private func words(_ ride: Ride, _ day: SimulatedDay) -> String {
    let start = day.fixes.first?.time.secondsSince1970 ?? 0
    let lift = graph.feature(ride.feature)
    return "\(lift.name ?? lift.id.rawValue) at \(Int(ride.from.secondsSince1970 - start)) s for "
      + "\(Int(ride.seconds)) s, \(Int(ride.metres)) m"
  }

  private struct Ride {
    let feature: FeatureIndex
    let from: UniversalTime
    let to: UniversalTime
    let metres: Double
    /// The share of the way between stations.
    var share = 1.0
    var seconds: Double { to.secondsSince1970 - from.secondsSince1970 }

    func isCovered(by others: [Ride]) -> Bool { secondsCovered(by: others) >= seconds / 2 }

    func secondsCovered(by others: [Ride]) -> Double {
      others.filter { $0.feature == feature }
        .reduce(0) {
          $0
            + max(
              0,
              min(to.secondsSince1970, $1.to.secondsSince1970)
                - max(from.secondsSince1970, $1.from.secondsSince1970))
        }
    }
  }
}
