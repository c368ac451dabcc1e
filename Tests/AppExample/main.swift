import SkiAnswers
import SkiBase
import SkiGraph
import SkiNavigation
import SkiRouting
import SkiTracks

do {
  // Open a map, find places, say who skis and on which day.
  let map = try SkiMap.open(path: "sample.skimap")
  let finder = PlaceFinder(map: map)
  let (village, top) = (try finder.place("Montsoleil"), try finder.place("Crête"))
  let skier = SkierProfile(ability: .intermediate, ceiling: .colour(.red))
  let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
  let router = MapRouter(map: map, schedule: Schedule(hours: hours))

  // Route.
  let request = RouteRequest(from: .place(village), to: .place(top), profile: skier)
  let answer = try router.route(request, departing: DayTime(hour: 10))
  guard case .answer(let route) = answer else { throw SkiError(.unknownPlace, "\(answer)") }
  print("route: \(route.totalMilliseconds() / 60_000) min, \(route.steps.count) steps")

  // Home: until when may one leave?
  switch try router.home(from: .place(village), to: .place(top), profile: skier) {
  case .answer(let home): print("home: leave by \(home.latest.time?.description ?? "any time")")
  case .noAnswer(let reason): print(reason.message())
  }

  // Reach, meet, tour.
  let half = ReachRequest(from: .place(village), departure: DayTime(hour: 10), profile: skier)
  print("reach: \(try router.reach(half).value?.features.count ?? 0) lifts, runs and places in half an hour")
  let people = [("Anna", village), ("Ben", top)].map { name, place in
    MeetRequest.Person(name: name, from: .place(place), departure: DayTime(hour: 11), profile: skier)
  }
  let meeting = try router.meet(MeetRequest(people: people)).value
  print("meet: \(meeting?.places.count ?? 0) places where both get to and back from")
  let day = TourRequest(
    home: .place(village), from: DayTime(hour: 9), until: DayTime(hour: 11), profile: skier)
  if let tour = try router.tour(day).value { print("tour: \(Int(tour.score)) m downhill by 11:00") }

  // Locate: mountain map or street map?
  let here = try MapKindIndex(map: map).mapKind(at: top.point.coordinate)
  print("locate: \(here.kind) map, \(here.area?.name ?? "no ski area")")

  // Match a recorded day.
  let recording = try TrackReader.read(path: "Data/Sample/day.gpx")
  print("match: \(try TrackMatcher(map: map).day(of: recording).day.laps.count) laps")

  // Navigate: say what is announced along the route.
  var navigation = NavigationState()
  for event in [.routeSet(route)] + recording.fixes.prefix(300).map({ NavigationEvent.fix($0) }) {
    for case .announce(let what) in NavigationReducer().reduce(&navigation, event) {
      print("navigate: \(what.sentence())")
    }
  }
  _ = try finder.place("Nowhere")
} catch let error as SkiError where error.code == .unknownPlace {
  print("error \(error.code.rawValue): \(error.message)")
}
