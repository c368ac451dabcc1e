import SkiBase
import SkiGraph
import SkiTerrain

/// The stage that adds paths across mapped areas between their entries.
///
/// A constant: the network is passed in and out.
struct AreaCrosser: BuildStage {
  let connecting: ConnectorStage
  let runs: [LocalRun]
  var context: BuildContext { connecting.context }
  /// The spatial index of the network's lines.
  var index: LineIndex { connecting.index }

  /// The distance in metres by which a path may leave its area, since outlines are drawn by hand.
  static let edgeToleranceMetres = 1.0
  /// The greatest number of entries of an area considered.
  private static let entryLimit = 2000
  /// The greatest number of near entries tried for an entry over the limit.
  private static let nearLimit = 20
  /// The factor of the cost of climbing when the quickest path climbs too much.
  private static let climbPenaltyFactor = 10.0

  /// Adds paths across mapped areas between their entries.
  ///
  /// Paths lead downhill, or both ways where there is no clear drop. A path is left out where lines or paths through a
  /// third entry are not much longer.
  /// - Returns: The areas with their entries.
  /// - Complexity: O(*a* · *e* · *n* log *n*) in areas, entries of each and points of the search graph, the last two
  ///   bounded.
  func crossAreas(
    _ network: inout Network, _ report: inout ImportReport
  ) throws -> [CrossableArea] {
    var areas = try findEntries(&network)
    for number in areas.indices {
      try stop.check()
      try cross(&areas[number], &network)
      if areas[number].entries.count < 2 {
        let run = runs[areas[number].run].run
        report.count("areaLeadsNowhere", .noted, id: run.id.rawValue, detail: run.name ?? "")
      }
    }
    return areas
  }

  /// Adds the missing paths across one area.
  func cross(_ area: inout CrossableArea, _ network: inout Network) throws {
    area.entries = network.spread(Set(area.entries.map { network.root($0) }).sorted(), Self.entryLimit)
    try inferEntryElevations(area, &network)
    area.inferredGradient = inferredGradient(of: area, network)
    let entries = network.spread(area.entries, options.areaEntryLimit)
    let heights = try entryElevations(entries, network)
    var choice = CrossingChoice(lineMetres(area, entries, network))
    let isOpen = entries.indices.contains { a in
      entries.indices.contains { b in a != b && mayNeed(a, b, entries, heights, choice, network) }
    }
    guard entries.count > 1, isOpen else { return }
    let rest = Set(area.entries).subtracting(entries).sorted()
    let finder = try pathFinder(area, entries + rest, network)
    let trees = try entries.indices.map { try finder.paths(fromEntry: $0, stop: stop) }
    for offer in offers(finder, trees, entries, heights, choice, network) where choice.needs(offer) {
      if try cross(area, offer, finder, trees, entries, heights, &network) { choice.take(offer) }
    }
    try attach(rest, area, finder, trees, entries, heights, &network)
  }

  /// Joins entries over the limit with the nearest of the chosen ones, in both directions.
  private func attach(
    _ rest: [Int], _ area: CrossableArea, _ finder: AreaPathFinder, _ trees: [QuickestPaths],
    _ entries: [Int],
    _ heights: [Double?], _ network: inout Network
  ) throws {
    let all = entries + rest
    let allHeights = heights + (try entryElevations(rest, network))
    for number in entries.count..<max(entries.count, all.count) {
      let near = entries.indices.map {
        (metres: trees[$0].metres[finder.graph.firstEntry + number], entry: $0)
      }
      var made: (out: Int, in: Int) = (0, 0)
      for (metres, entry) in near.filter(\.metres.isFinite).sorted(by: { $0 < $1 }).prefix(Self.nearLimit) {
        let travel =
          travel(allHeights[entry], allHeights[number], metres)
          ?? .both
        guard travel != .along && made.out < 2 || travel != .against && made.in < 2 else { continue }
        let path = finder.straightened(trees[entry].path(to: finder.graph.firstEntry + number), trees[entry])
        let (tail, head) = travel == .against ? (number, entry) : (entry, number)
        let offer = CrossingChoice.Candidate(
          tail: tail, head: head, metres: metres, isTwoWay: travel == .both)
        guard
          let crossing = try crossing(
            area, offer, travel == .against ? path.reversed() : path, finder, all, allHeights, network)
        else { continue }
        network.add(crossing)
        made.out += travel != .along ? 1 : 0
        made.in += travel != .against ? 1 : 0
      }
    }
  }

