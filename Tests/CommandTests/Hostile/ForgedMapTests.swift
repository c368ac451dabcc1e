import Foundation
import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTestSupport
import SkiTiles
import Testing

/// Maps with single numbers changed and right checksums: every reader terminates on those that are not refused.
struct ForgedMapTests {
  @Test(arguments: SampleFormat.allCases)
  func `a map with one number changed is refused, or every reader terminates on it`(form: SampleFormat)
    async throws
  {
    let (contents, _) = try await MapMaking.sample(form)
    let good = try contents.encoded()
    let whole = try SkiMap(bytes: good)
    let ends = try Self.ends(whole)
    #expect(Self.read(whole, whole, ends) > 1000)
    var opened = 0
    let seeds = UInt64(0)..<UInt64(TestScale.count(all: 800, sample: 240))
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var bytes = good
      MapForgery.forge(&bytes, &random)
      MapForgery.seal(&bytes)
      guard let map = try? SkiMap(bytes: bytes), (try? map.verify()) != nil else { continue }
      opened += 1
      // One in four is read by every reader, the others by the fast ones.
      _ = seed % 4 == 0 ? Self.read(map, whole, ends) : Self.route(map, ends)
    }
    let least = seeds.count * 30 / 800
    #expect(opened > least && opened < seeds.count * 3 / 4, "\(form): \(opened) of \(seeds.count) opened")
  }

  /// Places at both ends of the sample.
  private static func ends(_ map: SkiMap) throws -> [Coordinate] {
    let graph = try map.graph(at: 0)
    return [0, graph.nodeCount / 2, graph.nodeCount - 1].map { graph.point(NodeIndex($0)).coordinate }
  }

  /// Reads a map with every reader; returns a sum over the results.
  private static func read(_ map: SkiMap, _ other: SkiMap, _ ends: [Coordinate]) -> Int {
    var sum = route(map, ends)
    if let survey = try? MapSurvey(map) {
      sum +=
        survey.text().string.utf8.count + survey.json().text().utf8.count + survey.geoJSON().string.utf8.count
    }
    for (old, new) in [(map, other), (other, map)] {
      if let difference = try? MapDifference(old: old, new: new) {
        sum += difference.text().string.utf8.count + difference.json().text().utf8.count
      }
    }
    let tables = GraphTables(map: map)
    try? tables.forEachNodeRow { sum += $0.string.utf8.count }
    try? tables.forEachEdgeRow { sum += $0.string.utf8.count }
    let kinds = MapKindIndex(map: map)
    for place in ends { sum += (try? kinds.mapKind(at: place))?.kind == .mountain ? 1 : 0 }
    return sum + tiles(map, ends)
  }

  /// Requests routes in every form, and places by name.
  private static func route(_ map: SkiMap, _ ends: [Coordinate]) -> Int {
    let router = MapRouter(map: map)
    var sum = 0
    for (from, to) in [(ends[0], ends[1]), (ends[2], ends[0])] {
      let request = RouteRequest(from: .coordinate(from), to: .coordinate(to), snapLimitMetres: 5000)
      guard let result = try? router.route(request) else { continue }
      let document = RouteDocument(result: result, from: "A", to: "B", sources: map.sources)
      let texts = [
        document.text(), document.json(), document.geoJSON(), TerminalText(document.gpx()),
      ]
      sum += texts.reduce(0) { $0 + $1.string.utf8.count }
    }
    let finder = PlaceFinder(map: map)
    for text in ["Montsoleil", "montsolei", "lift:a", "run:1@top", "9000001001"] {
      sum += (try? finder.matches(text, limit: 10))?.count ?? 0
    }
    return sum
  }

  private static func tiles(_ map: SkiMap, _ ends: [Coordinate]) -> Int {
    guard let source = try? VectorTileSource(map) else { return 0 }
    var sum = 0
    for zoom in [5, 9, 12, 14] {
      for place in ends {
        guard let address = address(place, zoom: zoom) else { continue }
        sum += (try? source.tile(address))?.count ?? 0
      }
    }
    return sum
  }

  /// The tile of a zoom that shows a place.
  private static func address(_ place: Coordinate, zoom: Int) -> TileAddress? {
    let across = Double(1 << zoom)
    let south = (1 - asinh(tan(place.latitude * .pi / 180)) / .pi) / 2
    return TileAddress(
      zoom: zoom, column: Int((place.longitude + 180) / 360 * across), row: Int(south * across))
  }
}
