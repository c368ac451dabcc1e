import SkiBase
import SkiGraph
import SkiSystem

extension RegionReader {
  /// Returns the first zoom of a run, lift or street drawn in a box.
  func firstZoom(_ index: Int, _ box: WorldBox) -> Int {
    graph.links(of: FeatureIndex(index)).isEmpty
      ? Self.firstZoom(diagonal: box.diagonal, pixels: leastPixels, deepest: deepestZoom) : firstZooms[index]
  }

  /// Returns the lines of a run, lift or street.
  mutating func lines(_ index: Int, _ chains: FeatureChains) -> [[WorldVertex]] {
    guard chains.chains.isEmpty else { return chains.chains.map { vertices($0) } }
    let line = unlinkedLine(index)
    return line.isEmpty ? [] : [line]
  }

  /// Returns the vertices of a chain of links.
  private mutating func vertices(_ chain: [(link: Int, isReversed: Bool)]) -> [WorldVertex] {
    var line: [WorldVertex] = []
    line.reserveCapacity(chain.reduce(0) { $0 + graph.pointRange(LinkIndex($1.link)).count })
    for (link, isReversed) in chain { append(link, isReversed: isReversed, to: &line) }
    return line
  }

  /// Returns the straight line of a lift outside the network; nothing for other features, of which only a point is
  /// known.
  mutating func unlinkedLine(_ index: Int) -> [WorldVertex] {
    guard FeatureKind(code: graph.kindCode(of: index)) == .lift else { return [] }
    let (start, end) = graph.endPlaces(of: FeatureIndex(index))
    return start == end ? [] : [rows.vertex(start), rows.vertex(end)]
  }

  mutating func addLine(_ index: Int, _ layer: VectorLayer, to collector: inout ShapeCollector) {
    let chains = FeatureChains(graph, feature: index)
    let lines = lines(index, chains)
    guard !lines.isEmpty else { return }
    let feature = graph.feature(FeatureIndex(index))
    for line in lines { collector.addLine(line) }
    let box = Self.box(lines)
    var id = FeatureIDHash(feature.kind.rawValue)
    id.add("/")
    id.add(feature.id.rawValue)
    collector.endShape(
      id: id.id, firstZoom: firstZoom(index, box), priority: layer.priority + Self.size(box),
      attributes: plainAttributes(feature, isOneway: chains.isOneway),
      closeAttributes: closeAttributes(feature, chains.links))
  }

  static func box(_ lines: [[WorldVertex]]) -> WorldBox {
    var box = WorldBox.empty
    for line in lines { for vertex in line { box.formUnion(x: vertex.x, y: vertex.y) } }
    return box
  }

  /// Returns the size of a shape in a box, as a binary logarithm of world units.
  static func size(_ box: WorldBox) -> Double { log2(max(1, box.diagonal)) }

  /// Returns the attributes of a feature shown at every zoom.
  private mutating func plainAttributes(_ feature: GraphFeature, isOneway: Bool?) -> [Attribute] {
    var list = AttributeList()
    list.add(.name, feature.name)
    list.add(.ref, feature.ref)
    guard feature.kind != .street else {
      list.add(.kind, feature.streetKind?.rawValue)
      return values.attributes(list)
    }
    if feature.kind == .lift {
      list.add(.liftType, feature.liftKind.rawValue)
      list.add(.colour, DrawingColours.lift)
    }
    var attributes = values.attributes(list)
    if feature.kind == .run { attributes += runAttributes(feature) }
    var more = AttributeList()
    more.add(.status, feature.status.rawValue)
    more.add(.oneway, isOneway)
    return attributes + values.attributes(more)
  }

  /// Returns the attributes of a run that many runs share.
  mutating func runAttributes(_ feature: GraphFeature) -> [Attribute] {
    let style = RunStyle(feature)
    if let known = styles[style] { return known }
    let attributes = values.attributes(Self.runList(feature))
    styles[style] = attributes
    return attributes
  }

  private static func runList(_ feature: GraphFeature) -> AttributeList {
    var list = AttributeList()
    let words = feature.uses.words
    list.add(.kind, words.first)
    list.add(.uses, words.joined(separator: ","))
    list.add(.difficulty, feature.difficulty?.rawValue)
    list.add(.estimatedDifficulty, feature.estimatedDifficulty?.rawValue)
    list.add(.convention, feature.convention.rawValue)
    addGrade(feature, to: &list)
    list.add(.groomed, feature.terrain.isGroomed)
    list.add(.grooming, feature.terrain.grooming?.rawValue)
    list.add(.gladed, feature.terrain.isGladed)
    list.add(.lit, feature.terrain.isLit)
    list.add(.patrolled, feature.terrain.isPatrolled)
    list.add(.snowmaking, feature.terrain.hasSnowmaking)
    if feature.isArea { list.add(.area, true) }
    return list
  }

  /// Adds the colours and the symbol of a run's difficulty.
  static func addGrade(_ feature: GraphFeature, to list: inout AttributeList) {
    let sign = DifficultyStyle(feature)
    list.add(.colour, sign.colour)
    list.add(.colourName, sign.colourName.rawValue)
    list.add(.symbol, sign.symbol?.rawValue)
  }

