import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Random joins, leaves, removals, roles, blocks and removals of users agree with a model of the rules.
@Suite struct MembershipPropertyTests {
  @Test(arguments: TripsBackend.usable)
  func `random changes of people agree with a model`(backend: TripsBackend) async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("membership: seed \(seed)")
    try await backend.withTrips { world in
      var run = try await MembershipRun(world, seed: seed)
      for step in 0..<200 {
        world.clock.advance(seconds: 0.01)
        try await run.step()
        try await run.check("seed \(seed), step \(step)")
      }
    }
  }
}

/// A run of random changes in two trips, with the model beside the store.
private struct MembershipRun {
  private let world: TripsWorld
  private var random: SeededGenerator
  private var people: [UserID] = []
  private var trips: [TripID] = []
  private var links: [TripID: LinkSecret] = [:]
  /// The members of each trip with their roles, in the order of joining.
  private var model: [TripID: [(user: UserID, role: TripRole)]] = [:]
  private var expelled: [TripID: Set<UserID>] = [:]
  private var blocks: Set<[UserID]> = []
  private var names = 0

  init(_ world: TripsWorld, seed: UInt64) async throws {
    (self.world, random) = (world, SeededGenerator(seed: seed))
    for _ in 0..<6 { try await addPerson() }
    for _ in 0..<2 {
      let trip = try await world.trip(host: people[0])
      let link = try await world.trips.invite(
        to: trip, uses: 1000, expires: world.clock.now.advanced(bySeconds: 86_400), by: people[0])
      trips.append(trip)
      links[trip] = link.secret
      model[trip] = [(people[0], .host)]
    }
  }

  private mutating func addPerson() async throws {
    names += 1
    people.append(try await world.person("person \(names)"))
  }

  private func role(_ user: UserID, _ trip: TripID) -> TripRole? {
    model[trip]?.first { $0.user == user }?.role
  }

  private func isLastHost(_ user: UserID, _ trip: TripID) -> Bool {
    role(user, trip) == .host && model[trip]?.filter { $0.role == .host }.count == 1
  }

  private func isBlocked(_ a: UserID, _ b: UserID) -> Bool {
    blocks.contains([a, b]) || blocks.contains([b, a])
  }

  /// Makes one random change in the store and in the model, which must agree on success.
  mutating func step() async throws {
    let trip = trips[Int.random(in: 0..<trips.count, using: &random)]
    let actor = people[Int.random(in: 0..<people.count, using: &random)]
    let other = people[Int.random(in: 0..<people.count, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3: try await join(trip, actor)
    case 4, 5: try await leave(trip, actor)
    case 6: try await remove(trip, actor, other)
    case 7, 8: try await setRole(trip, actor, other)
    case 9: try await block(actor, other)
    case 10: try await unblock(actor, other)
    default: try await delete(actor)
    }
  }

  private mutating func join(_ trip: TripID, _ actor: UserID) async throws {
    guard let secret = links[trip] else { return }
    // The link is its maker's, and goes with them.
    let isOpen =
      try await world.texts("SELECT COUNT(*) FROM trips_invitations WHERE trip = $1", [.id(trip)]) == ["1"]
    let isAllowed = isOpen && expelled[trip]?.contains(actor) != true
    try await expect(isAllowed) { [world] in try await world.trips.join(secret, as: actor) }
    if isAllowed, role(actor, trip) == nil { model[trip]?.append((actor, .traveller)) }
  }

  private mutating func leave(_ trip: TripID, _ actor: UserID) async throws {
    let isAllowed = role(actor, trip) != nil && !isLastHost(actor, trip)
    try await expect(isAllowed) { [world] in try await world.trips.leave(trip, as: actor) }
    if isAllowed { model[trip]?.removeAll { $0.user == actor } }
  }

  private mutating func remove(_ trip: TripID, _ actor: UserID, _ other: UserID) async throws {
    let isAllowed =
      role(actor, trip) == .host && role(other, trip) != nil && actor != other && !isBlocked(actor, other)
    try await expect(isAllowed) { [world] in try await world.trips.remove(other, from: trip, as: actor) }
    guard isAllowed else { return }
    model[trip]?.removeAll { $0.user == other }
    expelled[trip, default: []].insert(other)
  }

  private mutating func setRole(_ trip: TripID, _ actor: UserID, _ other: UserID) async throws {
    let role: TripRole = Bool.random(using: &random) ? .host : .traveller
    let isSame = self.role(other, trip) == role
    let isAllowed =
      self.role(actor, trip) == .host && self.role(other, trip) != nil && !isBlocked(actor, other)
      && (isSame || role == .host || !isLastHost(other, trip))
    try await expect(isAllowed) { [world] in
      try await world.trips.setRole(role, of: other, in: trip, as: actor)
    }
    guard isAllowed, let index = model[trip]?.firstIndex(where: { $0.user == other }) else { return }
    model[trip]?[index].role = role
  }

  private mutating func block(_ actor: UserID, _ other: UserID) async throws {
    let areTogether = trips.contains { role(actor, $0) != nil && role(other, $0) != nil }
    let isAllowed = actor != other && areTogether && !isBlocked(actor, other)
    try await expect(isAllowed) { [world] in try await world.friends.block(other, as: actor) }
    if isAllowed { blocks.insert([actor, other]) }
  }

  private mutating func unblock(_ actor: UserID, _ other: UserID) async throws {
    let isAllowed = blocks.contains([actor, other])
    try await expect(isAllowed) { [world] in try await world.friends.unblock(other, as: actor) }
    blocks.remove([actor, other])
  }

  private mutating func delete(_ actor: UserID) async throws {
    try await world.users.delete(as: actor)
    people.removeAll { $0 == actor }
    blocks = blocks.filter { !$0.contains(actor) }
    for trip in trips {
      model[trip]?.removeAll { $0.user == actor }
      if model[trip]?.isEmpty == false, model[trip]?.contains(where: { $0.role == .host }) == false {
        model[trip]?[0].role = .host
      }
    }
    try await addPerson()
  }

  private func expect(_ isAllowed: Bool, _ work: () async throws -> some Any) async throws {
    do {
      _ = try await work()
      #expect(isAllowed)
    } catch let error as SkiError {
      #expect(!isAllowed, "\(error)")
      #expect([.notFound, .notPermitted, .conflict, .invalidArgument].contains(error.code))
    }
  }

  /// Compares the store with the model, from the side of live sharing and of each person.
  func check(_ place: String) async throws {
    for trip in trips {
      let members = model[trip] ?? []
      let roster = try await StoredMembership(world.driver).roster(of: trip)
      #expect(roster?.members ?? [] == Set(members.map(\.user)), "\(place)")
      #expect(roster?.hosts ?? [] == Set(members.filter { $0.role == .host }.map(\.user)), "\(place)")
      let among = blocks.filter { pair in pair.allSatisfy { person in members.contains { $0.user == person } }
      }
      #expect(
        Set((roster?.blocks ?? [:]).flatMap { person, others in others.map { [person, $0] } }) == among,
        "\(place)")
      guard let viewer = members.first?.user else { continue }
      let seen = try await world.trips.members(of: trip, as: viewer).map(\.user)
      #expect(Set(seen) == Set(members.map(\.user).filter { !isBlocked($0, viewer) }), "\(place)")
    }
  }
}
