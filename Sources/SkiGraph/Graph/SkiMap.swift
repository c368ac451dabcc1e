public import SkiBase

/// An open `.skimap` file: regions of the network without links between them, and an index of their names.
///
/// Opening reads only the directory, so that its time does not depend on the size of the regions. Each region is read
/// and verified, by checksum and by every rule of the format, on first use; the regions used last are cached up to a
/// number of bytes. The name index is read on first use and stays.
///
/// A class, since the cache is shared by all users of the map. `Sendable`: any number of tasks may use it at once.
/// ```swift
/// let map = try SkiMap.open(path: "sample.skimap")
/// let village = try PlaceFinder(map: map).place("Montsoleil")
/// print(map.regionCount, map.sources.map(\.name), village.point.coordinate)
/// ```
public final class SkiMap: Sendable {
  let source: MapSource
  private let directory: MapDirectory
  /// The path of the file; nil for a map in memory.
  private let path: String?
  private let dataSources: [DataSource]
  /// The graphs used last, by position of their region.
  private let graphs: Locked<BoundedCache<Int, RoutingGraph>>
  private let names = Locked<NameStorage?>(nil)
  /// The bounding boxes of the regions, and those of sixteen neighbours in map order, and so on; see ``PackedTree``.
  let regionTree: PackedTree
  let regionBoxes: [BoundingBox]

  /// The greatest number of bytes of cached regions, unless ``open(path:intoMemory:cacheLimitBytes:)`` is given another.
  public static let defaultCacheLimitBytes = 512 << 20

  /// Opens a `.skimap` file.
  ///
  /// The file is read, not memory-mapped: parts already in use stay unchanged whatever happens to the file, and
  /// replacing the file by renaming does not affect an open map. After overwriting the file in place, parts not read
  /// before are refused with code `.malformedData`; `intoMemory` avoids that.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - intoMemory: Indicates whether the whole file is read now, so that later changes to it have no effect; else each part on
  ///     first use: opening is fast, and memory holds only the parts in use.
  ///   - cacheLimitBytes: The greatest number of bytes of cached regions; beyond it the least recently used are read again
  ///     when they are asked for. What routers and answers hold stays beside.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.unsupportedFormat` for another
  ///   version, `.malformedData` when it is truncated, no map, or corrupted in its header or directory,
  ///   `.limitExceeded` when it is too large to be copied into memory, `.inputOutput` when reading fails.
  /// - Complexity: O(*r*) in regions; O(*n*) in the bytes of the file when it is copied into memory.
  public static func open(
    path: String, intoMemory: Bool = false, cacheLimitBytes: Int = defaultCacheLimitBytes
  ) throws -> SkiMap {
    try named(path) {
      try SkiMap(
        source: MapSource(path: path, intoMemory: intoMemory), path: path, cacheLimitBytes: cacheLimitBytes)
    }
  }

  /// The maps that a file has had since the first: the present one, then each that replaces it.
  ///
  /// While a file that was replaced can't be opened, as during a copy, it is tried again at the next check. An iteration ends when
  /// its task is cancelled; its first step throws the errors of ``open(path:intoMemory:cacheLimitBytes:)``.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - seconds: The time between two checks of the file, 0.01 to 86,400.
  ///   - intoMemory: Indicates whether each map is read as a whole.
  ///   - cacheLimitBytes: The greatest number of bytes of cached regions of each map.
  public static func versions(
    path: String, everySeconds seconds: Double = 10, intoMemory: Bool = false,
    cacheLimitBytes: Int = defaultCacheLimitBytes
  ) -> PolledValues<SkiMap> {
    PolledValues(everySeconds: seconds) {
      let last = Locked<FileStamp?>(nil)
      return {
        let known = last.withLock { $0 }
        do {
          let stamp = try RandomAccessFile(path, what: "a map").stamp
          if stamp == known { return nil }
          let map = try SkiMap.open(path: path, intoMemory: intoMemory, cacheLimitBytes: cacheLimitBytes)
          last.withLock { $0 = stamp }
          return map
        } catch {
          if known == nil { throw error }
          return nil
        }
      }
    }
  }

  /// Opens a map whose bytes lie in memory, for apps that have it as a resource or receive it.
  /// - Parameters:
  ///   - bytes: The content of a `.skimap` file, which is copied.
  ///   - cacheLimitBytes: The greatest number of bytes of cached regions; see ``open(path:intoMemory:cacheLimitBytes:)``.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for another version, `.malformedData` when the map is truncated,
  ///   no map, or corrupted in its header or directory.
  /// - Complexity: O(*n*) in the bytes.
  public convenience init(bytes: [UInt8], cacheLimitBytes: Int = defaultCacheLimitBytes) throws {
    try self.init(
      source: .memory(MapBytes(copying: bytes)), path: nil, cacheLimitBytes: cacheLimitBytes)
  }

