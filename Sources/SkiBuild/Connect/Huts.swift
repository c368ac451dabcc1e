import SkiGeo
import SkiGraph
import SkiModel

extension Locality {
  /// Gives every hut near a run a site on the shortest connector to it.
  /// - Complexity: O(*h* (log *n* + *k*)) in huts and lines around each.
  mutating func connectHuts(_ index: LineIndex) throws {
    for spot in spots.indices where spots[spot].kind == .hut {
      let place = FixedCoordinate(spots[spot].coordinate)
      let point = try plane([place.coordinate])[0]
      let height = try heights.heights(at: [place.coordinate])?.first ?? spots[spot].elevationMetres
      let site = network.site(
        at: place, plane: point,
        height: height.flatMap { HeightReader.saneMetres.contains($0) ? Int32(($0 * 100).rounded()) : nil },
        layer: 0)
      let near = try targets(
        from: site, within: options.connectorLimitMetres, need: [.leave, .arrive], index
      ).filter { !runs[network.lines[$0.line].feature].run.isClimbed }
      let isConnected = near.first.map { connect(site, $0, cause: .nearMiss) } ?? false
      huts.append((spot: spot, site: isConnected ? site : nil))
      report.usedCounts["spots", default: 0] += 1
      if !isConnected {
        report.count("hutFarFromRuns", .noted, id: spots[spot].id.rawValue, detail: spots[spot].name ?? "")
      }
    }
  }
}
