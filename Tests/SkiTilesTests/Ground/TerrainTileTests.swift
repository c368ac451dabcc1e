import SkiBase
import SkiSystem
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiTiles

struct TerrainTileTests {
  private static func source(
    _ ground: DrawnGround, zooms: ClosedRange<Int> = 9...14, limitBytes: Int = 500_000
  ) throws -> VectorTileSource {
    let centre = try #require(try ground.files.bounds()).centre
    var options = VectorTileSource.Options()
    (options.zooms, options.tileLimitBytes) = (zooms, limitBytes)
    return try VectorTileSource(
      TileWorld.map([TileWorld(seed: 1, centre: centre)]), options: options, elevation: ground.files,
      elevationAttributions: ["© heights"])
  }

  @Test func `contours and slope bands are layers of the tile set only with elevation`() throws {
    let ground = try DrawnGround()
    let with = try Self.source(ground).tileSet
    #expect(with.attribution.hasSuffix("© heights"))
    #expect(with.layers.first { $0.id == "contours" }?.zooms == 10...14)
    #expect(with.layers.first { $0.id == "slope-bands" }?.zooms == 11...14)
    let bare = try VectorTileSource(
      TileWorld.map([TileWorld(seed: 1, centre: Coordinate(latitude: 47, longitude: 11))]))
    #expect(!bare.tileSet.layers.contains { ["contours", "slope-bands"].contains($0.id) })
  }

