import Foundation
package import SkiBase
package import SkiGraph

/// The contents of a map and its connectivity: the answer of `skiroute check`.
///
/// Made in one pass over the regions of a map, which validates all of it. Reachability is computed on every run of the
/// network of any difficulty, except those that need opt-in.
///
/// **Source:** Tarjan 1972, "Depth-first search and linear graph algorithms", for mutual reachability.
package struct MapSurvey: Sendable {
  /// A measured ski area.
  package struct Area: Sendable, Hashable {
    /// Indicates whether it is a measured area; false for all features outside areas.
    package var isMeasured: Bool
    package var name: String?
    /// The identifier of the mapped area that gives its name.
    package var id: SourceID?
    /// The bounding box of its lifts and runs; nil outside areas.
    package var bounds: BoundingBox?
    /// The number of operating lifts.
    package var operatingLiftCount = 0
    /// The size of the largest set of mutually reachable lifts.
    package var mutuallyReachableLiftCount = 0
    /// The number of stations of operating lifts.
    package var stationCount = 0
    /// The number of stations mutually reachable with the largest set of lifts.
    package var mutuallyReachableStationCount = 0
    /// The lifts outside the largest set.
    package var otherLifts: [LiftFinding] = []
    /// The statistics of its runs, connectors and junctions.
    package var facts = AreaFacts()

    /// The share of operating lifts in the largest set, 0...1; nil without lifts.
    package var mutuallyReachableShare: Double? {
      operatingLiftCount > 0 ? Double(mutuallyReachableLiftCount) / Double(operatingLiftCount) : nil
    }
  }

  /// A lift outside the largest set of mutually reachable lifts of its area.
  package struct LiftFinding: Sendable, Hashable {
    package var region: RegionIndex
    package var feature: FeatureIndex
    package var id: SourceID
    package var name: String?
    /// The position of its boarding end.
    package var place: Coordinate
    /// Indicates whether another feature leads to one of its boarding places.
    package var hasWayIn: Bool
    /// Indicates whether another feature leads away from one of its exits.
    package var hasWayOut: Bool
    /// Indicates whether a street meets one of its boarding places.
    package var hasWayInOnFoot = false
    /// Indicates whether a street meets one of its exits.
    package var hasWayOutOnFoot = false
    /// The nearest feature of the largest set; nil when none is near.
    package var nearestMiss: NearestMiss?
  }

  /// The number of links of one kind and cause.
  package struct LinkCount: Sendable, Hashable {
    package var kind: LinkKind
    package var cause: LinkCause
    package var count: Int
    /// The total horizontal length, in metres.
    package var mapLengthMetres: Double
  }

  /// The number of nodes in all regions.
  package let nodeCount: Int
  /// The number of directed edges in all regions.
  package let edgeCount: Int
  /// The number of links in all regions.
  package let linkCount: Int
  /// The numbers of features of each kind, in the network and in all.
  package let featureCounts: [FeatureCount]
  package let linkCounts: [LinkCount]
  /// The measured areas in descending order of lifts, and last the features outside areas.
  package let areas: [Area]
  /// The import report as JSON text: the features left out, mended and noted; empty when the map has none.
  package let reportJSON: String
  /// The sources of the map's data, with licence and attribution.
  package let sources: [DataSource]

  /// The number of features of one kind.
  package struct FeatureCount: Sendable, Hashable {
    package var kind: FeatureKind
    package var inNetwork: Int
    package var inAll: Int
  }

  /// Returns the measured areas with a smaller share of mutually reachable lifts than required.
  /// - Complexity: O(areas).
  package func areas(below share: Double) -> [Area] {
    areas.filter { $0.isMeasured && $0.mutuallyReachableShare.map { $0 < share } == true }
  }

  /// The lifts of all areas to which no other feature leads.
  package var liftsWithoutWayIn: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayIn } }
  /// The lifts of all areas from which no other feature leads away.
  package var liftsWithoutWayOut: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayOut } }
  /// The lifts of all areas that are entered or left on foot only, along a street.
  package var liftsOnlyOnFoot: [LiftFinding] {
    areas.flatMap(\.otherLifts).filter {
      !$0.hasWayIn && $0.hasWayInOnFoot || !$0.hasWayOut && $0.hasWayOutOnFoot
    }
  }

  /// Surveys a map and validates all of its data.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - progress: A function called with the progress, a ratio 0..<1, before each region; nil for none.
  /// - Throws: ``SkiError`` with code `.malformedData` when the map was altered, `.inputOutput` or `.limitExceeded`
  ///   when a part can't be read into memory, `.cancelled` when the task is cancelled.
  /// - Complexity: O(*n* + *m* log *m*) in nodes and links, and a search within 1 km of each lift outside the largest
  ///   set of its area.
  package init(_ map: SkiMap, progress: ((Double) -> Void)? = nil) throws {
    var tally = SurveyTally()
    for region in map.regions {
      progress?(Double(region.position) / Double(map.regionCount))
      try tally.add(map.uncachedGraph(region))
    }
    _ = try map.nameIndex()
    self.init(tally, sources: map.sources, reportJSON: try map.reportJSON())
  }

  /// Surveys one graph, without sources and report. Complexity: O(*n* + *m*) in nodes and edges.
  package init(_ graph: RoutingGraph) {
    var tally = SurveyTally()
    tally.add(graph)
    self.init(tally, sources: [], reportJSON: "")
  }

  private init(_ tally: SurveyTally, sources: [DataSource], reportJSON: String) {
    (nodeCount, edgeCount, linkCount) = (tally.nodeCount, tally.edgeCount, tally.linkCount)
    featureCounts = tally.features.filter { $0.inAll > 0 }
    linkCounts = tally.links.flatMap { $0 }.filter { $0.count > 0 }
    areas = tally.areas()
    self.sources = sources
    self.reportJSON = reportJSON
  }
}

