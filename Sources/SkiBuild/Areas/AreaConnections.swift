import SkiGraph

/// The connections between the entries of an area by lines and connectors in and around it.
struct AreaConnections {
  /// The distance in metres by which lines may leave an area and still replace a path across it.
  static let marginMetres = 60.0

  private let box: PlaneBox
  /// The hardest grade of runs that may replace a path; nil for any.
  private let ceiling: Difficulty?
  private let isClimbed: Bool
  private let runs: [LocalRun]
  private let network: Network
  private var known: [Int: [(site: Int, metres: Double)]] = [:]

  init(_ area: CrossableArea, _ runs: [LocalRun], _ network: Network) {
    box = area.area.box.grown(by: Self.marginMetres)
    ceiling = runs[area.run].grade
    isClimbed = runs[area.run].run.isClimbed
    self.runs = runs
    self.network = network
  }

  /// Returns the distances in metres from a site to all others along lines near the area.
  /// - Complexity: O(*k* log *k*) in sites around the area, whose connections are cached.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  mutating func metres(from start: Int) -> [Int: Double] {
    var search = DistanceSearch([Int: Double]())
    search.relax(start, at: 0)
    while let (site, cost) = search.settle() {
      for leg in legs(site) { search.relax(leg.site, at: cost + leg.metres) }
    }
    return search.costs
  }

  private mutating func legs(_ site: Int) -> [(site: Int, metres: Double)] {
    if let legs = known[site] { return legs }
    let legs = lineLegs(site) + connectorLegs(site)
    known[site] = legs
    return legs
  }

  private func lineLegs(_ site: Int) -> [(site: Int, metres: Double)] {
    var legs: [(site: Int, metres: Double)] = []
    for (line, at) in network.stopNumbers(at: site) where mayServe(line) {
      let (stops, travel) = (network.stops[line], network.lines[line].travel)
      let next = travel == .against ? nil : stops.indices.contains(at + 1) ? at + 1 : nil
      let last = travel == .along ? nil : at > 0 ? at - 1 : nil
      for other in [next, last].compactMap({ $0 }) {
        let (a, b) = (
          network.lines[line].offset(stops[at].position), network.lines[line].offset(stops[other].position)
        )
        let to = network.root(stops[other].site)
        guard box.contains(network.sites[to].plane) else { continue }
        legs.append((to, Double(max(a, b) - min(a, b)) / 100))
      }
    }
    return legs
  }

  private func connectorLegs(_ site: Int) -> [(site: Int, metres: Double)] {
    return network.connectorsAt[site].compactMap { number in
      let connector = network.connectors[number]
      let (tail, head) = (network.root(connector.tail), network.root(connector.head))
      guard tail == site || connector.allowsBackward else { return nil }
      let other = tail == site ? head : tail
      return (other, connector.mapLengthMetres)
    }
  }

  /// Returns whether a line may replace a path: both are ascents or both descents, and the line is not harder.
  private func mayServe(_ line: Int) -> Bool {
    if network.lines[line].isClimbed != isClimbed { return false }
    guard let ceiling else { return true }
    let run = runs[network.lines[line].feature]
    guard let grade = run.grade ?? run.estimatedGrade else { return false }
    return grade <= ceiling
  }
}
