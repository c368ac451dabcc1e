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

/// An end of a way that may become a connector.
struct WayEnd {
  var plane: PlanePoint
  /// Centimetres above mean sea level; nil when unknown.
  var height: Int32?
  /// Centimetres of height inferred from all around; nil where none was.
  var inferredHeight: Int32?
}

/// Which ways the ground lets one go.
struct GroundVerdict: Hashable {
  var forward: Bool
  var backward: Bool

  static let both = GroundVerdict(forward: true, backward: true)
  static let none = GroundVerdict(forward: false, backward: false)

  /// Whether it serves a need, seen from the first end.
  func serves(_ need: ConnectorNeed) -> Bool {
    need.isEmpty
      ? forward || backward
      : (forward || !need.contains(.leave)) && (backward || !need.contains(.arrive))
  }

  /// What of a need it serves.
  func served(_ need: ConnectorNeed) -> ConnectorNeed {
    var served = need
    if !forward { served.remove(.leave) }
    if !backward { served.remove(.arrive) }
    return served
  }
}

extension Connecting {
  /// An existing stop this near on a line serves as well as a new one, metres.
  static let stopReuseMetres = 5.0

  /// Decides which ways one may go over a piece of ground; what is unknown is allowed.
  ///
  /// No way is longer than the limit, climbs or drops more than the limit, or leads over a ridge or through a gully; none has
  /// a section steeper than can be slid down, and upwards none that can't be walked.
  func verdict(on ground: ConnectorGround) -> GroundVerdict {
    guard ground.lengthMetres <= options.connectorLimitMetres else { return .none }
    guard let relief = ground.reliefMetres, let steepest = ground.steepestGradient,
      let undulation = ground.undulationMetres
    else { return .both }
    guard relief <= options.connectorClimbLimitMetres, steepest <= options.connectorGradientLimit,
      undulation <= options.connectorUndulationLimitMetres
    else { return .none }
    let isWalked = steepest <= options.connectorWalkGradientLimit
    func allows(climb: Double?, rises: Bool) -> Bool {
      (climb ?? 0) <= options.connectorClimbLimitMetres && (isWalked || !rises)
    }
    let rises = (ground.metres?.last ?? 0) > (ground.metres?.first ?? 0)
    return GroundVerdict(
      forward: allows(climb: ground.climbMetres(), rises: rises),
      backward: allows(climb: ground.climbMetres(reversed: true), rises: !rises))
  }

  /// Returns the place of each line within reach that serves a need best, nearest first.
  ///
  /// That is the nearest place, or one a little farther along that can be slid to, or from, where the nearest can't.
  /// - Complexity: O(log *n* + *k* · *v*) for *k* lines near by.
  func targets(
    from site: Int, within metres: Double, need: ConnectorNeed, _ network: Network
  ) throws -> [ConnectorTarget] {
    let at = network.sites[network.root(site)]
    var targets: [ConnectorTarget] = []
    for line in try index.lines(near: at.plane, within: metres) {
      let (position, distance) = network.lines[line].nearest(to: at.plane)
      guard distance <= metres,
        !at.layers.isDisjoint(with: network.layers(of: line, at: position, within: options.samePlaceMetres))
      else { continue }
      if let slid = network.slidingPlace(
        from: network.end(site), near: position, distance, within: metres, on: line, need),
        let target = try target(site, line, slid, need, network)
      {
        targets.append(target)
      } else if let target = try target(site, line, position, need, network) {
        targets.append(target)
      }
    }
    return targets.sorted { ($0.distanceMetres, $0.line) < ($1.distanceMetres, $1.line) }
  }

  private func target(
    _ site: Int, _ line: Int, _ position: LinePosition, _ need: ConnectorNeed,
    _ network: Network
  ) throws -> ConnectorTarget? {
    let served = network.served(need, line, position)
    guard !served.isEmpty else { return nil }
    let ground = try ground(from: network.end(site), to: network.end(line, position), network)
    let need = verdict(on: ground).served(served)
    return need.isEmpty
      ? nil
      : ConnectorTarget(line: line, position: position, distanceMetres: ground.lengthMetres, need: need)
  }
}

extension Network {
  /// The place of a site, and that of a position on a line, as an end of a way.
  func end(_ site: Int) -> WayEnd {
    let at = sites[root(site)]
    return WayEnd(plane: at.plane, height: at.height, inferredHeight: at.inferredHeight)
  }
  func end(_ line: Int, _ position: LinePosition) -> WayEnd {
    let track = lines[line]
    return WayEnd(
      plane: track.point(position), height: track.height(position),
      inferredHeight: track.inferredHeight(position) ?? track.height(position))
  }

  /// The site at an end of a line, in the direction of travel.
  func endSite(_ line: Int, isLower: Bool) -> Int {
    let isLast = isLower == (lines[line].travel != .against)
    let stops = stops[line]
    return root(stops[isLast ? stops.count - 1 : 0].site)
  }

  /// What the end of a line needs: a way on below, a way to it above; both when it is used both ways.
  func need(_ line: Int, isLower: Bool) -> ConnectorNeed {
    lines[line].travel == .both ? [.leave, .arrive] : isLower ? .leave : .arrive
  }

  /// Returns what of a need a position on a line can serve.
  func served(_ need: ConnectorNeed, _ line: Int, _ position: LinePosition) -> ConnectorNeed {
    var served: ConnectorNeed = []
    if need.contains(.leave), lines[line].canLeave(position) { served.insert(.leave) }
    if need.contains(.arrive), lines[line].canArrive(position) { served.insert(.arrive) }
    return served
  }
}
