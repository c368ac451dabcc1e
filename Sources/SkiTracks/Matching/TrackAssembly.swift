import SkiBase
import SkiGraph
import SkiSystem

/// Assembles the matched track from decisions: smoothed places, states, and passages with times.
struct TrackAssembly {
  let index: MatchIndex
  let fixes: [LocationFix]
  /// The usable fixes.
  let observations: [Observation]
  /// The positions of the observations in `fixes`.
  let positions: [Int]

  /// Returns the track. Complexity: O(*n*) in fixes and edges travelled.
  func track(_ decisions: [Trellis.Decision]) -> MatchedTrack {
    var matched = fixes.map { MatchedFix($0, state: .offMap) }
    for (position, decision) in decisions.enumerated() {
      matched[positions[position]].confidence = Self.confidence(decision.margin)
    }
    var passages: [EdgePassage] = []
    var finder = PathFinder(index: index)
    let decisions = StopFolding(index: index, observations: observations).folded(decisions)
    for path in finder.paths(decisions) { add(path, to: &matched, &passages) }
    return MatchedTrack(fixes: matched, passages: passages)
  }

  static func confidence(_ margin: Float) -> Double { 1 / (1 + exp(-Double(max(0, min(40, margin))))) }

  private func add(_ path: MatchedPath, to matched: inout [MatchedFix], _ passages: inout [EdgePassage]) {
    var metres = ProgressSmoother.smooth(path, observations, index.network)
    var edges: [UInt32] = []
    var metresAlong: [Double] = []
    var owners: [Int] = []
    var element = 0
    for place in metres {
      while element + 1 < path.elements.count, place >= path.elements[element].end { element += 1 }
      let here = path.elements[element]
      edges.append(here.edge)
      metresAlong.append(max(0, here.entered + place - here.start))
      owners.append(element)
    }
    var states = StateClassifier(index: index)
      .states(
        edges: edges, metresAlong: metresAlong, metres: metres, observations: observations[path.observations])
    let standing = StationStopTrimming(path: path, network: index.network)
    for row in standing.rows(owners: owners, metresAlong: metresAlong, states: states) {
      let element = path.elements[row.element]
      for fix in row.fixes {
        let isBefore = row.element < owners[fix]
        metres[fix] = isBefore ? element.end : element.start
        (edges[fix], metresAlong[fix]) = (element.edge, isBefore ? element.left : element.entered)
        if states[fix] == .onLift { states[fix] = isBefore ? .waiting : .stopped }
        owners[fix] = row.element
      }
    }
    for (offset, observation) in path.observations.enumerated() {
      let position = positions[observation]
      let place = index.place(edge: edges[offset], along: Float(metresAlong[offset]))
      let away = place - observations[observation].place
      matched[position].state = states[offset]
      matched[position].place = EdgePlace(
        region: index.graph.region, edge: EdgeIndex(edges[offset]), metresAlong: metresAlong[offset])
      matched[position].coordinate = index.plane.coordinate(SIMD2<Double>(place))
      matched[position].distanceMetres = Double((away * away).sum().squareRoot())
    }
    passages += self.passages(path, metres, owners)
  }

  /// Returns the passages of a path, from the element of its first fix to that of its last.
  private func passages(_ path: MatchedPath, _ metres: [Double], _ owners: [Int]) -> [EdgePassage] {
    let first = owners[0]
    let last = owners[owners.count - 1]
    var (next, fix) = (0, 0)
    var left = seconds(of: 0, path)
    return (first...last).map { element in
      let part = path.elements[element]
      let from = element == first ? metres[0] : part.start
      let to = element == last ? metres[metres.count - 1] : part.end
      let firstFix = fix
      while fix < owners.count, owners[fix] == element { fix += 1 }
      let start = max(left, time(at: from, metres, path, &next))
      // A person standing at the end of an edge has not left it.
      let last = fix > firstFix ? seconds(of: fix - 1, path) : left
      let end = max(last, time(at: to, metres, path, &next))
      left = end
      let base = path.observations.lowerBound
      let anchor = positions[base + min(firstFix, owners.count - 1)]
      return EdgePassage(
        region: index.graph.region, edge: EdgeIndex(part.edge),
        metres: (part.entered + from - part.start, part.entered + to - part.start),
        times: (start, max(start, end)),
        fixes: fix > firstFix ? anchor..<positions[base + fix - 1] + 1 : anchor..<anchor,
        isContinued: element > first)
    }
  }

  private func seconds(of fix: Int, _ path: MatchedPath) -> UniversalTime {
    UniversalTime(secondsSince1970: observations[path.observations.lowerBound + fix].seconds)
  }

