/// The admissible positions on lines around a site, nearest first, judged when they are asked for.
///
/// Each line has at most one: its nearest position, or one a little farther along that is reached, or left, by sliding
/// where the nearest is not. The terrain to a position is sampled only when no nearer one was taken. Elevations and
/// lines don't change while connectors are added, so that the order of asking changes nothing.
struct ConnectorTargets {
  /// A position on a line that is not judged yet.
  private struct Candidate {
    var line: Int
    var position: LinePosition
    var metres: Double
    /// The position reached by sliding, and its distance in metres; nil where the nearest will do.
    var slid: (position: LinePosition, metres: Double)?
    /// The target of a candidate judged before its turn.
    var judged: ConnectorTarget?

    /// The least distance in metres at which the line may have a target.
    var leastMetres: Double { judged?.distanceMetres ?? min(metres, slid?.metres ?? .infinity) }
  }

  private let stage: ConnectorStage
  private let from: ConnectorEnd
  private let need: ConnectorNeed
  private let lines: [ProjectedLine]
  /// The candidates by descending distance, of equal ones the first line last.
  private var candidates: [Candidate] = []

  /// Creates the targets of a site within some metres.
  /// - Parameters:
  ///   - limitMetres: The distance from which on targets aren't wanted, where the caller knows nearer ones.
  ///   - isWanted: Returns whether a line may have a target, asked before its nearest position is known.
  /// - Complexity: O(log *n* + *k* · *v*) for *k* lines nearby.
  init(
    _ stage: ConnectorStage, from site: Int, within metres: Double, below limitMetres: Double = .infinity,
    need: ConnectorNeed, _ network: Network,
    where isWanted: (Int) -> Bool = { _ in true }
  ) throws {
    (self.stage, self.need, lines) = (stage, need, network.lines)
    from = network.end(site)
    let layers = network.sites[network.root(site)].layers
    let reach = min(metres, limitMetres)
    for line in try stage.index.lines(near: from.plane, within: reach) where isWanted(line) {
      guard let (position, distance) = lines[line].nearest(to: from.plane, within: reach),
        network.isOn(layers, line, at: position, within: GraphBuildOptions.samePlaceMetres)
      else { continue }
      let slid = network.slidingPlace(from: from, near: position, distance, within: metres, on: line, need)
      candidates.append(
        Candidate(
          line: line, position: position, metres: self.metres(line, position),
          slid: slid.map { ($0, self.metres(line, $0)) }))
    }
    candidates.sort { Self.isBefore($1, $0) }
  }

  private func metres(_ line: Int, _ position: LinePosition) -> Double {
    from.plane.distanceMetres(to: lines[line].point(position))
  }

  private static func isBefore(_ a: Candidate, _ b: Candidate) -> Bool {
    (a.leastMetres, a.line) < (b.leastMetres, b.line)
  }

  /// Returns the next target that passes a filter; nil when no more is nearer than a limit.
  /// - Parameters:
  ///   - limitMetres: The distance from which on targets aren't wanted.
  ///   - isWanted: Returns whether a position on a line is wanted, judged when it is the nearest left.
  /// - Complexity: O(*s* (log *n* + *k* · *v*)) in steps of the terrain to each position judged, and lines near each.
  mutating func next(
    below limitMetres: Double = .infinity, where isWanted: (ConnectorTarget) -> Bool = { _ in true }
  ) throws -> ConnectorTarget? {
    while var nearest = candidates.last, nearest.leastMetres < limitMetres {
      candidates.removeLast()
      if let judged = nearest.judged {
        if isWanted(judged) { return judged }
      } else if let slid = nearest.slid {
        nearest.judged = try target(nearest.line, slid.position, slid.metres)
        nearest.slid = nil
        putBack(nearest)
      } else {
        let open = served(nearest.line, nearest.position, nearest.metres)
        if let open, isWanted(open), let target = try admitted(open) { return target }
      }
    }
    return nil
  }

  private mutating func putBack(_ candidate: Candidate) {
    var at = candidates.count
    while at > 0, Self.isBefore(candidates[at - 1], candidate) { at -= 1 }
    candidates.insert(candidate, at: at)
  }

  private func target(_ line: Int, _ position: LinePosition, _ metres: Double) throws -> ConnectorTarget? {
    try served(line, position, metres).flatMap(admitted)
  }

  /// Returns a position as a target for the part of the need that travel along the line serves; nil for none.
  private func served(_ line: Int, _ position: LinePosition, _ metres: Double) -> ConnectorTarget? {
    let served = lines[line].served(need, position)
    return served.isEmpty
      ? nil : ConnectorTarget(line: line, position: position, distanceMetres: metres, need: served)
  }

  /// Returns the target for the part of its need that the terrain permits; nil for none.
  private func admitted(_ target: ConnectorTarget) throws -> ConnectorTarget? {
    let end = lines[target.line].end(at: target.position)
    guard !stage.surfaceLifts.areCrossed(from: from.plane, to: end.plane) else { return nil }
    let profile = try stage.profile(from: from, to: end, lines)
    var admitted = target
    admitted.need = stage.allowedDirections(on: profile).served(target.need)
    return admitted.need.isEmpty ? nil : admitted
  }
}

extension Network {
  /// The rise in metres up to which the nearest position is kept.
  private static let levelMetres = 1.0
  /// The search distance as a multiple of that of the nearest position.
  private static let fartherFactor = 2.0
  /// The addition to the search distance, in metres.
  private static let fartherMetres = 15.0
  /// The spacing of the positions tried, in metres.
  private static let stepMetres = 5.0

  /// Returns a position a little farther along a run that is reached by sliding where the nearest needs a climb; for an
  /// access, one farther up the run from which the site is reached by sliding.
  ///
  /// - Returns: The position; nil where the nearest will do, where both directions are needed, or where there is none.
  /// - Complexity: O(*s* log *v*) in steps.
  fileprivate func slidingPlace(
    from end: ConnectorEnd, near position: LinePosition, _ distance: Double, within metres: Double,
    on line: Int,
    _ need: ConnectorNeed
  ) -> LinePosition? {
    let track = lines[line]
    guard need == .leave || need == .arrive, track.travel != .both, let own = end.elevation,
      let there = track.elevation(position)
    else { return nil }
    func rise(_ height: Int32) -> Double { Double(need == .leave ? height - own : own - height) / 100 }
    guard rise(there) > Self.levelMetres else { return nil }
    let reach = min(metres, Self.fartherFactor * distance + Self.fartherMetres)
    let goesUpIndex = (track.travel == .along) == (need == .leave)
    let start = Double(track.offset(position) - track.offsets[0]) / 100
    var along = Self.stepMetres
    while along <= 2 * reach {
      let at = start + (goesUpIndex ? along : -along)
      guard at >= 0, at <= track.mapLengthMetres else { return nil }
      let place = track.position(atMetres: at)
      guard track.point(place).distanceMetres(to: end.plane) <= reach else { return nil }
      if let height = track.elevation(place), rise(height) <= 0 { return place }
      along += Self.stepMetres
    }
    return nil
  }
}
