import SkiBase
import SkiGraph

/// The state of connecting streets with a group: the graph, and the sites of its nodes.
struct StreetJoining {
  var graph: StreetGraph
  let index: LineIndex
  /// The site of each node that runs, stations or huts share with a street.
  var siteOf: [Int: Int] = [:]
  /// The stations, ends of runs and huts from which streets are reached.
  var anchors: [StreetAnchor] = []
  /// The distance of each node that is reached directly, and its nearest anchor.
  var entries: [Int: StreetEntry] = [:]
  /// The nodes at the same place as a root site, collected once runs are cut.
  var nodesAt: [Int: [Int]] = [:]
  var connectors: [StreetConnector] = []
}

extension StreetJoiner {
  /// The greatest number of streets that a station, a run's end or a hut is connected with.
  private static let streetLimit = 3

  /// Cuts the runs at vertices they share with a street, before their sites are settled.
  ///
  /// A run and a street share a vertex when they are on one layer, or when one of them ends there.
  /// - Returns: The state of the connection; nil without streets.
  /// - Complexity: O(*v*) expected in vertices.
  func cutRuns(_ network: inout Network) throws -> StreetJoining? {
    let lines = try lines()
    guard !lines.isEmpty else { return nil }
    var joining = StreetJoining(graph: StreetGraph(lines), index: LineIndex(lines, geos))
    var shared: [FixedCoordinate: [(line: Int, vertex: Int)]] = [:]
    for (number, line) in network.lines.enumerated() {
      let last = line.places.count - 1
      for (vertex, place) in line.places.enumerated() {
        let isEnd = vertex == 0 || vertex == last
        guard joining.graph.hasVertex(place, layer: line.layer, isEnd: isEnd) else { continue }
        shared[place, default: []].append((number, vertex))
      }
    }
    guard !shared.isEmpty else { return joining }
    for (number, street) in lines.enumerated() {
      for (vertex, place) in street.places.enumerated() {
        let isEnd = vertex == 0 || vertex == street.places.count - 1
        for use in shared[place] ?? [] {
          let run = network.lines[use.line]
          let isRunEnd = use.vertex == 0 || use.vertex == run.places.count - 1
          guard isEnd || isRunEnd || run.layer == street.layer else { continue }
          let site = network.cut(use.line, at: LinePosition(segment: use.vertex, fraction: 0), within: 0)
          let node = joining.graph.cut(number, at: LinePosition(segment: vertex, fraction: 0))
          joining.bind(node, to: site, &network)
        }
      }
    }
    return joining
  }

  /// Connects streets with stations, ends of runs and huts, and keeps those within walking distance.
  /// - Complexity: O(*a* (log *n* + *k*) + *m* log *m* + *v*) in those places, streets near each, edges and vertices.
  func join(
    _ joining: StreetJoining?, _ huts: inout [LocalHut], _ spots: [Spot], _ network: inout Network
  ) throws -> LocalStreets {
    guard var joining else { return LocalStreets(streets: streets) }
    joining.collectNodes(network)
    let stations = Set(
      connecting.stations.places.filter { $0.boards || $0.alights }.map { network.root($0.site) })
    for site in stations.sorted() {
      try stop.check()
      _ = try enter(
        site, within: GraphBuildOptions.stationToStreetReachMetres,
        as: StreetAnchor(isStation: true, reachReductionMetres: 0),
        &joining, &network)
    }
    let other = StreetAnchor(
      isStation: false,
      reachReductionMetres: max(0, options.streetReachMetres - GraphBuildOptions.streetFromRunEndReachMetres))
    for site in network.deadEnds() where !stations.contains(site) {
      try stop.check()
      _ = try enter(site, within: GraphBuildOptions.runEndToStreetReachMetres, as: other, &joining, &network)
    }
    for number in huts.indices {
      try enter(&huts[number], spots[huts[number].spot], other, &joining, &network)
    }
    return try connectedStreets(joining, &network)
  }

  private func enter(
    _ hut: inout LocalHut, _ spot: Spot, _ other: StreetAnchor, _ joining: inout StreetJoining,
    _ network: inout Network
  ) throws {
    if let site = hut.site {
      _ = try enter(
        network.root(site), within: GraphBuildOptions.hutReachMetres, as: other, &joining, &network)
      return
    }
    let place = FixedCoordinate(spot.coordinate)
    let height = try elevations.elevations(at: [place.coordinate])?.first.map { Int32(($0 * 100).rounded()) }
    let site = network.newSite(at: place, plane: try projection.plane([place.coordinate])[0], height: height)
    if try enter(site, within: GraphBuildOptions.hutReachMetres, as: other, &joining, &network) {
      hut.site = site
    }
  }

