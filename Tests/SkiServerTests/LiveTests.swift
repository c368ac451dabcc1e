import SkiAPI
import SkiBase
import SkiPeople
import Testing

@testable import SkiServer

@Suite struct LiveTests {
  private func location(_ user: String, at seconds: Double) throws -> SharedLocation {
    SharedLocation(
      user: try UserID(user), detail: .area(SharedArea(id: "a", name: "Les \"Trois\"")),
      observedAt: UniversalTime(secondsSince1970: seconds),
      expiresAt: UniversalTime(secondsSince1970: seconds + 300), freshness: .live)
  }

  @Test func `a position is encoded once for all viewers`() throws {
    let people = PersonDocument(limitBytes: 2000)
    let anna = try location("anna", at: 1_800_000_000)
    let first = people.bytes(of: anna)
    for _ in 0..<10 { #expect(people.bytes(of: anna) == first) }
    #expect(people.encodedCount == 1)
    #expect(
      String(decoding: first, as: UTF8.self)
        == #"{"user":"anna","precision":"area","area":"Les \"Trois\"","observedAt":"2027-01-15T08:00:00Z","#
        + #""expiresAt":"2027-01-15T08:05:00Z","freshness":"live"}"#)
    for number in 0..<20 { _ = people.bytes(of: try location("b\(number)", at: 1_800_000_000)) }
    #expect(people.encodedCount == 21)
  }

  @Test func `news raise the signals of those who follow, and each takes what is new to it`() async throws {
    let (news, first, second) = (ServerUpdates(), WakeSignal(), WakeSignal())
    var one = news.follow(first)
    #expect(news.take(for: &one) == ServerUpdates.Changes(topics: [], isHeartbeatDue: false))
    news.announce(.lifts)
    await first.wait()
    #expect(news.take(for: &one)?.topics == [.lifts])
    var other = news.follow(second)
    news.announce(.map)
    await first.wait()
    await second.wait()
    news.announce(.lifts)
    #expect(news.take(for: &one)?.topics == [.lifts, .map])
    #expect(news.take(for: &one)?.topics == [])
    #expect(news.take(for: &other)?.topics == [.lifts, .map])
    news.close()
    await first.wait()
    await second.wait()
    #expect(news.isClosed && news.take(for: &one) == nil && news.take(for: &other) == nil)
  }

  @Test func `each stream has one heartbeat in fifteen seconds, not all in the same second`() throws {
    let news = ServerUpdates()
    var followers = (0..<30).map { _ in news.follow(WakeSignal()) }
    func due() -> [Int] {
      followers.indices.filter { news.take(for: &followers[$0])?.isHeartbeatDue == true }
    }
    #expect(due().isEmpty)
    for _ in 0..<3 {
      var beaten: [Int] = []
      for _ in 0..<ServerUpdates.heartbeatSeconds {
        news.noteSecond()
        let now = due()
        #expect(now.count == 2)
        beaten += now
      }
      #expect(beaten.sorted() == Array(followers.indices))
    }
  }

  @Test func `a heartbeat wakes the streams that it is due for alone`() async throws {
    let news = ServerUpdates()
    let woken = Locked<Set<Int>>([])
    var tasks: [Task<Void, Never>] = []
    for number in 0..<ServerUpdates.heartbeatSeconds {
      let signal = WakeSignal()
      _ = news.follow(signal)
      tasks.append(
        Task {
          await signal.wait()
          woken.withLock { _ = $0.insert(number) }
        })
    }
    news.noteSecond()
    while woken.withLock({ $0.isEmpty }) { await Task.yield() }
    for _ in 0..<1000 { await Task.yield() }
    #expect(woken.withLock { $0.count } == 1)
    news.close()
    for task in tasks { await task.value }
    #expect(woken.withLock { $0.count } == ServerUpdates.heartbeatSeconds)
  }

  @Test func `memberships are those of the tokens seen`() async throws {
    let membership = ClaimedMembership()
    let (anna, week) = (try UserID("anna"), try TripID("week-7"))
    let until = UniversalTime(secondsSince1970: 1_800_500_000)
    var principal = Principal(
      user: anna, trips: [week: .init(isHost: false, until: until)], expiresAt: until)
    #expect(try await membership.roster(of: week) == nil)
    #expect(membership.note(principal, now: until) == [week])
    #expect(membership.note(principal, now: until).isEmpty)
    #expect(try await membership.roster(of: week) == TripRoster(members: [anna], until: until))
    principal.trips[week]?.isHost = true
    #expect(membership.note(principal, now: until) == [week])
    #expect(try await membership.roster(of: week)?.hosts == [anna])
    membership.forget(anna)
    #expect(try await membership.roster(of: week) == nil)
  }
}
