import SkiGraph

extension ConnectorStage {
  /// The greatest number of lines that a run's end is connected with.
  private static let runEndLimit = 3

  /// Connects the ends of runs with runs nearby, and runs that pass very close to each other.
  /// - Complexity: O(*n* log *n* + *k*) in lines and pairs near each other.
  func connectRuns(_ network: inout Network) throws {
    for line in network.lines.indices {
      for isLower in [true, false] { try connectRunEnd(line, isLower: isLower, &network) }
    }
    for (a, b) in try index.pairs(within: options.passingReachMetres) { try connectPassing(a, b, &network) }
  }

  private func connectRunEnd(_ line: Int, isLower: Bool, _ network: inout Network) throws {
    let site = network.endSite(line, isLower: isLower)
    var near = try ConnectorTargets(
      self, from: site, within: options.runEndReachMetres, need: network.need(line, isLower: isLower), network
    )
    for _ in 0..<Self.runEndLimit {
      guard let target = try near.next(where: { $0.line != line }) else { return }
      try connect(site, target, cause: .nearMiss, &network)
    }
  }

  private func connectPassing(_ a: Int, _ b: Int, _ network: inout Network) throws {
    guard try index.areWithin(options.passingReachMetres, a, b), try !index.intersect(a, b),
      let (pointA, pointB) = try index.shape(a).nearestPoints(to: index.shape(b))
    else { return }
    let (onA, onB) = (
      network.lines[a].nearest(to: pointA).position, network.lines[b].nearest(to: pointB).position
    )
    let reach = options.runEndReachMetres
    guard network.mayMeet(a, onA, b, onB, options), !network.areJoined(a, onA, b, onB, within: reach) else {
      return
    }
    let site = network.cut(a, at: onA, within: Self.stopReuseMetres)
    let need = network.served([.leave, .arrive], a, onA)
    let distance = pointA.distanceMetres(to: pointB)
    try connect(
      site, ConnectorTarget(line: b, position: onB, distanceMetres: distance, need: need), cause: .nearMiss,
      &network)
  }
}
