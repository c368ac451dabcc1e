import SkiGeo
import SkiModel

/// What a map is made of and how well it connects: the answer of `skiroute check`.
///
/// A value made in one pass over the graph. Reachability is measured on every run of the network whatever its grade,
/// those that need opting in to excepted.
/// - Complexity: O(*n* + *m*) in nodes and edges.
public struct MapSurvey: Sendable {
  /// One measured ski area.
  public struct Area: Sendable, Hashable {
    /// Its position in the graph; nil for all that lies in no measured area.
    public var index: AreaIndex?
    public var name: String?
    /// Lifts that run.
    public var operatingLiftCount = 0
    /// The size of the largest set of lifts that can each be reached from each other.
    public var mutuallyReachableLiftCount = 0
    /// Lifts outside that set.
    public var otherLifts: [LiftFinding] = []

    /// The share of operating lifts that can reach each other, 0...1; nil without lifts.
    public var mutuallyReachableShare: Double? {
      operatingLiftCount > 0 ? Double(mutuallyReachableLiftCount) / Double(operatingLiftCount) : nil
    }
  }

  /// A lift that is not part of its area's largest reachable set.
  public struct LiftFinding: Sendable, Hashable {
    public var feature: FeatureIndex
    public var id: SourceID
    public var name: String?
    /// Whether anything but the lift itself leads to a place where it is boarded.
    public var hasWayIn: Bool
    /// Whether anything but the lift itself leads away from a place where it is left.
    public var hasWayOut: Bool
  }

  /// Links of one kind and cause.
  public struct LinkCount: Sendable, Hashable {
    public var kind: LinkKind
    public var cause: LinkCause
    public var count: Int
    /// Horizontal metres in all.
    public var lengthMetres: Double
  }

  public let nodeCount: Int
  public let edgeCount: Int
  public let linkCount: Int
  /// Features of each kind: in the network, and in all.
  public let featureCounts: [FeatureCount]
  public let linkCounts: [LinkCount]
  /// The measured areas, those with most lifts first; what lies in none comes last.
  public let areas: [Area]
  /// The import report as JSON text; empty when the map has none.
  public let reportJSON: String
  /// Where the data came from.
  public let sources: [DataSource]

  /// Features of one kind.
  public struct FeatureCount: Sendable, Hashable {
    public var kind: FeatureKind
    public var inNetwork: Int
    public var inAll: Int
  }

  /// Lifts, of all areas, that nothing leads to.
  public var liftsWithoutWayIn: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayIn } }
  /// Lifts, of all areas, that nothing leads away from.
  public var liftsWithoutWayOut: [LiftFinding] { areas.flatMap(\.otherLifts).filter { !$0.hasWayOut } }

  /// Surveys a graph.
  public init(_ graph: RoutingGraph) {
    nodeCount = graph.nodeCount
    edgeCount = graph.edgeCount
    linkCount = graph.linkCount
    featureCounts = Self.countFeatures(graph)
    linkCounts = Self.countLinks(graph)
    areas = LiftReachability(graph).areas()
    reportJSON = graph.reportJSON()
    sources = graph.sources()
  }

  private static func countFeatures(_ graph: RoutingGraph) -> [FeatureCount] {
    var counts = FeatureKind.allCases.map { FeatureCount(kind: $0, inNetwork: 0, inAll: 0) }
    for position in 0..<graph.featureCount {
      let index = FeatureIndex(position)
      let record = graph.storage.featureRecord[position]
      let kind = Int(record.kind)
      counts[kind].inAll += 1
      if !graph.links(of: index).isEmpty || record.startNode != .max { counts[kind].inNetwork += 1 }
    }
    return counts.filter { $0.inAll > 0 }
  }

  private static func countLinks(_ graph: RoutingGraph) -> [LinkCount] {
    var counts: [[LinkCount]] = LinkKind.allCases.map { kind in
      LinkCause.allCases.map { LinkCount(kind: kind, cause: $0, count: 0, lengthMetres: 0) }
    }
    for position in 0..<graph.linkCount {
      let kind = Int(graph.storage.linkKind[position])
      let cause = Int(graph.storage.linkCause[position])
      counts[kind][cause].count += 1
      let last = graph.pointRange(LinkIndex(position)).upperBound - 1
      counts[kind][cause].lengthMetres += Double(graph.storage.pointDistance[last]) / 100
    }
    return counts.flatMap { $0 }.filter { $0.count > 0 }
  }
}
