import SkiGeo
import SkiGraph
import SkiLocation

/// Counts lift rides found, missed and invented.
///
/// A true ride is found when matched passages of its lift cover half of its time. A matched passage of half a minute or more
/// is invented when rides of its lift cover less than half of its own.
struct RideScoring {
  let graph: RoutingGraph

  func judge(_ day: SimulatedDay, _ track: MatchedTrack, _ score: inout MatchScore) {
    let rides = day.stretches(in: graph).filter { $0.kind == .lift }
      .map { Ride(feature: $0.feature, from: $0.enteredAt, to: $0.leftAt) }
    let matched = track.passages.compactMap { passage -> Ride? in
      let link = graph.link(of: passage.edge).position
      guard graph.storage.linkKind[link] == LinkKind.lift.code else { return nil }
      return Ride(
        feature: FeatureIndex(graph.storage.linkFeature[link]), from: passage.enteredAt, to: passage.leftAt)
    }
    score.ridesTrue += rides.count
    score.ridesFound += rides.count { $0.isCovered(by: matched) }
    score.ridesInvented += matched.count { $0.seconds >= 30 && !$0.isCovered(by: rides) }
  }

  private struct Ride {
    let feature: FeatureIndex
    let from: UniversalTime
    let to: UniversalTime
    var seconds: Double { to.secondsSince1970 - from.secondsSince1970 }

    func isCovered(by others: [Ride]) -> Bool {
      let covered = others.filter { $0.feature == feature }
        .reduce(0) {
          $0
            + max(
              0,
              min(to.secondsSince1970, $1.to.secondsSince1970)
                - max(from.secondsSince1970, $1.from.secondsSince1970))
        }
      return covered >= seconds / 2
    }
  }
}
