import SkiGeo
import SkiSharing
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

  @Test func `a producer waits until its event is dealt with`() async {
    let handoff = EventHandoff<Int>()
    let done = Locked<[Int]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<3 {
        group.addTask {
          for index in 0..<100 {
            guard await handoff.put(number * 1000 + index) else { return }
            done.withLock { $0.append(number * 1000 + index) }
          }
        }
      }
      var taken: [Int] = []
      while taken.count < 300, let event = await handoff.take() {
        #expect(!done.withLock { $0.contains(event) })
        taken.append(event)
      }
      await handoff.finish()
      for number in 0..<3 {
        let own = taken.filter { $0 / 1000 == number }
        #expect(own == own.sorted() && own.count == 100)
      }
    }
    #expect(await handoff.put(1) == false)
    #expect(await handoff.take() == nil)
  }

  @Test func `news wake those who wait, and end with the server`() async {
    let news = ServerNews()
    let version = news.version
    async let waiting = news.wait(after: version)
    news.announce(.lifts)
    #expect(await waiting?.topics == [.lifts])
    news.announce(.map)
    #expect(await news.wait(after: version)?.topics == [.lifts, .map])
    let task = Task { await news.wait(after: news.version) }
    task.cancel()
    #expect(await task.value == nil)
    async let last = news.wait(after: news.version)
    news.close()
    #expect(await last == nil)
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
