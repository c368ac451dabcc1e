import FuzzSupport
import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// Finds features by their names and ids, and searches for unknown ones.
func checkNames(_ map: SkiMap, _ graphs: [RoutingGraph], _ chosen: UInt64, isWhole: Bool) {
  var queries = ["lift:Montsoleil", "run:1", "xyz", "\(chosen)", "so", "way/9000001001@top"]
  for graph in graphs.prefix(2) where graph.featureCount > 0 {
    let feature = graph.feature(FeatureIndex(Int(chosen % UInt64(graph.featureCount))))
    queries += [feature.id.rawValue, feature.name ?? "", String((feature.name ?? "").dropFirst())]
  }
  let finder = PlaceFinder(map: map)
  for query in queries.map({ String($0.prefix(40)) }) {
    do {
      let place = try finder.place(query)
      require(place.region.position < map.regionCount, "\(query) lies in region \(place.region.rawValue)")
      let matches = try finder.matches(query, limit: 5)
      require(matches.count <= 5, "\(matches.count) matches instead of 5")
    } catch {
      let words: Set<SkiError.Code> = [.unknownPlace, .ambiguousPlace, .invalidArgument]
      require(error, isOneOf: isWhole ? words : words.union([.malformedData]))
    }
  }
}

/// Routes between places of each graph by both algorithms, and writes the answer in every format.
func checkRoutes(_ map: SkiMap, _ graphs: [RoutingGraph], _ chosen: UInt64) {
  let router = MapRouter(map: map)
  for graph in graphs.prefix(3) where graph.nodeCount > 0 {
    let ends = [chosen >> 3, chosen >> 23].map {
      graph.point(NodeIndex(Int($0 % UInt64(graph.nodeCount)))).position.coordinate
    }
    var profile = SkierProfile()
    profile.ceiling = [nil, .grade(.easy), .grade(.intermediate), .grade(.expert)][Int(chosen >> 50 & 3)]
    do {
      let results = try SearchAlgorithm.allCases.map {
        try router.route(
          RouteRequest(from: .coordinate(ends[0]), to: .coordinate(ends[1]), profile: profile, algorithm: $0))
      }
      require(time(results[0]) == time(results[1]), "the two algorithms find \(results)")
      write(results[0], map.sources)
    } catch {
      require(error, isOneOf: [.malformedData])
    }
  }
}

/// Returns the duration of the answer; nil without one.
private func time(_ result: Answer<Route>) -> Int? {
  if case .answer(let route) = result { route.totalMilliseconds() } else { nil }
}

private func write(_ result: Answer<Route>, _ sources: [DataSource]) {
  let document = RouteDocument(result: result, from: "A", to: "B", sources: sources)
  let texts = [
    document.text().string, document.json().string, document.geoJSON().string, document.gpx().string,
  ]
  require(texts.allSatisfy { !$0.isEmpty }, "an answer has no words")
}