  /// Returns the elevations of the entries in metres: from the elevation source, else from the lines.
  private func entryElevations(_ entries: [Int], _ network: Network) throws -> [Double?] {
    let places = entries.map { network.sites[$0].place.coordinate }
    let known = try elevations.knownElevations(at: places)
    return entries.indices.map { entry in
      known?[entry] ?? network.sites[entries[entry]].elevation.map { Double($0) / 100 }
    }
  }

  /// Returns the distances in metres between entries along lines and existing paths.
  private func lineMetres(
    _ area: CrossableArea, _ entries: [Int], _ network: Network
  ) -> [[Double]] {
    var legs = AreaConnections(area, runs, network)
    var known = entries.map { entry in
      let metres = legs.metres(from: entry)
      return entries.map { metres[$0] ?? .infinity }
    }
    let position = Dictionary(uniqueKeysWithValues: zip(entries, entries.indices))
    for crossing in (network.crossingsOf[area.run] ?? []).map({ network.crossings[$0] }) {
      guard let tail = position[network.root(crossing.tail)], let head = position[network.root(crossing.head)]
      else { continue }
      known[tail][head] = min(known[tail][head], crossing.mapLengthMetres)
      if crossing.allowsBackward { known[head][tail] = min(known[head][tail], crossing.mapLengthMetres) }
    }
    return known
  }

  /// Returns whether a path between two entries can be needed and admissible, judged by its straight length.
  private func mayNeed(
    _ a: Int, _ b: Int, _ entries: [Int], _ heights: [Double?], _ choice: CrossingChoice,
    _ network: Network
  ) -> Bool {
    let metres = network.sites[entries[a]].plane.distanceMetres(to: network.sites[entries[b]].plane)
    guard metres > GraphBuildOptions.samePlaceMetres, choice.metres[a][b] > metres * CrossingChoice.detour
    else {
      return false
    }
    guard let from = heights[a], let to = heights[b] else { return true }
    return to - from <= max(GraphBuildOptions.flatCrossingMetres, 2 * metres)
  }

  /// Returns the candidate paths by ascending length.
  private func offers(
    _ finder: AreaPathFinder, _ trees: [QuickestPaths], _ entries: [Int], _ heights: [Double?],
    _ choice: CrossingChoice, _ network: Network
  ) -> [CrossingChoice.Candidate] {
    var offers: [CrossingChoice.Candidate] = []
    for tail in entries.indices {
      for head in entries.indices where tail != head && mayNeed(tail, head, entries, heights, choice, network)
      {
        let metres = trees[tail].metres[finder.graph.firstEntry + head]
        guard metres.isFinite else { continue }
        let travel =
          travel(heights[tail], heights[head], metres)
          ?? inferredTravel(choice.metres[tail][head], choice.metres[head][tail])
        guard travel != .against,
          travel == .along || tail < head || !mayNeed(head, tail, entries, heights, choice, network)
        else { continue }
        offers.append(
          CrossingChoice.Candidate(tail: tail, head: head, metres: metres, isTwoWay: travel == .both))
      }
    }
    return offers.sorted { ($0.metres, $0.tail, $0.head) < ($1.metres, $1.tail, $1.head) }
  }

  /// Returns the direction of a path, downwards where the drop is clear; nil without elevations.
  private func travel(_ from: Double?, _ to: Double?, _ metres: Double) -> Travel? {
    guard let from, let to else { return nil }
    let drop = from - to
    guard abs(drop) > GraphBuildOptions.flatCrossingMetres,
      abs(drop) > GraphBuildOptions.clearDropGradient * metres
    else {
      return .both
    }
    return drop > 0 ? .along : .against
  }

  /// Returns the direction of a path without elevations: that of the lines in and around the area, else both ways.
  ///
  /// Estimates from surrounding runs and lifts were wrong for a quarter of the paths at Alta and Snowbird.
  private func inferredTravel(_ there: Double, _ back: Double) -> Travel {
    there.isFinite == back.isFinite ? .both : there.isFinite ? .along : .against
  }

  /// Adds a path, or one that climbs less where the quickest climbs too much; returns whether there is one.
  // swift-format-ignore
  private func cross(
    _ area: CrossableArea, _ offer: CrossingChoice.Candidate, _ finder: AreaPathFinder, _ trees: [QuickestPaths],
    _ entries: [Int], _ heights: [Double?], _ network: inout Network
  ) throws -> Bool {
    let goal = finder.graph.firstEntry + offer.head
    let path = finder.straightened(trees[offer.tail].path(to: goal), trees[offer.tail])
    if let crossing = try crossing(area, offer, path, finder, entries, heights, network) {
      network.add(crossing)
      return true
    }
    let careful = try finder.paths(fromEntry: offer.tail, climbCostFactor: Self.climbPenaltyFactor, stop: stop)
    let other = finder.straightened(careful.path(to: goal), careful, climbCostFactor: Self.climbPenaltyFactor)
    guard let crossing = try crossing(area, offer, other, finder, entries, heights, network) else { return false }
    network.add(crossing)
    return true
  }

