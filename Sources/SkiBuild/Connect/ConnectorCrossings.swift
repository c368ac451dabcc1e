/// A run that a straight connector crosses.
private struct CrossedRun {
  var line: Int
  var position: LinePosition
  /// The fraction of the connector at which they cross, 0...1.
  var fraction: Double
}

extension ConnectorStage {
  /// The distance in metres from an end of the connector within which crossings are ignored.
  private static let atTheEndMetres = 2.0

  /// Returns the sites of a straight connector: both ends, and one on each run of the same layer that it crosses.
  ///
  /// Bridges, tunnels and lifts don't count.
  /// - Complexity: O(log *n* + *k* · *v*) for *k* lines around the connector.
  func sitesAlongConnector(from a: Int, to b: Int, _ network: inout Network) throws -> [Int] {
    var sites = [network.root(a)]
    for run in try crossedRuns(from: a, to: b, network) {
      let stop = network.cut(run.line, at: run.position, within: Self.stopReuseMetres)
      let site = network.root(stop)
      if !sites.contains(site), site != network.root(b) { sites.append(site) }
    }
    return sites + [network.root(b)]
  }

  private func crossedRuns(from a: Int, to b: Int, _ network: Network) throws -> [CrossedRun] {
    let (from, to) = (network.sites[network.root(a)], network.sites[network.root(b)])
    let margin = Self.atTheEndMetres / max(from.plane.distanceMetres(to: to.plane), 0.01)
    guard margin < 0.5 else { return [] }
    let ownLines = Set(network.linesThrough[network.root(a)] + network.linesThrough[network.root(b)])
    var found: [CrossedRun] = []
    for line in try index.lines(near: PlaneBox([from.plane, to.plane])).sorted()
    where !ownLines.contains(line) && !network.lines[line].isClimbed {
      let track = network.lines[line]
      guard from.layers.contains(track.layer) || to.layers.contains(track.layer) else { continue }
      for segment in 0..<track.plane.count - 1 {
        let section = PlaneSegment(track.plane[segment], track.plane[segment + 1])
        guard let (onWay, onLine) = PlaneSegment(from.plane, to.plane).crossingFractions(section),
          (margin...1 - margin).contains(onWay)
        else { continue }
        found.append(
          CrossedRun(line: line, position: ProjectedLine.position(segment, onLine), fraction: onWay))
      }
    }
    return found.sorted { ($0.fraction, $0.line) < ($1.fraction, $1.line) }
  }
}
