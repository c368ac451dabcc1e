import SkiGraph

/// The directed links of a group in flat arrays, each with the rank of the grade that a ceiling must admit.
///
/// A snapshot: sites added to the network later have no links here. Left out are ski tours, hikes, itineraries, and
/// lifts and runs that are barred to skiers.
struct GradedLinks {
  struct Link {
    /// The site at the other end.
    var site: Int32
    var metres: Float
    /// The rank of the grade; 0 on lifts and on foot, ``refused`` on runs without any grade.
    var rank: UInt8
    var isRide: Bool
  }

  /// The rank that no ceiling admits.
  static let refused = UInt8.max

  private let first: [Int32]
  private let links: [Link]
  private let firstIn: [Int32]
  private let linksIn: [Link]

  /// The number of sites.
  var siteCount: Int { first.count - 1 }

  /// Collects the links. Complexity: O(*n* + *m*) in sites and links.
  init(_ network: Network, lifts: [LocalLift], grades: LinkGrades) {
    var collector = LinkCollector(network: network)
    for (line, stops) in network.stops.enumerated() {
      let track = network.lines[line]
      guard !track.isClimbed, grades.runs[track.feature].isOpen else { continue }
      for (a, b) in zip(stops, stops.dropFirst()) {
        collector.add(
          a.site, b.site, metres: Double(track.offset(b.position) - track.offset(a.position)) / 100,
          rank: Self.rank(grades.grade(ofLine: line, from: a, to: b, network).difficulty),
          forward: track.travel != .against, backward: track.travel != .along)
      }
    }
    for crossing in network.crossings where grades.runs[crossing.run].isOpen {
      collector.add(
        crossing.tail, crossing.head, metres: crossing.mapLengthMetres,
        rank: Self.rank(grades.grade(of: crossing).difficulty), forward: true,
        backward: crossing.allowsBackward)
    }
    for connector in network.connectors {
      collector.add(
        connector.tail, connector.head, metres: connector.mapLengthMetres,
        rank: grades.grade(of: connector, network).difficulty?.rank ?? 0, forward: connector.allowsForward,
        backward: connector.allowsBackward)
    }
    for ride in network.rides where lifts[ride.lift].lift.access.restriction() == nil {
      collector.add(
        ride.tail, ride.head, metres: 0, rank: 0, isRide: true, forward: ride.allowsForward,
        backward: ride.allowsBackward)
    }
    (first, links) = collector.sorted(byTail: true)
    (firstIn, linksIn) = collector.sorted(byTail: false)
  }

  /// Returns the rank of a run's grade.
  static func rank(_ grade: Difficulty?) -> UInt8 { grade?.rank ?? refused }

  /// Returns the links out of a site, or into it when not forward.
  func links(at site: Int, isForward: Bool) -> ArraySlice<Link> {
    isForward
      ? links[Int(first[site])..<Int(first[site + 1])] : linksIn[Int(firstIn[site])..<Int(firstIn[site + 1])]
  }

  /// Returns the strongly connected component of each site under a ceiling.
  /// - Complexity: O(*n* + *m*).
  func components(within rank: UInt8) -> [Int32] {
    var ends: [(tail: Int, head: Int)] = []
    for site in 0..<siteCount {
      for link in links(at: site, isForward: true) where link.rank <= rank {
        ends.append((site, Int(link.site)))
      }
    }
    return Components(SiteEdges(siteCount: siteCount, ends)).of.map { Int32(truncatingIfNeeded: $0) }
  }

  /// Returns the links along runs, areas and connectors, without lifts.
  /// - Complexity: O(*n* + *m*).
  func groundEdges() -> SiteEdges {
    var ends: [(tail: Int, head: Int)] = []
    for site in 0..<siteCount {
      for link in links(at: site, isForward: true) where !link.isRide { ends.append((site, Int(link.site))) }
    }
    return SiteEdges(siteCount: siteCount, ends)
  }
}

