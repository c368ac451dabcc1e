import SkiGraph

/// The directions that a connector must serve, seen from its first site.
struct ConnectorNeed: OptionSet, Sendable {
  let rawValue: UInt8
  /// The need of an exit from the site.
  static let leave = ConnectorNeed(rawValue: 1)
  /// The need of an access to the site.
  static let arrive = ConnectorNeed(rawValue: 2)
}

/// A position on a line that a site may be connected with.
struct ConnectorTarget {
  var line: Int
  var position: LinePosition
  var distanceMetres: Double
  var need: ConnectorNeed
}

/// An end of a candidate connector.
struct ConnectorEnd {
  var plane: PlanePoint
  /// The elevation in centimetres above mean sea level; nil when unknown.
  var elevation: Int32?
  /// The inferred elevation in centimetres; nil where none was inferred.
  var inferredElevation: Int32?
}

/// The directions that the terrain permits.
struct AllowedDirections: Hashable {
  var forward: Bool
  var backward: Bool

  static let both = AllowedDirections(forward: true, backward: true)
  static let none = AllowedDirections(forward: false, backward: false)

  /// Returns whether the directions serve a need, seen from the first end.
  func serves(_ need: ConnectorNeed) -> Bool {
    need.isEmpty
      ? forward || backward
      : (forward || !need.contains(.leave)) && (backward || !need.contains(.arrive))
  }

  /// Returns the part of a need that the directions serve.
  func served(_ need: ConnectorNeed) -> ConnectorNeed {
    var served = need
    if !forward { served.remove(.leave) }
    if !backward { served.remove(.arrive) }
    return served
  }
}

extension ConnectorStage {
  /// The distance in metres within which an existing site of a line replaces a new one.
  static let stopReuseMetres = 5.0

  /// Returns the directions a piece of terrain permits; both where it is unknown.
  ///
  /// Length, climb, drop, ridges and gullies are limited; no section may be too steep to slide down, or to walk up
  /// where the connector rises, and none leads up a steep climb unless the stage admits that.
  func allowedDirections(on profile: ConnectorProfile) -> AllowedDirections {
    guard profile.mapLengthMetres <= options.connectorLimitMetres else { return .none }
    guard let relief = profile.reliefMetres, let steepest = profile.steepestGradient,
      let undulation = profile.undulationMetres
    else { return .both }
    guard relief <= options.connectorClimbLimitMetres, steepest <= options.connectorGradientLimit,
      undulation <= GraphBuildOptions.connectorUndulationLimitMetres
    else { return .none }
    let isWalked = steepest <= GraphBuildOptions.connectorWalkGradientLimit
    func allows(reversed: Bool) -> Bool {
      (profile.climbMetres(reversed: reversed) ?? 0) <= options.connectorClimbLimitMetres
        && (isWalked || rises == reversed)
        && (admitsSteepClimbs || !profile.climbsSteeply(reversed: reversed))
    }
    let rises = (profile.metres?.last ?? 0) > (profile.metres?.first ?? 0)
    return AllowedDirections(
      forward: allows(reversed: false), backward: allows(reversed: true))
  }
}

extension Network {
  /// Returns the end of a connector at a site.
  func end(_ site: Int) -> ConnectorEnd {
    let at = sites[root(site)]
    return ConnectorEnd(plane: at.plane, elevation: at.elevation, inferredElevation: at.inferredElevation)
  }

  /// Returns the site at an end of a line, in the direction of travel.
  func endSite(_ line: Int, isLower: Bool) -> Int {
    let isLast = isLower == (lines[line].travel != .against)
    let stops = stops[line]
    return root(stops[isLast ? stops.count - 1 : 0].site)
  }

  /// Returns the need of an end of a line: an exit at the lower end, an access at the upper; both for two-way lines.
  func need(_ line: Int, isLower: Bool) -> ConnectorNeed {
    lines[line].travel == .both ? [.leave, .arrive] : isLower ? .leave : .arrive
  }

