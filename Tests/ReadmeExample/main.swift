import SkiRoute

let map = try SkiMap.open(path: "sample.skimap")
let places = PlaceFinder(map: map)
let (start, end) = (try places.place("Montsoleil"), try places.place("Crête"))
let skier = SkierProfile(ability: .beginner)
let request = RouteRequest(from: .place(start), to: .place(end), profile: skier)
let answer = try MapRouter(map: map).route(request)
print(RouteDocument(result: answer, from: "Montsoleil", to: "Crête", sources: map.sources).text())