/// A search along runs, areas and connectors, without lifts, for all ceilings at once.
///
/// A label is a site with the hardest rank on the way to it; of two labels of a site, the one that is both longer and no
/// easier is dropped. The memory serves one search after another.
struct GroundSearch {
  private let links: GradedLinks
  private let isForward: Bool
  /// The search over labels: site · ``levels`` + rank.
  private var search: DistanceSearch<[Float]>
  private var settled: [UInt32] = []
  /// The easiest rank settled at each site.
  private var easiest: [UInt8]

  /// The number of ranks: 0 without a grade, those of grades, and the last for ``GradedLinks/refused``.
  private static let levels = 9

  /// Creates a search from sites, or to them when not forward.
  init(_ links: GradedLinks, isForward: Bool) {
    (self.links, self.isForward) = (links, isForward)
    search = DistanceSearch([Float](repeating: .infinity, count: links.siteCount * Self.levels))
    easiest = Array(repeating: .max, count: links.siteCount)
  }

  private static func level(_ rank: UInt8) -> Int { min(Int(rank), levels - 1) }

  /// Reaches all sites within some metres of a site.
  /// - Complexity: O(*k* log *k*) in the links of the sites reached, now and before, and ranks.
  mutating func reach(from site: Int, within metres: Double) {
    for label in settled { easiest[Int(label) / Self.levels] = .max }
    search.reset(settled, unreached: .infinity)
    settled.removeAll(keepingCapacity: true)
    guard site < links.siteCount else { return }
    search.relax(site * Self.levels, at: 0)
    while let (label, cost) = search.settle() {
      settled.append(UInt32(truncatingIfNeeded: label))
      let (at, level) = (label / Self.levels, label % Self.levels)
      guard level < easiest[at] else { continue }
      easiest[at] = UInt8(level)
      for link in links.links(at: at, isForward: isForward) where !link.isRide {
        let next = cost + link.metres
        guard Double(next) <= metres else { continue }
        search.relax(Int(link.site) * Self.levels + max(level, Self.level(link.rank)), at: next)
      }
    }
  }

  /// Returns the metres to a site on the shortest path that a ceiling admits; infinite where none was found.
  func metres(to site: Int, within rank: UInt8 = GradedLinks.refused) -> Float {
    guard site < links.siteCount else { return .infinity }
    return (0...Self.level(rank)).map { search.costs[site * Self.levels + $0] }.min() ?? .infinity
  }
}

/// The collected links before they are sorted by site.
private struct LinkCollector {
  let network: Network
  var links: [(tail: Int32, link: GradedLinks.Link)] = []

  mutating func add(
    _ tail: Int, _ head: Int, metres: Double, rank: UInt8, isRide: Bool = false, forward: Bool, backward: Bool
  ) {
    let (tail, head) = (Int32(network.root(tail)), Int32(network.root(head)))
    guard tail != head else { return }
    let link = GradedLinks.Link(site: head, metres: Float(metres), rank: rank, isRide: isRide)
    if forward { links.append((tail, link)) }
    if backward {
      links.append((head, GradedLinks.Link(site: tail, metres: link.metres, rank: rank, isRide: isRide)))
    }
  }

  /// Returns the links by their tails, or reversed by their heads; those of each site keep their order.
  func sorted(byTail: Bool) -> ([Int32], [GradedLinks.Link]) {
    var first = [Int32](repeating: 0, count: network.sites.count + 1)
    for (tail, link) in links { first[Int(byTail ? tail : link.site) + 1] += 1 }
    for site in 0..<network.sites.count { first[site + 1] += first[site] }
    var next = first
    let empty = GradedLinks.Link(site: 0, metres: 0, rank: 0, isRide: false)
    var sorted = [GradedLinks.Link](repeating: empty, count: links.count)
    for (tail, link) in links {
      let at = Int(byTail ? tail : link.site)
      sorted[Int(next[at])] = link
      if !byTail { sorted[Int(next[at])].site = tail }
      next[at] += 1
    }
    return (first, sorted)
  }
}
