import SkiGraph

/// The packing of connected groups into regions of a map, in order, until each region is full.
struct RegionPacker {
  private let pointLimit: Int
  private var builder = RoutingGraphBuilder()
  private var countedLinks = 0
  private var pointCount = 0
  /// The IDs of the mapped areas that give measured ones their names.
  private(set) var areaIDs: Set<SourceID> = []

  /// Creates a packer.
  /// - Parameter pointLimit: The number of points of links from which a region takes no further group.
  init(pointLimit: Int) { self.pointLimit = pointLimit }

  /// Adds a group, and passes the region on when it is full.
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

  /// Passes the last region on.
  mutating func finish(_ full: (RoutingGraphBuilder) throws -> Void) rethrows {
    guard !builder.nodes.isEmpty || !builder.features.isEmpty else { return }
    try full(builder)
    builder = RoutingGraphBuilder()
    (countedLinks, pointCount) = (0, 0)
  }
}
