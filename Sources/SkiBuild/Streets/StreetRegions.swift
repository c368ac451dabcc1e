/// A station, a run's end or a hut from which streets are reached.
struct StreetAnchor: Sendable {
  var isStation: Bool
  /// The metres by which streets are kept less far than from a station.
  var reachReductionMetres: Double
}

/// The partition of the street graph by the nearest anchor.
///
/// Stations within the limit of walking from lift to lift share their streets; between other anchors a street is cut at
/// equal distance, so that no route leads on foot between distant lifts while every address keeps its path to the
/// nearest one. A run's end or a hut shares the streets of at most one station.
struct StreetRegions {
  /// The distance of each node from the nearest anchor in metres, including the anchor's handicap; infinite beyond
  /// reach.
  let metres: [Double]
  /// The nearest anchor of each node; −1 beyond reach.
  private let anchors: [Int]
  /// The sets of anchors that share their streets.
  private var shared: UnionFind

  /// Creates the partition of a graph from its entries.
  /// - Complexity: O(*m* log *m*) in edges.
  init(
    _ graph: StreetGraph, entries: [Int: StreetEntry], of anchors: [StreetAnchor], within reach: Double,
    sharing walk: Double
  ) {
    let found = graph.nearest(entries, within: reach)
    metres = found.metres
    self.anchors = found.anchors
    shared = UnionFind(count: anchors.count)
    var nearest: [Int: (metres: Double, station: Int)] = [:]
    for (line, stops) in graph.stops.enumerated() {
      for (a, b) in zip(stops, stops.dropFirst()) {
        let (first, second) = (self.anchors[a.node], self.anchors[b.node])
        guard first >= 0, second >= 0, first != second else { continue }
        let length = Double(graph.lines[line].offset(b.position) - graph.lines[line].offset(a.position)) / 100
        let apart =
          metres[a.node] + length + metres[b.node] - anchors[first].reachReductionMetres
          - anchors[second].reachReductionMetres
        guard apart <= walk else { continue }
        if anchors[first].isStation, anchors[second].isStation {
          shared.union(first, second)
        } else if anchors[first].isStation || anchors[second].isStation {
          let (other, station) = anchors[first].isStation ? (second, first) : (first, second)
          if let known = nearest[other], (known.metres, known.station) <= (apart, station) { continue }
          nearest[other] = (apart, station)
        }
      }
    }
    for (other, best) in nearest.sorted(by: { $0.key < $1.key }) { shared.union(other, best.station) }
  }

  /// Returns whether the anchors of two nodes share their streets; nodes beyond reach share all.
  func isOne(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (anchors[a], anchors[b])
    return first < 0 || second < 0 || shared.root(of: first) == shared.root(of: second)
  }
}

/// The distance of a node of the streets from an anchor.
struct StreetEntry: Sendable {
  /// The distance in metres, including the anchor's handicap.
  var metres: Double
  var anchor: Int
}

extension StreetGraph {
  /// The half of the gap, in metres, where a street is cut between two anchors.
  private static let gapMetres = 1.0

  /// Returns the ranges of a line within reach.
  ///
  /// An edge between anchors that don't share their streets is cut at equal distance.
  func rangesWithinReach(_ index: Int, _ regions: StreetRegions, within reach: Double) -> [ClosedRange<
    LinePosition
  >] {
    var ranges: [ClosedRange<LinePosition>] = []
    func add(_ from: LinePosition, _ to: LinePosition) {
      guard from < to else { return }
      if let last = ranges.last, last.upperBound == from {
        ranges[ranges.count - 1] = last.lowerBound...to
      } else {
        ranges.append(from...to)
      }
    }
    let line = lines[index]
    let base = Double(line.offsets[0]) / 100
    for (a, b) in zip(stops[index], stops[index].dropFirst()) {
      let (start, end) = (Double(line.offset(a.position)) / 100, Double(line.offset(b.position)) / 100)
      var ahead = max(0, reach - regions.metres[a.node])
      var behind = max(0, reach - regions.metres[b.node])
      if !regions.isOne(a.node, b.node) {
        let middle = (end - start + regions.metres[b.node] - regions.metres[a.node]) / 2
        ahead = min(ahead, middle - Self.gapMetres)
        behind = min(behind, end - start - middle - Self.gapMetres)
      } else if ahead + behind >= end - start, ahead + behind > 0 {
        add(a.position, b.position)
        continue
      }
      if ahead > Self.gapMetres { add(a.position, line.position(atMetres: start + ahead - base)) }
      if behind > Self.gapMetres { add(line.position(atMetres: end - behind - base), b.position) }
    }
    return ranges
  }
}