  private init(source: MapSource, path: String?, cacheLimitBytes: Int) throws {
    self.source = source
    self.path = path
    directory = try MapDirectory(source)
    graphs = Locked(BoundedCache(limitBytes: cacheLimitBytes))
    regionTree = PackedTree(itemCount: directory.regions.count)
    regionBoxes = regionTree.boxes(leaves: directory.regions.map(\.bounds)) { $0.formUnion($1) }
    dataSources = try Self.dataSources(source.verified(directory.sources, "sources"))
  }

  /// The number of regions.
  public var regionCount: Int { directory.regions.count }

  /// The positions of all regions, in order.
  package var regions: [RegionIndex] { (0..<regionCount).map { region(at: UInt32($0)) } }

  /// Returns the index of the region at a position, which is not checked to exist.
  package func region(at position: UInt32) -> RegionIndex { RegionIndex(position, of: id) }

  /// The bytes of the cached regions.
  package var cachedByteCount: Int { graphs.withLock { $0.byteCount } }

  /// The sources of the data, with licence and attribution, in the order they were read.
  public var sources: [DataSource] { dataSources }

  /// The identity of the map, to test whether an answer or a session belongs to it.
  public var id: MapID { directory.id }

  /// Returns the number of nodes in all regions.
  /// - Complexity: O(*r*) in regions.
  public func nodeCount() -> Int { directory.regions.reduce(0) { $0 + Int($1.nodeCount) } }

  /// Returns the bounding box of a region.
  package func bounds(of region: RegionIndex) -> BoundingBox { regionBoxes[region.position] }

  /// Returns the graph of a region, read and verified on first use.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a region of another map, `.malformedData` when the region
  ///   is corrupted or breaks a rule of the format, `.inputOutput` when reading it fails, `.limitExceeded` when there
  ///   is no memory for it.
  /// - Complexity: O(size of the region) when it is not cached, else O(1).
  package func graph(_ region: RegionIndex) throws -> RoutingGraph {
    try check(region)
    if let known = graphs.withLock({ $0.value(of: region.position) }) { return known }
    // Verified outside the lock: two tasks may verify the same region at once, and neither waits for the other.
    let fresh = try Self.named(path) { try checkedGraph(region) }
    graphs.withLock { _ = $0.insert(fresh, of: region.position, bytes: fresh.storage.byteCount) }
    return fresh
  }

  /// Returns the graph of the region at a position; see ``graph(_:)``.
  package func graph(at position: Int) throws -> RoutingGraph { try graph(region(at: UInt32(position))) }

  /// Returns the graph of a region as ``graph(_:)`` does, without caching it, so that a pass over a large map holds one
  /// region at a time.
  /// - Throws: As ``graph(_:)``, and ``SkiError`` with code `.cancelled` when the task is cancelled.
  /// - Complexity: O(size of the region), O(1) when it is cached.
  package func uncachedGraph(_ region: RegionIndex) throws -> RoutingGraph {
    guard !Task.isCancelled else {
      throw SkiError(
        .cancelled, "reading region \(region.rawValue) was cancelled by its caller; start it again",
        subject: path)
    }
    try check(region)
    if let known = graphs.withLock({ $0.peek(region.position) }) { return known }
    return try Self.named(path) { try checkedGraph(region) }
  }

  /// Checks that a region belongs to this map.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it does not.
  package func check(_ region: RegionIndex) throws(SkiError) {
    guard region.map == id, region.position < regionCount else {
      throw SkiError(
        .invalidArgument, "place, route or track belongs to another map; compute it on this map again",
        subject: path)
    }
  }

  private func checkedGraph(_ region: RegionIndex) throws -> RoutingGraph {
    let part = directory.regions[region.position]
    let name = "region \(region.rawValue)"
    let storage = try GraphStorage(bytes: source.verified(part, name), partName: name)
    try GraphValidation(storage).check(part)
    return RoutingGraph(storage: storage, region: region)
  }

  /// Returns the import report as JSON; empty when the map has none.
  /// - Throws: ``SkiError`` with code `.malformedData` when the report is corrupted, `.inputOutput` when reading fails,
  ///   `.limitExceeded` when there is no memory for it.
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

