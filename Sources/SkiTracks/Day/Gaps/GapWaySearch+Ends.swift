import SkiGraph

extension GapWaySearch {
  /// A node next to a place, with the time between them and the piece of an edge.
  struct End {
    var node: Int
    var seconds: Double
    var element: GapWay.Element?
  }

  mutating func piece(_ edge: EdgeIndex, _ from: Double, _ to: Double) -> (
    seconds: Double, GapWay.Element
  ) {
    let time = network.time(edge)
    let length = max(0.01, network.metres(edge))
    let (from, to) = (min(max(0, from), length), min(max(0, to), length))
    let share = max(0, to - from) / length
    return (
      share * time.fastestSeconds,
      GapWay.Element(
        edge: edge, enteredMetres: from, leftMetres: max(from, to), usualSeconds: share * time.usualSeconds)
    )
  }

  private func reach(_ edge: EdgeIndex) -> Double {
    let isLift = network.facts(edge).kind == .lift
    return isLift ? min(Self.stationMetres, network.metres(edge) / 3) : Self.junctionMetres
  }

  /// Returns the nodes a place leads to: ahead, and the one behind when it is near or one may turn round.
  mutating func exits(_ place: EdgePlace) -> [End] {
    let length = network.metres(place.edge)
    let (seconds, element) = piece(place.edge, place.metresAlong, length)
    var ends = [End(node: network.graph.head(place.edge).position, seconds: seconds, element: element)]
    let tail = network.graph.tail(place.edge).position
    if place.metresAlong <= reach(place.edge) {
      ends.append(End(node: tail, seconds: 0))
    } else if network.facts(place.edge).kind != .lift, let twin = network.twin(place.edge) {
      let (seconds, element) = piece(twin, length - place.metresAlong, length)
      ends.append(End(node: tail, seconds: seconds, element: element))
    }
    return ends
  }

  /// Returns the nodes that lead to a place: the one behind, and the one ahead when it is near or one may turn round.
  mutating func entries(_ place: EdgePlace) -> [End] {
    let length = network.metres(place.edge)
    let (seconds, element) = piece(place.edge, 0, place.metresAlong)
    var ends = [End(node: network.graph.tail(place.edge).position, seconds: seconds, element: element)]
    let head = network.graph.head(place.edge).position
    if length - place.metresAlong <= reach(place.edge) {
      ends.append(End(node: head, seconds: 0))
    } else if network.facts(place.edge).kind != .lift, let twin = network.twin(place.edge) {
      let (seconds, element) = piece(twin, 0, length - place.metresAlong)
      ends.append(End(node: head, seconds: seconds, element: element))
    }
    return ends
  }

  /// Returns the way along the one edge of both places; nil when there is none.
  mutating func direct(
    _ start: EdgePlace, _ goal: EdgePlace
  ) -> (fastest: Double, element: GapWay.Element)? {
    if start.edge == goal.edge, goal.metresAlong >= start.metresAlong - Self.junctionMetres {
      let (seconds, element) = piece(start.edge, start.metresAlong, max(start.metresAlong, goal.metresAlong))
      return (seconds, element)
    }
    guard let twin = network.twin(start.edge), twin == goal.edge, network.facts(twin).kind != .lift else {
      return nil
    }
    let from = network.metres(twin) - start.metresAlong
    guard goal.metresAlong >= from else { return nil }
    let (seconds, element) = piece(twin, from, goal.metresAlong)
    return (seconds, element)
  }

  /// Searches from the start and to the goal; returns whether all nodes within the time were settled.
  mutating func run(_ exits: [End], _ entries: [End], _ seconds: Double) -> Bool {
    lastEdge = [:]
    var forward = DistanceSearch<[Int: Double]>([:])
    for end in exits where end.seconds <= seconds { forward.relax(end.node, at: end.seconds) }
    var settled = 0
    while settled < Self.nodeLimit, let (node, cost) = forward.settle() {
      settled += 1
      for edge in network.edges(from: NodeIndex(node)) {
        let reached = cost + network.time(edge).fastestSeconds
        let head = network.graph.head(edge).position
        if reached <= seconds, forward.relax(head, at: reached) { lastEdge[head] = edge }
      }
    }
    guard settled < Self.nodeLimit else { return false }
    var backward = DistanceSearch<[Int: Double]>([:])
    for end in entries where end.seconds <= seconds { backward.relax(end.node, at: end.seconds) }
    settled = 0
    while settled < Self.nodeLimit, let (node, cost) = backward.settle() {
      settled += 1
      for edge in network.edges(to: NodeIndex(node)) {
        let reached = cost + network.time(edge).fastestSeconds
        if reached <= seconds { backward.relax(network.graph.tail(edge).position, at: reached) }
      }
    }
    (ahead, behind) = (forward.costs, backward.costs)
    return settled < Self.nodeLimit
  }

  /// Returns the fastest way to an entry.
  mutating func way(_ exits: [End], _ entry: End) -> GapWay {
    var elements: [GapWay.Element] = entry.element.map { [$0] } ?? []
    var node = entry.node
    while let edge = lastEdge[node] {
      let (_, element) = piece(edge, 0, network.metres(edge))
      elements.append(element)
      node = network.graph.tail(edge).position
    }
    let exit = exits.filter { $0.node == node }.min { $0.seconds < $1.seconds }
    if let element = exit?.element { elements.append(element) }
    return GapWay(elements: elements.reversed())
  }
}
