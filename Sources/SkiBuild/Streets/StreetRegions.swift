/// A station, a run's end or a hut on the streets, as the place others are walked to from.
struct StreetAnchor: Sendable {
  var isStation: Bool
  /// Metres by which less far streets are kept from here than from a station.
  var handicap: Double
}

/// How far each node of the streets is from the nearest place to walk to, and which places share their streets.
///
/// Each piece of a street belongs to the place it is nearest to. Stations no farther apart on foot than people walk from
/// lift to lift share theirs; between others the street is cut in the middle, so that nobody is sent on foot from one lift
/// to another far away, while every door still has its way to the nearest. A run's end or a hut shares the streets of one
/// station at most.
struct StreetRegions {
  /// Metres from the nearest place, its handicap included; infinite beyond reach.
  let metres: [Double]
  /// The nearest place of each node; −1 beyond reach.
  private let anchors: [Int]
  /// The place that stands for each place and those it shares with.
  private var shared: UnionFind

  /// Finds the regions of a graph entered at some nodes.
  /// - Complexity: O(*m* log *m*) in pieces.
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
          metres[a.node] + length + metres[b.node] - anchors[first].handicap - anchors[second].handicap
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

  /// Whether two nodes belong to places that share their streets; what is beyond reach belongs to all.
  func isOne(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (anchors[a], anchors[b])
    return first < 0 || second < 0 || shared.root(of: first) == shared.root(of: second)
  }
}

/// How a node of the streets is come to from a place: how far, and which.
struct StreetEntry: Sendable {
  /// Metres, the handicap of the place included.
  var metres: Double
  var anchor: Int
}

extension StreetGraph {
  /// Half of the gap that is left where a street is cut between two places, metres.
  private static let gapMetres = 1.0

  /// Returns the ranges of a line that lie within reach.
  ///
  /// A piece between two places that share nothing is cut where both are equally far.
  func kept(_ index: Int, _ regions: StreetRegions, within reach: Double) -> [ClosedRange<LinePosition>] {
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
