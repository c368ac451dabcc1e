import SkiGeo
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct TravellerStreamTests {
  private let broadcast = TravellerBroadcast()

  private func listen(_ viewer: String) -> TravellerStream {
    TravellerStream(broadcast, viewer: ViewerID(viewer))
  }

  @Test func `a waiting listener is resumed by a visible update`() async {
    broadcast.setAudience(.of(["ben"]), of: TravellerID("anna"))
    let stream = listen("ben")
    let listener = Task { await stream.first { _ in true } }
    broadcast.publish([present("anna", 7)])
    #expect(await listener.value == present("anna", 7))
  }

  @Test func `a cancelled task ends its stream and removes its listener`() async {
    let stream = listen("ben")
    let listener = Task {
      var count = 0
      for await _ in stream { count += 1 }
      return count
    }
    listener.cancel()
    #expect(await listener.value == 0)
    #expect(broadcast.counts.listeners == 0)
  }

  @Test func `a stream that is not read holds one update for each traveller`() {
    for number in 0..<100 { broadcast.setAudience(.of(["ben"]), of: TravellerID("\(number)")) }
    let stalled = listen("ben")
    for round in UInt64(1)...100 {
      broadcast.publish((0..<100).map { present("\($0)", round) })
      #expect(stalled.pendingCount == 100)
    }
    #expect(stalled.droppedCount == 99 * 100)
    #expect(stalled.takeAll().allSatisfy { $0.position?.order == 100 })
  }

  @Test
  func `concurrent publishers, listeners and cancellations keep the order and leave no listeners`()
    async
  {
    let broadcast = broadcast
    let travellers = 40
    for number in 0..<travellers {
      broadcast.setAudience(.of(["a", "b"], groups: ["g"]), of: TravellerID("\(number)"))
    }
    let disorder = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<4 { group.addTask { Self.produce(broadcast, producer, travellers) } }
      for viewer in ["a", "b", "c", "a", "c"] {
        group.addTask { await Self.follow(TravellerStream(broadcast, viewer: ViewerID(viewer)), disorder) }
      }
      group.addTask { Self.change(broadcast) }
      for _ in 0..<50 {
        group.addTask {
          let stream = TravellerStream(broadcast, viewer: ViewerID("b"))
          let listener = Task { for await _ in stream {} }
          await Task.yield()
          listener.cancel()
          await listener.value
        }
      }
      // Followers end with the last order of a traveller.
      await group.next()
      while broadcast.counts.listeners > 0 {
        for number in 0..<travellers { broadcast.publish([present("\(number)", .max)]) }
        await Task.yield()
      }
    }
    #expect(disorder.withLock { $0 } == 0)
    #expect(broadcast.counts == (travellers, 0))
  }

  /// Publishes rising positions of the travellers that are this producer's.
  private static func produce(_ broadcast: TravellerBroadcast, _ producer: Int, _ travellers: Int) {
    for order in UInt64(1)...500 {
      let mine = stride(from: producer, to: travellers, by: 4).map { present("\($0)", order) }
      broadcast.publish(mine)
    }
  }

  /// Reads until the last order of a traveller, counting the orders that fall.
  private static func follow(_ stream: TravellerStream, _ disorder: Locked<Int>) async {
    var orders: [TravellerID: UInt64] = [:]
    for await update in stream {
      guard let order = update.position?.order else {
        orders[update.traveller] = nil
        continue
      }
      if order < orders[update.traveller] ?? 0 { disorder.withLock { $0 += 1 } }
      orders[update.traveller] = order
      if order == .max { return }
    }
  }

  /// Adds a viewer to the group and removes it, repeatedly.
  private static func change(_ broadcast: TravellerBroadcast) {
    for _ in 0..<200 {
      broadcast.add(ViewerID("c"), to: GroupID("g"))
      broadcast.remove(ViewerID("c"), from: GroupID("g"))
    }
    broadcast.add(ViewerID("c"), to: GroupID("g"))
  }
}
