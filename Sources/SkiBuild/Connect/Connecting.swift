import SkiGraph

/// Connects what nothing drawn joins: straight ways over the snow between runs, lifts, areas and huts.
///
/// A constant: the network that connectors are added to is passed in and out of each stage.
struct Connecting: BuildStage {
  let context: BuildContext
  /// The lines of the network by place.
  let index: LineIndex
  let stations: StationPlaces

  /// Connects a site with a place on a line, unless a short way is there already.
  /// - Returns: Whether site and place are joined now, or were before, in the way the target needs.
  @discardableResult
  func connect(
    _ site: Int, _ target: ConnectorTarget, cause: LinkCause, _ network: inout Network
  ) throws -> Bool {
    if network.isServed(site, target) { return true }
    let reuse =
      target.distanceMetres <= options.samePlaceMetres ? options.samePlaceMetres : Self.stopReuseMetres
    let other = network.cut(target.line, at: target.position, within: reuse)
    return try connect(site, with: other, cause: cause, need: target.need, &network)
  }

  /// Connects two sites by a straight way, or makes them one where they are in the same place.
  ///
  /// Where the way leads over runs it meets them: it becomes several connectors in a row.
  /// - Parameter need: What the way must allow, seen from the first site; with none, either direction will do.
  @discardableResult
  func connect(
    _ site: Int, with other: Int, cause: LinkCause, need: ConnectorNeed = [], _ network: inout Network
  ) throws -> Bool {
    let (a, b) = (network.root(site), network.root(other))
    guard a != b else { return true }
    guard !network.sites[a].layers.isDisjoint(with: network.sites[b].layers) else { return false }
    let ground = try ground(from: network.end(a), to: network.end(b), network)
    guard verdict(on: ground).serves(need) else { return false }
    if ground.lengthMetres <= options.samePlaceMetres {
      network.join(a, b, as: ConnectionConfidence.passing)
      return true
    }
    let sites = try sitesOnTheWay(from: a, to: b, &network)
    var allows = GroundVerdict.both
    for (tail, head) in zip(sites, sites.dropFirst()) {
      let isWhole = sites.count == 2
      let made = try connectPiece(
        tail, head, cause: isWhole ? cause : network.pieceCause(tail, head), &network)
      allows = GroundVerdict(
        forward: allows.forward && made.forward, backward: allows.backward && made.backward)
    }
    return allows.serves(need)
  }

  /// Adds a straight way between two sites that leads over nothing.
  /// - Returns: Which ways one may go between them now.
  private func connectPiece(
    _ tail: Int, _ head: Int, cause: LinkCause, _ network: inout Network
  ) throws -> GroundVerdict {
    let (a, b) = (network.root(tail), network.root(head))
    guard a != b else { return .both }
    if let known = network.connector(between: a, b) {
      let connector = network.connectors[known]
      let isTurned = network.root(connector.tail) != a
      return GroundVerdict(
        forward: isTurned ? connector.allowsBackward : connector.allowsForward,
        backward: isTurned ? connector.allowsForward : connector.allowsBackward)
    }
    let ground = try ground(from: network.end(a), to: network.end(b), network)
    let verdict = verdict(on: ground)
    guard verdict != .none else { return .none }
    let room = options.connectorChainLimitMetres - ground.lengthMetres
    guard network.longestChainMetres(from: a, but: b) + network.longestChainMetres(from: b, but: a) <= room
    else {
      return .none
    }
    network.add(
      Connector(
        tail: a, head: b, cause: cause, ground: ground, allowsForward: verdict.forward,
        allowsBackward: verdict.backward))
    return verdict
  }
}

extension Network {
  /// How many connectors a search for the longest chain tries.
  private static let chainStepLimit = 2000

  /// Why a piece of a way that meets runs exists.
  fileprivate func pieceCause(_ tail: Int, _ head: Int) -> LinkCause {
    switch (sites[root(tail)].isStation, sites[root(head)].isStation) {
    case (true, true): .liftToLift
    case (true, false): .liftToRun
    case (false, true): .runToLift
    case (false, false): .nearMiss
    }
  }

  /// Returns how far one can go from a site on connectors alone without coming back to a site.
  ///
  /// - Complexity: O(`chainStepLimit`): sites with more chains than that are judged by those tried.
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
        if !path.contains(next) { best = max(best, connector.lengthMetres + longest(next)) }
      }
      return best
    }
    return longest(root(site))
  }

  /// The connector between two root sites; nil when there is none.
  fileprivate func connector(between a: Int, _ b: Int) -> Int? {
    connectorsAt[a].first { number in
      let ends = (root(connectors[number].tail), root(connectors[number].head))
      return ends == (a, b) || ends == (b, a)
    }
  }

  /// Whether ways that exist serve a need at no more than twice the length of a connector.
  fileprivate func isServed(_ site: Int, _ target: ConnectorTarget) -> Bool {
    let limit = 2 * target.distanceMetres
    for isForward in [true, false] where target.need.contains(isForward ? .leave : .arrive) {
      let known = distances(from: site, isForward: isForward, limitMetres: limit)
      let metres = metres(to: target.position, on: target.line, given: known, isForward: isForward)
      guard let metres, metres <= limit else { return false }
    }
    return true
  }
}
