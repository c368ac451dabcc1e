public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of the lifts, runs, huts and stations reachable within a time.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct ReachDocument: Sendable {
  private let reach: Reach
  private let graph: RoutingGraph
  private let from: String
  private let home: String?
  private let departure: DayTime
  private let minutes: Int
  /// The destination of the return.
  private var back: String { home ?? from }
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }
  /// The buffer of the outline polygons around the lines, in metres.
  static let outlineMetres = 60.0
  /// The cell size of the grid of the outline polygons, in metres.
  static let outlineSideMetres = 20.0

  /// Creates a document of the reach of a request.
  /// - Parameters:
  ///   - reach: The answer.
  ///   - request: The request of the answer.
  ///   - from: The name of the start.
  ///   - home: The name of home, where the reach was limited to places that still reach it; nil for none.
  ///   - map: The map of the answer.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the answer is of another map, `.malformedData` when the
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*m*) in the links of the region; O(size of the region) when it is opened.
  public init(
    _ reach: Reach, request: ReachRequest, from: String, home: String?, map: SkiMap
  ) throws {
    self.init(
      reach, request: request, from: from, home: home, graph: try map.graph(reach.region),
      sources: map.sources)
  }

  /// Creates a document with the graph of the answer.
  package init(
    _ reach: Reach, request: ReachRequest, from: String, home: String?, graph: RoutingGraph,
    sources: [DataSource]
  ) {
    self.reach = reach
    self.graph = graph
    (self.from, self.home, departure) = (from, home, request.departure)
    minutes = request.milliseconds / 60_000
    head = AnswerHead(
      sources: sources, ceiling: request.profile.effectiveCeiling.signed(in: graph.usualConvention()),
      heights: graph.elevationQuality())
  }

  private var question: String {
    "From \(from) in \(minutes) min from \(departure)"
      + (home.map { ", with time left to get home to \($0)" } ?? "")
  }

  /// Returns the reached features as text: lifts, runs, huts, then stations, each in order of time.
  /// - Parameter colour: Ignored; the text has no colours.
  /// - Complexity: O(*f*) in the features reached.
  public func text(colour: Bool = false) -> TerminalText {
    var lines: [TerminalText] = ["\(question)\(head.limit)"]
    for (kind, word) in [(FeatureKind.lift, "Lifts"), (.run, "Runs"), (.hut, "Huts"), (.station, "Stations")]
    {
      let found = named(kind)
      let nameless = reach.features.count { isOf(kind, $0) && name($0) == nil }
      guard !found.isEmpty || nameless > 0 else { continue }
      lines.append("\(word):")
      lines += found.map(line)
      if nameless > 0 { lines.append("  and \(nameless) without a name") }
    }
    if lines.count == 1 { lines.append("Nothing.") }
    if let ends = reach.deadEnds {
      lines.append(TerminalText(ends.missing.sentence(Self.way(ends, back: back, graph))))
    }
    return head.text(lines)
  }

  /// The greatest number of dead ends that are named.
  private static let listedDeadEnds = 5

  /// Returns the missing return as text.
  private static func way(_ ends: Reach.DeadEnds, back: String, _ graph: RoutingGraph) -> String {
    var names: [String] = []
    var nameless: [FeatureKind] = []
    for feature in ends.features.map({ graph.feature($0.feature) }) {
      guard let label = feature.label else {
        nameless.append(feature.kind)
        continue
      }
      let name = "\(label) (\(graph.word(feature)))"
      if !names.contains(name) { names.append(name) }
    }
    var told = Array(names.prefix(listedDeadEnds))
    if names.count > listedDeadEnds { told.append("\(names.count - listedDeadEnds) more") }
    if !nameless.isEmpty { told.append(withoutName(nameless)) }
    let last = told.count > 1 ? told.removeLast() : nil
    let list = told.joined(separator: ", ") + (last.map { " and \($0)" } ?? "")
    return "route back to \(back) from \(list)"
  }

  /// Returns features without a name as text: `1 run without a name`, `3 runs and lifts without a name`.
  private static func withoutName(_ kinds: [FeatureKind]) -> String {
    let areRuns = kinds.allSatisfy { $0 == .run }
    let one = areRuns ? "run" : "lift"
    let many = areRuns ? "runs" : kinds.contains(.run) ? "runs and lifts" : "lifts"
    return "\(kinds.count) \(kinds.count == 1 ? one : many) without a name"
  }

  /// Returns the named features of a kind, the first of each name.
  private func named(_ kind: FeatureKind) -> [Reach.Feature] {
    var names: Set<String> = []
    return reach.features.filter { entry in
      isOf(kind, entry) && (name(entry).map { names.insert($0).inserted } ?? false)
    }
  }

  private func isOf(_ kind: FeatureKind, _ entry: Reach.Feature) -> Bool {
    graph.kindCode(of: entry.feature.position) == kind.code
  }

  private func name(_ entry: Reach.Feature) -> String? {
    graph.feature(entry.feature).label
  }

  private func line(_ entry: Reach.Feature) -> TerminalText {
    let feature = graph.feature(entry.feature)
    let percent = Int((entry.share * 100).rounded(.down))
    let share = entry.share < 1 && feature.kind == .run ? "  \(max(1, percent)) %" : ""
    return "  \(entry.firstAt)  \(graph.label(entry.feature)) (\(graph.word(feature)))\(share)"
  }

  /// Returns the answer as a plain document. Complexity: O(*f*) in the features reached.
  public func answer() -> ReachAnswer {
    var answer = ReachAnswer()
    (answer.header, answer.from, answer.home) = (head.header(), from, home)
    (answer.departure, answer.minutes) = (departure, minutes)
    answer.deadEnds = reach.deadEnds.map { ends in
      var dead = ReachAnswer.DeadEnds()
      dead.missing = ends.missing.answer(Self.way(ends, back: back, graph))
      dead.features = ends.features.map(feature)
      return dead
    }
    answer.features = reach.features.map(feature)
    return answer
  }

  private func feature(_ entry: Reach.Feature) -> ReachAnswer.Feature {
    var reached = ReachAnswer.Feature()
    reached.feature = graph.answer(entry.feature)
    (reached.firstAt, reached.share) = (entry.firstAt, entry.share)
    return reached
  }

  /// Returns the reached features as one line of JSON, in order of time.
  /// - Complexity: O(*f*) in the features reached.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the reached lines as GeoJSON with their colours, and polygons of the area within 60 m of them.
  /// - Complexity: O(*p* + *c*) in the points of the lines and the cells of a raster around them, of 20 m or more and
  ///   four million at most.
  public func geoJSON() -> TerminalText {
    AnswerHead.geoJSON("reach", answer()) { json in
      var lines = StretchLines(graph)
      var names = StretchNames(graph)
      for stretch in reach.stretches {
        let points = lines.add(stretch)
        json.feature(.line) {
          $0.positions(points)
        } properties: {
          names.write(stretch, to: &$0)
        }
      }
      writeOutline(lines.distinct, to: &json)
    }
  }

  private func writeOutline(_ lines: [[Coordinate]], to json: inout JSONWriter) {
    guard
      let grid = CoverageRaster(lines, reachMetres: Self.outlineMetres, sideMetres: Self.outlineSideMetres)
    else { return }
    for polygon in CoverageOutline.polygons(grid) {
      json.feature(.polygon) { json in
        json.array { json in
          for ring in [polygon.outer] + polygon.holes {
            json.array { json in
              for place in ring { json.position(place, places: 6) }
            }
          }
        }
      } properties: {
        $0.member("kind", word: "outline")
      }
    }
  }
}

