import SkiBase

/// The contents of a map in memory: regions, sources and the import report.
///
/// It serves small maps; `skiroute build` writes large ones region by region.
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
  /// - Throws: ``SkiError`` with code `.internalInconsistency` when a region is inconsistent, `.limitExceeded` when it
  ///   has more elements than a map can hold, `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n* log *n*) in nodes, points and features.
  public func map() throws -> SkiMap { try SkiMap(bytes: encoded()) }

  /// Writes the map to a `.skimap` file.
  /// - Parameter path: The path of the file, which is replaced when the map is complete.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file cannot be created, `.inputOutput` when writing
  ///   fails, and the errors of ``map()``. An existing file is then unchanged.
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