extension MapSurvey {
  /// Returns all problems as GeoJSON; see Data/Formats/check.md. Complexity: O(size).
  package func geoJSON() -> TerminalText {
    TerminalText { json in
      json.collection { json in
        json.member("version", 1)
        json.member("sources", sourcesJSON)
      } features: { json in
        for area in areas { Self.writeFeatures(of: area, to: &json) }
      }
    }
  }

  private static func writeFeatures(of area: Area, to json: inout JSONWriter) {
    for lift in area.otherLifts { writeFeatures(of: lift, in: area, to: &json) }
    for run in area.facts.runFindings {
      json.feature(.point) {
        $0.position(run.place)
      } properties: { json in
        json.member("problem", run.problem.rawValue)
        json.member("kind", word: "run")
        json.member("id", run.id.rawValue)
        json.member("name", run.name)
        json.member("area", area.name)
      }
    }
    for connector in area.facts.unsureConnectors {
      json.feature(.line) {
        $0.positions(connector.line)
      } properties: { json in
        json.member("problem", word: "unsureConnector")
        json.member("cause", connector.cause.rawValue)
        json.member("confidencePercent", Int(connector.confidencePercent))
        json.member("lengthMetres", connector.mapLengthMetres, places: 1)
        json.member("area", area.name)
      }
    }
  }

  private static func writeFeatures(of lift: LiftFinding, in area: Area, to json: inout JSONWriter) {
    json.feature(.point) {
      $0.position(lift.nearestMiss?.from.coordinate ?? lift.place)
    } properties: { json in
      json.member(
        "problem",
        word: !lift.hasWayIn ? "liftWithoutWayIn" : !lift.hasWayOut ? "liftWithoutWayOut" : "liftApart")
      json.member("kind", word: "lift")
      json.member("id", lift.id.rawValue)
      json.member("name", lift.name)
      json.member("hasWayIn", lift.hasWayIn)
      json.member("hasWayOut", lift.hasWayOut)
      json.member("area", area.name)
    }
    guard let miss = lift.nearestMiss else { return }
    json.feature(.line) {
      $0.positions([miss.from.coordinate, miss.to.coordinate])
    } properties: { json in
      json.member("problem", word: "nearestMiss")
      json.member("id", lift.id.rawValue)
      json.member("name", lift.name)
      json.member("toKind", miss.kind.rawValue)
      json.member("toId", miss.id.rawValue)
      json.member("toName", miss.name)
      json.member("distanceMetres", miss.distanceMetres, places: 1)
      json.member("reason", miss.reason.rawValue)
      json.member("area", area.name)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func positions(_ places: [Coordinate]) {
    array { json in
      for place in places { json.position(place) }
    }
  }
}

extension MapSurvey {
  /// Returns the survey as JSON, version 1; see Data/Formats/check.md. Complexity: O(size).
  package func json() -> JSONValue {
    .object([
      "version": .integer(1), "nodes": .integer(nodeCount), "edges": .integer(edgeCount),
      "links": .integer(linkCount),
      "features": .array(
        featureCounts.map {
          .object([
            "kind": .string($0.kind.rawValue), "inNetwork": .integer($0.inNetwork),
            "inAll": .integer($0.inAll),
          ])
        }),
      "linksByCause": .array(
        linkCounts.map {
          .object([
            "kind": .string($0.kind.rawValue), "cause": .string($0.cause.rawValue),
            "count": .integer($0.count),
            "lengthMetres": .decimal($0.mapLengthMetres, places: 1),
          ])
        }),
      "areas": .array(areas.map(\.json)), "sources": sourcesJSON, "report": report(),
    ])
  }

  var sourcesJSON: JSONValue {
    .array(
      sources.map {
        .object([
          "name": .string($0.name), "licence": .optional($0.licence),
          "attribution": .optional($0.attribution),
        ])
      })
  }

  /// Returns the report as JSON, or as a string when an altered map contains invalid JSON.
  private func report() -> JSONValue {
    if reportJSON.isEmpty { return .null }
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(reportJSON.utf8))) != nil
    return isJSON ? .encoded(reportJSON) : .string(reportJSON)
  }
}

