/// A search for shortest paths over a gap in the fixes, wider from each hypothesis than ``ReachTable`` holds.
struct GapSearch {
  private var search: NetworkSearch
  /// The distances to the nodes within reach, for each hypothesis.
  private var rows: [[UInt32: Float]] = []

  /// The greatest radius of a search, in metres.
  private static let boundMetres: Float = 12_000
  /// The greatest number of nodes of a search.
  private static let nodeLimit = 4000

  /// Searches from each hypothesis, bounded by the distance possible in the elapsed time.
  static func prepare(
    _ gaps: inout GapSearch?, _ hypotheses: [MatchHypothesis], _ fix: Observation, _ index: MatchIndex
  ) {
    if gaps == nil { gaps = GapSearch(search: NetworkSearch(network: index.network)) }
    gaps?.run(hypotheses, fix, index)
  }

  private mutating func run(_ hypotheses: [MatchHypothesis], _ fix: Observation, _ index: MatchIndex) {
    rows.removeAll(keepingCapacity: true)
    let bound = min(Self.boundMetres, 300 + 12 * fix.elapsed)
    for hypothesis in hypotheses {
      var row: [UInt32: Float] = [:]
      if !hypothesis.isOffMap {
        let head = index.network.edges[Int(hypothesis.edge)].head
        search.run(from: head, withinMetres: bound, atMost: Self.nodeLimit)
        row.reserveCapacity(search.settled.count)
        for node in search.settled { row[node] = search.metres[Int(node)] }
      }
      rows.append(row)
    }
  }

  /// Returns the distance in metres from the end of a hypothesis's edge to a node; nil when it was not reached.
  func metres(from position: Int, to node: UInt32) -> Float? { rows[position][node] }
}
