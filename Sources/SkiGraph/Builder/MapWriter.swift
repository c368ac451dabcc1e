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

/// A collection of the names and ids of all regions, sorted for the map.
struct NameCollector {
  private var names: [(folded: String, key: NameKey)] = []
  private var ids: [IDKey] = []

  /// Adds a feature under its final position in a region. Complexity: O(length of its names).
  mutating func add(_ feature: GraphFeature, at position: UInt32, of region: UInt32, isInNetwork: Bool) {
    ids.append(IDKey(hash: FNVHash(feature.id.rawValue.utf8).value, region: region, feature: position))
    var key = NameKey(region: region, feature: position, kind: feature.kind.code)
    if isInNetwork { key.flags |= NameKey.isInNetwork }
    key.nameLength = NameKey.rankedLength(feature.name)
    let name = feature.name.map(NameFolding.fold)
    if let name, !name.isEmpty {
      var named = key
      named.flags |= NameKey.isName
      names.append((name, named))
    }
    for other in Self.otherNames(of: feature) where other != name { names.append((other, key)) }
  }

  /// Returns the folded numbers, labels and alternative names of a feature, without duplicates.
  ///
  /// Streets have none: a road number would be mistaken for that of a run.
  private static func otherNames(of feature: GraphFeature) -> Set<String> {
    guard feature.kind != .street else { return [] }
    let texts = feature.refs + [feature.label].compactMap(\.self) + feature.alternativeNames.map(\.text)
    return Set(texts.map(NameFolding.fold)).filter { !$0.isEmpty }
  }

  /// Returns the part of a map with all names and ids.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when they hold more than 4 GiB of text.
  /// - Complexity: O(*n* log *n*) in names.
  consuming func bytes() throws(SkiError) -> [UInt8] {
    names.sort { a, b in
      a.folded.utf8.elementsEqual(b.folded.utf8)
        ? (a.key.region, a.key.feature) < (b.key.region, b.key.feature)
        : a.folded.utf8.lexicographicallyPrecedes(b.folded.utf8)
    }
    ids.sort { ($0.hash, $0.region, $0.feature) < ($1.hash, $1.region, $1.feature) }
    var strings = StringTable()
    var writer = SectionWriter(sectionCount: SectionID.ofNames.count)
    writer.add(
      .nameKey,
      names.map { name in
        var key = name.key
        key.string = strings.number(name.folded)
        return key
      })
    let words = WordSuffixArray(names.lazy.map(\.folded), &strings)
    guard !strings.isFull else {
      throw SkiError(.limitExceeded, "map holds more than 4 GiB of names; build fewer features at a time")
    }
    writer.add(.idKey, ids)
    writer.add(.wordKey, words.words)
    writer.add(.wordName, words.names)
    writer.add(.wordPart, words.parts)
    writer.add(strings)
    return writer.bytes()
  }
}

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
