import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTiles

struct VectorTileSourceTests {
  private static let alps = Coordinate(latitude: 46.1, longitude: 7.9)

  /// Two regions that overlap, and one far away.
  private static func source(
    _ seed: UInt64, at place: Coordinate = VectorTileSourceTests.alps,
    options: VectorTileSource.Options = .init()
  ) throws -> VectorTileSource {
    try VectorTileSource(
      TileWorld.map([
        TileWorld(seed: seed, centre: place),
        TileWorld(
          seed: seed + 1000, centre: Coordinate(latitude: place.latitude + 0.02, longitude: place.longitude)),
        TileWorld(seed: seed + 2000, centre: Coordinate(latitude: -44.9, longitude: 168.7), features: 8),
      ]), options: options)
  }

  private static let places: [Coordinate] = [
    alps, Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 65, longitude: 180),
    Coordinate(latitude: 85.04, longitude: -3), Coordinate(latitude: 89.99, longitude: 10),
  ]

  @Test(arguments: 0..<10) func `every tile is valid, documented by its tile set and within its margin`(
    seed: UInt64
  )
    throws
  {
    let source = try Self.source(seed, at: Self.places[Int(seed) % Self.places.count])
    var count = 0
    for address in try source.addresses() {
      guard let bytes = try source.tile(address) else { continue }
      count += 1
      for layer in try DecodedTile(packed: bytes).layers {
        let known = try #require(source.tileSet.layers.first { $0.id == layer.name })
        #expect(known.zooms.contains(address.zoom), "seed \(seed): \(layer.name) at zoom \(address.zoom)")
        #expect(Set(layer.keys).isSubset(of: known.fields.map(\.name)), "seed \(seed): \(layer.name)")
        for feature in layer.features where feature.type == 3 {
          #expect(PolygonValidity.fault(in: feature.parts) == nil, "seed \(seed), \(address): \(layer.name)")
        }
        for point in layer.features.flatMap(\.parts).joined() {
          #expect(
            (-64...4160).contains(point.x) && (-64...4160).contains(point.y), "seed \(seed), \(address)")
        }
      }
    }
    #expect(count > 50, "seed \(seed)")
  }

  @Test(arguments: 0..<10) func `the addresses include all tiles with content, and few empty ones`(
    seed: UInt64
  )
    throws
  {
    let place = Self.places[Int(seed) % 3]
    let source = try Self.source(seed, at: place)
    let known = Set(try source.addresses())
    let list = try source.addresses()
    #expect(known.count == list.count)
    for zoom in 5...13 {
      let world = 1 << zoom
      let column = Int(TileAddress.share(ofLongitude: place.longitude) * Double(world))
      let row = Int(TileAddress.share(ofLatitude: place.latitude) * Double(world))
      let reach = max(2, (world >> 12) + 2)
      for x in (column - reach)...(column + reach) {
        for y in (row - reach)...(row + reach) {
          guard let address = TileAddress(zoom: zoom, column: x, row: y), try source.tile(address) != nil
          else {
            continue
          }
          #expect(known.contains(address), "seed \(seed): \(address) is missing")
        }
      }
    }
    // Few addresses are empty.
    let empty = try known.filter { try source.tile($0) == nil }
    #expect(empty.count * 10 <= known.count, "seed \(seed): \(empty.count) of \(known.count) hold nothing")
  }

  @Test(arguments: 0..<6) func `every feature is in the tiles of the deepest zoom`(seed: UInt64) throws {
    let world = TileWorld(seed: seed, centre: Self.places[Int(seed) % 3])
    let source = try VectorTileSource(TileWorld.map([world]))
    var found: [String: Set<String>] = [:]
    for address in try source.addresses(zooms: 14...14) {
      guard let bytes = try source.tile(address) else { continue }
      for layer in try DecodedTile(packed: bytes).layers {
        for feature in layer.features {
          if case .text(let id)? = feature.attributes["id"] { found[layer.name, default: []].insert(id) }
        }
      }
    }
    for (index, feature) in world.builder.features.map(\.facts).enumerated() {
      let links = world.builder.links.filter { $0.feature == BuilderFeatureIndex(index) }
      guard !links.isEmpty || feature.start.position != feature.end.position else { continue }
      let layer = feature.kind == .run ? "runs" : feature.kind == .lift ? "lifts" : "streets"
      #expect(found[layer]?.contains(feature.id.rawValue) == true, "seed \(seed): \(feature.id) in \(layer)")
    }
    for index in world.builder.outlines.keys {
      let id = world.builder.features[index.position].facts.id.rawValue
      #expect(found["run-areas"]?.contains(id) == true, "seed \(seed): \(id) in run-areas")
    }
  }

  @Test(arguments: 0..<6) func `lines that meet at a node meet at every zoom that shows both`(seed: UInt64)
    throws
  {
    let world = TileWorld(seed: seed, centre: Self.alps)
    let source = try VectorTileSource(TileWorld.map([world]))
    var checked = 0
    for address in try source.addresses() {
      guard let bytes = try source.tile(address) else { continue }
      let tile = try DecodedTile(packed: bytes)
      let window = TileWindow(address)
      for (node, point) in world.builder.nodes.enumerated() {
        let x = window.rounded(
          Int(WorldProjection.x(longitudeE7: point.position.longitudeE7)) - window.originX)
        let y = window.rounded(Int(WorldProjection.y(latitudeE7: point.position.latitudeE7)) - window.originY)
        guard (0..<4096).contains(x), (0..<4096).contains(y) else { continue }
        let place = DecodedTile.Point(x: x, y: y)
        let shown = world.featuresMeeting(at: node).compactMap { tile.line(of: $0) }
        guard shown.count > 1 else { continue }
        for line in shown {
          checked += 1
          // A line shorter than a step has no vertex left.
          #expect(
            line.contains { $0.contains(place) }
              || line.joined().allSatisfy { abs($0.x - x) + abs($0.y - y) < 3 },
            "seed \(seed), \(address): node \(node)")
        }
      }
    }
    #expect(checked > 100, "seed \(seed)")
  }

  @Test func `the number of a feature is the same in all its tiles and in another map`() throws {
    func numbers(_ worlds: [TileWorld]) throws -> [String: Set<UInt64>] {
      let source = try VectorTileSource(TileWorld.map(worlds))
      var numbers: [String: Set<UInt64>] = [:]
      for address in try source.addresses(zooms: 13...14) {
        guard let bytes = try source.tile(address) else { continue }
        for layer in try DecodedTile(packed: bytes).layers where layer.name == "runs" {
          for feature in layer.features {
            guard case .text(let id)? = feature.attributes["id"], let number = feature.id else { continue }
            numbers[id, default: []].insert(number)
          }
        }
      }
      return numbers
    }
    let world = TileWorld(seed: 3, centre: Self.alps)
    let alone = try numbers([world])
    #expect(alone.count > 5 && alone.values.allSatisfy { $0.count == 1 && $0.allSatisfy { $0 < 1 << 49 } })
    let beside = try numbers([TileWorld(seed: 4, centre: Self.alps, features: 9), world])
    #expect(alone.allSatisfy { beside[$0.key] == $0.value })
  }

  @Test func `a tile stays within the limit and keeps the areas and some of the runs`() throws {
    var options = VectorTileSource.Options()
    let address = try #require(TileAddress(zoom: 9, column: 267, row: 182))
    let world = TileWorld(seed: 5, centre: address.bounds.centre, degrees: 0.2, features: 400)
    let free = try VectorTileSource(TileWorld.map([world]))
    let whole = try #require(try free.tile(address))
    options.tileLimitBytes = whole.count / 3
    let limited = try VectorTileSource(TileWorld.map([world]), options: options)
    let part = try #require(try limited.tile(address))
    #expect(part.count <= whole.count / 3 && part.count > whole.count / 6)
    let (all, few) = (try DecodedTile(packed: whole), try DecodedTile(packed: part))
    #expect(few["areas"] != nil && few["areas"]?.features.count == all["areas"]?.features.count)
    let (allRuns, fewRuns) = (all["runs"]?.features ?? [], few["runs"]?.features ?? [])
    #expect(
      !fewRuns.isEmpty && fewRuns.count < allRuns.count
        && Set(fewRuns.map(\.id)).isSubset(of: allRuns.map(\.id)))
    options.tileLimitBytes = 10
    let nothing = try VectorTileSource(TileWorld.map([world]), options: options)
    #expect(try nothing.tile(address) == nil)
  }

  @Test func `a dense tile stays within the default limit of 500,000 bytes`() throws {
    let address = try #require(TileAddress(zoom: 9, column: 267, row: 182))
    let world = TileWorld(
      seed: 6, centre: address.bounds.centre, degrees: 0.3, features: 30_000, hasOutlines: false)
    var options = VectorTileSource.Options()
    options.leastPixels = 0
    let limited = try VectorTileSource(TileWorld.map([world]), options: options)
    options.tileLimitBytes = .max
    let free = try VectorTileSource(TileWorld.map([world]), options: options)
    let whole = try #require(try free.tile(address))
    let part = try #require(try limited.tile(address))
    #expect(whole.count > 1_000_000, "\(whole.count) bytes")
    #expect(part.count <= 500_000 && part.count > 250_000, "\(part.count) bytes of \(whole.count)")
    let decoded = try DecodedTile(packed: part)
    #expect(decoded["areas"] != nil && (decoded["runs"]?.features.count ?? 0) > 500)
  }

  @Test func `equal maps give equal bytes with one thread and with four`() async throws {
    let source = try Self.source(11)
    let addresses = try source.addresses()
    let first = try addresses.map { try source.tile($0) }
    let again = try Self.source(11)
    let together: [[[UInt8]?]] = try await withThrowingTaskGroup(of: [[UInt8]?].self) { group in
      for _ in 0..<4 { group.addTask { try addresses.map { try again.tile($0) } } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(together.allSatisfy { $0 == first })
  }

  @Test(arguments: [11, 12] as [UInt64], [500_000, 900])
  func `a tile for an archive has the content of the one on demand in no more bytes`(seed: UInt64, limit: Int)
    throws
  {
    var options = VectorTileSource.Options()
    options.tileLimitBytes = limit
    let source = try Self.source(seed, options: options)
    var (quick, archived) = (0, 0)
    for address in try source.addresses() {
      let (tile, other) = (try source.tile(address), try source.archivedTile(address))
      #expect(try tile.map(DecodedTile.unpacked) == other.map(DecodedTile.unpacked))
      quick += tile?.count ?? 0
      archived += other?.count ?? 0
    }
    #expect(archived > 0 && archived < quick)
  }

  @Test func `tiles are the same when memory is too small to keep regions`() throws {
    var options = VectorTileSource.Options()
    options.memoryLimitBytes = 1
    let (cached, uncached) = (try Self.source(12), try Self.source(12, options: options))
    for address in try cached.addresses(zooms: 5...11) {
      #expect(try cached.tile(address) == uncached.tile(address))
    }
  }

  @Test func `tiles exist only for the requested zooms and layers`() throws {
    var options = VectorTileSource.Options()
    options.zooms = 7...10
    options.layers = [.runs, .stations]
    let source = try Self.source(13, options: options)
    #expect(source.tileSet.layers.map(\.id) == ["runs", "stations"] && source.tileSet.zooms == 7...10)
    #expect(source.tileSet.layers[1].zooms == 10...10)
    let addresses = try source.addresses(zooms: 0...20)
    #expect(Set(addresses.map(\.zoom)) == Set(7...10))
    let deep = try addresses.filter { $0.zoom == 10 }.compactMap { try source.tile($0) }.map(
      DecodedTile.init(packed:))
    #expect(Set(deep.flatMap(\.layers).map(\.name)) == ["runs", "stations"])
    let above = try #require(TileAddress(zoom: 6, column: 33, row: 22))
    #expect(try source.tile(above) == nil)
  }

  @Test func `features have the requested attributes only, with unchanged ids and geometry`() throws {
    var options = VectorTileSource.Options()
    options.layers = [.runs, .lifts]
    let all = try Self.source(16, options: options)
    options.attributes = ["name", "difficulty", "liftType", "status"]
    let few = try Self.source(16, options: options)
    #expect(few.tileSet.layers[0].fields.map(\.name) == ["name", "difficulty", "status"])
    #expect(few.tileSet.layers[1].fields.map(\.name) == ["name", "liftType", "status"])
    #expect(try all.addresses() == few.addresses())
    for address in try all.addresses() {
      let whole = try DecodedTile(packed: #require(try all.tile(address)))
      let part = try DecodedTile(packed: #require(try few.tile(address)))
      for (one, other) in zip(whole.layers, part.layers) {
        #expect(Set(other.keys) == Set(one.keys).intersection(options.attributes ?? []))
        #expect(one.features.map(\.id) == other.features.map(\.id))
        #expect(one.features.map(\.parts) == other.features.map(\.parts))
      }
    }
  }

  @Test func `the least length in pixels decides which short lines are shown at low zooms`() throws {
    var options = VectorTileSource.Options()
    options.layers = [.runs, .lifts]
    let usual = try Self.source(18, options: options)
    options.leastPixels = 0
    let all = try Self.source(18, options: options)
    options.leastPixels = 40
    let few = try Self.source(18, options: options)
    func count(_ source: VectorTileSource, _ zoom: Int) throws -> Int {
      try source.addresses(zooms: zoom...zoom).reduce(0) { sum, address in
        let tile = try source.tile(address).map(DecodedTile.init(packed:))
        return sum + (tile?.layers.reduce(0) { $0 + $1.features.count } ?? 0)
      }
    }
    #expect(try count(all, 5) > count(usual, 5) && count(usual, 9) > count(few, 9))
    #expect(try count(all, 14) == count(usual, 14) && count(usual, 14) == count(few, 14))
    for pixels in [-1, .nan, .infinity, 1e300] {
      options.leastPixels = pixels
      #expect(throws: SkiError.self) { try Self.source(18, options: options) }
    }
  }

  @Test func `attributes of no requested layer and an empty set of layers are refused`() throws {
    var options = VectorTileSource.Options()
    options.layers = [.runs]
    options.attributes = ["name", "liftType"]
    let error = #expect(throws: SkiError.self) { try Self.source(17, options: options) }
    #expect(error?.code == .invalidArgument && error?.message.contains("liftType") == true)
    options = VectorTileSource.Options()
    options.layers = []
    #expect(throws: SkiError.self) { try Self.source(17, options: options) }
  }

  @Test func `zooms beyond the greatest and maps without regions are refused`() throws {
    var options = VectorTileSource.Options()
    options.zooms = 5...21
    #expect(throws: SkiError.self) { try Self.source(14, options: options) }
    #expect(throws: SkiError.self) { try VectorTileSource(MapContents(regions: []).map()) }
  }

  @Test func `each attribution of the sources is listed once`() throws {
    #expect(try Self.source(15).tileSet.attribution == "© someone; three")
  }
}

extension TileWorld {
  /// The layer and source id of each line with a vertex where a node is.
  func featuresMeeting(at node: Int) -> Set<[String]> {
    var found: Set<[String]> = []
    for link in builder.links where link.tail.position == node || link.head.position == node {
      guard let feature = link.feature.map({ builder.features[$0.position].facts }) else { continue }
      let layer = feature.kind == .run ? "runs" : feature.kind == .lift ? "lifts" : "streets"
      found.insert([layer, feature.kind.rawValue, feature.id.rawValue])
    }
    return found
  }
}

extension DecodedTile {
  /// The parts of a line, by its layer, kind and source id; nil when it is not in the tile.
  func line(of key: [String]) -> [[Point]]? {
    let number = StableHash.featureID(key[1] + "/" + key[2])
    return self[key[0]]?.features.first { $0.id == number }?.parts
  }
}
