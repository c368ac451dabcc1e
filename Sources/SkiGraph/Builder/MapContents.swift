import SkiGeo
public import SkiModel

/// The contents of a map in memory: regions, sources and the import report.
///
/// It serves small maps; ``MapWriter`` writes large ones region by region.
public struct MapContents: Sendable {
  /// The regions, without links between them.
  package var regions: [RoutingGraphBuilder]
  /// The sources of the data, with licence and attribution.
  public var sources: [DataSource]
  /// The import report as JSON; empty when there is none.
  public var reportJSON: String

  /// Creates the contents of a map.
  package init(regions: [RoutingGraphBuilder], sources: [DataSource] = [], reportJSON: String = "") {
    self.regions = regions
    self.sources = sources
    self.reportJSON = reportJSON
  }

  /// Encodes the map and opens it in memory.
  /// - Throws: As `RoutingGraphBuilder.build()`.
  /// - Complexity: O(*n* log *n*) in nodes, points and features.
  public func map() throws -> SkiMap { try SkiMap(bytes: encoded()) }

  /// Writes the map to a `.skimap` file.
  /// - Parameter path: The path of the file, which is replaced when the map is complete.
  /// - Throws: As ``MapWriter``.
  /// - Complexity: O(*n* log *n*) in nodes, points and features.
  public func write(toFile path: String) throws {
    do {
      let writer = try MapWriter(path: path)
      try write(to: writer)
    } catch var error as SkiError {
      error.subject = error.subject ?? path
      throw error
    }
  }

  /// Returns the bytes of the `.skimap` file.
  package func encoded() throws -> [UInt8] {
    let sink = ByteArraySink()
    try write(to: MapWriter(sink))
    return sink.bytes
  }

  private func write(to writer: MapWriter) throws {
    for region in regions { try writer.add(region) }
    try writer.finish(sources: sources, reportJSON: reportJSON)
  }
}
