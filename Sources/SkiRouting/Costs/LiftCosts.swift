import SkiGraph

/// The costs of lift links: one wait, one boarding, and the ratio of the whole ride between two stations.
struct LiftCosts {
  let graph: RoutingGraph

  /// Returns the wait and the ride of a lift's link in milliseconds, boarding included in the ride; nil without a lift.
  ///
  /// The duration of the whole ride is divided by length: a lift with intermediate stations has a link for each pair of
  /// stations, the longest from end to end. A ride that continues from another section has neither wait nor boarding.
  func time(link: LinkIndex) -> (wait: Double, ride: Double)? {
    let feature = graph.storage.linkFeature[link.position]
    guard feature != .max else { return nil }
    let index = FeatureIndex(feature)
    let part = slopeMetres(link.position)
    let links = graph.links(of: index)
    let rides = links.count == 1 ? [] : links.filter { !graph.isThroughRide($0) }
    let whole = rides.isEmpty ? part : rides.map(slopeMetres).reduce(0, max)
    let lift = graph.attributes(of: index)
    let ride = LiftTimes.rideMilliseconds(of: lift, slopeMetres: whole)
    let wait = LiftTimes.waitMilliseconds(of: lift, slopeMetres: whole)
    let onRope = whole > 0 ? (ride * part / whole).rounded(.down) : 0
    if LinkFlags(rawValue: graph.storage.linkFlags[link.position]).contains(.staysOn) { return (0, onRope) }
    return (wait.rounded(.down), LiftTimes.boardingMilliseconds(of: lift) + onRope)
  }

  /// Returns the length of a link along its slope in metres; horizontal where elevations are neither known nor
  /// inferred.
  func slopeMetres(_ link: Int) -> Double {
    let heights = graph.costElevations(ofLink: link)
    let range = graph.pointRange(LinkIndex(link))
    var metres = 0.0
    for point in range.dropFirst() {
      let run = Double(graph.storage.pointDistance[point] &- graph.storage.pointDistance[point - 1]) / 100
      let (low, high) = (heights[point - 1], heights[point])
      let rise = low == .min || high == .min ? 0 : Double(Int64(high) - Int64(low)) / 100
      metres += (run * run + rise * rise).squareRoot()
    }
    return metres
  }
}
