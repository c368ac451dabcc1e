import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiAPI
@testable import SkiPeople

/// A random history of grants, positions, endings and failures on several servers, with the checks of what viewers
/// receive.
///
/// Servers stop, lose the store, or fail before and after a commit; rows are duplicated and reordered; clocks are wrong
/// by minutes. The checks: nothing is received by a grant whose end was acknowledged (I1), the time of a traveller's
/// positions never goes back (I2), after quiet every viewer has what the store has (I3, I4, I5), each delivery has an
/// audit record (I6), and only what a grant permits leaves (I7).
final class FaultHistory {
  private struct Viewing {
    var viewer: Viewer
    var server: Int
    var stream: LocationStream
    var picture: [UserID: SharedLocation] = [:]
    /// The time of the latest position of each traveller since they were last gone.
    var latest: [UserID: UniversalTime] = [:]
    /// A batch on its way to the viewer.
    var onItsWay: LocationBatch?
    /// The share of occasions on which the viewer asks for a batch; slow viewers leave positions pending.
    var eagerness: Double
  }

  private let seed: UInt64
  private var random: SeededGenerator
  private let clock: TestClock
  private let membership = TestMembership.oneTrip
  private let base: any SharingStore
  private var links: [FaultyStore] = []
  private var servers: [SharingServer] = []
  private var stopped: Set<Int> = []
  private var viewings: [Viewing] = []
  /// The grants whose end was not acknowledged, with those whose end is under way.
  private var open: [ShareGrant] = []
  /// The blocks in ``open`` that are acknowledged.
  private var blocks: Set<GrantID> = []
  private var second = 0
  private var revision: Int64 = 0
  private var written: [UserID: Set<Coordinate>] = [:]
  /// The faults found, as text.
  private(set) var faults: [String] = []

  /// Creates a history on an empty store with a clock of its own.
  init(seed: UInt64, on base: any SharingStore, _ clock: TestClock) {
    (self.seed, random, self.base, self.clock) = (seed, SeededGenerator(seed: seed), base, clock)
    for number in 0..<Int.random(in: 1...3, using: &random) {
      let link = FaultyStore(base, seed: seed &* 31 &+ UInt64(number))
      links.append(link)
      servers.append(
        SharingServer(
          id: try! ServerID("server-\(number)"), store: link, membership: membership,
          clock: clock.sharingClock(wrongBy: Int64.random(in: -60_000...60_000, using: &random))))
    }
  }

  /// Performs the history and returns the faults.
  func run(steps: Int = 120) async -> [String] {
    for viewer in [Viewer.member(dora), .member(ben), .member(cleo)] { await view(as: viewer) }
    for _ in 0..<steps where faults.isEmpty { await act() }
    if faults.isEmpty { await quieten() }
    return faults
  }

  private func fail(_ text: String) { faults.append("seed \(seed), second \(second): \(text)") }
}

// MARK: Actions

