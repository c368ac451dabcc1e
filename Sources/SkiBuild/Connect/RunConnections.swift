import SkiGraph

extension Locality {
  /// The most neighbours a run's end is connected with.
  private static let runEndLimit = 3

  /// Connects the ends of runs with runs that pass them, and runs that pass each other very near.
  /// - Complexity: O(*n* log *n* + *k*) in lines and pairs near each other.
  mutating func connectRuns(_ index: LineIndex) throws {
    for line in network.lines.indices {
      for isLower in [true, false] { try connectRunEnd(line, isLower: isLower, index) }
    }
    for (a, b) in try index.pairs(within: options.passingReachMetres) { try connectPassing(a, b, index) }
  }

  /// The site at an end of a line, in the direction of travel.
  func endSite(_ line: Int, isLower: Bool) -> Int {
    let isLast = isLower == (network.lines[line].travel != .against)
    let stops = network.stops[line]
    return network.root(stops[isLast ? stops.count - 1 : 0].site)
  }

  /// What the end of a line needs: a way on below, a way to it above; both when it is used both ways.
  func need(_ line: Int, isLower: Bool) -> ConnectorNeed {
    network.lines[line].travel == .both ? [.leave, .arrive] : isLower ? .leave : .arrive
  }

  private mutating func connectRunEnd(_ line: Int, isLower: Bool, _ index: LineIndex) throws {
    let site = endSite(line, isLower: isLower)
    let near = try targets(
      from: site, within: options.runEndReachMetres, need: need(line, isLower: isLower), index)
    for target in near.lazy.filter({ $0.line != line }).prefix(Self.runEndLimit) {
      try connect(site, target, cause: .nearMiss)
    }
  }

  private mutating func connectPassing(_ a: Int, _ b: Int, _ index: LineIndex) throws {
    guard try index.shapes[a].isWithin(options.passingReachMetres, of: index.shapes[b]),
      try !index.shapes[a].intersects(index.shapes[b]),
      let (pointA, pointB) = try index.shapes[a].nearestPoints(to: index.shapes[b])
    else { return }
    let (onA, onB) = (
      network.lines[a].nearest(to: pointA).position, network.lines[b].nearest(to: pointB).position
    )
    let reach = options.runEndReachMetres
    guard network.mayMeet(a, onA, b, onB, options), !network.areJoined(a, onA, b, onB, within: reach) else {
      return
    }
    let site = network.cut(a, at: onA, within: Self.stopReuseMetres)
    let need = served([.leave, .arrive], a, onA)
    let distance = pointA.distanceMetres(to: pointB)
    try connect(
      site, ConnectorTarget(line: b, position: onB, distanceMetres: distance, need: need), cause: .nearMiss)
  }
}
