import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTracks

func followingPeople() async throws {
  let map = try SkiMap.open(path: "sample.skimap")
  let router = MapRouter(map: map)
  let finder = PlaceFinder(map: map)
  let destination = RouteEndpoint.place(try finder.place("Crête"))
  let first = try router.route(
    RouteRequest(from: .place(try finder.place("Montsoleil")), to: destination))
  guard let route = first.value else { return }
  let recording = try TrackReader.read(path: "Data/Sample/day.gpx")

  let reducer = NavigationReducer()
  var state = NavigationState()
  var events = [NavigationEvent.routeSet(route)] + recording.fixes.map { .fix($0) }
  events.reverse()
  while let event = events.popLast() {
    for effect in reducer.reduce(&state, event) {
      switch effect {
      case .announce(let announcement):
        print(announcement.sentence(in: .english))
      case .rerouteWanted(let request):
        let answer = try router.route(RouteRequest(from: .coordinate(request.from), to: destination))
        events.append(answer.value.map { .rerouteAnswered($0) } ?? .rerouteFailed)
      default: break
      }
    }
  }

  let index = MapKindIndex(map: map)
  var region = MapKindState()
  for fix in recording.fixes {
    let answer = try index.mapKind(at: fix.coordinate, accuracyMetres: fix.horizontalAccuracyMetres ?? 10)
    let (next, changes) = MapKindReducer().reduce(region, fix, answer)
    region = next
    for case .entered(let kind, let area, _) in changes { print(kind, area?.name ?? "no ski area") }
  }

  let matcher = LiveMatcher(map: map)
  let anna = TravellerID("anna")
  try await matcher.join(anna, now: recording.fixes[0].time)
  for fix in recording.fixes {
    let matches = await matcher.update([TravellerReport(anna, fix)], now: fix.time)
    for position in matches.positions { print(position.state.rawValue, position.coordinate.latitude) }
  }
}
