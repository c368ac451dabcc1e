import SkiGeo
import SkiGraph
import SkiModel

/// What a connector is wanted for, seen from the site it starts at.
struct ConnectorNeed: OptionSet, Sendable {
  let rawValue: UInt8
  /// Something comes to the site and must go on.
  static let leave = ConnectorNeed(rawValue: 1)
  /// Something goes on from the site and must be come to.
  static let arrive = ConnectorNeed(rawValue: 2)
}

/// A place on a line that a site may be connected to.
struct ConnectorTarget {
  var line: Int
  var position: LinePosition
  var distanceMetres: Double
  var need: ConnectorNeed
}

extension Locality {
  /// Short connectors are not judged by their gradient alone: heights are not that good. Metres.
  static let gradientWindowMetres = 25.0
  /// How many connectors a search for the longest chain tries.
  static let chainStepLimit = 2000
  /// An existing stop this near on a line serves as well as a new one, metres.
  static let stopReuseMetres = 5.0

  /// Whether a straight way between two heights is allowed; what is unknown is allowed.
  func allowsConnector(from low: Int32?, to high: Int32?, lengthMetres: Double) -> Bool {
    guard lengthMetres <= options.connectorLimitMetres else { return false }
    guard let low, let high else { return true }
    let climb = abs(Double(high) - Double(low)) / 100
    return climb <= options.connectorClimbLimitMetres
      && climb <= options.connectorGradientLimit * max(lengthMetres, Self.gradientWindowMetres)
  }

  /// Returns what of a need a position on a line can serve.
  func served(_ need: ConnectorNeed, _ line: Int, _ position: LinePosition) -> ConnectorNeed {
    var served: ConnectorNeed = []
    if need.contains(.leave), network.lines[line].canLeave(position) { served.insert(.leave) }
    if need.contains(.arrive), network.lines[line].canArrive(position) { served.insert(.arrive) }
    return served
  }

  /// Returns the nearest place of each line within reach that serves a need, nearest first.
  /// - Complexity: O(log *n* + *k* · *v*) for *k* lines near by.
  func targets(
    from site: Int, within metres: Double, need: ConnectorNeed, _ index: LineIndex
  ) throws -> [ConnectorTarget] {
    let at = network.sites[network.root(site)]
    var targets: [ConnectorTarget] = []
    for line in try index.lines(near: at.plane, within: metres) where network.lines[line].layer == at.layer {
      let (position, distance) = network.lines[line].nearest(to: at.plane)
      let served = served(need, line, position)
      guard distance <= metres, !served.isEmpty,
        allowsConnector(from: at.height, to: network.lines[line].height(position), lengthMetres: distance)
      else { continue }
      targets.append(ConnectorTarget(line: line, position: position, distanceMetres: distance, need: served))
    }
    return targets.sorted { ($0.distanceMetres, $0.line) < ($1.distanceMetres, $1.line) }
  }

  /// Connects a site with a place on a line, unless a short way is there already.
  /// - Returns: Whether site and place are joined now, or were before.
  @discardableResult
  mutating func connect(_ site: Int, _ target: ConnectorTarget, cause: LinkCause) -> Bool {
    if isServed(site, target) { return true }
    let reuse =
      target.distanceMetres <= options.samePlaceMetres ? options.samePlaceMetres : Self.stopReuseMetres
    let other = network.cut(target.line, at: target.position, within: reuse)
    return connect(site, with: other, cause: cause)
  }

  /// Connects two sites by a straight way, or makes them one where they are in the same place.
  @discardableResult
  mutating func connect(_ site: Int, with other: Int, cause: LinkCause) -> Bool {
    let (a, b) = (network.root(site), network.root(other))
    guard a != b else { return true }
    let (from, to) = (network.sites[a], network.sites[b])
    let length = from.plane.distanceMetres(to: to.plane)
    guard allowsConnector(from: from.height, to: to.height, lengthMetres: length) else { return false }
    if length <= options.samePlaceMetres {
      network.join(a, b, as: ConnectionConfidence.passing)
    } else if !network.connectorsAt[a].contains(where: { joins(network.connectors[$0], a, b) }) {
      let room = options.connectorChainLimitMetres - length
      guard longestChainMetres(from: a, but: b) + longestChainMetres(from: b, but: a) <= room else {
        return false
      }
      network.add(Connector(tail: a, head: b, cause: cause, lengthMetres: length))
    }
    return true
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
