import SkiBase

/// The clustering of features of one kind and name into places: runs, stations and huts within 500 m, lifts with a
/// shared station.
package struct PlaceClusters {
  package static let reachMetres = 500.0
  /// The maximum distance between the ends of lifts of one kind that share a station, in metres.
  static let stationReachMetres = 60.0
  let graph: RoutingGraph

  /// Returns the places of some features, in the order of their first features.
  /// - Parameters:
  ///   - features: The features, in any order.
  ///   - end: The end that is meant; nil for the default of each kind.
  /// - Complexity: O(*k* log *k* + *p*) in features *k* and pairs *p* of one name that overlap in latitude.
  func places(_ features: [FeatureIndex], end: PlaceQuery.End?) -> [Place] {
    var groups: [Key: [Member]] = [:]
    for index in Set(features).sorted() {
      let feature = graph.feature(index)
      let name = (feature.name ?? feature.ref).map(NameFolding.fold) ?? feature.id.rawValue
      let key = Key(kind: feature.kind, name: name)
      groups[key, default: []].append(Member(index, feature, graph))
    }
    joinNameless(&groups)
    return groups.values.flatMap(Self.linked).sorted { $0[0].index < $1[0].index }
      .map { place($0.map { ($0.index, $0.feature) }, end: end) }
  }

  /// Moves unnamed parts of a run or lift to the nearby group with a name and the same number.
  private func joinNameless(_ groups: inout [Key: [Member]]) {
    for (key, members) in groups
    where members.allSatisfy({ $0.feature.name == nil && !$0.feature.refs.isEmpty }) {
      let named = groups.filter { other, theirs in
        other.kind == key.kind
          && theirs.contains { $0.feature.name != nil && $0.feature.hasSameReference(as: members[0].feature) }
      }
      for member in members {
        guard
          let (home, _) = named.filter({ $0.value.contains { $0.isNear(member) } }).min(by: {
            $0.key.name < $1.key.name
          })
        else { continue }
        groups[home, default: []].append(member)
        groups[key]?.removeAll { $0.index == member.index }
      }
    }
    groups = groups.filter { !$0.value.isEmpty }
  }

  private struct Key: Hashable {
    var kind: FeatureKind
    var name: String
  }

  /// A feature with the coordinates that distances are measured from: its ends and the nodes along it.
  private struct Member {
    let index: FeatureIndex
    let feature: GraphFeature
    let places: [Coordinate]
    let south: Double
    let north: Double

    init(_ index: FeatureIndex, _ feature: GraphFeature, _ graph: RoutingGraph) {
      self.index = index
      self.feature = feature
      var nodes = Set<UInt32>()
      for link in graph.links(of: index) {
        nodes.insert(graph.storage.linkTail[link])
        nodes.insert(graph.storage.linkHead[link])
      }
      places =
        [feature.start.coordinate, feature.end.coordinate]
        + nodes.map { graph.point(NodeIndex($0)).coordinate }
      south = places.map(\.latitude).min() ?? 0
      north = places.map(\.latitude).max() ?? 0
    }

    /// Returns whether two features of one name are one place; lifts of different kinds, or without a shared station,
    /// are not.
    func isNear(_ other: Member) -> Bool {
      let isLift = feature.kind == .lift
      if isLift, feature.liftKind != other.feature.liftKind { return false }
      let reach = isLift ? PlaceClusters.stationReachMetres : PlaceClusters.reachMetres
      return places.contains { a in other.places.contains { a.distanceMetres(to: $0) <= reach } }
    }
  }

  /// Returns the single-linkage clusters of features, each in graph order.
  ///
  /// The union–find structure of Tarjan 1975, "Efficiency of a good but not linear set union algorithm", over features
  /// sorted by latitude.
  private static func linked(_ members: [Member]) -> [[Member]] {
    let members = members.sorted { ($0.south, $0.index) < ($1.south, $1.index) }
    let reachDegrees = reachMetres / 110_000
    var group = Array(members.indices)
    func root(_ start: Int) -> Int {
      var at = start
      while group[at] != at {
        group[at] = group[group[at]]
        at = group[at]
      }
      return at
    }
    for (a, member) in members.enumerated() {
      for b in members.indices[(a + 1)...] {
        guard members[b].south <= member.north + reachDegrees else { break }
        let (one, other) = (root(a), root(b))
        if one != other, member.isNear(members[b]) { group[max(one, other)] = min(one, other) }
      }
    }
    var groups: [Int: [Member]] = [:]
    for position in members.indices { groups[root(position), default: []].append(members[position]) }
    return groups.values.map { $0.sorted { $0.index < $1.index } }
  }

  private func place(_ members: [(FeatureIndex, GraphFeature)], end: PlaceQuery.End?) -> Place {
    if let chained = chained(members, end: end) { return chained }
    let ends = members.map { index, feature in
      let end = Self.end(of: feature, asked: end)
      return (index: index, feature: feature, point: end.point, node: end.node)
    }
    let reachable = ends.filter { $0.node != nil }
    let candidates = reachable.isEmpty ? ends : reachable
    let wantsHighest = end == .top || (end == nil && members[0].1.kind == .run)
    var best = candidates[0]
    for candidate in candidates.dropFirst() {
      guard let height = candidate.point.elevationCentimetres else { continue }
      let reference = best.point.elevationCentimetres ?? (wantsHighest ? .min : .max)
      if wantsHighest ? height > reference : height < reference { best = candidate }
    }
    return Place(
      kind: best.feature.kind, name: best.feature.name, refs: best.feature.refs, region: graph.region,
      feature: best.index,
      features: members.map(\.0),
      point: best.point, node: best.node)
  }

  /// Returns the place of features without elevations: the end of their chain as drawn.
  ///
  /// Nil where elevations are known, and where the end lies outside the network but other features don't.
  private func chained(_ members: [(FeatureIndex, GraphFeature)], end: PlaceQuery.End?) -> Place? {
    let kind = members[0].1.kind
    guard members.count > 1, kind == .run || kind == .lift,
      members.contains(where: {
        $0.1.start.elevationCentimetres == nil || $0.1.end.elevationCentimetres == nil
      }),
      let ends = LongestChain.ends(
        of: members.map { .init(start: $0.1.start.coordinate, end: $0.1.end.coordinate) },
        reachMetres: Self.reachMetres)
    else { return nil }
    // Runs are skied from the top, lifts ridden from the bottom.
    let isLast = end != nil && (kind == .run) == (end == .bottom)
    let (index, feature) = members[isLast ? ends.last : ends.first]
    let node = isLast ? feature.endNode : feature.startNode
    if node == nil, members.contains(where: { $0.1.startNode != nil || $0.1.endNode != nil }) { return nil }
    return Place(
      kind: kind, name: feature.name, refs: feature.refs, region: graph.region, feature: index,
      features: members.map(\.0),
      point: isLast ? feature.end : feature.start, node: node)
  }

  /// Returns the requested end of a feature; its start without a request.
  private static func end(
    of feature: GraphFeature, asked: PlaceQuery.End?
  ) -> (point: GraphPoint, node: NodeIndex?) {
    let start = (feature.start, feature.startNode)
    let end = (feature.end, feature.endNode)
    guard let asked else { return start }
    if let low = feature.start.elevationCentimetres, let high = feature.end.elevationCentimetres, low != high
    {
      return (low < high) == (asked == .bottom) ? start : end
    }
    // Without elevations a lift starts at its bottom and a run at its top.
    return (feature.kind == .run) == (asked == .top) ? start : end
  }
}

extension RoutingGraph {
  /// Returns the places of some kinds, features of one name clustered: within 500 m, lifts only with a shared station.
  ///
  /// They are in the order of their first features; unnamed features stay separate. A place is a lift's boarding end
  /// and a run's upper end.
  /// - Complexity: O(*k* log *k* + *p*) in the features of those kinds *k* and pairs *p* of one name that overlap in
  ///   latitude.
  package func places(ofKinds kinds: Set<FeatureKind>) -> [Place] {
    let codes = Set(kinds.map(\.code))
    let features = (0..<featureCount).filter { codes.contains(kindCode(of: $0)) }
    return PlaceClusters(graph: self).places(features.map { FeatureIndex($0) }, end: nil)
  }
}
