import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

func routingAndItsQuestions() throws {
  let map = try SkiMap.open(path: "sample.skimap")
  let finder = PlaceFinder(map: map)
  let village = RouteEndpoint.place(try finder.place("Montsoleil"))
  let top = RouteEndpoint.place(try finder.place("Crête"))
  let aurore = try finder.place("lift:Aurore")
  let skier = SkierProfile(ability: .intermediate)
  let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
  let router = MapRouter(map: map, schedule: Schedule(hours: hours))

  let request = RouteRequest(from: village, to: top, profile: skier)
  switch try router.route(request, departing: DayTime(hour: 10)) {
  case .answer(let route):
    for step in route.steps { print(step.kind, step.name ?? "", step.lengthMetres, step.milliseconds) }
  case .noAnswer(let reason):
    print(reason.message())
  }

  guard let route = try router.route(request).value else { return }
  let directions = try router.directions(route, destination: "Crête")
  print(directions.sentences(in: .french).joined(separator: "\n"))

  let ten = DayTime(hour: 10)
  let alternatives = try router.alternatives(request, departing: ten, count: 3).value ?? []
  let choices = try router.paretoChoices(request, departing: ten).value ?? []
  let quiet = NamedPreferences(preferred: ["blue"], avoided: ["crowds"])
  let wished = try router.route(request, wishing: quiet, departing: ten)

  let lunch = RouteStop(.place(aurore), pauseMilliseconds: 45 * 60_000)
  let journey = try router.journey(request, over: [lunch], departing: ten)

  let departure = try router.home(from: top, to: village, profile: skier)
  let departures = try router.latestDepartures(to: village, profile: skier).value ?? []

  let half = ReachRequest(from: village, departure: ten, milliseconds: 30 * 60_000, profile: skier)
  let reach = try router.reach(half, home: village)

  let people = [
    MeetRequest.Person(name: "Anna", from: village, departure: ten, profile: skier),
    MeetRequest.Person(name: "Ben", from: top, departure: ten, profile: SkierProfile(ability: .beginner)),
  ]
  let meeting = try router.meet(MeetRequest(people: people, back: .start))

  let day = TourRequest(home: village, from: DayTime(hour: 9), until: DayTime(hour: 11), profile: skier)
  let tour = try router.tour(day) { progress in (progress.score ?? 0) < 5_000 }

  let effect = try router.effect(ofClosing: [aurore], home: village, profile: skier)
  let windy = router.on(router.schedule, closing: [aurore])
  let without = try windy.route(request, departing: ten)

  let version = try router.close([aurore])
  let fixed = try router.at(router.closures)
  let now = try fixed.route(request, departing: ten)
  try router.reopen([aurore])

  let green = SkierProfile(ability: .beginner, ceiling: .colour(.green))
  let strict = RouteRequest(from: village, to: top, profile: green)
  for relaxation in try router.relaxations(strict).value ?? [] {
    print(relaxation.concessions.map(\.kind), relaxation.route.totalMilliseconds())
  }

  _ = (alternatives, choices, wished, journey, departure, departures, reach, meeting, tour, effect, without)
  _ = (version, now)
}