  // swift-format-ignore
  private func crossing(
    _ area: CrossableArea, _ offer: CrossingChoice.Candidate, _ path: [PlanePoint], _ finder: AreaPathFinder,
    _ entries: [Int], _ ends: [Double?], _ network: Network
  ) throws -> AreaCrossing? {
    let (points, lengths) = Self.sampled(path)
    let total = lengths[lengths.count - 1]
    guard total > GraphBuildOptions.samePlaceMetres else { return nil }
    let profile = try crossingProfile(points, lengths, finder, ends[offer.tail], ends[offer.head])
    if let profile {
      let limit = options.crossingClimbMetres + GraphBuildOptions.clearDropGradient * total
      let descent = offer.isTwoWay ? profile.totalDescentMetres() : 0
      guard profile.totalAscentMetres() <= limit, descent <= limit else { return nil }
    }
    let rise = profile == nil ? network.inferredRise(area, entries[offer.tail], entries[offer.head], total, runs[area.run].grade) : nil
    return AreaCrossing(
      run: area.run, tail: entries[offer.tail], head: entries[offer.head], points: points,
      elevations: profile.map { profile in
        lengths.map { Int32((profile.elevationMetres(atDistance: $0) * 100).rounded()) }
      }, allowsBackward: offer.isTwoWay, inferredElevations: rise?.elevations(lengths), mapLengthMetres: total,
      isEstimated: ends[offer.tail] == nil || ends[offer.head] == nil,
      isDirectionUnknown: offer.isTwoWay && rise?.isSignKnown == false)
  }
}

extension Network {
  /// Returns the inferred rise of a path across an area of a grade; nil where those of its ends are unknown.
  fileprivate func inferredRise(
    _ area: CrossableArea, _ tail: Int, _ head: Int, _ lengthMetres: Double, _ grade: Difficulty?
  ) -> InferredRise? {
    guard let low = sites[root(tail)].inferredElevation, let high = sites[root(head)].inferredElevation,
      lengthMetres > 0
    else { return nil }
    return InferredRise(
      from: Double(low) / 100, to: Double(high) / 100, lengthMetres: lengthMetres, grade: grade,
      areaGradient: area.inferredGradient ?? 0)
  }
}

/// The rise of a path across an area, inferred from elevations around it.
///
/// Elevations that are interpolated across an area flatten it. In six real areas the steep paths whose inferred rise is half
/// of the usual one of their grade or more lead in its direction, 49 of 50, and truly rise by 0.85 of the usual in the median;
/// of those with less 19 of 66 lead in the other one, half of them where the plane through all entries is flatter than half
/// of the usual. Such paths may lead up either way.
struct InferredRise {
  /// The greatest gradient of a path whose elevations are inferred.
  private static let gradientLimit = 0.5
  /// The share of the usual rise, and of the usual gradient of the area, from which the direction is known.
  private static let clearShare = 0.5

  private let middleMetres: Double
  private let riseMetres: Double
  private let lengthMetres: Double
  /// Indicates whether the inferred elevations tell in which direction the path rises.
  let isSignKnown: Bool

  /// Creates the rise between inferred elevations in metres over the length of a path.
  /// - Parameter areaGradient: The gradient of the plane through the inferred elevations of all entries.
  init(
    from low: Double, to high: Double, lengthMetres: Double, grade: Difficulty?, areaGradient: Double
  ) {
    let limit = Self.gradientLimit * lengthMetres
    let usual = TypicalGradients.run(grade).mean
    isSignKnown =
      abs(high - low) >= Self.clearShare * usual * lengthMetres && areaGradient >= Self.clearShare * usual
    let gradient = isSignKnown ? TypicalGradients.steep(grade) : TypicalGradients.steepest(grade)
    let steep = min(limit, gradient * lengthMetres)
    let rise = max(steep, min(limit, abs(high - low)))
    (middleMetres, self.lengthMetres) = ((low + high) / 2, lengthMetres)
    riseMetres = high < low ? -rise : rise
  }

  /// Returns the elevations in centimetres at distances in metres along the path.
  func elevations(_ distances: [Double]) -> [Int32] {
    distances.map { InferredElevation.centimetres(middleMetres + riseMetres * ($0 / lengthMetres - 0.5)) }
  }
}

