import SkiGraph
import SkiModel

/// Packs connected groups into regions of a map: neighbours together until a region is full.
struct RegionPacker {
  private let pointLimit: Int
  private var builder = RoutingGraphBuilder()
  private var countedLinks = 0
  private var pointCount = 0
  /// The ids of the mapped areas that measured ones are named after.
  private(set) var areaIDs: Set<SourceID> = []

  /// - Parameter pointLimit: A region with this many points of links takes no further group.
  init(pointLimit: Int) { self.pointLimit = pointLimit }

  /// Adds a group, and hands the region over when that fills it.
  mutating func add(
    _ group: ConnectedGroup, full: (RoutingGraphBuilder) throws -> Void
  ) throws {
    var emitter = Emitter(group, into: builder)
    try emitter.emit(into: &builder)
    areaIDs.formUnion(group.measured.areas.compactMap(\.id))
    pointCount += builder.links[countedLinks...].reduce(0) { $0 + $1.points.count }
    countedLinks = builder.links.count
    if pointCount >= pointLimit { try finish(full) }
  }

  /// Hands over what is not handed over yet.
  mutating func finish(_ full: (RoutingGraphBuilder) throws -> Void) rethrows {
    guard !builder.nodes.isEmpty || !builder.features.isEmpty else { return }
    try full(builder)
    builder = RoutingGraphBuilder()
    (countedLinks, pointCount) = (0, 0)
  }
}
