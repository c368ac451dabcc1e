import SkiAnswers
package import SkiBase
package import SkiGraph
package import SkiRouting

/// A mountain drawn in letters: each letter is a node, other characters are ignored; features are spelled by letters.
///
/// ```
/// let world = try DrawnWorld(
///   """
///   T---M
///       |
///   B---N
///   """, heights: ["T": 2000, "M": 1900, "N": 1700, "B": 1600],
///   [.run("TMNB", .easy), .lift("BT", .chairLift)])
/// #expect(try world.spelled("T", "N") == ["TMN"])
/// ```
/// A cell is `cellMetres` wide and high; north is up. Every pair of neighbouring letters of a spelling is one link,
/// every spelling one feature of that id and name (connectors have no feature).
package struct DrawnWorld: Sendable {
  package let graph: RoutingGraph
  package let router: Router
  /// The builder of the graph.
  package let builder: RoutingGraphBuilder
  private let letters: [Character: NodeIndex]
  private let names: [NodeIndex: Character]

  /// The south-west corner of every drawing.
  package static let origin = Coordinate(latitude: 46, longitude: 7)

  /// Creates the world. Huts and stations are named letters; a station belongs to the lift of a spelling. Letters
  /// without a height lie at 1000 m; without any heights, heights are unknown.
  /// Inferred heights are given to all links between letters that have one.
  package init(
    _ drawing: String, cellMetres: Double = 100, heights: [Character: Double] = [:],
    inferred: [Character: Double] = [:],
    convention: DifficultyConvention = .europe, huts: [Character: String] = [:],
    stations: [Character: (lift: String, name: String)] = [:], _ elements: [DrawnFeature]
  ) throws {
    var builder = RoutingGraphBuilder()
    var positions: [Character: BuilderNodeIndex] = [:]
    let rows = drawing.split(separator: "\n", omittingEmptySubsequences: false)
    let scale = LocalScale(latitude: Self.origin.latitude)
    for (row, line) in rows.enumerated() {
      for (column, letter) in line.enumerated() where letter.isLetter {
        let place = Coordinate(
          latitude: Self.origin.latitude + Double(rows.count - row) * cellMetres
            / scale.metresPerDegreeLatitude,
          longitude: Self.origin.longitude + Double(column) * cellMetres / scale.metresPerDegreeLongitude)
        let height = heights.isEmpty ? nil : Int32((heights[letter] ?? 1000) * 100)
        positions[letter] = builder.addNode(
          GraphPoint(position: FixedCoordinate(place), elevationCentimetres: height))
      }
    }
    for element in elements { Self.add(element, to: &builder, positions, convention) }
    Self.add(huts, stations, to: &builder, positions, convention)
    Self.infer(inferred, in: &builder, positions)
    let (graph, indices) = try builder.buildWithIndices()
    self.graph = graph
    self.builder = builder
    router = Router(graph: graph)
    letters = positions.mapValues { indices[$0] }
    names = Dictionary(letters.map { ($1, $0) }, uniquingKeysWith: { a, _ in a })
  }

  /// The world as a map of one region, with the same nodes and features.
  package func map() throws -> SkiMap { try MapContents(regions: [builder]).map() }

  private static func infer(
    _ heights: [Character: Double], in builder: inout RoutingGraphBuilder,
    _ positions: [Character: BuilderNodeIndex]
  ) {
    var known: [BuilderNodeIndex: Int32] = [:]
    for (letter, metres) in heights { if let node = positions[letter] { known[node] = Int32(metres * 100) } }
    for link in builder.links.indices {
      guard let low = known[builder.links[link].tail], let high = known[builder.links[link].head] else {
        continue
      }
      builder.links[link].inferredElevationsCentimetres = [low, high]
    }
  }

  /// Returns the node of a letter; a letter that was not drawn stops the test.
  package func node(_ letter: Character) -> NodeIndex {
    guard let node = letters[letter] else { preconditionFailure("letter must be drawn, got \(letter)") }
    return node
  }

  /// Returns the place of a letter.
  package func place(_ letter: Character) -> Coordinate { graph.point(node(letter)).coordinate }

  /// Returns a place between two letters: 0 at the first, 1 at the second; `offset` metres to the north.
  package func place(_ a: Character, _ b: Character, share: Double, northMetres: Double = 0) -> Coordinate {
    let (from, to) = (place(a), place(b))
    let scale = LocalScale(latitude: from.latitude)
    return Coordinate(
      latitude: from.latitude + (to.latitude - from.latitude) * share + northMetres
        / scale.metresPerDegreeLatitude,
      longitude: from.longitude + (to.longitude - from.longitude) * share)
  }

  /// Returns the feature with a spelling, or nil.
  package func feature(_ spelling: String) -> FeatureIndex? {
    (0..<graph.featureCount).map(FeatureIndex.init).first { graph.feature($0).id.rawValue == spelling }
  }

  /// Returns the answer to a request between two letters.
  package func result(_ from: Character, _ to: Character, _ profile: SkierProfile = .anyGrade) throws
    -> Answer<Route>
  {
    try router.route(RouteRequest.fastest(from: .node(node(from)), to: .node(node(to)), profile: profile))
  }

  /// Returns the route between two ends; a missing route is nil.
  package func route(_ from: RouteEndpoint, _ to: RouteEndpoint, _ profile: SkierProfile = .anyGrade)
    throws -> Route?
  {
    guard
      case .answer(let route) = try router.route(RouteRequest.fastest(from: from, to: to, profile: profile))
    else {
      return nil
    }
    return route
  }

  /// Returns the steps of the route between two letters, each spelled by the letters it passes; nil without a route.
  package func spelled(_ from: Character, _ to: Character, _ profile: SkierProfile = .anyGrade) throws
    -> [String]?
  {
    guard case .answer(let route) = try result(from, to, profile) else { return nil }
    return route.steps.map(spelling)
  }

  /// Returns a step spelled by the letters of its points.
  package func spelling(_ step: RouteStep) -> String {
    let byPosition = Dictionary(
      names.map { (graph.point($0).position, $1) }, uniquingKeysWith: { a, _ in a })
    return String(step.points.compactMap { byPosition[$0.position] })
  }

  private static func add(
    _ huts: [Character: String], _ stations: [Character: (lift: String, name: String)],
    to builder: inout RoutingGraphBuilder, _ positions: [Character: BuilderNodeIndex],
    _ convention: DifficultyConvention
  ) {
    for (letter, name) in huts.sorted(by: { $0.key < $1.key }) {
      guard let place = positions[letter].map({ builder.nodes[$0.position] }) else { continue }
      builder.addFeature(
        GraphFeature(
          kind: .hut, id: SourceID("hut/\(letter)"), name: name, convention: convention, start: place,
          end: place))
    }
    for (letter, station) in stations.sorted(by: { $0.key < $1.key }) {
      guard let node = positions[letter] else { continue }
      let facts = GraphFeature(
        kind: .station, id: SourceID("station/\(letter)"), name: station.name, convention: convention,
        start: builder.nodes[node.position], end: builder.nodes[node.position])
      let lift = builder.features.firstIndex { $0.facts.id.rawValue == station.lift }
      builder.addFeature(facts, from: node, parent: lift.map { BuilderFeatureIndex($0) })
    }
  }

  private static func add(
    _ element: DrawnFeature, to builder: inout RoutingGraphBuilder,
    _ positions: [Character: BuilderNodeIndex],
    _ convention: DifficultyConvention
  ) {
    let nodes = element.spelling.compactMap { positions[$0] }
    precondition(
      nodes.count == element.spelling.count && nodes.count > 1,
      "feature must be drawn, got \(element.spelling)")
    var feature: BuilderFeatureIndex?
    if element.kind != .connector {
      var facts = GraphFeature(
        kind: element.kind == .lift ? .lift : element.kind == .walk ? .street : .run,
        id: SourceID(element.spelling),
        name: element.name ?? element.spelling, convention: convention,
        start: builder.nodes[nodes[0].position],
        end: builder.nodes[nodes[nodes.count - 1].position])
      facts.difficulty = element.flags.contains(.difficultyEstimated) ? nil : element.difficulty
      element.change(&facts)
      feature = builder.addFeature(facts, from: nodes[0], to: nodes[nodes.count - 1])
    }
    let stations = element.kind == .lift && nodes.count > 2
    var offset: UInt32 = 0
    for (index, pair) in zip(nodes, nodes.dropFirst()).enumerated() {
      let length = add(element, feature, pair.0, pair.1, offset, index, to: &builder)
      offset += length
    }
    if stations { _ = add(element, feature, nodes[0], nodes[nodes.count - 1], 0, 0, to: &builder) }
  }

  private static func add(
    _ element: DrawnFeature, _ feature: BuilderFeatureIndex?, _ tail: BuilderNodeIndex,
    _ head: BuilderNodeIndex,
    _ offset: UInt32,
    _ index: Int,
    to builder: inout RoutingGraphBuilder
  ) -> UInt32 {
    let points = [builder.nodes[tail.position], builder.nodes[head.position]]
    let length = UInt32(
      (LocalScale(latitude: origin.latitude).distanceMetres(points[0].coordinate, points[1].coordinate) * 100)
        .rounded())
    builder.links.append(
      BuilderLink(
        kind: element.kind, feature: feature, tail: tail, head: head, allowsForward: true,
        allowsBackward: element.isTwoWay,
        difficulty: index < element.difficulties.count ? element.difficulties[index] : element.difficulty,
        flags: element.flags, cause: element.cause,
        startOffsetCentimetres: offset, endOffsetCentimetres: offset + length, points: points,
        distancesCentimetres: [0, length]))
    return length
  }
}

