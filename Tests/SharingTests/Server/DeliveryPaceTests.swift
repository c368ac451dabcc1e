import Testing

@testable import SkiAPI
@testable import SkiPeople

@Suite struct DeliveryPaceTests {
  @Test func `work between deliveries holds changes back until the next`() async throws {
    let world = SharedWorld()
    _ = try await world.store.insert(grant())
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    #expect(stream.ready().present == [anna])
    for seconds in [11, 12] {
      try await world.write(row(seconds: Double(seconds)))
      await world.servers[0].note(.trips([week]))
      await world.servers[0].work(isDelivering: false)
      #expect(stream.takeNow() == nil)
    }
    await world.step()
    #expect(stream.ready().present == [anna])
    #expect(stream.takeNow() == nil)
  }

  @Test func `work between deliveries ends what was shown`() async throws {
    let world = SharedWorld()
    let given = grant()
    _ = try await world.store.insert(given)
    try await world.write(row())
    let stream = try await world.listen(.member(dora), showing: .all)
    await world.step()
    #expect(stream.ready().present == [anna])
    _ = try await world.store.end(.grant(given.id, owner: anna))
    await world.servers[0].work(isDelivering: false)
    #expect(stream.ready().gone == [anna])
  }

  @Test func `a record that is durable updates its listener alone`() {
    var due = DueDeliveries()
    due.add("dora", in: week)
    due.add([], of: week)
    let found = due.take()[week]
    #expect(found?.people(for: "dora") == .all)
    #expect(found?.people(for: "ben") == nil)
    #expect(due.take().isEmpty)
  }

  @Test func `rows update all listeners by their people, and the time by all people`() {
    var due = DueDeliveries()
    due.add([anna], of: week)
    due.add([ben], of: week)
    due.add("dora", in: week)
    var found = due.take()[week]
    #expect(found?.people(for: "cleo") == .some([anna, ben]))
    #expect(found?.people(for: "dora") == .all)
    due.addAll(of: week)
    due.add([anna], of: week)
    found = due.take()[week]
    #expect(found?.people(for: "cleo") == .all)
  }
}
