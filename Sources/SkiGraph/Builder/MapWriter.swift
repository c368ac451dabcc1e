import SkiBase

/// A writer of `.skimap` files region by region, with one region and the names of all in memory.
///
/// A class for one task: not `Sendable`. The file appears under its name when ``finish(sources:reportJSON:)`` returns;
/// before that, and after a failure, an existing file is unchanged. A writer that ends without it leaves no temporary
/// file.
package final class MapWriter {
  private let sink: any ByteSink
  private var parts: [MapPart] = []
  private var names = NameCollector()
  private var end = UInt64(MapDirectory.headerSize)

  /// Creates a writer for a path.
  ///
  /// A symbolic link to a file is followed; a device, pipe or folder is refused. The file's permissions follow the
  /// process's mask.
  /// - Parameter path: The path of the file, which is replaced when the map is complete.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file cannot be created.
  package convenience init(path: String) throws {
    try self.init(ReplacementFile(path, what: "map"))
  }

  init(_ sink: any ByteSink) throws {
    self.sink = sink
    try sink.append(Array(repeating: 0, count: MapDirectory.headerSize))
  }

  /// Encodes a region and writes it; one without nodes, features and areas is left out.
  ///
  /// Links must not lead to other regions.
  /// - Parameter region: The region; its indices may change, see ``RoutingGraphBuilder``.
  /// - Returns: The region's position in the map; nil when it was left out.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk, `.internalInconsistency`
  ///   when the region is inconsistent, `.limitExceeded` when it has more elements than a map can hold, `.cancelled`,
  ///   `.timedOut` or `.limitExceeded` by the task's work limit.
  /// - Complexity: O(*n* log *n*) in nodes, points and features of the region.
  @discardableResult
  package func add(_ region: RoutingGraphBuilder) throws -> UInt32? {
    guard !region.nodes.isEmpty || !region.features.isEmpty || !region.areas.isEmpty else { return nil }
    let index = UInt32(parts.count)
    let frozen = try region.frozen()
    var part = MapPart(kind: MapPartKind.region.rawValue, nodeCount: UInt32(frozen.nodeCount))
    part.featureCount = UInt32(frozen.features.count)
    (part.south, part.west) = (frozen.bounds.south, frozen.bounds.west)
    (part.north, part.east) = (frozen.bounds.north, frozen.bounds.east)
    for (position, feature) in frozen.features.enumerated() {
      names.add(
        feature.facts, at: UInt32(position), of: index,
        isInNetwork: feature.startNode != nil || feature.endNode != nil)
    }
    try add(part, frozen.bytes)
    return index
  }

  /// Writes the names, sources and report, and moves the file into place.
  /// - Parameters:
  ///   - sources: The sources of the data, with licence and attribution.
  ///   - reportJSON: The import report as JSON; empty for none.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk, `.cancelled` when the task
  ///   was cancelled before the file was in place, `.limitExceeded` when there is more text than a map can hold.
  /// - Precondition: It is called once.
  /// - Complexity: O(*n* log *n* + *r*) in the names of all regions and the bytes of the report.
  package func finish(sources: [DataSource], reportJSON: String = "") throws {
    let collected = names
    names = NameCollector()
    try add(MapPart(kind: MapPartKind.names.rawValue), collected.bytes())
    try add(MapPart(kind: MapPartKind.sources.rawValue), Self.bytes(of: sources))
    var report = SectionWriter(sectionCount: SectionID.ofReport.count)
    report.add(.report, Array(reportJSON.utf8))
    try add(MapPart(kind: MapPartKind.report.rawValue), report.bytes())
    let (head, table) = MapDirectory.encoded(parts)
    try sink.append(table)
    try sink.overwriteStart(head)
    try (sink as? ReplacementFile)?.commit()
  }

  /// Removes the temporary file; without effect after ``finish(sources:reportJSON:)``.
  package func discard() { (sink as? ReplacementFile)?.discard() }

  private func add(_ part: MapPart, _ bytes: [UInt8]) throws {
    var part = part
    (part.offset, part.length) = (end, UInt64(bytes.count))
    part.checksum = bytes.withUnsafeBytes { Checksum.of($0) }
    end += part.length
    parts.append(part)
    try sink.append(bytes)
  }

  private static func bytes(of sources: [DataSource]) -> [UInt8] {
    var strings = StringTable()
    var writer = SectionWriter(sectionCount: SectionID.ofSources.count)
    writer.add(
      .sourceStrings,
      sources.flatMap { [$0.name, $0.licence, $0.attribution] }.map { strings.number($0) })
    writer.add(strings)
    return writer.bytes()
  }
}