  /// Verifies every byte of the map: each region with its height grid, the name index and the report.
  /// - Throws: ``SkiError`` with code `.malformedData` that names the damage, `.cancelled` when the task is cancelled,
  ///   `.inputOutput` when reading fails, `.limitExceeded` when there is no memory for a region.
  /// - Complexity: O(*n*) in the bytes of the file; no region is cached.
  public func verify() throws {
    for region in regions {
      guard !Task.isCancelled else {
        throw SkiError(.cancelled, "checking the map was cancelled by its caller")
      }
      try Self.named(path) { try checkedGraph(region).heightGrid?.verify() }
    }
    _ = try nameIndex()
    _ = try reportJSON()
  }

  /// Returns the index of names and ids of all regions, read and verified on first use.
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

  /// Runs a closure and adds the path of the file to the errors it throws.
  private static func named<Value>(_ path: String?, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch var error as SkiError {
      error.subject = error.subject ?? path
      throw error
    }
  }
}

extension SkiMap {
  /// Returns a coordinate with latitude and longitude exchanged, where only that lies in the box of a region.
  ///
  /// - Returns: Nil when the coordinate itself lies in such a box, and when neither does.
  /// - Complexity: O(*r*) in regions; none is opened.
  package func swapped(_ place: Coordinate) -> Coordinate? {
    let swapped = Coordinate(latitude: place.longitude, longitude: place.latitude)
    let boxes = regions.map { bounds(of: $0) }
    guard swapped.isValid, !boxes.contains(where: { $0.contains(place) }) else { return nil }
    return boxes.contains { $0.contains(swapped) } ? swapped : nil
  }

  /// Returns the regions whose bounding box comes within a distance of a coordinate, in map order.
  ///
  /// - Parameters:
  ///   - place: The coordinate in WGS 84 degrees.
  ///   - metres: The distance in metres; a few tens of kilometres at most.
  /// - Complexity: O(log *r* + *k*) expected, in regions *r* and those found *k*; O(*r*) worst. None is opened.
  package func regions(near place: Coordinate, withinMetres metres: Double) -> [RegionIndex] {
    var found: [RegionIndex] = []
    forEachRegion(near: place, withinMetres: metres) { found.append($0) }
    return found
  }

  /// Returns the only region whose bounding box comes within a distance of a coordinate; nil when there is none or there
  /// are several.
  ///
  /// - Parameters:
  ///   - place: The coordinate in WGS 84 degrees.
  ///   - metres: The distance in metres; a few tens of kilometres at most.
  /// - Complexity: As ``regions(near:withinMetres:)``.
  package func onlyRegion(near place: Coordinate, withinMetres metres: Double) -> RegionIndex? {
    var (count, found) = (0, RegionIndex?.none)
    forEachRegion(near: place, withinMetres: metres) { (count, found) = (count + 1, $0) }
    return count == 1 ? found : nil
  }

  /// Returns the name of the time zone of the lift or run nearest to a coordinate, at most 100 km away.
  ///
  /// - Returns: A name of the IANA database, as `Europe/Zurich`; nil when nothing is near, and on maps built before they
  ///   had zones.
  /// - Throws: The errors of ``graph(_:)``.
  /// - Complexity: O(*f*) in the features of the regions within 1 km, which are opened; where there are none, of the one whose
  ///   box is nearest, so that a coordinate far from everything opens no more.
  package func zone(near place: Coordinate) throws -> String? {
    var asked = regions(near: place, withinMetres: 1000)
    if asked.isEmpty {
      let far = regions(near: place, withinMetres: 100_000)
      asked =
        far.min { regionBoxes[$0.position].metres(to: place) < regionBoxes[$1.position].metres(to: place) }
        .map { [$0] } ?? []
    }
    return try asked.compactMap { try graph($0).zone(near: place) }.min { $0.metres < $1.metres }?.zone
  }

  private func forEachRegion(
    near place: Coordinate, withinMetres metres: Double, _ body: (RegionIndex) -> Void
  ) {
    guard place.isValid, metres >= 0 else { return }
    // Enlarged by 1 %, since the Earth is not a sphere and boxes are rounded to 1e-7 degrees.
    let north = metres * 1.01 / 110_000 + 1e-6
    let scale = LocalScale(latitude: min(90, abs(place.latitude) + north)).metresPerDegreeLongitude
    let boxes = BoundingBox(place).grown(
      north: north, east: min(180, metres * 1.01 / max(scale, 1) + 1e-6))
    regionTree.visit { position in
      boxes.contains { $0.touches(regionBoxes[position]) }
    } leaf: {
      body(region(at: UInt32($0)))
    }
  }
}

extension BoundingBox {
  /// The distance to a coordinate in metres; 0 inside. A box and a coordinate on two sides of the antimeridian are far apart.
  fileprivate func metres(to place: Coordinate) -> Double {
    place.distanceMetres(
      to: Coordinate(
        latitude: max(south, min(north, place.latitude)), longitude: max(west, min(east, place.longitude))))
  }
}