extension AreaCrosser {
  /// Returns the highest and the lowest site of each run mapped as areas, which represent it as a place.
  ///
  /// For an outline these are sites of its lines in it, or the nearest ones where there are none.
  /// - Complexity: O(*a* · *s*) in areas and the sites of their lines, and O(*c*) in crossings.
  func ends(of areas: [CrossableArea], _ network: Network) throws -> [Int: AreaEnds] {
    var crossed: [Int: [Int]] = [:]
    for crossing in network.crossings {
      crossed[crossing.run, default: []] += [network.root(crossing.tail), network.root(crossing.head)]
    }
    for area in areas {
      crossed[area.run, default: []] += area.entries.map(network.root).filter(network.isUsed)
    }
    var ends: [Int: AreaEnds] = [:]
    for run in runs.indices where !runs[run].areas.isEmpty {
      var sites = crossed[run] ?? []
      for area in runs[run].areas { sites += try outlineStops(area, network) }
      ends[run] = network.outermost(sites)
    }
    return ends
  }

  private func outlineStops(_ area: LocalArea, _ network: Network) throws -> [Int] {
    let stops = Set(area.outlined.flatMap { network.stops[$0].map { network.root($0.site) } }).sorted()
    let away = try stops.map { try area.shape.distanceMetres(to: geos.point(network.sites[$0].plane)) }
    let least = max(options.runEndReachMetres, away.min() ?? 0)
    return zip(stops, away).filter { $0.1 <= least }.map(\.0)
  }
}

extension Network {
  /// Returns whether a line or a connector leads to a site.
  fileprivate func isUsed(_ site: Int) -> Bool {
    !connectorsAt[site].isEmpty
      || linesThrough[site].contains { !stops[$0].isEmpty }
  }

  fileprivate func outermost(_ found: [Int]) -> AreaEnds? {
    let ends = Set(found).sorted()
    guard let first = ends.first, let last = ends.last else { return nil }
    func height(_ site: Int) -> Int32 {
      sites[site].elevation ?? sites[site].inferredElevation ?? 0
    }
    let upper = ends.max { (height($0), $1) < (height($1), $0) } ?? first
    let lower = ends.min { (height($0), $0) < (height($1), $1) } ?? last
    return height(upper) == height(lower)
      ? AreaEnds(upper: first, lower: last) : AreaEnds(upper: upper, lower: lower)
  }
}

/// The choice of paths across an area that existing connections don't replace.
///
/// A greedy spanner: candidates are taken by ascending length, and one is needed only when the existing distance
/// exceeds its length by more than the detour factor. **Source:** Althöfer, Das, Dobkin, Joseph and Soares 1993, "On
/// sparse spanners of weighted graphs".
struct CrossingChoice: Sendable {
  /// A candidate path.
  struct Candidate: Sendable, Hashable {
    /// The index of the entry at its start.
    var tail: Int
    /// The index of the entry at its end.
    var head: Int
    var metres: Double
    /// Indicates whether the path is two-way.
    var isTwoWay: Bool
  }

  /// The greatest factor by which existing connections may be longer.
  static let detour = 1.25

  /// The distances in metres between entries by existing connections; infinite where there is none.
  private(set) var metres: [[Double]]

  /// Creates the choice from the connections by lines. Complexity: O(*e*³) in entries.
  ///
  /// **Source:** Floyd 1962, "Algorithm 97: Shortest path".
  init(_ metres: [[Double]]) {
    self.metres = metres
    for entry in metres.indices { self.metres[entry][entry] = 0 }
    for middle in metres.indices { join(through: middle) }
  }

  private mutating func join(through middle: Int) {
    let after = metres[middle]
    for start in metres.indices {
      let first = metres[start][middle]
      guard first.isFinite, start != middle else { continue }
      for end in after.indices where first + after[end] < metres[start][end] {
        metres[start][end] = first + after[end]
      }
    }
  }

  /// Returns whether no existing connection replaces a candidate in one of its directions.
  func needs(_ offer: Candidate) -> Bool {
    let limit = offer.metres * Self.detour
    return metres[offer.tail][offer.head] > limit || offer.isTwoWay && metres[offer.head][offer.tail] > limit
  }

  /// Adds a path. Complexity: O(*e*²) in entries.
  mutating func take(_ offer: Candidate) {
    add(offer.tail, offer.head, offer.metres)
    if offer.isTwoWay { add(offer.head, offer.tail, offer.metres) }
  }

  private mutating func add(_ tail: Int, _ head: Int, _ length: Double) {
    guard length < metres[tail][head] else { return }
    let after = metres[head]
    for start in metres.indices {
      let first = metres[start][tail] + length
      guard first.isFinite else { continue }
      for end in after.indices where first + after[end] < metres[start][end] {
        metres[start][end] = first + after[end]
      }
    }
  }
}
