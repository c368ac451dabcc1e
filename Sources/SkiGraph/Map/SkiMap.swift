package import SkiGeo
public import SkiModel

/// An open `.skimap`: any number of regions, each a closed piece of the network, with the names of all of them.
///
/// Opening reads the directory alone, so that a map of the whole world opens as fast as one of a valley. A region is checked
/// whole, by checksum and by every rule of the format, when it is first asked for, and kept then; so are the names.
/// Nothing leads from one region to another.
///
/// A class because regions are kept once for all who use the map; `Sendable`, any number of tasks may ask at once.
public final class SkiMap: Sendable {
  let source: MapSource
  private let directory: MapDirectory
  /// The name of the file; nil for a map in memory.
  private let path: String?
  private let dataSources: [DataSource]
  private let graphs: Locked<[RoutingGraph?]>
  private let names = Locked<NameStorage?>(nil)

  /// Opens a `.skimap` file.
  ///
  /// The file is read, never mapped: a part that was used once stays as it was, whatever is done to the file. Maps that are renamed
  /// into their place leave an open one alone. When the file is written over in place, parts first used after that are refused,
  /// with code `.malformedData`; read ``MapCopying/intoMemory``, the map goes on as it was.
  /// - Parameters:
  ///   - path: Where the file lies.
  ///   - copying: When its bytes are read.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.unsupportedFormat` for another version,
  ///   `.malformedData` when it is cut off, no map, or altered in its head or directory, `.limitExceeded` when it is larger than
  ///   can be held whole, `.inputOutput`.
  /// - Complexity: O(*r*) in regions; O(size of the file) when it is copied into memory.
  public static func open(path: String, copying: MapCopying = .byPart) throws -> SkiMap {
    try named(path) { try SkiMap(source: MapSource(path: path, copying: copying), path: path) }
  }

  /// Opens a map that lies in memory.
  package convenience init(bytes: [UInt8]) throws {
    try self.init(source: .memory(MapBytes(copying: bytes)), path: nil)
  }

  private init(source: MapSource, path: String?) throws {
    self.source = source
    self.path = path
    directory = try MapDirectory(source)
    graphs = Locked(Array(repeating: nil, count: directory.regions.count))
    dataSources = try Self.dataSources(source.verified(directory.sources, "sources"))
  }

  /// How many regions there are.
  public var regionCount: Int { directory.regions.count }

  /// All regions in order.
  package var regions: [RegionIndex] { (0..<regionCount).map { region(at: UInt32($0)) } }

  /// Returns the region at a position, which need not exist. Complexity: O(1).
  package func region(at position: UInt32) -> RegionIndex { RegionIndex(position, of: id) }

  /// Where the data came from, with licence and attribution.
  public var sources: [DataSource] { dataSources }

  /// The identity of the map, to tell whether an answer or work begun with a map can go on with it.
  public var id: MapID { directory.id }

  /// How many nodes there are in all regions. Complexity: O(*r*) in regions.
  public func nodeCount() -> Int { directory.regions.reduce(0) { $0 + Int($1.nodeCount) } }

  /// Returns the box around all places of a region.
  package func bounds(of region: RegionIndex) -> BoundingBox { directory.regions[region.position].bounds }

  /// Returns the graph of a region, checked whole when it is first asked for.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a region of another map, `.malformedData` when it was altered or
  ///   breaks a rule of the format.
  /// - Complexity: O(size of the region) the first time, then O(1).
  package func graph(_ region: RegionIndex) throws -> RoutingGraph {
    try check(region)
    if let known = graphs.withLock({ $0[region.position] }) { return known }
    // Checked outside the lock: two tasks may check one region at once, none waits for another's.
    let fresh = try Self.named(path) { try checkedGraph(region) }
    graphs.withLock { $0[region.position] = fresh }
    return fresh
  }

  /// Returns the graph of the region at a position; see ``graph(_:)``.
  package func graph(at position: Int) throws -> RoutingGraph { try graph(region(at: UInt32(position))) }

