/// Ways over a long time without fixes: a wider search from each survivor than the table of near nodes holds.
struct GapSearch {
  private var search: NetworkSearch
  /// For each survivor the distances to the nodes it may have reached.
  private var rows: [[UInt32: Float]] = []

  /// Metres and nodes searched at most.
  private static let boundMetres: Float = 12_000
  private static let nodeLimit = 4000

  /// Searches from each survivor as far as one may have come in the time.
  static func prepare(
    _ gaps: inout GapSearch?, _ survivors: [Survivor], _ fix: Observation, _ index: MatchIndex
  ) {
    if gaps == nil { gaps = GapSearch(search: NetworkSearch(network: index.network)) }
    gaps?.run(survivors, fix, index)
  }

  private mutating func run(_ survivors: [Survivor], _ fix: Observation, _ index: MatchIndex) {
    rows.removeAll(keepingCapacity: true)
    let bound = min(Self.boundMetres, 300 + 12 * fix.elapsed)
    for survivor in survivors {
      var row: [UInt32: Float] = [:]
      if !survivor.isOffMap {
        let head = index.network.edges[Int(survivor.edge)].head
        search.run(from: head, withinMetres: bound, atMost: Self.nodeLimit)
        row.reserveCapacity(search.settled.count)
        for node in search.settled { row[node] = search.metres[Int(node)] }
      }
      rows.append(row)
    }
  }

  /// Returns the distance from the end of a survivor's edge to a node; nil when it can't be reached.
  func metres(from position: Int, to node: UInt32) -> Float? { rows[position][node] }
}
