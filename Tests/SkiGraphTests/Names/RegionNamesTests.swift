import SkiBase
import SkiTestSupport
import Testing

@testable import SkiGraph

/// Searches by name in a map of many regions against one graph of all of them.
struct RegionNamesTests {
  /// The same networks as several regions of a map and as a single region.
  private static func maps(seed: UInt64) throws -> (apart: SkiMap, together: SkiMap) {
    var random = SeededGenerator(seed: seed)
    var contents = MapContents(regions: [])
    var whole = RoutingGraphBuilder()
    for number in 0..<Int.random(in: 1...6, using: &random) {
      var region = RandomMap(
        seed: seed &* 31 &+ UInt64(number), centre: Coordinate(latitude: 46.5, longitude: Double(number) * 3),
        nodes: 8, features: Int.random(in: 0...14, using: &random)
      ).builder
      for index in region.features.indices {
        region.features[index].facts.id = SourceID("\(number)/\(region.features[index].facts.id)")
      }
      contents.regions.append(region)
      whole.append(region)
    }
    return (try contents.map(), try MapContents(regions: [whole]).map())
  }

  private static let queries = [
    "hintertux", "hintertucks", "HINTER", "große scharte", "ile", "skiweg", "lift:skiweg", "run:k 2@top",
    "laigle noir", "s", "spot", "spot 1", "0/way/3", "2/way/1", "1", "手稲", "red", "nothing like it", "h",
  ]

  @Test(arguments: UInt64(1)...60)
  func `a search in several regions finds the same places as in one graph of all regions`(seed: UInt64) throws
  {
    let (apart, together) = try Self.maps(seed: seed)
    for query in Self.queries {
      let (one, other) = (Self.answer(query, apart), Self.answer(query, together))
      #expect(one == other, "seed \(seed), \(query)")
      let all = try PlaceFinder(map: apart).matches(query, limit: 1000)
      let expected = try PlaceFinder(map: together).matches(query, limit: 1000)
      #expect(
        try Self.described(all, apart).sorted() == Self.described(expected, together).sorted(),
        "seed \(seed), \(query)")
    }
  }

  @Test(arguments: UInt64(1)...60)
  func `a search with a limit returns the first of all matches`(seed: UInt64) throws {
    let (map, _) = try Self.maps(seed: seed)
    let finder = PlaceFinder(map: map)
    for query in Self.queries {
      let all = try finder.matches(query, limit: 1000)
      #expect(zip(all, all.dropFirst()).allSatisfy { $0.quality <= $1.quality }, "seed \(seed), \(query)")
      for limit in [1, 2, 3, 7] {
        #expect(try finder.matches(query, limit: limit) == Array(all.prefix(limit)), "seed \(seed), \(query)")
      }
    }
  }

  @Test func `a search opens only regions that have the name`() throws {
    var contents = MapContents(regions: [])
    for number in 0..<3 {
      var region = NamedMap()
      region.add(.lift, "Bergbahn \(["Ost", "West", "Nord"][number])", id: "way/\(number)")
      contents.regions.append(region.builder.moved(eastDegrees: Double(number)))
    }
    var bytes = try contents.encoded()
    bytes[MapForgery.parts(of: bytes)[1].range.lowerBound + 100] ^= 1
    let finder = PlaceFinder(map: try SkiMap(bytes: bytes))
    #expect(try finder.place("Bergbahn Ost").region.position == 0)
    #expect(try finder.place("way/2").region.position == 2)
    #expect(try finder.matches("bergbahn n", limit: 1).count == 1)
    let error = #expect(throws: SkiError.self) { try finder.place("Bergbahn West") }
    #expect(error?.code == .malformedData)
  }

  /// The place or the error code a text resolves to, independent of the division into regions.
  private static func answer(_ query: String, _ map: SkiMap) -> String {
    do {
      return try described([PlaceMatch(place: PlaceFinder(map: map).place(query), quality: .exact)], map)[0]
    } catch let error as SkiError {
      // Messages list candidates in the order of the map; the candidates are compared above.
      return error.code.rawValue
    } catch {
      return "\(error)"
    }
  }

  private static func described(_ matches: [PlaceMatch], _ map: SkiMap) throws -> [String] {
    try matches.map { match in
      let graph = try map.graph(match.place.region)
      let ids = match.place.features.map { graph.feature($0).id.rawValue }.sorted()
      return "\(match.quality) \(match.place.kind) \(match.place.name ?? "-") \(ids) \(match.place.point)"
    }
  }

}