/// A feature or connector of a drawn world.
package struct DrawnFeature {
  var kind: LinkKind
  var spelling: String
  var difficulty: Difficulty?
  /// The grades of single links that differ from the feature's.
  var difficulties: [Difficulty?] = []
  var flags: LinkFlags = []
  var cause = LinkCause.source
  var isTwoWay = false
  var name: String?
  var change: (inout GraphFeature) -> Void = { _ in }

  /// Returns a run down its spelling.
  package static func run(
    _ spelling: String, _ difficulty: Difficulty?, name: String? = nil, flags: LinkFlags = [],
    isTwoWay: Bool = false,
    links: [Difficulty?] = [], change: @escaping (inout GraphFeature) -> Void = { _ in }
  ) -> DrawnFeature {
    DrawnFeature(
      kind: .run, spelling: spelling, difficulty: difficulty, difficulties: links, flags: flags,
      isTwoWay: isTwoWay,
      name: name, change: change)
  }

  /// Returns a lift up its spelling; letters between its ends are stations.
  package static func lift(
    _ spelling: String, _ kind: LiftKind, name: String? = nil, isTwoWay: Bool = false,
    change: @escaping (inout GraphFeature) -> Void = { _ in }
  ) -> DrawnFeature {
    DrawnFeature(
      kind: .lift, spelling: spelling, isTwoWay: isTwoWay, name: name,
      change: {
        $0.liftKind = kind
        change(&$0)
      })
  }

  /// Returns a connector, walked in both directions.
  package static func connector(
    _ spelling: String, _ difficulty: Difficulty? = nil, cause: LinkCause = .source
  ) -> DrawnFeature {
    DrawnFeature(kind: .connector, spelling: spelling, difficulty: difficulty, cause: cause, isTwoWay: true)
  }

  /// Returns a street, walked in both directions.
  package static func walk(
    _ spelling: String, name: String? = nil, flags: LinkFlags = [],
    change: @escaping (inout GraphFeature) -> Void = { _ in }
  ) -> DrawnFeature {
    DrawnFeature(kind: .walk, spelling: spelling, flags: flags, isTwoWay: true, name: name, change: change)
  }
}
