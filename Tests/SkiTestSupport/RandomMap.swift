package import SkiBase
package import SkiGraph

/// A random network that keeps every rule of the builder, drawn around a place.
package struct RandomMap {
  package var builder = RoutingGraphBuilder()
  package var random: SeededGenerator
  private let centre: Coordinate
  private let spanDegrees: Double

  /// Draws up to `features` runs, lifts, streets and connectors within about `spanDegrees` of latitude around a place.
  package init(
    seed: UInt64, centre: Coordinate = Coordinate(latitude: 46.5, longitude: 7.5), spanDegrees: Double = 0.02,
    nodes: Int = 20, features: Int = 30
  ) {
    random = SeededGenerator(seed: seed)
    self.centre = centre
    self.spanDegrees = spanDegrees
    for _ in 0..<nodes { _ = builder.addNode(point()) }
    addAreas()
    for _ in 0..<features { addLine() }
    addSpots()
    addJunctions()
    addOutlines()
  }

  /// Adds outlines of some of the areas, some of them with holes.
  private mutating func addOutlines() {
    for (index, feature) in builder.features.map(\.facts).enumerated()
    where feature.isArea && feature.kind == .run && chance(0.7) {
      builder.outlines[BuilderFeatureIndex(index)] = (0..<Int.random(in: 1...3, using: &random)).map {
        number in
        var places: [FixedCoordinate] = []
        while places.count < 3 + number || places.first == places.last { places.append(point().position) }
        return GraphRing(places: places, isHole: number > 0 && chance(0.5))
      }
    }
  }

  private mutating func addJunctions() {
    for node in builder.nodes.indices where node % 3 == 0 {
      let causes = JunctionCause.allCases
      builder.junctions[BuilderNodeIndex(node)] = Junction(
        cause: causes[node / 3 % causes.count], confidencePercent: UInt8(node % 101))
    }
  }

  /// The network as a map of one region, with sources and a report.
  package var contents: MapContents {
    MapContents(
      regions: [builder],
      sources: [
        DataSource(name: "runs.geojson", licence: "ODbL", attribution: "© a mapper"), DataSource(name: "own"),
      ], reportJSON: "{\"version\":1,\"entries\":[]}")
  }

  package mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  /// Returns a place of the map, with an elevation four times in five.
  package mutating func point() -> GraphPoint {
    let north = Double.random(in: -spanDegrees...spanDegrees, using: &random)
    let stretch = 1 / max(0.05, cosine(centre.latitude))
    var east = centre.longitude + Double.random(in: -spanDegrees...spanDegrees, using: &random) * stretch
    if east > 180 { east -= 360 }
    if east < -180 { east += 360 }
    let latitude = max(-90, min(90, centre.latitude + north))
    return GraphPoint(
      position: FixedCoordinate(Coordinate(latitude: latitude, longitude: east)),
      elevationCentimetres: chance(0.8) ? Int32.random(in: 50_000...350_000, using: &random) : nil)
  }

  private func cosine(_ degrees: Double) -> Double {
    LocalScale(latitude: degrees).metresPerDegreeLongitude / 111_320
  }

  private mutating func node() -> BuilderNodeIndex {
    BuilderNodeIndex(Int.random(in: 0..<builder.nodes.count, using: &random))
  }

  private mutating func addAreas() {
    for number in 0..<3 {
      builder.areas.append(
        GraphArea(
          name: chance(0.7) ? "Area \(number)" : nil, id: chance(0.7) ? SourceID("area/\(number)") : nil,
          operatingLiftCount: number + 2,
          bounds: BoundingBox(south: -1.5, west: Double(number), north: 2.25, east: 100)))
    }
  }

  private mutating func addLine() {
    let kind = [LinkKind.run, .run, .run, .lift, .walk, .connector].randomElement(using: &random) ?? .run
    var stops = [node()]
    for _ in 0..<(kind == .connector ? 1 : Int.random(in: 1...3, using: &random)) { stops.append(node()) }
    let feature = kind == .connector ? nil : addFeature(kind, from: stops[0], to: stops[stops.count - 1])
    for (tail, head) in zip(stops, stops.dropFirst()) { addLink(kind, feature, tail, head) }
  }

  private mutating func addFeature(
    _ kind: LinkKind, from start: BuilderNodeIndex, to end: BuilderNodeIndex
  ) -> BuilderFeatureIndex {
    let number = builder.features.count
    var feature = GraphFeature(
      kind: kind == .lift ? .lift : kind == .walk ? .street : .run, id: SourceID("way/\(number)"),
      name: chance(0.8) ? Self.names[number % Self.names.count] : nil,
      refs: chance(0.3) ? ["\(number)", "\(number)a"] : [],
      status: Lifecycle.allCases.randomElement(using: &random) ?? .operating,
      convention: DifficultyConvention.allCases.randomElement(using: &random) ?? .europe,
      start: builder.nodes[start.position], end: builder.nodes[end.position])
    feature.difficulty = chance(0.6) ? Difficulty.allCases.randomElement(using: &random) : nil
    feature.estimatedDifficulty = chance(0.3) ? Difficulty.allCases.randomElement(using: &random) : nil
    feature.uses = RunUses(rawValue: UInt16.random(in: 0 ... .max, using: &random))
    feature.isArea = chance(0.5)
    feature.terrain = RunTerrain(
      grooming: chance(0.5) ? Grooming.allCases.randomElement(using: &random) : nil, isGladed: claim(),
      isLit: claim(), isPatrolled: claim(), hasSnowmaking: claim())
    (feature.hasBubble, feature.isHeated) = (claim(), claim())
    addTexts(to: &feature)
    feature.liftKind = LiftKind.allCases.randomElement(using: &random) ?? .unknown
    feature.occupancy = chance(0.5) ? Int.random(in: 1...200, using: &random) : nil
    feature.capacityPerHour = chance(0.5) ? Int.random(in: 1...9000, using: &random) : nil
    feature.durationMilliseconds = chance(0.5) ? Int.random(in: 1...5_000_000, using: &random) : nil
    feature.isDetachable = chance(0.5) ? chance(0.5) : nil
    feature.area = chance(0.7) ? AreaIndex(Int.random(in: 0..<3, using: &random)) : nil
    return builder.addFeature(feature, from: start, to: end)
  }

  private mutating func claim() -> Bool? { chance(0.5) ? chance(0.5) : nil }

  /// Adds other names, access values and hours to some features.
  private mutating func addTexts(to feature: inout GraphFeature) {
    for kind in AlternativeName.Kind.allCases where chance(0.1) {
      let language = chance(0.5) ? ["de", "ja-Latn", "ca"].randomElement(using: &random) : nil
      feature.alternativeNames.append(
        AlternativeName(kind, language: language, Self.names.randomElement(using: &random) ?? "?"))
    }
    for key in AccessTags.Key.allCases where chance(0.1) {
      feature.access[key] = ["no", "private", "summer;winter"].randomElement(using: &random)
    }
    if chance(0.2) { feature.openingHours = "Dec-Apr: Mo-Su 09:00-16:00" }
  }

  private mutating func addLink(
    _ kind: LinkKind, _ feature: BuilderFeatureIndex?, _ tail: BuilderNodeIndex, _ head: BuilderNodeIndex
  ) {
    var points = [builder.nodes[tail.position]]
    if kind != .lift { for _ in 0..<Int.random(in: 0...4, using: &random) { points.append(point()) } }
    points.append(builder.nodes[head.position])
    var distances: [UInt32] = [0]
    for _ in points.dropFirst() {
      distances.append(distances[distances.count - 1] + UInt32.random(in: 0...20_000, using: &random))
    }
    builder.links.append(
      BuilderLink(
        kind: kind, feature: feature, tail: tail, head: head, allowsForward: chance(0.9),
        allowsBackward: chance(0.4),
        difficulty: chance(0.6) ? Difficulty.allCases.randomElement(using: &random) : nil,
        flags: LinkFlags(rawValue: UInt16.random(in: 0...127, using: &random)),
        cause: LinkCause.allCases.randomElement(using: &random) ?? .source,
        confidencePercent: UInt8.random(in: 0...100, using: &random),
        startOffsetCentimetres: .random(in: 0 ... .max, using: &random),
        endOffsetCentimetres: .random(in: 0 ... .max, using: &random), points: points,
        distancesCentimetres: distances))
    let last = builder.links.count - 1
    if !points.allSatisfy({ $0.elevationCentimetres != nil }) {
      builder.links[last].flags.remove(.hasElevation)
    }
    inferHeights()
  }

  /// Gives some links without known heights inferred ones.
  private mutating func inferHeights() {
    let last = builder.links.count - 1
    guard !builder.links[last].flags.contains(.hasElevation), chance(0.5) else { return }
    builder.links[last].inferredElevationsCentimetres = builder.links[last].points.map { _ in
      .random(in: -100_000...1_000_000, using: &random)
    }
  }

  /// Adds stations and huts, some outside the network.
  private mutating func addSpots() {
    for number in 0..<4 {
      let place = chance(0.5) ? builder.nodes[node().position] : point()
      let spot = GraphFeature(
        kind: number % 2 == 0 ? .station : .hut, id: SourceID("node/\(number)"), name: "Spot \(number)",
        start: place, end: place)
      let lift = builder.features.firstIndex { $0.facts.kind == .lift }
      builder.addFeature(
        spot,
        parent: spot.kind == .station && chance(0.5) ? lift.map { BuilderFeatureIndex($0) } : nil)
    }
  }

  static let names = [
    "Hintertux", "Große Scharte", "Île", "Skiweg", "手稲 ハイランド", "L'Aigle-Noir", "\u{1B}[31mRed", "K 2",
  ]
}