  /// Returns the attributes of a feature shown from the close zoom on.
  private mutating func closeAttributes(_ feature: GraphFeature, _ links: [Int]) -> [Attribute] {
    var list = AttributeList()
    list.add(.id, feature.id.rawValue)
    let centimetres = links.reduce(0) { $0 + lengthCentimetres($1) }
    if centimetres > 0, !feature.isArea { list.add(.mapLengthMetres, (centimetres + 50) / 100) }
    if feature.kind == .lift {
      list.add(.occupancy, feature.occupancy)
      list.add(.capacity, feature.capacityPerHour)
      list.add(.durationSeconds, feature.durationMilliseconds.map { ($0 + 500) / 1000 })
      list.add(.detachable, feature.isDetachable)
      list.add(.bubble, feature.hasBubble)
      list.add(.heated, feature.isHeated)
    }
    return values.attributes(list)
  }

  mutating func addConnector(_ link: Int, to collector: inout ShapeCollector) {
    let facts = graph.link(LinkIndex(link))
    var line: [WorldVertex] = []
    append(link, isReversed: !facts.allowsForward && facts.allowsBackward, to: &line)
    guard !line.isEmpty else { return }
    collector.addLine(line)
    var list = AttributeList()
    list.add(.cause, facts.cause.rawValue)
    list.add(.confidence, Int(facts.confidencePercent))
    list.add(.oneway, facts.allowsForward != facts.allowsBackward)
    list.add(.mapLengthMetres, (lengthCentimetres(link) + 50) / 100)
    collector.endShape(
      id: connectorID(link), firstZoom: VectorLayer.connectors.zooms(in: 0...deepestZoom).lowerBound,
      priority: VectorLayer.connectors.priority + Self.size(Self.box([line])),
      attributes: values.attributes(list))
  }

  private func connectorID(_ link: Int) -> UInt64 {
    let points = graph.pointRange(LinkIndex(link))
    guard let first = points.first, let last = points.last else { return 0 }
    var hash = FeatureIDHash("connector/")
    hash.add(graph.linkPoint(first).position)
    hash.add("/")
    hash.add(graph.linkPoint(last).position)
    // A walk may join two places that a connector joins for those whom its grade suits.
    if LinkCause(code: graph.storage.linkCause[link])?.isOnFoot == true { hash.add("/foot") }
    return hash.id
  }
}

/// The properties of a run on which the attributes depend that many runs share.
struct RunStyle: Hashable {
  private let uses: UInt16
  private let difficulty: Difficulty?
  private let estimatedDifficulty: Difficulty?
  private let convention: DifficultyConvention
  private let terrain: RunTerrain
  private let isArea: Bool

  init(_ run: GraphFeature) {
    uses = run.uses.rawValue
    (difficulty, estimatedDifficulty) = (run.difficulty, run.estimatedDifficulty)
    (convention, terrain, isArea) = (run.convention, run.terrain, run.isArea)
  }
}

/// The colour and symbol of a run's difficulty.
struct DifficultyStyle {
  /// A symbol, distinct for each difficulty without relying on colour.
  enum Symbol: String {
    case circle, square, triangle, diamond
    case doubleDiamond = "double-diamond"
    case star
    case doubleStar = "double-star"
  }

  /// The colour, as `#rrggbb`.
  let colour: String
  let colourName: DifficultyColour
  /// The symbol; nil for an ungraded run.
  let symbol: Symbol?

  /// Creates the sign of a run.
  init(_ run: GraphFeature) {
    colour = DrawingColours.run(run.difficulty, run.convention, uses: run.uses)
    colourName = run.difficulty?.colour(in: run.convention) ?? .grey
    symbol = run.difficulty.flatMap { Self.symbol($0, colour: $0.colour(in: run.convention)) }
  }

  /// Returns the symbol of a difficulty: green circle, blue square and black diamond as signed in North America, red
  /// triangle; doubled symbols for the hardest grades, in Europe too.
  private static func symbol(_ difficulty: Difficulty, colour: DifficultyColour) -> Symbol? {
    switch colour {
    case .green: .circle
    case .blue: .square
    case .red: .triangle
    case .black: difficulty == .expert ? .doubleDiamond : .diamond
    case .doubleBlack: difficulty == .extreme ? .doubleStar : .doubleDiamond
    case .yellow: .star
    case .orange: .doubleStar
    default: nil
    }
  }
}

extension RunUses {
  /// The uses in OpenSkiMap's words, the main one first.
  var words: [String] { Self.all.filter { contains($0.use) }.map(\.word) }

  private static let all: [(use: RunUses, word: String)] = [
    (.downhill, "downhill"), (.connection, "connection"), (.snowPark, "snow_park"), (.skitour, "skitour"),
    (.hike, "hike"), (.nordic, "nordic"), (.sled, "sled"), (.playground, "playground"),
    (.sleigh, "sleigh"), (.iceSkate, "ice_skate"), (.snowTraining, "snow_training"), (.fatbike, "fatbike"),
    (.other, "other"),
  ]
}
