import SkiBase
import SkiGraph
import SkiTerrain

/// The stage that adds straight connectors between runs, lifts, areas and huts that nothing drawn joins.
///
/// A constant: the network is passed in and out of each step.
struct ConnectorStage: BuildStage {
  let context: BuildContext
  /// The spatial index of the network's lines.
  let index: LineIndex
  let stations: StationPlaces
  let surfaceLifts: SurfaceLifts
  /// Indicates whether connectors may lead up steep climbs, for lifts that nothing else joins.
  private(set) var admitsSteepClimbs = false

  /// The same stage, whose connectors may lead up steep climbs.
  var admittingSteepClimbs: ConnectorStage {
    var stage = self
    stage.admitsSteepClimbs = true
    return stage
  }

  /// Connects a site with a position on a line, unless a short connection over connectors and the lines that a closure
  /// admits exists.
  /// - Returns: `true` if site and position are connected as the target needs.
  @discardableResult
  func connect(
    _ site: Int, _ target: ConnectorTarget, cause: LinkCause, unlessBy isUsed: (Int) -> Bool = { _ in true },
    _ network: inout Network
  ) throws -> Bool {
    if network.isServed(site, target, by: isUsed) { return true }
    let reuse =
      target.distanceMetres <= GraphBuildOptions.samePlaceMetres
      ? GraphBuildOptions.samePlaceMetres : Self.stopReuseMetres
    let other = network.cut(target.line, at: target.position, within: reuse)
    return try connect(site, with: other, cause: cause, need: target.need, &network)
  }

  /// Connects two sites by a straight connector, or merges them when they are at the same place.
  ///
  /// A connector across runs is divided into several, with a junction at each run.
  /// - Parameter need: The directions needed, seen from the first site; empty when either will do.
  /// - Returns: `true` if the sites are connected as needed.
  @discardableResult
  func connect(
    _ site: Int, with other: Int, cause: LinkCause, need: ConnectorNeed = [], _ network: inout Network
  ) throws -> Bool {
    let (a, b) = (network.root(site), network.root(other))
    guard a != b else { return true }
    guard !network.sites[a].layers.isDisjoint(with: network.sites[b].layers) else { return false }
    let profile = try profile(from: network.end(a), to: network.end(b), network.lines)
    guard allowedDirections(on: profile).serves(need) else { return false }
    if profile.mapLengthMetres <= GraphBuildOptions.samePlaceMetres {
      network.join(a, b, as: ConnectionConfidence.passing)
      return true
    }
    guard !surfaceLifts.areCrossed(from: network.sites[a].plane, to: network.sites[b].plane) else {
      return false
    }
    let sites = try sitesAlongConnector(from: a, to: b, &network)
    var allows = AllowedDirections.both
    for (tail, head) in zip(sites, sites.dropFirst()) {
      let isWhole = sites.count == 2
      let made = try connectPiece(
        tail, head, cause: isWhole ? cause : network.pieceCause(tail, head), &network)
      allows = AllowedDirections(
        forward: allows.forward && made.forward, backward: allows.backward && made.backward)
    }
    return allows.serves(need)
  }

  /// Adds a connector between two sites that crosses no run.
  /// - Returns: The directions in which the sites are connected.
  private func connectPiece(
    _ tail: Int, _ head: Int, cause: LinkCause, _ network: inout Network
  ) throws -> AllowedDirections {
    let (a, b) = (network.root(tail), network.root(head))
    guard a != b else { return .both }
    if let known = network.connector(between: a, b) {
      let connector = network.connectors[known]
      let isTurned = network.root(connector.tail) != a
      return AllowedDirections(
        forward: isTurned ? connector.allowsBackward : connector.allowsForward,
        backward: isTurned ? connector.allowsForward : connector.allowsBackward)
    }
    let profile = try profile(from: network.end(a), to: network.end(b), network.lines)
    let allowed = allowedDirections(on: profile)
    guard allowed != .none else { return .none }
    let room = GraphBuildOptions.connectorChainLimitMetres - profile.mapLengthMetres
    guard network.longestChainMetres(from: a, but: b) + network.longestChainMetres(from: b, but: a) <= room
    else {
      return .none
    }
    network.add(
      Connector(
        tail: a, head: b, cause: cause, profile: profile, allowsForward: allowed.forward,
        allowsBackward: allowed.backward))
    return allowed
  }
}

extension Network {
  /// The greatest number of connectors visited in the search for the longest chain.
  private static let chainStepLimit = 2000

  /// Returns the cause of one section of a divided connector.
  fileprivate func pieceCause(_ tail: Int, _ head: Int) -> LinkCause {
    switch (sites[root(tail)].isStation, sites[root(head)].isStation) {
    case (true, true): .liftToLift
    case (true, false): .liftToRun
    case (false, true): .runToLift
    case (false, false): .nearMiss
    }
  }

  /// Returns the greatest length of a simple path of connectors from a site, in metres.
  ///
  /// - Complexity: O(`chainStepLimit`), so a lower bound at sites with many chains.
  fileprivate func longestChainMetres(from site: Int, but excluded: Int) -> Double {
    var steps = 0
    var path: Set<Int> = [excluded]
    func longest(_ at: Int) -> Double {
      path.insert(at)
      defer { path.remove(at) }
      var best = 0.0
      for index in connectorsAt[at] where steps < Self.chainStepLimit {
        steps += 1
        let connector = connectors[index]
        let ends = (root(connector.tail), root(connector.head))
        let next = ends.0 == at ? ends.1 : ends.0
        if !path.contains(next) { best = max(best, connector.mapLengthMetres + longest(next)) }
      }
      return best
    }
    return longest(root(site))
  }

