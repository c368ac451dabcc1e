import SkiBase
import SkiGraph

/// The noding of runs where they share a vertex and where they cross.
struct Noding: BuildStage {
  let context: BuildContext
  let index: LineIndex
  let lifts: [LocalLift]

  /// Nodes runs at common vertices and crossings, except where one passes over another.
  /// - Complexity: O(*v*) for shared vertices, O(*n* log *n* + *k*) for *k* pairs of lines whose boxes meet.
  func node(_ network: inout Network) throws {
    try nodeSharedVertices(&network)
    try stop.check()
    for (a, b) in try index.pairs(within: GraphBuildOptions.passingReachMetres) {
      if let common = index.commonPoints(a, b) {
        try node(a, b, at: common, &network)
      } else if try index.intersect(a, b) {
        try nodeCrossings(a, b, &network)
      }
    }
    network.joinNearSites(
      within: GraphBuildOptions.samePlaceMetres,
      heightLimitMetres: GraphBuildOptions.crossingHeightLimitMetres)
  }

  /// Adds a site at each vertex that two lines, or one line twice, share on a layer.
  private func nodeSharedVertices(_ network: inout Network) throws {
    let stations = lifts.flatMap { lift in lift.stations.map { $0.place(on: lift.track) } }
    let uses = SharedLayers.uses(network.lines, stations)
    let levels = SharedLayers(network.lines, lifts, at: uses)
    for index in network.lines.indices {
      try stop.check()
      let line = network.lines[index]
      for vertex in 1..<max(1, line.places.count - 1)
      where !uses.isEmpty && uses[line.places[vertex]] != nil
        && levels.meet(at: line.places[vertex], layer: line.layer)
      {
        _ = network.cut(index, at: LinePosition(segment: vertex, fraction: 0), within: 0)
      }
    }
    for (upper, lower) in levels.continuations() {
      guard let a = network.knownSite(at: upper.place, layer: upper.layer),
        let b = network.knownSite(at: lower.place, layer: lower.layer)
      else { continue }
      network.join(a, b, as: ConnectionConfidence.sharedVertex)
    }
    network.addGroundLayerToEnds(uses)
  }

  /// Adds a site at the only point that two lines have in common without one; GEOS finds several, in its order.
  private func node(
    _ a: Int, _ b: Int, at common: PlaneLine.CommonPoints, _ network: inout Network
  ) throws {
    let open = common.vertices.filter { !areJoined(a, b, at: $0, network) }
    if common.crossings.isEmpty, open.allSatisfy({ !mayMeet(a, b, at: $0, network) }) { return }
    guard open.isEmpty, common.crossings.count == 1,
      let point = geos.crossing(common.crossings[0].0, common.crossings[0].1)
    else { return try nodeCrossings(a, b, &network) }
    nodeCrossing(a, b, at: point, &network)
  }

  /// Adds sites where two lines cross in plan, unless layers or elevations show that one passes over the other.
  private func nodeCrossings(_ a: Int, _ b: Int, _ network: inout Network) throws {
    let common = try index.shape(a).intersection(index.shape(b))
    for part in common.parts() {
      for point in part.count == 1 ? part : [part[0], part[part.count - 1]] {
        nodeCrossing(a, b, at: point, &network)
      }
    }
  }

  private func nodeCrossing(_ a: Int, _ b: Int, at point: PlanePoint, _ network: inout Network) {
    guard !areJoined(a, b, at: point, network), mayMeet(a, b, at: point, network) else { return }
    let (onA, onB) = Self.positions(a, b, at: point, network)
    let first = network.cut(a, at: onA, within: GraphBuildOptions.samePlaceMetres)
    let second = network.cut(b, at: onB, within: GraphBuildOptions.samePlaceMetres)
    network.join(first, second, as: network.crossing(a, onA, b, onB))
  }

  private func areJoined(_ a: Int, _ b: Int, at point: PlanePoint, _ network: Network) -> Bool {
    let (onA, onB) = Self.positions(a, b, at: point, network)
    return network.areJoined(a, onA, b, onB, within: GraphBuildOptions.samePlaceMetres)
  }

  private func mayMeet(_ a: Int, _ b: Int, at point: PlanePoint, _ network: Network) -> Bool {
    let (onA, onB) = Self.positions(a, b, at: point, network)
    return network.mayMeet(a, onA, b, onB, options)
  }

  /// Returns the positions on two lines nearest to a point.
  private static func positions(
    _ a: Int, _ b: Int, at point: PlanePoint, _ network: Network
  ) -> (LinePosition, LinePosition) {
    (network.lines[a].nearest(to: point).position, network.lines[b].nearest(to: point).position)
  }
}

extension LocalStation {
  /// Returns the coordinate of the station on its lift's line.
  func place(on track: ProjectedLine) -> FixedCoordinate { track.place(position) }
}

