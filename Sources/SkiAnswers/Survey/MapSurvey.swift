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
