import SkiGraph
import SkiModel

/// Packs finished localities into regions of a map: neighbours together until a region is full.
struct RegionPacker {
  private let pointLimit: Int
  private var builder = RoutingGraphBuilder()
  private var countedLinks = 0
  private var pointCount = 0
  /// The ids of the mapped areas that measured ones are named after.
  private(set) var areaIDs: Set<SourceID> = []

  /// - Parameter pointLimit: A region with this many points of links takes no further locality.
  init(pointLimit: Int) { self.pointLimit = pointLimit }

  /// Adds a locality, and hands the region over when that fills it.
  mutating func add(
    _ locality: Locality, _ measured: MeasuredAreas, full: (RoutingGraphBuilder) throws -> Void
  ) throws {
    var emitter = Emitter(locality, measured, into: builder)
    try emitter.emit(into: &builder)
    areaIDs.formUnion(measured.areas.compactMap(\.id))
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