  /// Returns the graph of a region for one look at it: as ``graph(_:)``, but it is not kept, so that a pass over a map of any
  /// size needs one region at a time.
  /// - Throws: As ``graph(_:)``, and ``SkiError`` with code `.cancelled` when the task is cancelled.
  /// - Complexity: O(size of the region), O(1) when it is kept already.
  package func passingGraph(_ region: RegionIndex) throws -> RoutingGraph {
    guard !Task.isCancelled else {
      throw SkiError(.cancelled, "checking the map was cancelled by its caller")
    }
    try check(region)
    if let known = graphs.withLock({ $0[region.position] }) { return known }
    return try Self.named(path) { try checkedGraph(region) }
  }

  /// Checks that a region is one of this map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is not.
  /// - Complexity: O(1).
  package func check(_ region: RegionIndex) throws {
    guard region.map == id, region.position < regionCount else {
      throw SkiError(
        .invalidArgument, "place, route or track is of another map; ask this one for it again", subject: path)
    }
  }

  private func checkedGraph(_ region: RegionIndex) throws -> RoutingGraph {
    let part = directory.regions[region.position]
    let name = "region \(region.rawValue)"
    let storage = try GraphStorage(bytes: source.verified(part, name), partName: name)
    try GraphValidation(storage).check(part)
    return RoutingGraph(storage: storage, region: region)
  }

  /// Returns the import report as JSON text; empty when the map has none.
  /// - Throws: ``SkiError`` with code `.malformedData` when it was altered.
  /// - Complexity: O(*n*) in its bytes.
  public func reportJSON() throws -> String {
    try Self.named(path) {
      let bytes = try source.verified(directory.report, "report")
      return try withExtendedLifetime(bytes) {
        let text = try SectionTable(bytes.buffer, of: "report").section(.report, as: UInt8.self)
        return String(decoding: text.unchecked, as: UTF8.self)
      }
    }
  }

  /// Checks every byte of the map: each region, the names, the report.
  /// - Throws: ``SkiError`` with code `.malformedData` naming what is wrong, `.cancelled` when the task is cancelled.
  /// - Complexity: O(size of the file); no region is kept for it.
  public func verify() throws {
    for region in regions {
      guard !Task.isCancelled else {
        throw SkiError(.cancelled, "checking the map was cancelled by its caller")
      }
      _ = try Self.named(path) { try checkedGraph(region) }
    }
    _ = try nameIndex()
    _ = try reportJSON()
  }

  /// Returns the names and ids of all regions, checked when they are first asked for.
  package func nameIndex() throws -> NameIndex {
    if let known = names.withLock({ $0 }) { return NameIndex(known) }
    let fresh = try Self.named(path) {
      try NameStorage(bytes: source.verified(directory.names, "names"), regions: directory.regions)
    }
    names.withLock { $0 = fresh }
    return NameIndex(fresh)
  }

  private static func dataSources(_ bytes: MapBytes) throws -> [DataSource] {
    try withExtendedLifetime(bytes) {
      let table = try SectionTable(bytes.buffer, of: "sources")
      let texts = try TextViews(table)
      let numbers = try table.section(.sourceStrings, as: UInt32.self)
      guard numbers.count % 3 == 0 else {
        throw MapRule.sourceStrings.broken(.sourceStrings, numbers.count, in: table.partName)
      }
      if let wrong = numbers.firstIndex(where: { !texts.holds($0) }) {
        throw MapRule.sourceStrings.broken(.sourceStrings, wrong, in: table.partName)
      }
      return stride(from: 0, to: numbers.count, by: 3).map {
        DataSource(
          name: texts.text(numbers[$0]) ?? "", licence: texts.text(numbers[$0 + 1]),
          attribution: texts.text(numbers[$0 + 2]))
      }
    }
  }

  /// Says in an error which file it is about.
  private static func named<Value>(_ path: String?, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch var error as SkiError {
      error.subject = error.subject ?? path
      throw error
    }
  }
}
