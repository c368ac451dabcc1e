import SkiGraph
import SkiModel

/// Prices the links of lifts: one wait, and the share of the whole ride that lies between two stations.
struct LiftPricer {
  let graph: RoutingGraph

  /// Returns wait and ride of a lift's link in milliseconds; nil when the link belongs to no lift.
  ///
  /// The whole ride is that of the lift's longest link: a lift with stations between its ends has a link for each
  /// pair of stations, the longest from end to end.
  func time(link: LinkIndex) -> (wait: Double, ride: Double)? {
    let feature = graph.storage.linkFeature[link.position]
    guard feature != .max else { return nil }
    let index = FeatureIndex(feature)
    let part = slopeMetres(link.position)
    let links = graph.links(of: index)
    let whole = links.count == 1 ? part : links.map(slopeMetres).reduce(part, max)
    let lift = graph.feature(index)
    let ride = LiftTimes.rideMilliseconds(of: lift, slopeMetres: whole)
    let wait = LiftTimes.waitMilliseconds(of: lift, slopeMetres: whole)
    return (wait.rounded(.down), whole > 0 ? (ride * part / whole).rounded(.down) : 0)
  }

  /// Returns the length of a link along its slope, in metres; horizontal where heights are unknown.
  func slopeMetres(_ link: Int) -> Double {
    let range = graph.pointRange(LinkIndex(link))
    var metres = 0.0
    for point in range.dropFirst() {
      let run = Double(graph.storage.pointDistance[point] &- graph.storage.pointDistance[point - 1]) / 100
      let (low, high) = (graph.storage.pointElevation[point - 1], graph.storage.pointElevation[point])
      let rise = low == .min || high == .min ? 0 : Double(Int64(high) - Int64(low)) / 100
      metres += (run * run + rise * rise).squareRoot()
    }
    return metres
  }
}