  @Test func `contours lie at their elevation, and every fifth is an index contour`() throws {
    let ground = try DrawnGround()
    let source = try Self.source(ground)
    var counts: [Int: Int] = [:]
    for address in try source.addresses() {
      guard let bytes = try source.tile(address), let layer = try DecodedTile(packed: bytes)["contours"]
      else { continue }
      let interval = TerrainShapeSource.intervalMetres(zoom: address.zoom)
      for feature in layer.features {
        guard case .number(let metres)? = feature.attributes["elevation"] else {
          throw DecodedTile.Fault("no height")
        }
        #expect(metres % Int64(interval) == 0 && feature.attributes["interval"] == .number(Int64(interval)))
        #expect(feature.attributes["index"] == .truth(metres % Int64(5 * interval) == 0))
        for line in feature.parts {
          counts[address.zoom, default: 0] += 1
          for point in line where (0...4096).contains(point.x) && (0...4096).contains(point.y) {
            let place = Self.place(address, Double(point.x), Double(point.y))
            guard let height = DrawnGround.hills(place) else { continue }
            // A tile of a low zoom has mean elevations around its samples.
            #expect(
              abs(height - Double(metres)) < (address.zoom < 12 ? 60 : 12),
              "\(address): \(height) for \(metres)")
          }
        }
      }
    }
    #expect(counts.keys.sorted() == [10, 11, 12, 13, 14] && counts.values.allSatisfy { $0 > 3 }, "\(counts)")
  }

  /// The coordinate of a position in a tile.
  private static func place(_ address: TileAddress, _ x: Double, _ y: Double) -> Coordinate {
    let side = Double(1 << address.zoom)
    return Coordinate(
      latitude: TileAddress.latitude(ofShare: (Double(address.row) + y / 4096) / side),
      longitude: (Double(address.column) + x / 4096) / side * 360 - 180)
  }

  /// Lines and outlines cross an edge of a tile at the same places as those of its neighbour.
  @Test(arguments: [12, 13, 14], [false, true])
  func `contours and slope bands of neighbouring tiles meet at their common edge`(
    zoom: Int, isDown: Bool
  ) throws {
    let ground = try DrawnGround()
    defer { withExtendedLifetime(ground) {} }
    let source = try Self.source(ground)
    var met = 0
    for address in try source.addresses(zooms: zoom...zoom) {
      let next = TileAddress(
        zoom: zoom, column: address.column + (isDown ? 0 : 1), row: address.row + (isDown ? 1 : 0))
      guard let next, let one = try source.tile(address), let other = try source.tile(next) else { continue }
      for layer in ["contours", "slope-bands"] {
        let here = Self.crossings(try DecodedTile(packed: one)[layer], isDown: isDown, at: 4096)
        let there = Self.crossings(try DecodedTile(packed: other)[layer], isDown: isDown, at: 0)
        let odd = here.symmetricDifference(there)
        // A tip of a band beyond the edge by less than a step may be in one tile only.
        let missing = odd.filter { place in
          !odd.contains { $0 != place && $0[0] == place[0] && abs($0[1] - place[1]) <= 8 }
        }
        let isMet = layer == "contours" ? odd.isEmpty : missing.isEmpty && odd.count * 20 <= here.count + 40
        #expect(isMet, "\(address), \(layer): \(odd)")
        met += here.count
      }
    }
    #expect(met > 20, "zoom \(zoom): \(met)")
  }

  /// The places on an edge of the tile at which lines pass it, by feature.
  private static func crossings(_ layer: DecodedTile.Layer?, isDown: Bool, at edge: Int) -> Set<[Int64]> {
    var found: Set<[Int64]> = []
    for feature in layer?.features ?? [] {
      for part in feature.parts {
        func across(_ point: DecodedTile.Point) -> Int { isDown ? point.y : point.x }
        func along(_ point: DecodedTile.Point) -> Int { isDown ? point.x : point.y }
        let closed = feature.type == 3 ? part.suffix(1) + part + part.prefix(1) : part.prefix(0) + part
        for (before, (point, after)) in zip(closed, zip(closed.dropFirst(), closed.dropFirst(2))) {
          guard across(point) == edge, (0...4096).contains(along(point)),
            (across(before) - edge).signum() * (across(after) - edge).signum() < 0
          else { continue }
          found.insert([Int64(bitPattern: feature.id ?? 0), Int64(along(point))])
        }
      }
    }
    return found
  }

  @Test func `the ground in a slope band has the slopes of the band`() throws {
    // A paraboloid, whose slope depends on the elevation alone.
    let top = DrawnTiles.pixelCentre(zoom: 12, x: 2177 * 256, y: 1435 * 256, size: 256)
    let ground = try DrawnGround { place in
      let scale = LocalScale(latitude: top.latitude)
      let x = (place.longitude - top.longitude) * scale.metresPerDegreeLongitude
      let y = (place.latitude - top.latitude) * scale.metresPerDegreeLatitude
      return max(200, 3000 - (x * x + y * y) / 8000)
    }
    let source = try Self.source(ground)
    var seen: Set<Int64> = []
    for address in try source.addresses(zooms: 13...13) {
      guard let bytes = try source.tile(address), let layer = try DecodedTile(packed: bytes)["slope-bands"]
      else { continue }
      for feature in layer.features {
        #expect(PolygonValidity.fault(in: feature.parts) == nil, "\(address)")
        guard case .number(let from)? = feature.attributes["from"] else { throw DecodedTile.Fault("no band") }
        seen.insert(from)
        let to: Int64 = if case .number(let number)? = feature.attributes["to"] { number } else { 90 }
        for index in 0..<1600 {
          let (x, y) = (Double(index % 40) * 102 + 30, Double(index / 40) * 102 + 30)
          guard PolygonValidity.distance(x, y, to: feature.parts) > 60,
            PolygonValidity.holds(feature.parts, x, y)
          else { continue }
          let degrees = atan(top.distanceMetres(to: Self.place(address, x, y)) / 4000) * 180 / .pi
          #expect(
            degrees > Double(from) - 1 && degrees < Double(to) + 1, "\(address): \(degrees) in \(from)-\(to)")
        }
      }
    }
    #expect(seen == [27, 30, 35, 40, 45])
  }

  @Test func `a tile over the limit drops contours of small intervals first`() throws {
    let ground = try DrawnGround()
    let address = try #require(TileAddress(zoom: 14, column: 8707, row: 5739))
    let whole = try #require(try Self.source(ground).archivedTile(address))
    func layers(_ bytes: [UInt8]) throws -> (all: Int, contours: Set<Int64>) {
      let tile = try DecodedTile(packed: bytes)
      let metres = (tile["contours"]?.features ?? []).compactMap { feature -> Int64? in
        if case .number(let metres)? = feature.attributes["elevation"] { metres } else { nil }
      }
      return (tile.layers.filter { $0.name != "contours" }.reduce(0) { $0 + $1.features.count }, Set(metres))
    }
    let (all, contours) = try layers(whole)
    let part = try #require(try Self.source(ground, limitBytes: whole.count - whole.count / 20).tile(address))
    let (fewer, kept) = try layers(part)
    #expect(contours.count > 5 && kept.count < contours.count && fewer == all)
    #expect(contours.filter { $0 % 100 == 0 }.isSubset(of: kept))
  }

  @Test func `tiles over elevation with voids are made without a trap`() throws {
    let ground = try DrawnGround { place in
      Int((place.longitude * 400).rounded(.down)) % 3 == 0 ? nil : DrawnGround.hills(place)
    }
    let source = try Self.source(ground)
    for address in try source.addresses() { _ = try source.tile(address) }
  }
}