  /// Returns the connector between two root sites; nil when there is none.
  fileprivate func connector(between a: Int, _ b: Int) -> Int? {
    connectorsAt[a].first { number in
      let ends = (root(connectors[number].tail), root(connectors[number].head))
      return ends == (a, b) || ends == (b, a)
    }
  }

  /// Returns whether existing connections serve a need within twice the length of a connector.
  fileprivate func isServed(_ site: Int, _ target: ConnectorTarget, by isUsed: (Int) -> Bool) -> Bool {
    let limit = 2 * target.distanceMetres
    for isForward in [true, false] where target.need.contains(isForward ? .leave : .arrive) {
      let known = distances(from: site, isForward: isForward, limitMetres: limit, where: isUsed)
      let metres = metres(to: target.position, on: target.line, given: known, isForward: isForward)
      guard let metres, metres <= limit else { return false }
    }
    return true
  }
}

extension ConnectorStage {
  /// The distance in metres within which runs provide elevations where there is no elevation source.
  private static let runElevationReachMetres = 15.0

  /// Returns the terrain between two ends.
  ///
  /// Elevations between come from the elevation source, shifted to agree with both ends; without a source from runs
  /// nearby; else by linear interpolation.
  /// - Complexity: O(*s* (log *n* + *k* · *v*)) in steps, and lines near each without a source.
  func profile(from: ConnectorEnd, to: ConnectorEnd, _ lines: [ProjectedLine]) throws -> ConnectorProfile {
    let length = from.plane.distanceMetres(to: to.plane)
    var profile = ConnectorProfile(mapLengthMetres: length)
    profile.windowMetres = max(profile.windowMetres, context.sourceResolutionMetres)
    guard let low = from.elevation, let high = to.elevation else {
      profile.inferredMetres = Self.inferred(from, to, mapLengthMetres: length)
      return profile
    }
    let ends = (Double(low) / 100, Double(high) / 100)
    let count = max(1, Int(min(100, (length / ConnectorProfile.stepMetres).rounded(.up))))
    let fractions = (0...count).map { Double($0) / Double(count) }
    let straight = fractions.map { ends.0 + (ends.1 - ends.0) * $0 }
    profile.metres = straight
    guard count > 1 else { return profile }
    let points = fractions.map { from.plane.towards(to.plane, $0) }
    if elevations.source != nil,
      let sampled = try elevations.elevations(
        at: projection.places(points).map(\.coordinate), distancesMetres: fractions.map { $0 * length })
    {
      let (atStart, atEnd) = (ends.0 - sampled[0], ends.1 - sampled[count])
      profile.metres = fractions.indices.map { sampled[$0] + atStart + (atEnd - atStart) * fractions[$0] }
      profile.isSampled = true
    } else {
      let known = try elevationsOfRuns(between: points, lines)
      profile.metres = Self.filled(known, straight)
      profile.isSampled = known.contains { $0 != nil }
    }
    return profile
  }

  /// The greatest gradient of a connector with inferred elevations: most are nearly level, and the difference of two
  /// inferred elevations is less accurate than that.
  private static let inferredGradientLimit = 0.15

  /// Returns the inferred elevations of both ends in metres, limited to a plausible gradient.
  private static func inferred(_ from: ConnectorEnd, _ to: ConnectorEnd, mapLengthMetres: Double) -> (
    from: Double, to: Double
  )? {
    guard let low = from.inferredElevation, let high = to.inferredElevation else { return nil }
    let limit = inferredGradientLimit * mapLengthMetres
    let (a, b) = (Double(low) / 100, Double(high) / 100)
    let rise = max(-limit, min(limit, b - a))
    return ((a + b - rise) / 2, (a + b + rise) / 2)
  }

  /// Returns the elevations of runs in metres near each point of a segment but its ends; nil there, and where there is
  /// none.
  private func elevationsOfRuns(between points: [PlanePoint], _ lines: [ProjectedLine]) throws -> [Double?] {
    let inner = points.dropFirst().dropLast()
    var nearest = [Double](repeating: Self.runElevationReachMetres.nextUp, count: points.count)
    var known = [Double?](repeating: nil, count: points.count)
    for line in try index.lines(near: PlaneBox(inner, grownBy: Self.runElevationReachMetres)) {
      let track = lines[line]
      for number in inner.indices {
        guard let (position, distance) = track.nearest(to: points[number], within: nearest[number]),
          distance < nearest[number], let height = track.elevation(position)
        else { continue }
        (nearest[number], known[number]) = (distance, Double(height) / 100)
      }
    }
    return known
  }

  /// Returns elevations along a line: those of the ends, known ones in between, and linear interpolation in gaps.
  private static func filled(_ known: [Double?], _ straight: [Double]) -> [Double] {
    var filled = straight
    var low = 0
    for high in straight.indices.dropFirst() {
      let isEnd = high == straight.count - 1
      guard let b = isEnd ? straight[high] : known[high] else { continue }
      let a = filled[low]
      for index in low...high { filled[index] = a + (b - a) * Double(index - low) / Double(high - low) }
      low = high
    }
    return filled
  }
}
