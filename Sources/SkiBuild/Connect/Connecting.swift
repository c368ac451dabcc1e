import SkiGraph

extension Locality {
  /// How many connectors a search for the longest chain tries.
  private static let chainStepLimit = 2000

  /// Connects a site with a place on a line, unless a short way is there already.
  /// - Returns: Whether site and place are joined now, or were before, in the way the target needs.
  @discardableResult
  mutating func connect(_ site: Int, _ target: ConnectorTarget, cause: LinkCause) throws -> Bool {
    if isServed(site, target) { return true }
    let reuse =
      target.distanceMetres <= options.samePlaceMetres ? options.samePlaceMetres : Self.stopReuseMetres
    let other = network.cut(target.line, at: target.position, within: reuse)
    return try connect(site, with: other, cause: cause, need: target.need)
  }

  /// Connects two sites by a straight way, or makes them one where they are in the same place.
  ///
  /// Where the way leads over runs it meets them: it becomes several connectors in a row.
  /// - Parameter need: What the way must allow, seen from the first site; with none, either direction will do.
  @discardableResult
  mutating func connect(
    _ site: Int, with other: Int, cause: LinkCause, need: ConnectorNeed = []
  ) throws -> Bool {
    let (a, b) = (network.root(site), network.root(other))
    guard a != b else { return true }
    guard !network.sites[a].layers.isDisjoint(with: network.sites[b].layers) else { return false }
    let ground = try ground(from: end(a), to: end(b))
    guard verdict(on: ground).serves(need) else { return false }
    if ground.lengthMetres <= options.samePlaceMetres {
      network.join(a, b, as: ConnectionConfidence.passing)
      return true
    }
    let sites = try sitesOnTheWay(from: a, to: b)
    var allows = GroundVerdict.both
    for (tail, head) in zip(sites, sites.dropFirst()) {
      let isWhole = sites.count == 2
      let made = try connectPiece(tail, head, cause: isWhole ? cause : pieceCause(tail, head))
      allows = GroundVerdict(
        forward: allows.forward && made.forward, backward: allows.backward && made.backward)
    }
    return allows.serves(need)
  }

  /// Why a piece of a way that meets runs exists.
  private func pieceCause(_ tail: Int, _ head: Int) -> LinkCause {
    switch (network.sites[network.root(tail)].isStation, network.sites[network.root(head)].isStation) {
    case (true, true): .liftToLift
    case (true, false): .liftToRun
    case (false, true): .runToLift
    case (false, false): .nearMiss
    }
  }

  /// Adds a straight way between two sites that leads over nothing.
  /// - Returns: Which ways one may go between them now.
  private mutating func connectPiece(_ tail: Int, _ head: Int, cause: LinkCause) throws -> GroundVerdict {
    let (a, b) = (network.root(tail), network.root(head))
    guard a != b else { return .both }
    if let known = network.connectorsAt[a].first(where: { joins(network.connectors[$0], a, b) }) {
      let connector = network.connectors[known]
      let isTurned = network.root(connector.tail) != a
      return GroundVerdict(
        forward: isTurned ? connector.allowsBackward : connector.allowsForward,
        backward: isTurned ? connector.allowsForward : connector.allowsBackward)
    }
    let ground = try ground(from: end(a), to: end(b))
    let verdict = verdict(on: ground)
    guard verdict != .none else { return .none }
    let room = options.connectorChainLimitMetres - ground.lengthMetres
    guard longestChainMetres(from: a, but: b) + longestChainMetres(from: b, but: a) <= room else {
      return .none
    }
    network.add(
      Connector(
        tail: a, head: b, cause: cause, ground: ground, allowsForward: verdict.forward,
        allowsBackward: verdict.backward))
    return verdict
  }

  /// Returns how far one can go from a site on connectors alone without coming back to a site.
  ///
  /// - Complexity: O(`chainStepLimit`): sites with more chains than that are judged by those tried.
  private func longestChainMetres(from site: Int, but excluded: Int) -> Double {
    var steps = 0
    var path: Set<Int> = [excluded]
    func longest(_ at: Int) -> Double {
      path.insert(at)
      defer { path.remove(at) }
      var best = 0.0
      for index in network.connectorsAt[at] where steps < Self.chainStepLimit {
        steps += 1
        let connector = network.connectors[index]
        let ends = (network.root(connector.tail), network.root(connector.head))
        let next = ends.0 == at ? ends.1 : ends.0
        if !path.contains(next) { best = max(best, connector.lengthMetres + longest(next)) }
      }
      return best
    }
    return longest(network.root(site))
  }

  private func joins(_ connector: Connector, _ a: Int, _ b: Int) -> Bool {
    let ends = (network.root(connector.tail), network.root(connector.head))
    return ends == (a, b) || ends == (b, a)
  }

  /// Whether ways that exist serve a need at no more than twice the length of a connector.
  private func isServed(_ site: Int, _ target: ConnectorTarget) -> Bool {
    let limit = 2 * target.distanceMetres
    for isForward in [true, false] where target.need.contains(isForward ? .leave : .arrive) {
      let known = network.distances(from: site, isForward: isForward, limitMetres: limit)
      let metres = network.metres(to: target.position, on: target.line, given: known, isForward: isForward)
      guard let metres, metres <= limit else { return false }
    }
    return true
  }
}
