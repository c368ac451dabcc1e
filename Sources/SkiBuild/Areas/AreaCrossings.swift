import SkiGeo
import SkiModel
import SkiTerrain

/// Makes ways across mapped areas between the places where something meets them.
///
/// A constant: the network that ways are added to is passed in and out.
struct AreaCrosser: BuildStage {
  let connecting: Connecting
  let runs: [LocalRun]
  var context: BuildContext { connecting.context }
  /// The lines of the network by place.
  var index: LineIndex { connecting.index }

  /// How far a way across may leave its area, metres: outlines are drawn by hand.
  static let edgeToleranceMetres = 1.0
  /// The most entries of one area that are looked at, and how many near ones one over the limit is led to at most.
  private static let entryLimit = 2000
  private static let nearLimit = 20
  /// Climbing is this many times as dear when the quickest way climbs too much.
  private static let dearClimb = 10.0

  /// Makes ways across mapped areas between the places where something meets them.
  ///
  /// Ways lead downhill; where there is no clear drop both ways. What lines or ways through a third place do as well gets
  /// no way of its own.
  /// - Returns: The areas, with the sites where they are met.
  /// - Complexity: O(*a* · *e* · *n* log *n*) in areas, entries of one and points it is searched on, the last two bounded.
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

  /// Makes the ways across one area that are not there yet.
  func cross(_ area: inout CrossableArea, _ network: inout Network) throws {
    area.entries = network.spread(Set(area.entries.map { network.root($0) }).sorted(), Self.entryLimit)
    try inferEntryHeights(area, &network)
    let entries = network.spread(area.entries, options.areaEntryLimit)
    let heights = try entryHeights(entries, network)
    var choice = CrossingChoice(lineMetres(area, entries, network))
    let isOpen = entries.indices.contains { a in
      entries.indices.contains { b in a != b && mayNeed(a, b, entries, heights, choice, network) }
    }
    guard entries.count > 1, isOpen else { return }
    let rest = Set(area.entries).subtracting(entries).sorted()
    let ways = try areaWays(area, entries + rest, network)
    let trees = try entries.indices.map { try ways.ways(fromEntry: $0, stop: stop) }
    for offer in offers(ways, trees, entries, heights, choice, network) where choice.needs(offer) {
      if try cross(area, offer, ways, trees, entries, heights, &network) { choice.take(offer) }
    }
    try attach(rest, area, ways, trees, entries, heights, &network)
  }

  /// Leads from entries over the limit to the nearest of those that count, and from such to them.
  private func attach(
    _ rest: [Int], _ area: CrossableArea, _ ways: AreaWays, _ trees: [QuickestWays], _ entries: [Int],
    _ heights: [Double?], _ network: inout Network
  ) throws {
    let all = entries + rest
    let allHeights = heights + (try entryHeights(rest, network))
    for number in entries.count..<max(entries.count, all.count) {
      let near = entries.indices.map { (metres: trees[$0].metres[ways.graph.firstEntry + number], entry: $0) }
      var made: (out: Int, in: Int) = (0, 0)
      for (metres, entry) in near.filter(\.metres.isFinite).sorted(by: { $0 < $1 }).prefix(Self.nearLimit) {
        let travel =
          travel(allHeights[entry], allHeights[number], metres)
          ?? .both
        guard travel != .along && made.out < 2 || travel != .against && made.in < 2 else { continue }
        let way = ways.tightened(trees[entry].way(to: ways.graph.firstEntry + number), trees[entry])
        let (tail, head) = travel == .against ? (number, entry) : (entry, number)
        let offer = CrossingChoice.Offer(tail: tail, head: head, metres: metres, isTwoWay: travel == .both)
        guard
          let crossing = try crossing(
            area, offer, travel == .against ? way.reversed() : way, ways, all, allHeights, network)
        else { continue }
        network.add(crossing)
        made.out += travel != .along ? 1 : 0
        made.in += travel != .against ? 1 : 0
      }
    }
  }

  /// Metres of ground above mean sea level at each entry: from the source, else as lines know it.
  private func entryHeights(_ entries: [Int], _ network: Network) throws -> [Double?] {
    let places = entries.map { network.sites[$0].place.coordinate }
    if let metres = try heights.heights(at: places) { return metres }
    return entries.map { network.sites[$0].height.map { Double($0) / 100 } }
  }

  /// Metres from each entry to each other on lines and on the ways across that are there.
  private func lineMetres(
    _ area: CrossableArea, _ entries: [Int], _ network: Network
  ) -> [[Double]] {
    var legs = AreaLegs(area, runs, network)
    var known = entries.map { entry in
      let metres = legs.metres(from: entry)
      return entries.map { metres[$0] ?? .infinity }
    }
    let position = Dictionary(uniqueKeysWithValues: zip(entries, entries.indices))
    for crossing in (network.crossingsOf[area.run] ?? []).map({ network.crossings[$0] }) {
      guard let tail = position[network.root(crossing.tail)], let head = position[network.root(crossing.head)]
      else { continue }
      known[tail][head] = min(known[tail][head], crossing.lengthMetres)
      if crossing.allowsBackward { known[head][tail] = min(known[head][tail], crossing.lengthMetres) }
    }
    return known
  }