  /// Connects a site with the streets around it; returns whether there are any.
  private func enter(
    _ site: Int, within metres: Double, as anchor: StreetAnchor, _ joining: inout StreetJoining,
    _ network: inout Network
  ) throws -> Bool {
    joining.anchors.append(anchor)
    if let known = joining.nodesAt[site] {
      for node in known { joining.enter(node, after: 0) }
      return true
    }
    let at = network.sites[site]
    var taken: [Int] = []
    for target in try streetTargets(at, within: metres, joining) where taken.count < Self.streetLimit {
      guard !taken.contains(where: { joining.graph.meet($0, target.line) }) else { continue }
      let place = joining.graph.place(
        near: target.position, of: target.line, within: ConnectorStage.stopReuseMetres)
      let metres = try projection.plane([place.coordinate])[0].distanceMetres(to: at.plane)
      let ends = try elevations.elevations(at: [at.place.coordinate, place.coordinate])?
        .map { Int32(($0 * 100).rounded()) }
      let ground = try connecting.profile(
        from: ConnectorEnd(plane: at.plane, elevation: ends?[0]),
        to: ConnectorEnd(plane: try projection.plane([place.coordinate])[0], elevation: ends?[1]),
        network.lines)
      guard connecting.allowedDirections(on: ground) == .both else { continue }
      taken.append(target.line)
      let node = joining.graph.cut(target.line, at: target.position, within: ConnectorStage.stopReuseMetres)
      if metres <= GraphBuildOptions.samePlaceMetres {
        joining.bind(node, to: site, &network)
        joining.enter(node, after: 0)
      } else {
        joining.connectors.append(StreetConnector(site: site, node: node, ground: ground))
        joining.enter(node, after: metres)
      }
    }
    return !taken.isEmpty
  }

  /// Returns the nearest position of each street on a site's layer within reach, nearest first.
  private func streetTargets(
    _ at: Site, within metres: Double, _ joining: StreetJoining
  ) throws -> [(line: Int, position: LinePosition, distanceMetres: Double)] {
    var targets: [(line: Int, position: LinePosition, distanceMetres: Double)] = []
    for line in try joining.index.lines(near: at.plane, within: metres)
    where at.layers.contains(joining.graph.lines[line].layer) {
      if let near = joining.graph.lines[line].nearest(to: at.plane, within: metres) {
        targets.append((line, near.position, near.distanceMetres))
      }
    }
    return targets.sorted { ($0.distanceMetres, $0.line) < ($1.distanceMetres, $1.line) }
  }
}

extension Network {
  /// Returns the sites of dead ends of runs, in order, without runs that need opting in.
  fileprivate func deadEnds() -> [Int] {
    var sites: Set<Int> = []
    for line in lines.indices
    where !stops[line].isEmpty && !lines[line].isClimbed {
      for isLower in [true, false] {
        let site = endSite(line, isLower: isLower)
        let isLoose = linesThrough[site].allSatisfy { other in
          stops[other].isEmpty || lines[other].travel == .both
            || endSite(other, isLower: isLower) == site
        }
        if isLoose { sites.insert(site) }
      }
    }
    return sites.sorted()
  }
}

extension StreetJoining {
  /// Adds a distance of a node in metres from the latest anchor.
  mutating func enter(_ node: Int, after metres: Double) {
    let anchor = anchors.count - 1
    let entry = StreetEntry(metres: metres + anchors[anchor].reachReductionMetres, anchor: anchor)
    if let known = entries[node], known.metres <= entry.metres { return }
    entries[node] = entry
  }

  /// Binds a node to a site; sites with a common node are merged.
  mutating func bind(_ node: Int, to site: Int, _ network: inout Network) {
    if let other = siteOf[node] {
      network.join(other, site, as: ConnectionConfidence.sharedVertex)
    } else {
      siteOf[node] = site
    }
  }

  /// Collects the nodes of each site. Complexity: O(*n*) in nodes shared with the network.
  mutating func collectNodes(_ network: Network) {
    for (node, site) in siteOf { nodesAt[network.root(site), default: []].append(node) }
  }
}