extension Network {
  /// Adds the ground layer to ends of bridges and tunnels at which nothing continues on their own layer.
  fileprivate mutating func addGroundLayerToEnds(_ uses: [FixedCoordinate: Int]) {
    for index in lines.indices where lines[index].layer != 0 {
      let line = lines[index]
      for (place, stop) in [
        (line.places[0], 0), (line.places[line.places.count - 1], stops[index].count - 1),
      ]
      where uses[place] == nil && stops[index].indices.contains(stop) {
        sites[root(stops[index][stop].site)].layers.insert(0)
      }
    }
  }

  /// Returns the junction of two lines that cross without a shared vertex.
  fileprivate func crossing(_ a: Int, _ onA: LinePosition, _ b: Int, _ onB: LinePosition) -> Junction {
    let (first, second) = (lines[a].elevation(onA), lines[b].elevation(onB))
    let metres = first.flatMap { first in second.map { Double(first - $0) / 100 } }
    return ConnectionConfidence.crossing(heightDifferenceMetres: metres)
  }

  /// Returns whether two lines may meet: on a common layer, without a great difference in elevation.
  func mayMeet(_ a: Int, _ onA: LinePosition, _ b: Int, _ onB: LinePosition, _ options: GraphBuildOptions)
    -> Bool
  {
    guard
      lines[a].layer == lines[b].layer
        || isOn(
          layers(of: a, at: onA, within: GraphBuildOptions.samePlaceMetres), b, at: onB,
          within: GraphBuildOptions.samePlaceMetres
        )
    else { return false }
    guard let high = lines[a].elevation(onA), let low = lines[b].elevation(onB) else { return true }
    return Double(abs(high - low)) <= GraphBuildOptions.crossingHeightLimitMetres * 100
  }

  /// Returns the layers on which a line may be met at a position: its own, and those of the site where it ends.
  private func layers(of index: Int, at position: LinePosition, within reach: Double) -> Set<Int> {
    guard lines[index].isEnd(position, within: reach) else { return [lines[index].layer] }
    return sitesNear(index, position, within: reach).reduce(into: [lines[index].layer]) {
      $0.formUnion(sites[$1].layers)
    }
  }

  /// Returns whether a line may be met at a position on one of some layers: its own, or one of the site where it ends.
  func isOn(_ layers: Set<Int>, _ index: Int, at position: LinePosition, within reach: Double) -> Bool {
    if layers.contains(lines[index].layer) { return true }
    guard lines[index].isEnd(position, within: reach) else { return false }
    return sitesNear(index, position, within: reach).contains { !sites[$0].layers.isDisjoint(with: layers) }
  }

  /// Returns whether two lines have a common site near two positions.
  func areJoined(
    _ a: Int, _ onA: LinePosition, _ b: Int, _ onB: LinePosition, within metres: Double
  ) -> Bool {
    let near = sitesNear(a, onA, within: metres)
    return !near.isEmpty && sitesNear(b, onB, within: metres).contains { near.contains($0) }
  }

  /// Returns the sites of a line within some metres of a position.
  func sitesNear(_ index: Int, _ position: LinePosition, within metres: Double) -> [Int] {
    let offset = Double(lines[index].offset(position))
    let first = stops[index].partitioningIndex {
      offset - Double(lines[index].offset($0.position)) <= metres * 100
    }
    return stops[index][first...]
      .prefix { Double(lines[index].offset($0.position)) - offset <= metres * 100 }
      .map { root($0.site) }
  }

  /// Merges sites at the same place on a common layer.
  /// - Complexity: O(*n*) expected.
  mutating func joinNearSites(within metres: Double, heightLimitMetres: Double) {
    /// A square by its column and row, in one number that hashes quickly; far ones may share a number.
    struct Cell: Hashable {
      private let key: Int
      init(_ x: Int, _ y: Int) { key = x &<< 32 ^ y }
    }
    var cells: [Cell: [Int]] = [:]
    for site in sites.indices where root(site) == site {
      let at = sites[site]
      let (column, row) = (
        Int((at.plane.x / metres).rounded(.down)), Int((at.plane.y / metres).rounded(.down))
      )
      for x in column - 1...column + 1 {
        for y in row - 1...row + 1 {
          for other in cells[Cell(x, y)] ?? []
          where isSamePlace(root(other), site, metres, heightLimitMetres) {
            join(other, site, as: ConnectionConfidence.passing)
          }
        }
      }
      cells[Cell(column, row), default: []].append(site)
    }
  }

  private func isSamePlace(_ a: Int, _ b: Int, _ metres: Double, _ heightLimitMetres: Double) -> Bool {
    let (a, b) = (sites[a], sites[b])
    guard !a.layers.isDisjoint(with: b.layers), a.plane.distanceMetres(to: b.plane) < metres else {
      return false
    }
    guard let high = a.elevation, let low = b.elevation else { return true }
    return Double(abs(high - low)) <= heightLimitMetres * 100
  }
}

extension ProjectedLine {
  /// Returns whether a position is within some metres along the line of one of its ends.
  fileprivate func isEnd(_ position: LinePosition, within reach: Double) -> Bool {
    let offset = Double(offset(position))
    return [offsets[0], offsets[offsets.count - 1]].contains { abs(Double($0) - offset) <= reach * 100 }
  }
}
