import SkiBase

extension GraphValidation {
  /// Checks that each edge travels its link in the link's direction, and that each link refers to its edges.
  /// - Precondition: The links are checked.
  func checkEdges() throws(SkiError) {
    let (firstOut, edgeLink, edgeHead) = (s.firstOut, s.edgeLink, s.edgeHead)
    let links = s.linkTail.count
    for node in 0..<s.nodeLatitude.count {
      let edges = Int(firstOut[node])..<Int(firstOut[node + 1])
      for edge in edges {
        let code = edgeLink[edge]
        let link = Int(code / 2)
        try require(link < links, .edgeLink, .edgeLink, edge)
        let isReversed = code & 1 == 1
        let (tail, head) =
          isReversed ? (s.linkHead[link], s.linkTail[link]) : (s.linkTail[link], s.linkHead[link])
        try require(Int(tail) == node, .edgeEnds, .edgeLink, edge)
        try require(edgeHead[edge] == head, .edgeEnds, .edgeHead, edge)
        let known = isReversed ? s.linkBackwardEdge[link] : s.linkForwardEdge[link]
        try require(Int(known) == edge, .edgeKnown, .edgeLink, edge)
        if edge > edges.lowerBound {
          try require(
            (edgeHead[edge - 1], edgeLink[edge - 1]) < (head, code), .edgeOrder, .edgeHead, edge)
        }
      }
    }
    try checkCabins()
  }

  /// Checks that rides that begin or end in a cabin are one-way lift links, and that no other links share the cabin's
  /// node.
  private func checkCabins() throws(SkiError) {
    let flags = s.linkFlags.unchecked
    let cabin = LinkFlags([.staysOn, .goesOn]).rawValue
    var hasNone = true
    for link in 0..<flags.count { hasNone = flags[link] & cabin == 0 && hasNone }
    guard !hasNone else { return }
    for link in 0..<flags.count where flags[link] & cabin != 0 {
      let isOneWay = (s.linkForwardEdge[link] == .max) != (s.linkBackwardEdge[link] == .max)
      try require(s.linkKind[link] == LinkKind.lift.code && isOneWay, .cabinRide, .linkFlags, link)
    }
    func staysOn(_ edge: Int) -> Bool {
      flags[Int(s.edgeLink[edge] / 2)] & LinkFlags.staysOn.rawValue != 0
    }
    for node in 0..<s.nodeLatitude.count {
      for edge in Int(s.firstOut[node])..<Int(s.firstOut[node + 1]) {
        try require(staysOn(edge) == staysOn(Int(s.firstOut[node])), .cabinNode, .edgeLink, edge)
        let next = Int(s.edgeHead[edge])
        let (first, end) = (Int(s.firstOut[next]), Int(s.firstOut[next + 1]))
        guard first < end else { continue }
        let goesOn = flags[Int(s.edgeLink[edge] / 2)] & LinkFlags.goesOn.rawValue != 0
        try require(goesOn == staysOn(first), .cabinNode, .edgeHead, edge)
      }
    }
  }
}