extension FaultHistory {
  private func act() async {
    clock.advance(.random(in: 20...400, using: &random))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40: await report()
    case 40..<55: await share()
    case 55..<68: await end()
    case 68..<76: await reconnect()
    case 76..<84: disturb()
    default: break
    }
    await stepServers()
    for number in viewings.indices where asks(number) { await take(number) }
  }

  private func asks(_ number: Int) -> Bool {
    Double.random(in: 0..<1, using: &random) < viewings[number].eagerness
  }

  private func stepServers() async {
    for number in servers.indices where !stopped.contains(number) { await servers[number].step() }
  }

  /// Reports a position of a traveller: new, repeated or late.
  private func report() async {
    let owner = [anna, ben, cleo].randomElement(using: &random)!
    second += 1
    revision += 1
    let place = Coordinate(
      latitude: 46.5 + .random(in: 0...0.05, using: &random),
      longitude: 7.5 + .random(in: 0...0.05, using: &random))
    let shift = Double.random(in: 0...1, using: &random) < 0.2 ? Double.random(in: -5...0, using: &random) : 0
    let observed = clock.now.advanced(bySeconds: shift)
    var next = row(owner, at: place, coarse: shownPublisher(at: place))
    next.order = LiveRow.Order(observedMilliseconds: observed.milliseconds, revision: revision)
    next.expiresMilliseconds = observed.milliseconds + 300_000
    next.position?.coarse = shownPublisher(
      at: place, seconds: observed.secondsSince1970 - time(0).secondsSince1970)
    written[owner, default: []].insert(place)
    let link = links.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...2, using: &random) { _ = try? await link.write([next]) }
  }

  private func share() async {
    let owner = [anna, ben, cleo].randomElement(using: &random)!
    let audience: ShareAudience = [.trip, .hosts, .people([ben]), .people([cleo])].randomElement(
      using: &random)!
    let precision: SharePrecision = [.exact, .exact, .grid(metres: 500), .grid(metres: 2000), .hidden]
      .randomElement(using: &random)!
    let given = grant(owner, to: audience, precision)
    open.append(given)
    guard let version = try? await links.randomElement(using: &random)!.insert(given) else {
      return
    }
    if precision == .hidden { await acknowledge(version) { blocks.insert(given.id) } }
  }

  /// Ends a grant, a position or all sharing of a traveller, and notes the acknowledgement.
  private func end() async {
    let owner = [anna, ben, cleo].randomElement(using: &random)!
    let link = links.randomElement(using: &random)!
    if Bool.random(using: &random), let given = endingGrant(of: owner) {
      blocks.remove(given.id)
      guard let version = try? await link.end(.grant(given.id, owner: owner)) else { return }
      await acknowledge(version) { open.removeAll { $0.id == given.id } }
    } else {
      blocks.subtract(open.filter { $0.owner == owner }.map(\.id))
      guard let version = try? await link.end(.sharing(owner, week)) else { return }
      let ended = Set(open.filter { $0.owner == owner }.map(\.id))
      await acknowledge(version) { open.removeAll { ended.contains($0.id) } }
    }
  }

  /// Returns a grant of an owner; often an exact one, so that a coarser one is left.
  private func endingGrant(of owner: UserID) -> ShareGrant? {
    let own = open.filter { $0.owner == owner }
    let exact = own.filter { $0.precision == .exact }
    return (exact.isEmpty || Bool.random(using: &random) ? own : exact).randomElement(using: &random)
  }

  /// Waits for an acknowledgement while the other servers and the viewers go on.
  private func acknowledge(_ version: Int64, _ note: () -> Void) async {
    let number = servers.indices.filter { !stopped.contains($0) }.randomElement(using: &random)
    guard let number else { return }
    for _ in 0..<400 {
      guard (try? await servers[number].renew()) != nil, let leases = try? await links[number].leases() else {
        clock.advance(20)
        continue
      }
      if leases.servers(behind: version).isEmpty {
        note()
        // Anything that is left over would be received now.
        if Bool.random(using: &random) { for viewing in viewings.indices { await take(viewing) } }
        return
      }
      clock.advance(20)
      if Bool.random(using: &random) { await stepServers() }
      let viewing = Int.random(in: viewings.indices, using: &random)
      if asks(viewing) { await take(viewing) }
    }
  }

  /// Lets a viewer connect again, to any server.
  private func reconnect() async {
    let number = Int.random(in: viewings.indices, using: &random)
    let viewer = viewings.remove(at: number).viewer
    await view(as: viewer)
  }

  private func view(as viewer: Viewer) async {
    for _ in 0..<50 {
      let number = Int.random(in: servers.indices, using: &random)
      let showing: LocationsShown =
        viewer == .member(dora)
        ? .all : .around(Coordinate(latitude: 46.5, longitude: 7.5), metres: 90_000, most: 50)
      do {
        try await servers[number].open(week)
        try await servers[number].read(week)
        let stream = try await servers[number].listen(week, as: viewer, showing: showing)
        viewings.append(
          Viewing(
            viewer: viewer, server: number, stream: stream,
            eagerness: [0.002, 0.02, 0.2, 0.8].randomElement(using: &random)!))
        return
      } catch {
        clock.advance(50)
        links[number].setCut(false)
      }
    }
    fail("viewer \(viewer.auditName) can't connect")
  }

  /// Stops a server or lets it go on, cuts its connection or mends it, makes it fail at random or not.
  private func disturb() {
    let number = Int.random(in: servers.indices, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: links[number].setCut(true)
    case 1: links[number].setCut(false)
    case 2: links[number].setFailureShare(.random(in: 0...0.5, using: &random))
    case 3: stopped.insert(number)
    default: stopped = []
    }
    clock.advance(.random(in: 0...3000, using: &random))
  }
}

