import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport

/// The questions of a router about two places, for the comparison of two routers by their answers as text.
struct ClosureQuestions {
  var from: RouteEndpoint
  var to: RouteEndpoint
  var profile: SkierProfile
  var departure: DayTime
  /// The places that close in the question about a closure.
  var closing: [Place]

  /// The questions, each with its answer as text.
  static let all: [@Sendable (ClosureQuestions, MapRouter) throws -> String] = [
    { "\(try $1.route($0.request(.fastest)))" },
    { "\(try $1.route($0.request(.skiing)))" },
    { "\(try $1.route($0.request(.fastest), departing: $0.departure, home: $0.from))" },
    { "\(try $1.route($0.request(.skiing), departing: $0.departure))" },
    {
      let wishes = NamedPreferences(preferred: ["gondola"], avoided: ["flats", "crowds"])
      return "\(try $1.route($0.request(.fastest), wishing: wishes, departing: $0.departure))"
    },
    { "\(try $1.journey($0.request(.fastest), over: [RouteStop($0.to)], departing: $0.departure))" },
    { "\(try $1.alternatives($0.request(.fastest), departing: $0.departure, count: 3))" },
    { "\(try $1.alternatives($0.request(.skiing), departing: $0.departure, count: 3))" },
    { "\(try $1.paretoChoices($0.request(.fastest), departing: $0.departure))" },
    { "\(try $1.relaxations($0.request(.fastest)))" },
    { "\(try $1.missingRoute($0.request(.fastest)))" },
    { "\(try $1.home(from: $0.from, to: $0.to, profile: $0.profile, departing: $0.departure))" },
    { "\(try $1.latestDepartures(to: $0.to, profile: $0.profile))" },
    { "\(try $1.reach($0.reach, home: $0.to))" },
    { "\(try $1.meet($0.meeting))" },
    { "\(try $1.tour($0.tour))" },
    { "\(try $1.effect(ofClosing: $0.closing, home: $0.from, profile: $0.profile))" },
    {
      guard case .coordinate(let place) = $0.from else { return "" }
      return "\(try $1.nearest(to: place, profile: $0.profile))"
    },
  ]

  private func request(_ objective: RouteObjective) -> RouteRequest {
    RouteRequest(from: from, to: to, profile: profile, objective: objective)
  }

  private var reach: ReachRequest {
    ReachRequest(from: from, departure: departure, profile: profile, back: to)
  }

  private var meeting: MeetRequest {
    var other = profile
    other.ability = .expert
    let people = [
      MeetRequest.Person(name: "A", from: from, departure: departure, profile: profile),
      MeetRequest.Person(name: "B", from: to, departure: departure, profile: other),
    ]
    return MeetRequest(people: people, back: .start)
  }

  private var tour: TourRequest {
    TourRequest(
      home: from, end: to, from: departure, until: departure.advanced(byMilliseconds: 3_600_000),
      profile: profile)
  }
}

extension RoutingGraph {
  /// Returns a feature as a place.
  func place(_ feature: FeatureIndex) -> Place {
    let facts = self.feature(feature)
    return Place(
      kind: facts.kind, name: facts.name, region: region, feature: feature, features: [feature],
      point: facts.start, node: facts.startNode)
  }

  /// Returns some features as places.
  func places(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> [Place] {
    guard featureCount > 0 else { return [] }
    return (0..<Int.random(in: count, using: &random)).map { _ in
      place(FeatureIndex(Int.random(in: 0..<featureCount, using: &random)))
    }
  }
}
