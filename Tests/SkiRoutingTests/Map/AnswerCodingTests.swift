import Foundation
import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

/// Requests and answers encoded and decoded: valid on their map, refused by another.
struct AnswerCodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  /// A random map with a route between two of its places.
  private struct StoredRoute {
    let map: SkiMap
    let request: RouteRequest
    let route: Route

    init(seed: UInt64) throws {
      map = try MapContents(regions: [RandomWorld(seed: seed).builder]).map()
      let (graph, router) = (try map.graph(at: 0), MapRouter(map: map))
      let places = (0..<graph.featureCount).compactMap { position -> Place? in
        let facts = graph.feature(FeatureIndex(position))
        guard let node = facts.startNode else { return nil }
        return Place(
          kind: facts.kind, name: facts.name, region: graph.region, feature: FeatureIndex(position),
          features: [FeatureIndex(position)], point: facts.start, node: node)
      }
      let requests = places.lazy.flatMap { from in
        places.lazy.filter { $0.node != from.node }.map { RouteRequest(from: .place(from), to: .place($0)) }
      }
      let answered = try #require(
        requests.lazy.compactMap { request in try? router.route(request).value.map { (request, $0) } }
          .first)
      (request, route) = answered
    }
  }

  @Test func `requests, routes and stops are decoded as they were encoded`() throws {
    let stored = try StoredRoute(seed: 3)
    #expect(try copy(stored.request) == stored.request)
    #expect(try copy(stored.route) == stored.route)
    let stop = RouteStop(stored.request.to, pauseMilliseconds: 60_000)
    #expect(try copy(stop) == stop)
    let answer = try MapRouter(map: stored.map).route(try copy(stored.request))
    #expect(answer.value == stored.route)
    _ = try MapRouter(map: stored.map).directions(try copy(stored.route), destination: "T")
  }

  @Test func `requests and routes of one map are refused by another map`() throws {
    let stored = try StoredRoute(seed: 3)
    let other = MapRouter(map: try MapContents(regions: [RandomWorld(seed: 4).builder]).map())
    let request = try copy(stored.request)
    let route = try copy(stored.route)
    for ask in [{ _ = try other.route(request) }, { _ = try other.directions(route, destination: "T") }] {
      let error = #expect(throws: SkiError.self) { try ask() }
      #expect(error?.code == .invalidArgument)
    }
  }

  @Test func `altered indices of encoded requests and routes do not trap`() throws {
    let stored = try StoredRoute(seed: 3)
    let router = MapRouter(map: stored.map)
    for index in ["node", "feature", "region", "map", "edges"] {
      for text in [try JSONEncoder().encode(stored.request), try JSONEncoder().encode(stored.route)] {
        let altered = try JSONSerialization.data(
          withJSONObject: raised(JSONSerialization.jsonObject(with: text), index))
        if let request = try? JSONDecoder().decode(RouteRequest.self, from: altered) {
          _ = try? router.route(request)
        }
        if let route = try? JSONDecoder().decode(Route.self, from: altered) {
          _ = try? router.directions(route, destination: "T")
        }
      }
    }
  }

  /// Returns the JSON with every number below members of a name replaced by one beyond any map, and every text by the
  /// identity of another map.
  private func raised(_ value: Any, _ name: String, _ isBeneath: Bool = false) -> Any {
    switch value {
    case let object as [String: Any]:
      Dictionary(uniqueKeysWithValues: object.map { ($0, raised($1, name, isBeneath || $0 == name)) })
    case let list as [Any]: list.map { raised($0, name, isBeneath) }
    case is NSNumber where isBeneath: 4_000_000_000
    case is String where isBeneath: MapID(1).description
    default: value
    }
  }
}
