import SkiGeo
public import SkiModel

/// All that goes into a map, in memory: regions nobody has frozen yet, sources and the import report.
///
/// A value for maps of some valleys; ``MapWriter`` writes larger ones without ever holding them whole.
public struct MapContents: Sendable {
  /// The regions; nothing may lead from one to another.
  package var regions: [RoutingGraphBuilder]
  /// Where the data came from.
  public var sources: [DataSource]
  /// The import report as JSON text, kept for `check`; empty when there is none.
  public var reportJSON: String

  /// Collects what goes into a map.
  package init(regions: [RoutingGraphBuilder], sources: [DataSource] = [], reportJSON: String = "") {
    self.regions = regions
    self.sources = sources
    self.reportJSON = reportJSON
  }

  /// Freezes everything into a map in memory.
  /// - Throws: As ``RoutingGraphBuilder/build()``.
  public func map() throws -> SkiMap { try SkiMap(bytes: encoded()) }

  /// Freezes everything into a `.skimap` file.
  /// - Throws: As ``MapWriter``.
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
    let sink = MemorySink()
    try write(to: MapWriter(sink))
    return sink.bytes
  }

  private func write(to writer: MapWriter) throws {
    for region in regions { try writer.add(region) }
    try writer.finish(sources: sources, reportJSON: reportJSON)
  }
}
