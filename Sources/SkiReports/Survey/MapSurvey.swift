package import SkiGeo
public import SkiGraph
public import SkiModel

/// What a map is made of and how well it connects: the answer of `skiroute check`.
///
/// A value made in one pass over the regions of a map, one at a time; all of the map is checked on the way. Reachability is measured on every run of the network whatever its grade,
/// those that need opting in to excepted.
/// - Complexity: O(*n* + *m*) in nodes and edges.
public struct MapSurvey: Sendable {
  /// One measured ski area.
  package struct Area: Sendable, Hashable {
    /// Whether it was measured; false for all that lies in no measured area.
    package var isMeasured: Bool
    package var name: String?
    /// The id of the mapped area it is named after.
    package var id: SourceID?
    /// The box around its lift ends and runs; nil for what lies in no measured area.
    package var bounds: BoundingBox?
    /// Lifts that run.
    package var operatingLiftCount = 0
    /// The size of the largest set of lifts that can each be reached from each other.
    package var mutuallyReachableLiftCount = 0
    /// Places where lifts that run are boarded or left.
    package var stationCount = 0
    /// Those of them that can be reached from each lift of the largest set, and lead back to it.
    package var mutuallyReachableStationCount = 0
    /// Lifts outside the largest set.
    package var otherLifts: [LiftFinding] = []
    /// What is known of its runs, connectors and junctions.
    package var facts = AreaFacts()

    /// The share of operating lifts that can reach each other, 0...1; nil without lifts.
    package var mutuallyReachableShare: Double? {
      operatingLiftCount > 0 ? Double(mutuallyReachableLiftCount) / Double(operatingLiftCount) : nil
    }
  }

  /// A lift that is not part of its area's largest reachable set.
  package struct LiftFinding: Sendable, Hashable {
    package var region: RegionIndex
    package var feature: FeatureIndex
    package var id: SourceID
    package var name: String?
    /// Its boarding end.
    package var place: Coordinate
    /// Whether anything but the lift itself leads to a place where it is boarded.
    package var hasWayIn: Bool
    /// Whether anything but the lift itself leads away from a place where it is left.
    package var hasWayOut: Bool
    /// Whether a street joins a place where it is boarded.
    package var hasWayInOnFoot = false
    /// Whether a street joins a place where it is left.
    package var hasWayOutOnFoot = false
    /// What comes nearest to joining it to the largest set; nil when nothing is near.
    package var nearestMiss: NearestMiss?
  }

  /// Links of one kind and cause.
  package struct LinkCount: Sendable, Hashable {
    package var kind: LinkKind
    package var cause: LinkCause
    package var count: Int
    /// Horizontal metres in all.
    package var lengthMetres: Double
  }

  /// Nodes in all regions.
  public let nodeCount: Int
  /// Directed edges in all regions.
  public let edgeCount: Int
  /// Links in all regions.
  public let linkCount: Int
  /// Features of each kind: in the network, and in all.
  package let featureCounts: [FeatureCount]
  package let linkCounts: [LinkCount]
  /// The measured areas, those with most lifts first; what lies in none comes last.
  package let areas: [Area]
  /// The import report as JSON text; empty when the map has none.
  public let reportJSON: String
  /// Where the data came from.
  public let sources: [DataSource]

  /// Features of one kind.
  package struct FeatureCount: Sendable, Hashable {
    package var kind: FeatureKind
    package var inNetwork: Int
    package var inAll: Int
  }

  /// Returns the measured areas in which a smaller share of the operating lifts than required can reach each other.
  /// - Complexity: O(areas).
  package func areas(below share: Double) -> [Area] {
    areas.filter { $0.isMeasured && $0.mutuallyReachableShare.map { $0 < share } == true }
  }

  /// Lifts, of all areas, that nothing leads to.
  package var liftsWithoutWayIn: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayIn } }
  /// Lifts, of all areas, that nothing leads away from.
  package var liftsWithoutWayOut: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayOut } }
  /// Lifts, of all areas, that are come to or left on foot only, along a street.
  package var liftsOnlyOnFoot: [LiftFinding] {
    areas.flatMap(\.otherLifts).filter {
      !$0.hasWayIn && $0.hasWayInOnFoot || !$0.hasWayOut && $0.hasWayOutOnFoot
    }
  }

  /// Surveys a map and checks every byte of it.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - progress: Told how far it is, 0...1, after each region.
  /// - Throws: ``SkiError`` with code `.malformedData` when the map was altered, `.cancelled` when the task is cancelled.
  public init(_ map: SkiMap, progress: ((Double) -> Void)? = nil) throws {
    var tally = SurveyTally()
    for region in map.regions {
      progress?(Double(region.position) / Double(map.regionCount))
      try tally.add(map.passingGraph(region))
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
