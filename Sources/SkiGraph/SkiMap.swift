import SkiGeo
import SkiModel

/// An open `.skimap`: any number of regions, each a closed piece of the network, with the names of all of them.
///
/// Opening reads the directory alone, so that a map of the whole world opens as fast as one of a valley. A region is checked
/// whole, by checksum and by every rule of the format, when it is first asked for, and kept then; so are the names.
/// Nothing leads from one region to another.
///
/// A class because regions are kept once for all who use the map; `Sendable`, any number of tasks may ask at once.
public final class SkiMap: Sendable {
  let bytes: MapBytes
  private let directory: MapDirectory
  /// The name of the file; nil for a map in memory.
  private let path: String?
  private let dataSources: [DataSource]
  private let graphs: Locked<[RoutingGraph?]>
  private let names = Locked<NameStorage?>(nil)

  /// Opens a `.skimap` file.
  ///
  /// The file is mapped, not read: pages come in as they are needed. It must not be truncated while it is open; the
  /// writer here never does that, it renames.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.unsupportedFormat` for another version,
  ///   `.malformedData` when it is cut off, no map, or altered in its head or directory.
  /// - Complexity: O(*r*) in regions.
  public static func open(path: String) throws -> SkiMap {
    try named(path) { try SkiMap(bytes: MapBytes(mapping: path), path: path) }
  }

  /// Opens a map that lies in memory.
  package convenience init(bytes: [UInt8]) throws {
    try self.init(bytes: MapBytes(copying: bytes), path: nil)
  }

  private init(bytes: MapBytes, path: String?) throws {
    self.bytes = bytes
    self.path = path
    directory = try MapDirectory(bytes.buffer)
    graphs = Locked(Array(repeating: nil, count: directory.regions.count))
    dataSources = try Self.sources(bytes, in: Self.verified(directory.sources, bytes, "sources"))
  }

  /// How many regions there are.
  public var regionCount: Int { directory.regions.count }

  /// All regions in order.
  public var regions: [RegionIndex] { (0..<regionCount).map { RegionIndex($0) } }

  /// Where the data came from, with licence and attribution.
  public var sources: [DataSource] { dataSources }

  /// A number that changes with every byte of the map, to tell whether work begun with a map can go on with it.
  package var fingerprint: UInt64 { directory.fingerprint }

  /// How many nodes there are in all regions. Complexity: O(*r*) in regions.
  public func nodeCount() -> Int { directory.regions.reduce(0) { $0 + Int($1.nodeCount) } }

  /// Returns the box around all places of a region.
  public func bounds(of region: RegionIndex) -> BoundingBox { directory.regions[region.position].bounds }

  /// Returns the graph of a region, checked whole when it is first asked for.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered or breaks a rule of the format.
  /// - Precondition: the region is one of this map.
  /// - Complexity: O(size of the region) the first time, then O(1).
  public func graph(_ region: RegionIndex) throws -> RoutingGraph {
    precondition(region.position < regionCount, "region \(region.rawValue) is not one of \(regionCount)")
    if let known = graphs.withLock({ $0[region.position] }) { return known }
    // Checked outside the lock: two tasks may check one region at once, none waits for another's.
    let fresh = try Self.named(path) { try checkedGraph(region) }
    graphs.withLock { $0[region.position] = fresh }
    return fresh
  }

  /// Returns the graph of a region for one look at it: as ``graph(_:)``, but it is not kept, so that a pass over a map of any
  /// size needs one region at a time.
  /// - Throws: As ``graph(_:)``, and ``SkiError`` with code `.cancelled` when the task is cancelled.
  /// - Complexity: O(size of the region), O(1) when it is kept already.
  package func passingGraph(_ region: RegionIndex) throws -> RoutingGraph {
    guard !Task.isCancelled else {
      throw SkiError(.cancelled, "checking the map was cancelled by its caller")
    }
    if let known = graphs.withLock({ $0[region.position] }) { return known }
    return try Self.named(path) { try checkedGraph(region) }
  }

  private func checkedGraph(_ region: RegionIndex) throws -> RoutingGraph {
    let part = directory.regions[region.position]
    let range = try Self.verified(part, bytes, "region \(region.rawValue)")
    let storage = try GraphStorage(bytes: bytes, part: range)
    guard storage.nodeLatitude.count == Int(part.nodeCount),
      storage.featureRecord.count == Int(part.featureCount)
    else {
      throw SkiError(
        .malformedData, "map is inconsistent: counts of region \(region.rawValue); build it again")
    }
    return RoutingGraph(storage: storage, region: region)
  }

  /// Returns the import report as JSON text; empty when the map has none.
  /// - Throws: ``SkiError`` with code `.malformedData` when it was altered.
  /// - Complexity: O(*n*) in its bytes.
  public func reportJSON() throws -> String {
    try Self.named(path) {
      let part = try Self.verified(directory.report, bytes, "report")
      let table = try SectionTable(UnsafeRawBufferPointer(rebasing: bytes.buffer[part]))
      let text = try table.section(.report, as: UInt8.self)
      return String(decoding: text, as: UTF8.self)
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
  func nameIndex() throws -> NameIndex {
    if let known = names.withLock({ $0 }) { return NameIndex(known) }
    let fresh = try Self.named(path) {
      try NameStorage(
        bytes: bytes, part: Self.verified(directory.names, bytes, "names"), regions: directory.regions)
    }
    names.withLock { $0 = fresh }
    return NameIndex(fresh)
  }

  /// Returns where a part lies, when it matches its checksum.
  private static func verified(_ part: MapPart, _ bytes: MapBytes, _ what: String) throws -> Range<Int> {
    let range = Int(part.offset)..<Int(part.offset + part.length)
    guard Checksum.of(UnsafeRawBufferPointer(rebasing: bytes.buffer[range])) == part.checksum else {
      throw SkiError(
        .malformedData, "map does not match the checksum of its \(what): it was altered; build it again")
    }
    return range
  }

  private static func sources(_ bytes: MapBytes, in part: Range<Int>) throws -> [DataSource] {
    let table = try SectionTable(UnsafeRawBufferPointer(rebasing: bytes.buffer[part]))
    let texts = try TextViews(table)
    let numbers = try table.section(.sourceStrings, as: UInt32.self)
    guard numbers.count % 3 == 0, numbers.allSatisfy(texts.holds) else {
      throw SkiError(.malformedData, "map is inconsistent: sources; build it again")
    }
    return stride(from: 0, to: numbers.count, by: 3).map {
      DataSource(
        name: texts.text(numbers[$0]) ?? "", licence: texts.text(numbers[$0 + 1]),
        attribution: texts.text(numbers[$0 + 2]))
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
