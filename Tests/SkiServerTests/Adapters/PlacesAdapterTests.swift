import SkiAPI
import SkiAnswers
import SkiBase
import SkiGraph
import SkiPeople
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiServer

/// Meeting places, times to leave and people near come from positions that the asker may know.
@Suite struct PlacesAdapterTests {
  private func suggester(_ world: AdapterWorld) -> MapMeetingSuggester {
    MapMeetingSuggester(
      keeper: world.keeper, lane: world.lane, timeout: AdapterWorld.timeout,
      positions: world.sharing.positions, users: world.users, trips: world.trips,
      now: { AdapterWorld.now })
  }

  private func advisor(_ world: AdapterWorld) -> LeaveByAdvisor {
    LeaveByAdvisor(
      keeper: world.keeper, lane: world.lane, timeout: AdapterWorld.timeout,
      positions: world.sharing.positions, users: world.users, trips: world.trips,
      now: { AdapterWorld.now })
  }

  private func finder(_ world: AdapterWorld) -> NearbyPeopleFinder {
    NearbyPeopleFinder(
      keeper: world.keeper, lane: world.lane, timeout: AdapterWorld.timeout,
      positions: world.sharing.positions, users: world.users, favourites: world.favourites)
  }

  @Test func `those who share nothing, and those who are far away, are missing`() async throws {
    try await AdapterWorld.use { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let (cleo, dora) = (try await world.person("cleo"), try await world.person("dora"))
      let trip = try await world.trip(anna, ben, cleo, dora)
      let drawn = world.mountain.world
      try await world.place(anna, at: drawn.place("B"), in: trip, isShared: false)
      try await world.place(ben, at: drawn.place("R"), in: trip)
      try await world.place(cleo, at: drawn.place("S"), in: trip, isShared: false)
      try await world.place(dora, at: Coordinate(latitude: 47, longitude: 9), in: trip)
      let request = MeetingRequest(
        trip: trip, asker: anna, people: [anna, ben, cleo, dora].sorted(), time: nil)
      let found = try #require(try await suggester(world).suggest(request))
      #expect(Set(found.missing) == [cleo, dora])
      #expect(["BT", "hut/S"].contains(found.place.source.rawValue), "\(found.place.source)")
      #expect(["Gipfelbahn", "Berghaus"].contains(found.place.name))
      let corners = "TRSQB".map { drawn.place($0) }
      #expect(corners.contains { $0.distanceMetres(to: found.place.coordinate) < 1 })
    }
  }

  @Test func `one known position is no meeting, nor is a time too early`() async throws {
    try await AdapterWorld.use { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(anna, ben)
      let drawn = world.mountain.world
      try await world.place(anna, at: drawn.place("B"), in: trip)
      var request = MeetingRequest(trip: trip, asker: anna, people: [anna, ben].sorted(), time: nil)
      try await #expect(suggester(world).suggest(request) == nil)
      request.trip = try await world.trip(anna, ben)
      try await world.place(anna, at: drawn.place("B"), in: request.trip)
      try await world.place(ben, at: drawn.place("R"), in: request.trip)
      request.time = AdapterWorld.now.advanced(bySeconds: 1)
      try await #expect(suggester(world).suggest(request) == nil)
      request.time = AdapterWorld.now.advanced(bySeconds: 3600)
      try await #expect(suggester(world).suggest(request)?.missing == [])
    }
  }

  @Test func `the latest departure arrives in time, and a later one does not`() async throws {
    try await AdapterWorld.use { world in
      let anna = try await world.person("anna")
      let trip = try await world.trip(anna)
      let drawn = world.mountain.world
      let place = MeetingPoint(source: SourceID("BT"), name: "Gipfelbahn", coordinate: drawn.place("T"))
      let arrival = AdapterWorld.now.advanced(bySeconds: 3600)
      let request = LeaveByRequest(trip: trip, person: anna, place: place, arrival: arrival)
      try await #expect(advisor(world).leaveBy(request) == nil)
      try await world.place(anna, at: drawn.place("R"), in: trip, isShared: false)
      let leave = try #require(try await advisor(world).leaveBy(request))
      #expect(leave < arrival.advanced(bySeconds: -120) && leave > AdapterWorld.now)
      let router = try world.keeper.served.map.service.router(Schedule(), closed: [])
      let route = RouteRequest(
        from: .coordinate(drawn.place("R")), to: .coordinate(place.coordinate), profile: SkierProfile(),
        objective: .fastest)
      let deadline = DayTime(hour: 12)
      let latest = try #require(try LeaveByAdvisor.latest(route, router, by: deadline))
      for (seconds, isInTime) in [(0, true), (30, false)] {
        let departure = DayTime(milliseconds: latest.milliseconds + seconds * 1000)
        let found = try router.route(route, departing: departure).value?.arrival
        #expect(found.map { $0 <= deadline } == isInTime)
      }
    }
  }

  @Test func `there is no time to leave without a way, or for one who is not of the trip`() async throws {
    try await AdapterWorld.use { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(anna)
      try await world.place(anna, at: Coordinate(latitude: 47, longitude: 9), in: trip)
      let place = MeetingPoint(
        source: SourceID("BT"), name: "Gipfelbahn", coordinate: world.mountain.world.place("T"))
      var request = LeaveByRequest(
        trip: trip, person: anna, place: place, arrival: AdapterWorld.now.advanced(bySeconds: 3600))
      try await #expect(advisor(world).leaveBy(request) == nil)
      request.person = ben
      let other = request
      let error = await #expect(throws: SkiError.self) { try await advisor(world).leaveBy(other) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `people near are those within the preferences who share their position`() async throws {
    try await AdapterWorld.use { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let (cleo, dora) = (try await world.person("cleo"), try await world.person("dora"))
      let trip = try await world.trip(anna, ben, cleo, dora)
      let drawn = world.mountain.world
      try await world.place(ben, at: drawn.place("R"), in: trip)
      try await world.place(cleo, at: drawn.place("S"), in: trip, isShared: false)
      try await world.place(dora, at: drawn.place("B"), in: trip)
      try await #expect(finder(world).people(near: anna, in: trip).isEmpty)
      try await world.place(anna, at: drawn.place("T"), in: trip, isShared: false)
      try await world.favourites.setNearby(.metres(500), as: anna)
      try await #expect(finder(world).people(near: anna, in: trip).isEmpty)
      try await world.favourites.setNearby(.metres(1500), as: anna)
      try await #expect(finder(world).people(near: anna, in: trip) == [ben, dora])
      try await world.favourites.setNearby(.minutes(1), as: anna)
      try await #expect(!finder(world).people(near: anna, in: trip).contains(dora))
      try await world.favourites.setNearby(.minutes(60), as: anna)
      try await #expect(finder(world).people(near: anna, in: trip) == [ben, dora])
    }
  }

  @Test func `words become the profile of questions`() throws {
    let words = SkierSettings(ability: "expert", board: true, maxDifficulty: "red", avoid: ["moguls"])
    let profile = try words.profile()
    #expect(profile.ability == .expert && profile.equipment == .snowboard)
    #expect(profile.avoidedTerrain.contains(.moguls) && profile.ceiling != nil)
    #expect(try SkierSettings().profile() == SkierOptions().profile())
    let error = #expect(throws: SkiError.self) { try SkierSettings(ability: "hero").profile() }
    #expect(error?.code == .invalidArgument)
  }
}
