import SkiBase
import SkiGraph
import SkiTerrain

extension ConnectorStage {
  /// The greatest number of runs, and of stations, that a hut is connected with.
  private static let hutLimit = 3

  /// Adds a site for every hut, with connectors to the nearest few runs and stations; a remote hut is connected with
  /// the nearest run within the limit of connectors.
  /// - Returns: The huts, in the order of the spots.
  /// - Complexity: O(*h* (log *n* + *k*)) in huts and lines around each.
  func connectHuts(
    _ spots: [Spot], _ network: inout Network, _ report: inout ImportReport
  ) throws -> [LocalHut] {
    var huts: [LocalHut] = []
    for spot in spots.indices where spots[spot].kind == .hut {
      let place = FixedCoordinate(spots[spot].coordinate)
      let point = try projection.plane([place.coordinate])[0]
      let height = try elevations.elevations(at: [place.coordinate])?.first ?? spots[spot].elevationMetres
      let site = network.site(
        at: place, plane: point,
        height: height.flatMap {
          LineElevations.plausibleMetres.contains($0) ? Int32(($0 * 100).rounded()) : nil
        },
        layer: 0)
      let runsNear = try runs(near: site, network)
      let close = runsNear.filter { $0.distanceMetres <= options.hutReachMetres }
      var isConnected = false
      for target in close.isEmpty ? runsNear.prefix(1) : close[...] {
        isConnected = try connect(site, target, cause: .nearMiss, &network) || isConnected
      }
      let stationsNear = try stations.near(point, within: options.hutReachMetres)
      for station in stationsNear.prefix(Self.hutLimit) {
        let cause: LinkCause = stations.places[station].alights ? .liftToRun : .runToLift
        isConnected =
          try connect(site, with: stations.places[station].site, cause: cause, &network) || isConnected
      }
      huts.append(LocalHut(spot: spot, site: isConnected ? site : nil))
      report.usedCounts["spots", default: 0] += 1
      if !isConnected {
        report.count("hutFarFromRuns", .noted, id: spots[spot].id.rawValue, detail: spots[spot].name ?? "")
      }
    }
    return huts
  }

  /// Returns the nearest few places on runs within the limit of connectors, nearest first.
  private func runs(near site: Int, _ network: Network) throws -> [ConnectorTarget] {
    var near = try ConnectorTargets(
      self, from: site, within: options.connectorLimitMetres, need: [.leave, .arrive], network)
    var found: [ConnectorTarget] = []
    while found.count < Self.hutLimit,
      let target = try near.next(where: { !network.lines[$0.line].isClimbed })
    {
      found.append(target)
    }
    return found
  }
}