  /// Whether a way from one entry to another could be needed and allowed, however straight it were.
  private func mayNeed(
    _ a: Int, _ b: Int, _ entries: [Int], _ heights: [Double?], _ choice: CrossingChoice,
    _ network: Network
  ) -> Bool {
    let metres = network.sites[entries[a]].plane.distanceMetres(to: network.sites[entries[b]].plane)
    guard metres > options.samePlaceMetres, choice.metres[a][b] > metres * CrossingChoice.detour else {
      return false
    }
    guard let from = heights[a], let to = heights[b] else { return true }
    return to - from <= max(options.flatCrossingMetres, 2 * metres)
  }

  /// The ways that could be made, from the shortest to the longest.
  private func offers(
    _ ways: AreaWays, _ trees: [QuickestWays], _ entries: [Int], _ heights: [Double?],
    _ choice: CrossingChoice, _ network: Network
  ) -> [CrossingChoice.Offer] {
    var offers: [CrossingChoice.Offer] = []
    for tail in entries.indices {
      for head in entries.indices where tail != head && mayNeed(tail, head, entries, heights, choice, network)
      {
        let metres = trees[tail].metres[ways.graph.firstEntry + head]
        guard metres.isFinite else { continue }
        let travel =
          travel(heights[tail], heights[head], metres)
          ?? guessedTravel(choice.metres[tail][head], choice.metres[head][tail])
        guard travel != .against,
          travel == .along || tail < head || !mayNeed(head, tail, entries, heights, choice, network)
        else { continue }
        offers.append(
          CrossingChoice.Offer(tail: tail, head: head, metres: metres, isTwoWay: travel == .both))
      }
    }
    return offers.sorted { ($0.metres, $0.tail, $0.head) < ($1.metres, $1.tail, $1.head) }
  }

  /// Which way a way across is skied: down where the drop is clear; nil without heights.
  private func travel(_ from: Double?, _ to: Double?, _ metres: Double) -> Travel? {
    guard let from, let to else { return nil }
    let drop = from - to
    guard abs(drop) > options.flatCrossingMetres, abs(drop) > options.clearDropGradient * metres else {
      return .both
    }
    return drop > 0 ? .along : .against
  }

  /// Without heights: as the lines in and around the area lead, else both ways.
  ///
  /// Nothing better was found: at Alta and Snowbird, guesses from the fall of runs and lifts around were wrong for a quarter.
  private func guessedTravel(_ there: Double, _ back: Double) -> Travel {
    there.isFinite == back.isFinite ? .both : there.isFinite ? .along : .against
  }

  /// Makes one way across unless it climbs too much; tries again for one that climbs less.
  // swift-format-ignore
  private func cross(
    _ area: CrossableArea, _ offer: CrossingChoice.Offer, _ ways: AreaWays, _ trees: [QuickestWays],
    _ entries: [Int], _ heights: [Double?], _ network: inout Network
  ) throws -> Bool {
    let goal = ways.graph.firstEntry + offer.head
    let way = ways.tightened(trees[offer.tail].way(to: goal), trees[offer.tail])
    if let crossing = try crossing(area, offer, way, ways, entries, heights, network) {
      network.add(crossing)
      return true
    }
    let careful = try ways.ways(fromEntry: offer.tail, climbPriceFactor: Self.dearClimb, stop: stop)
    let other = ways.tightened(careful.way(to: goal), careful, climbPriceFactor: Self.dearClimb)
    guard let crossing = try crossing(area, offer, other, ways, entries, heights, network) else { return false }
    network.add(crossing)
    return true
  }

  // swift-format-ignore
  private func crossing(
    _ area: CrossableArea, _ offer: CrossingChoice.Offer, _ way: [PlanePoint], _ ways: AreaWays,
    _ entries: [Int], _ ends: [Double?], _ network: Network
  ) throws -> AreaCrossing? {
    let (points, lengths) = Self.sampled(way)
    let total = lengths[lengths.count - 1]
    guard total > options.samePlaceMetres else { return nil }
    let profile = try crossingProfile(points, lengths, ways, ends[offer.tail], ends[offer.head])
    if let profile {
      let limit = options.crossingClimbMetres + options.clearDropGradient * total
      let descent = offer.isTwoWay ? profile.totalDescentMetres() : 0
      guard profile.totalAscentMetres() <= limit, descent <= limit else { return nil }
    }
    let inferred = profile == nil ? network.inferredHeights(from: entries[offer.tail], to: entries[offer.head], lengths) : nil
    return AreaCrossing(
      run: area.run, tail: entries[offer.tail], head: entries[offer.head], points: points,
      heights: profile.map { profile in
        lengths.map { Int32((profile.elevationMetres(atDistance: $0) * 100).rounded()) }
      }, allowsBackward: offer.isTwoWay, inferredHeights: inferred, lengthMetres: total,
      isEstimated: ends[offer.tail] == nil || ends[offer.head] == nil)
  }
}

extension Network {
  /// How steep a way across is taken to be at most where heights were inferred.
  private static let inferredGradientLimit = 0.5

  /// Centimetres at distances along a way across where heights are unknown: straight between those inferred at its ends.
  fileprivate func inferredHeights(from tail: Int, to head: Int, _ lengths: [Double]) -> [Int32]? {
    let total = lengths[lengths.count - 1]
    guard let low = sites[root(tail)].inferredHeight,
      let high = sites[root(head)].inferredHeight, total > 0
    else { return nil }
    let limit = Self.inferredGradientLimit * total * 100
    let (middle, rise) = (
      (Double(low) + Double(high)) / 2, max(-limit, min(limit, Double(high) - Double(low)))
    )
    return lengths.map { Int32((middle + rise * ($0 / total - 0.5)).rounded()) }
  }
}
