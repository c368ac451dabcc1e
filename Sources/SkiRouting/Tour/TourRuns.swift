import SkiGraph

/// The runs that a tour may count, and the edges on their lines.
///
/// Lines of one label are one run, represented by the longest: the run counts when at least half of that line was skied
/// without interruption. Unlabelled lines count only when no run has a label.
struct TourRuns {
  struct Line {
    var run: TourRun
    /// The length of the line, in centimetres.
    var centimetres: UInt32 = 0
  }

  /// The progress on a line, and the length skied without interruption.
  struct LineProgress: BitwiseCopyable, Equatable {
    /// The number of the run times two, plus one along its line; ``none`` off all lines.
    var code = Self.none
    var offset: UInt32 = 0
    var centimetres: UInt32 = 0

    static let none = UInt32.max
  }

  /// A section of a line.
  private struct Piece: BitwiseCopyable {
    var code = LineProgress.none
    var start: UInt32 = 0
    var end: UInt32 = 0
  }

  /// The minimum length of a run that was not requested, in centimetres: 150 m.
  private static let leastCentimetres: UInt32 = 15_000

  let lines: [Line]
  private let pieces: [Piece]

  /// Creates the runs of a graph, or those of some features.
  /// - Complexity: O(*f* + *m*) in features and edges.
  init(_ graph: RoutingGraph, chosen: [FeatureIndex]? = nil) {
    let found = Self.lines(graph, chosen)
    lines = found
    var pieces = [Piece](repeating: Piece(), count: graph.edgeCount)
    for (number, line) in found.enumerated() {
      for position in graph.links(of: line.run.feature) {
        let link = LinkIndex(position)
        for reversed in [false, true] {
          guard let edge = graph.edge(of: link, reversed: reversed),
            let piece = Self.piece(number, link, reversed, edge, graph)
          else { continue }
          pieces[edge.position] = piece
        }
      }
    }
    self.pieces = pieces
  }

  private static func lines(_ graph: RoutingGraph, _ chosen: [FeatureIndex]?) -> [Line] {
    let features = chosen ?? (0..<graph.featureCount).map { FeatureIndex($0) }
    var (all, seen): ([Line], Set<FeatureIndex>) = ([], [])
    for feature in features where seen.insert(feature).inserted {
      guard FeatureKind(code: graph.kindCode(of: feature.position)) == .run else { continue }
      let centimetres = length(of: feature, graph)
      guard centimetres > 0, chosen != nil || centimetres >= leastCentimetres else { continue }
      let facts = graph.feature(feature)
      all.append(
        Line(run: TourRun(feature: feature, label: facts.label), centimetres: centimetres))
    }
    if chosen == nil, all.contains(where: { $0.run.label != nil }) { all.removeAll { $0.run.label == nil } }
    var numbers: [String: Int] = [:]
    var lines: [Line] = []
    for line in all {
      guard let name = line.run.label?.lowercased() else {
        lines.append(line)
        continue
      }
      if let known = numbers[name] {
        if line.centimetres > lines[known].centimetres { lines[known] = line }
      } else {
        numbers[name] = lines.count
        lines.append(line)
      }
    }
    return lines
  }

  private static func length(of feature: FeatureIndex, _ graph: RoutingGraph) -> UInt32 {
    graph.links(of: feature).reduce(0) { total, link in
      guard graph.storage.linkKind[link] == LinkKind.run.code else { return total }
      let (start, end) = (graph.storage.linkStartOffset[link], graph.storage.linkEndOffset[link])
      let sum = UInt64(total) + UInt64(max(start, end) - min(start, end))
      return UInt32(min(sum, UInt64(UInt32.max / 4)))
    }
  }

  /// Returns the section of an edge along the line; against it only when it leads down.
  private static func piece(
    _ number: Int, _ link: LinkIndex, _ reversed: Bool, _ edge: EdgeIndex, _ graph: RoutingGraph
  ) -> Piece? {
    guard graph.storage.linkKind[link.position] == LinkKind.run.code else { return nil }
    let offsets = (graph.storage.linkStartOffset[link.position], graph.storage.linkEndOffset[link.position])
    let (start, end) = reversed ? (offsets.1, offsets.0) : offsets
    guard start != end else { return nil }
    if start > end {
      let heights = graph.storage.nodeElevation
      let (top, bottom) = (heights[graph.tail(edge).position], heights[graph.head(edge).position])
      guard top != .min, bottom != .min, top > bottom else { return nil }
    }
    return Piece(code: UInt32(number) * 2 + (start < end ? 1 : 0), start: start, end: end)
  }

  /// Returns the progress after an edge; none after edges off all lines.
  @inline(__always) func going(_ before: LineProgress, along edge: UInt32) -> LineProgress {
    guard edge != TourNetwork.Arc.none else { return LineProgress() }
    let piece = pieces[Int(edge)]
    guard piece.code != LineProgress.none else { return LineProgress() }
    let length = max(piece.start, piece.end) &- min(piece.start, piece.end)
    let isOn = continues(before, along: edge)
    let (sum, overflows) = length.addingReportingOverflow(isOn ? before.centimetres : 0)
    return LineProgress(code: piece.code, offset: piece.end, centimetres: overflows ? .max : sum)
  }

  /// Returns whether an edge begins on the line where a progress ends.
  func continues(_ before: LineProgress, along edge: UInt32) -> Bool {
    guard edge != TourNetwork.Arc.none else { return false }
    let piece = pieces[Int(edge)]
    return piece.code != LineProgress.none && before.code == piece.code && before.offset == piece.start
  }

  /// Returns the run whose half has been skied without interruption, or nil.
  @inline(__always) func counted(_ going: LineProgress) -> Int? {
    guard going.code != LineProgress.none else { return nil }
    let number = Int(going.code >> 1)
    return going.centimetres >= lines[number].centimetres - lines[number].centimetres / 2 ? number : nil
  }

  /// Returns the runs counted on a path, in order.
  func counted(on arcs: [UInt32], of network: TourNetwork) -> [Int] {
    var (going, order): (LineProgress, [Int]) = (LineProgress(), [])
    var known = Set<Int>()
    for arc in arcs {
      going = self.going(going, along: network.arcs[Int(arc)].edge)
      if let number = counted(going), known.insert(number).inserted { order.append(number) }
    }
    return order
  }
}
