import SkiAnswers
import SkiBase
import SkiGraph
import SkiRouting

/// A session on one region with random places to ask about.
struct Asking {
  private let map: SkiMap
  private let session: DaySession
  private let plain: RouteSession
  /// Places one gets from each to the other.
  private let places: [NodeIndex]
  private let lifts: [FeatureIndex]
  private let profile = SkierProfile()
  private var random = SplitMix(state: 7)

  /// Makes the session of a region. Lifts run from 9:00 to 16:30.
  init(_ map: SkiMap, _ region: RegionIndex) throws {
    self.map = map
    let hours = OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30))
    session = try MapRouter(map: map, schedule: Schedule(hours: hours)).day(in: region)
    plain = RouteSession(session.router)
    let graph = session.router.graph
    let costs = CostModel(graph: graph, profile: profile).edgeCosts()
    let components = graph.stronglyConnectedComponents { costs[$0] != nil }
    var sizes: [UInt32: Int] = [:]
    for component in components { sizes[component, default: 0] += 1 }
    let largest = sizes.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    places = components.indices.filter { components[$0] == largest }.map { NodeIndex($0) }
    lifts = (0..<graph.featureCount).map { FeatureIndex($0) }.filter {
      let feature = graph.feature($0)
      return feature.kind == .lift && feature.startNode != nil
    }
    guard !places.isEmpty, !lifts.isEmpty else { throw BenchError("the map has no lift to ask about") }
  }

  private mutating func place() -> RouteEndpoint {
    .node(places[Int.random(in: places.indices, using: &random)])
  }

  private mutating func morning() -> DayTime {
    DayTime(milliseconds: Int.random(in: 32_400_000...50_400_000, using: &random))
  }

  mutating func route() throws -> Answered {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    let result = try session.route(request, departing: morning())
    guard case .answer = result else { return Answered(isAnswered: false, settled: session.settledCount) }
    return Answered(isAnswered: true, settled: session.settledCount)
  }

  /// Returns a route between random places; nil where there is none.
  mutating func plainRoute() throws -> Route? {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    return try session.route(request, departing: morning()).value
  }

  mutating func home() throws -> Answered {
    let departures = try session.latestDepartures(to: place(), profile: profile)
    return Answered(isAnswered: departures.value != nil)
  }

  mutating func reach() throws -> Answered {
    let request = ReachRequest(from: place(), departure: morning(), profile: profile)
    guard case .answer = try session.reach(request) else { return Answered(isAnswered: false) }
    return Answered(isAnswered: true, settled: session.settledCount)
  }

  /// The part within reach in half an hour, as GeoJSON with the polygons around it.
  mutating func reachPolygons() throws -> Answered {
    let request = ReachRequest(from: place(), departure: morning(), profile: profile)
    guard case .answer(let reach) = try session.reach(request) else { return Answered(isAnswered: false) }
    let document = try ReachDocument(reach, request: request, from: "here", home: nil, map: map)
    return Answered(isAnswered: !document.geoJSON().string.isEmpty, settled: session.settledCount)
  }

  /// Three people, each with their own limits.
  mutating func meet() throws -> Answered {
    let skiers = [SkierAbility.beginner, .intermediate, .advanced]
    let people = skiers.enumerated().map { index, ability in
      MeetRequest.Person(
        name: "\(index)", from: place(), departure: morning(), profile: SkierProfile(ability: ability))
    }
    guard case .answer(let meeting) = try session.meet(MeetRequest(people: people)) else {
      return Answered(isAnswered: false)
    }
    return Answered(isAnswered: meeting.best != nil)
  }

  mutating func whatIf() throws -> Answered {
    let lift = lifts[Int.random(in: lifts.indices, using: &random)]
    let effect = try plain.effect(ofClosing: [lift], home: place(), profile: profile)
    return Answered(isAnswered: effect.value != nil)
  }

  /// Three different routes.
  mutating func alternatives() throws -> Answered {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    guard case .answer = try session.alternatives(request, departing: morning(), count: 3) else {
      return Answered(isAnswered: false)
    }
    return Answered(isAnswered: true)
  }

  /// Every way worth taking; settled are labels.
  mutating func pareto() throws -> Answered {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    guard case .answer = try session.paretoChoices(request, departing: morning()) else {
      return Answered(isAnswered: false)
    }
    return Answered(isAnswered: true, settled: session.labelCount)
  }

  /// Red runs and flats shunned; settled are labels.
  mutating func prefer() throws -> Answered {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    let preferences = RoutePreferences(grades: [.intermediate: 3], secondsForPushedMetre: 2)
    let result = try session.route(request, preferring: preferences, departing: morning())
    guard case .answer = result else { return Answered(isAnswered: false) }
    return Answered(isAnswered: true, settled: session.labelCount)
  }

  /// The relaxations for a skier with an easy ceiling, whether a route exists or not; weighed as the command does; settled
  /// are labels.
  mutating func whyNot() throws -> Answered {
    let request = RouteRequest(
      from: place(), to: place(), profile: SkierProfile(ceiling: .grade(.easy)))
    do {
      let answer = try WorkLimit(searchBytes: 19_200_000).run { try session.relaxations(request) }
      guard case .answer(let relaxations) = answer else { return Answered(isAnswered: false) }
      return Answered(isAnswered: !relaxations.isEmpty, settled: session.session.labelCount)
    } catch let error as SkiError where error.code == .limitExceeded {
      return Answered(isAnswered: false)
    }
  }

  /// A route told as a guide does, the search included.
  mutating func directions() throws -> Answered {
    let request = RouteRequest(from: place(), to: place(), profile: profile)
    guard case .answer(let route) = try session.route(request, departing: morning()) else {
      return Answered(isAnswered: false)
    }
    let told = Directions(route, graph: session.router.graph, destination: "the end").sentences(in: .english)
    return Answered(isAnswered: !told.isEmpty)
  }

  /// A tour from 9:00 to 16:30.
  mutating func day(_ goal: TourGoal) throws -> Answered {
    let request = TourRequest(
      home: place(), from: DayTime(hour: 9), until: DayTime(hour: 16, minute: 30), profile: profile,
      goal: goal)
    guard case .answer(let tour) = try session.tour(request) else { return Answered(isAnswered: false) }
    return Answered(isAnswered: true, settled: tour.settledCount, possibleGain: tour.possibleGain ?? 0)
  }
}