/// A writer of the properties of the parts of edges within reach, which reads each feature and formats each minute once.
struct StretchNames {
  private struct Name {
    var id: String
    var name: String?
    var convention: DifficultyConvention
  }

  private let graph: RoutingGraph
  /// The convention of links without a feature.
  private let convention: DifficultyConvention
  private var known: [FeatureIndex: Name] = [:]
  private var minutes: [Int: String] = [:]

  init(_ graph: RoutingGraph) { (self.graph, convention) = (graph, graph.usualConvention()) }

  /// Writes the members of a stretch's properties.
  mutating func write(_ stretch: Reach.Stretch, to json: inout JSONWriter) {
    let link = graph.row(graph.link(of: stretch.edge))
    let name = link.feature.map { self.name($0) }
    let colour = link.kind == .lift ? nil : link.difficulty?.colour(in: name?.convention ?? convention)
    json.member("kind", link.kind.rawValue)
    json.member("id", name?.id)
    json.member("name", name?.name)
    json.member("colour", colour?.rawValue ?? (link.kind == .run ? "grey" : nil))
    json.member("from", text(stretch.from))
    json.member("until", text(stretch.until))
  }

  /// Returns the description of a time, which is that of its minute.
  private mutating func text(_ time: DayTime) -> String {
    let minute = Int((Double(time.milliseconds) / 60_000).rounded(.down))
    if let text = minutes[minute] { return text }
    let text = time.description
    minutes[minute] = text
    return text
  }

