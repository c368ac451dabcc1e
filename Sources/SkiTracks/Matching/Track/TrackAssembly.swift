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