// MARK: Checks

extension FaultHistory {
  /// Lets a viewer receive the batch on its way or take the next one, of which some arrive later.
  private func take(_ number: Int) async {
    if let batch = viewings[number].onItsWay {
      viewings[number].onItsWay = nil
      // A reader drops what comes after the deadline, and listens again.
      guard clock.sharingClock().monotonicMilliseconds() < batch.deadlineMilliseconds else {
        let viewer = viewings.remove(at: number).viewer
        await view(as: viewer)
        return
      }
      return await receive(batch, number)
    }
    // A stopped server hands out nothing.
    guard !stopped.contains(viewings[number].server), let batch = viewings[number].stream.takeNow() else {
      return
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      viewings[number].onItsWay = batch
      return
    }
    await receive(batch, number)
  }

  private func receive(_ batch: LocationBatch, _ number: Int) async {
    if batch.isSnapshot { viewings[number].picture = [:] }
    for change in batch.changes {
      switch change {
      case .gone(let user):
        viewings[number].picture[user] = nil
        viewings[number].latest[user] = nil
      case .present(let location):
        viewings[number].picture[location.user] = location
        await check(location, viewings[number])
        viewings[number].latest[location.user] = location.observedAt
      }
    }
  }

  private func check(_ location: SharedLocation, _ viewing: Viewing) async {
    let name = "\(viewing.viewer.auditName) sees \(location.user)"
    if let before = viewing.latest[location.user], location.observedAt < before, case .exact = location.detail
    {
      fail("\(name) earlier than before (I2)")
    }
    let grants = open.filter { $0.owner == location.user && includes($0, viewing.viewer) }
    if grants.contains(where: { blocks.contains($0.id) }) { fail("\(name) in spite of a block (I1)") }
    let permitted = grants.map(\.precision)
    switch location.detail {
    case .exact(let exact):
      if !permitted.contains(.exact) { fail("\(name) exactly without a grant (I1, I7)") }
      if written[location.user]?.contains(exact.coordinate) != true {
        fail("\(name) where the traveller never was")
      }
    case .cell(let cell):
      if !permitted.contains(.grid(metres: cell.sideMetres)) && !permitted.contains(.exact) {
        fail("\(name) in a cell of \(cell.sideMetres) m without a grant (I1, I7)")
      }
    case .area: fail("\(name) in an area, which is not shared")
    }
    guard let audit = try? await base.audit(of: location.user),
      audit.contains(where: { $0.key.viewer == viewing.viewer.auditName && $0.key.grant != nil })
    else { return fail("\(name) without an audit record (I6)") }
  }

  private func includes(_ grant: ShareGrant, _ viewer: Viewer) -> Bool {
    switch grant.audience {
    case .trip: true
    case .hosts: viewer == .member(dora)
    case .people(let people): viewer.user.map(people.contains) ?? false
    case .link: false
    }
  }

  /// Mends everything, and compares what viewers have with what the store has.
  private func quieten() async {
    stopped = []
    for link in links {
      link.setCut(false)
      link.setFailureShare(0)
    }
    for _ in 0..<30 {
      clock.advance(250)
      await stepServers()
      for number in viewings.indices { await take(number) }
    }
    guard let grants = try? await base.grants(in: week), let rows = try? await base.rows(of: week, after: 0),
      let roster = try? await membership.roster(of: week)
    else { return fail("the store can't be read") }
    var feed = TripFeed(trip: week)
    feed.roster = roster
    feed.grants = Dictionary(grouping: grants, by: \.owner)
    feed.take(rows)
    for viewing in viewings {
      let expected = feed.seen(by: viewing.viewer, showing: .all, now: clock.now).mapValues(\.location)
      if expected.keys != viewing.picture.keys {
        fail(
          "\(viewing.viewer.auditName) has \(viewing.picture.keys.sorted()), the store \(expected.keys.sorted()) (I3)"
        )
      }
      for (user, location) in expected
      where viewing.picture[user].map({ $0.detail != location.detail }) ?? false {
        fail("\(viewing.viewer.auditName) has an older position of \(user) (I3)")
      }
    }
  }
}