extension MapSurvey.Area {
  fileprivate var json: JSONValue {
    .object([
      "name": .optional(name), "id": .optional(id?.rawValue), "isMeasured": .bool(isMeasured),
      "bounds": bounds.map { box in
        .array([box.west, box.south, box.east, box.north].map { .decimal($0, places: 7) })
      } ?? .null,
      "operatingLifts": .integer(operatingLiftCount),
      "mutuallyReachableLifts": .integer(mutuallyReachableLiftCount),
      "mutuallyReachableShare": mutuallyReachableShare.map { .decimal($0, places: 4) } ?? .null,
      "stations": .integer(stationCount),
      "mutuallyReachableStations": .integer(mutuallyReachableStationCount),
      "otherLifts": .array(otherLifts.map(\.json)), "connectors": .array(facts.connectors.map(\.json)),
      "junctions": .object(
        facts.junctions.sorted { $0.key.code < $1.key.code }
          .map { JSONValue.Member($0.key.rawValue, .integer($0.value)) }),
      "runs": .integer(facts.runCount), "ungradedRuns": .integer(facts.ungradedRunCount),
      "estimatedRuns": .integer(facts.estimatedRunCount),
      "runFindings": .array(
        facts.runFindings.map {
          .object([
            "id": .string($0.id.rawValue), "name": .optional($0.name),
            "trouble": .string($0.problem.rawValue),
            "latitude": .decimal($0.place.latitude, places: 7),
            "longitude": .decimal($0.place.longitude, places: 7),
          ])
        }),
    ])
  }
}

extension MapSurvey.LiftFinding {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "name": .optional(name), "hasWayIn": .bool(hasWayIn),
      "hasWayOut": .bool(hasWayOut), "hasWayInOnFoot": .bool(hasWayInOnFoot),
      "hasWayOutOnFoot": .bool(hasWayOutOnFoot), "latitude": .decimal(place.latitude, places: 7),
      "longitude": .decimal(place.longitude, places: 7), "nearestMiss": nearestMiss.map(\.json) ?? .null,
    ])
  }
}

extension NearestMiss {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "id": .string(id.rawValue), "name": .optional(name),
      "distanceMetres": .decimal(distanceMetres, places: 1), "reason": .string(reason.rawValue),
    ])
  }
}

extension AreaFacts.Connectors {
  fileprivate var json: JSONValue {
    .object([
      "cause": .string(cause.rawValue), "count": .integer(count),
      "medianMetres": .decimal(medianMetres, places: 2), "longestMetres": .decimal(longestMetres, places: 2),
      "histogram": .array(
        zip(Self.classLimitsMetres.map { JSONValue.integer($0) } + [.null], histogram()).map {
          .object(["upToMetres": $0, "count": .integer($1)])
        }),
    ])
  }
}

/// The counts of a survey, accumulated over regions.
struct SurveyTally {
  private(set) var nodeCount = 0
  private(set) var edgeCount = 0
  private(set) var linkCount = 0
  private(set) var features = FeatureKind.allCases.map {
    MapSurvey.FeatureCount(kind: $0, inNetwork: 0, inAll: 0)
  }
  private(set) var links: [[MapSurvey.LinkCount]] = LinkKind.allCases.map { kind in
    LinkCause.allCases.map { MapSurvey.LinkCount(kind: kind, cause: $0, count: 0, mapLengthMetres: 0) }
  }
  private var groups: [LiftGroup] = []

  /// Adds a region. Complexity: O(*n* + *m*) in its nodes and edges.
  mutating func add(_ graph: RoutingGraph) {
    nodeCount += graph.nodeCount
    edgeCount += graph.edgeCount
    linkCount += graph.linkCount
    addFeatures(graph)
    addLinks(graph)
    let reachability = LiftReachability(graph)
    var found = reachability.areas()
    for (position, facts) in AreaFactCollector(graph, reachability).facts().enumerated() {
      found[position].facts = facts
    }
    groups += found.filter { $0.isMeasured || !$0.isEmpty }
  }

  /// Returns the measured areas in descending order of lifts, and last the features outside areas.
  func areas() -> [MapSurvey.Area] {
    let measured = groups.filter(\.isMeasured).map(\.area).enumerated().sorted { a, b in
      (b.element.operatingLiftCount, a.offset) < (a.element.operatingLiftCount, b.offset)
    }.map(\.element)
    let outside = groups.filter { !$0.isMeasured }
    guard var all = outside.first else { return measured }
    for other in outside.dropFirst() { all.merge(other) }
    return measured + [all.area]
  }

  private mutating func addFeatures(_ graph: RoutingGraph) {
    for position in 0..<graph.featureCount {
      let record = graph.storage.featureRecord[position]
      let kind = Int(record.kind)
      features[kind].inAll += 1
      if !graph.links(of: FeatureIndex(position)).isEmpty || record.startNode != .max {
        features[kind].inNetwork += 1
      }
    }
  }

  private mutating func addLinks(_ graph: RoutingGraph) {
    for position in 0..<graph.linkCount {
      let kind = Int(graph.storage.linkKind[position])
      let cause = Int(graph.storage.linkCause[position])
      links[kind][cause].count += 1
      let last = graph.pointRange(LinkIndex(position)).upperBound - 1
      links[kind][cause].mapLengthMetres += Double(graph.storage.pointDistance[last]) / 100
    }
  }
}