  private mutating func name(_ index: FeatureIndex) -> Name {
    if let name = known[index] { return name }
    let feature = graph.feature(index)
    let name = Name(id: feature.id.rawValue, name: feature.name, convention: feature.convention)
    known[index] = name
    return name
  }
}

/// The lines of the parts of edges within reach.
struct StretchLines {
  /// A part of a link, whichever way it is travelled.
  private struct Part: Hashable {
    var link: LinkIndex
    var low: UInt32
    var high: UInt32
  }

  private let graph: RoutingGraph
  private var known: Set<Part> = []
  /// The lines added so far; one for a part of a link that is travelled both ways.
  private(set) var distinct: [[Coordinate]] = []

  init(_ graph: RoutingGraph) { self.graph = graph }

  /// Adds a stretch, and returns its points in the direction of travel. Complexity: O(*p*).
  mutating func add(_ stretch: Reach.Stretch) -> [GraphPoint] {
    let link = graph.link(of: stretch.edge)
    let isReversed = graph.isReversed(stretch.edge)
    let range = graph.pointRange(link)
    let length = range.isEmpty ? 0 : graph.storage.pointDistance[range.upperBound - 1]
    let low = isReversed ? length - stretch.endCentimetres : stretch.startCentimetres
    let high = isReversed ? length - stretch.startCentimetres : stretch.endCentimetres
    var line = LinkSection(graph, range).points(low, high)
    if isReversed { line.reverse() }
    if known.insert(Part(link: link, low: low, high: high)).inserted {
      distinct.append(line.map(\.coordinate))
    }
    return line
  }
}

/// The extraction of a section of a link.
///
/// No `piece(at:)`: positions are whole centimetres, as searches count, and of points at the same distance the first
/// counts.
private struct LinkSection {
  private let graph: RoutingGraph
  /// The positions of the link's points.
  private let range: Range<Int>

  init(_ graph: RoutingGraph, _ range: Range<Int>) { (self.graph, self.range) = (graph, range) }

  /// Returns the points between two distances along the link, in centimetres, both ends included. Complexity: O(*p*).
  func points(_ low: UInt32, _ high: UInt32) -> [GraphPoint] {
    let distances = graph.storage.pointDistance
    var part: [GraphPoint] = []
    part.reserveCapacity(range.count + 2)
    part.append(place(low))
    for point in range {
      let distance = distances[point]
      if distance >= high { break }
      if distance > low { part.append(graph.linkPoint(point)) }
    }
    part.append(place(high))
    return part
  }

  private func place(_ at: UInt32) -> GraphPoint {
    let distances = graph.storage.pointDistance
    guard let after = range.first(where: { distances[$0] >= at }) else {
      return graph.linkPoint(range.upperBound - 1)
    }
    if after == range.lowerBound || distances[after] == at { return graph.linkPoint(after) }
    let share = Double(at - distances[after - 1]) / Double(distances[after] - distances[after - 1])
    return GraphPoint.between(graph.linkPoint(after - 1), graph.linkPoint(after), share)
  }
}