  /// Returns the time a distance along the path was passed; `next` only increases.
  private func time(
    at place: Double, _ metres: [Double], _ path: MatchedPath, _ next: inout Int
  ) -> UniversalTime {
    while next < metres.count, metres[next] < place { next += 1 }
    let base = path.observations.lowerBound
    func seconds(_ position: Int) -> Double { observations[base + position].seconds }
    if next == 0 { return UniversalTime(secondsSince1970: seconds(0)) }
    if next >= metres.count { return UniversalTime(secondsSince1970: seconds(metres.count - 1)) }
    let (low, high) = (metres[next - 1], metres[next])
    let share = high > low ? (place - low) / (high - low) : 1
    return UniversalTime(
      secondsSince1970: seconds(next - 1) + share * (seconds(next) - seconds(next - 1)))
  }
}

/// Moves stops at stations off lifts: a ride begins after the wait before it, and ends at the first stop at the top.
///
/// Fixes beyond the ends of a lift are nearest to its stations, so the search matches queues and rests to the lift.
struct StationStopTrimming {
  let path: MatchedPath
  let network: MatchNetwork

  /// A range of fixes on a lift that belong to the element before or after it.
  struct Row {
    var element: Int
    var fixes: Range<Int>
  }

  /// Returns the fixes to move, with their element: the one before the lift or the one after.
  /// - Complexity: O(*n*).
  func rows(owners: [Int], metresAlong: [Double], states: [TravellerState]) -> [Row] {
    var rows: [Row] = []
    var start = 0
    while start < owners.count {
      let element = owners[start]
      var end = start
      while end < owners.count, owners[end] == element { end += 1 }
      let edge = network.edges[Int(path.elements[element].edge)]
      if edge.isLift {
        let reach = Double(edge.platformMetres)
        let isStanding = (start..<end).map { states[$0] == .waiting || states[$0] == .stopped }
        let last = (start..<end).last { isStanding[$0 - start] && metresAlong[$0] <= reach }
        let from = last.map { $0 + 1 } ?? start
        if element > 0, from > start { rows.append(Row(element: element - 1, fixes: start..<from)) }
        let top = (from..<end).first {
          isStanding[$0 - start] && metresAlong[$0] >= Double(edge.length) - reach
        }
        if let top, element + 1 < path.elements.count {
          rows.append(Row(element: element + 1, fixes: top..<end))
        }
      }
      start = end
    }
    return rows
  }
}

/// Connects the decisions about single fixes into paths, with the edges between fixes.
struct PathFinder {
  let index: MatchIndex
  private var search: NetworkSearch

  init(index: MatchIndex) {
    self.index = index
    search = NetworkSearch(network: index.network)
  }

  /// Returns the paths of a track. Complexity: O(*n*), and a bounded search wherever edges lie between fixes.
  mutating func paths(_ decisions: [Trellis.Decision]) -> [MatchedPath] {
    var paths: [MatchedPath] = []
    var isOpen = false
    for (position, decision) in decisions.enumerated() {
      let entry = decision.entry
      guard entry.edge != MatchHypothesis.offMap else {
        isOpen = false
        continue
      }
      if !isOpen || entry.isBreak || !extend(&paths[paths.count - 1], decisions[position - 1].entry, entry) {
        paths.append(
          MatchedPath(
            at: position, edge: entry.edge, along: entry.along,
            length: index.network.edges[Int(entry.edge)].length))
      }
      isOpen = true
    }
    return paths
  }

  /// Extends a path to the next fix; returns false when there is no connection.
  private mutating func extend(_ path: inout MatchedPath, _ from: TrellisEntry, _ to: TrellisEntry) -> Bool {
    let network = index.network
    let edge = network.edges[Int(from.edge)]
    let goal = network.edges[Int(to.edge)]
    let along = Double(to.along)
    if to.edge == from.edge, !to.isLoop {
      path.extend(along: along)
      return true
    }
    if to.edge == edge.twin, !edge.isLift {
      path.turn(
        at: max(Double(from.along), Double(edge.length) - along), to: to.edge, along: along, in: network)
      return true
    }
    if edge.head == goal.tail {
      path.extend(over: [], to: to.edge, along: along, in: network)
      return true
    }
    search.run(from: edge.head, withinMetres: .infinity, atMost: 6000, goal: goal.tail)
    guard search.metres[Int(goal.tail)] < .infinity, search.settled.last == goal.tail else { return false }
    path.extend(over: search.path(to: goal.tail), to: to.edge, along: along, in: network)
    return true
  }
}