  /// Returns the part of a need that a position on a line serves.
  func served(_ need: ConnectorNeed, _ line: Int, _ position: LinePosition) -> ConnectorNeed {
    lines[line].served(need, position)
  }
}

extension ProjectedLine {
  /// Returns the end of a connector at a position.
  func end(at position: LinePosition) -> ConnectorEnd {
    ConnectorEnd(
      plane: point(position), elevation: elevation(position),
      inferredElevation: inferredElevation(position) ?? elevation(position))
  }

  /// Returns the part of a need that a position serves.
  func served(_ need: ConnectorNeed, _ position: LinePosition) -> ConnectorNeed {
    var served: ConnectorNeed = []
    if need.contains(.leave), canLeave(position) { served.insert(.leave) }
    if need.contains(.arrive), canArrive(position) { served.insert(.arrive) }
    return served
  }
}

extension ConnectorStage {
  /// The length in metres up to which a walk to or from a run leads over unknown terrain, which could hide a cliff.
  static let unknownTerrainMetres = 60.0

  /// Returns whether a walk is possible over some terrain: no section is steeper than the limit of walks, it does not
  /// climb steeply, and length, climb, ridges and gullies are within those of connectors. Unknown terrain permits short
  /// ones only.
  func canWalk(_ ground: ConnectorProfile) -> Bool {
    let limit = ground.metres == nil ? Self.unknownTerrainMetres : options.connectorLimitMetres
    let rounding = ConnectorProfile.roundingMetres
    return ground.mapLengthMetres <= limit + rounding && !hasCliff(ground) && !ground.climbsSteeply()
      && (ground.reliefMetres ?? 0) <= options.connectorClimbLimitMetres + rounding
      && (ground.undulationMetres ?? 0) <= GraphBuildOptions.connectorUndulationLimitMetres + rounding
  }

  /// Returns whether a section of some terrain is too steep to walk.
  func hasCliff(_ ground: ConnectorProfile) -> Bool {
    (ground.steepestGradient ?? 0) > GraphBuildOptions.walkGradientLimit
  }

  /// Returns whether the elevations of two sites let a walk between them be possible.
  func mayWalk(_ a: Site, _ b: Site, metres: Double) -> Bool {
    guard !a.layers.isDisjoint(with: b.layers) else { return false }
    guard let low = a.elevation, let high = b.elevation else { return true }
    let rise = abs(Double(high - low)) / 100
    let limit = min(options.connectorClimbLimitMetres, GraphBuildOptions.walkGradientLimit * max(metres, 25))
    return rise <= limit + ConnectorProfile.roundingMetres
  }
}

/// The lines of lifts that pull or carry skiers over the snow, which walks do not cross.
struct SurfaceLifts: Sendable {
  private let lines: [(box: PlaneBox, points: [PlanePoint])]

  /// The distance in metres from an end of a lift up to which people walk around it.
  private static let endMetres = 20.0

  init(_ lifts: [LocalLift]) {
    lines = lifts.filter(\.lift.kind.isPulled).map { (PlaneBox($0.track.plane), $0.track.plane) }
  }

  /// Returns whether a straight walk crosses a lift farther than 20 m from both its ends.
  /// - Complexity: O(*l* + *v*) in the lifts and the vertices of those nearby.
  func areCrossed(from a: PlanePoint, to b: PlanePoint) -> Bool {
    let box = PlaneBox([a, b])
    return lines.contains { lift in
      let line = lift.points
      return lift.box.meets(box)
        && zip(line, line.dropFirst()).contains { p, q in
          guard let (onWalk, _) = PlaneSegment(a, b).crossingFractions(PlaneSegment(p, q)) else {
            return false
          }
          let place = a.towards(b, onWalk)
          return place.distanceMetres(to: line[0]) > Self.endMetres
            && place.distanceMetres(to: line[line.count - 1]) > Self.endMetres
        }
    }
  }
}

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
