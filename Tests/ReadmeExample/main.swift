import SkiGraph
import SkiModel
import SkiRouting

let graph = try RoutingGraph.open(path: "sample.skimap")
let places = PlaceFinder(graph: graph)
let (start, end) = (try places.place("Montsoleil"), try places.place("Crête"))
let skier = SkierProfile(ability: .beginner, ceiling: .colour(.blue))
let request = RouteRequest(from: .place(start), to: .place(end), profile: skier)
let answer = try Router(graph: graph).route(request)
print(RouteDocument(result: answer, from: "Montsoleil", to: "Crête", sources: graph.sources()).text())
