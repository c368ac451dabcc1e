import SkiTestSupport
import Testing

@testable import SkiNavigation

struct TravellerBroadcastTests {
  private let broadcast = TravellerBroadcast()

  private func listen(_ viewer: String) -> TravellerStream {
    TravellerStream(broadcast, viewer: ViewerID(viewer))
  }

  private func take(_ traveller: String, for audience: TravellerAudience) {
    broadcast.setAudience(audience, of: TravellerID(traveller))
  }

  @Test func `a traveller with an empty audience is visible to no viewer`() {
    let stream = listen("eve")
    take("anna", for: .empty)
    broadcast.publish([present("anna", 1)])
    #expect(stream.takeAll().isEmpty)
    #expect(broadcast.latest(visibleTo: ViewerID("eve")).isEmpty)
  }

  @Test func `a viewer of the same name as a traveller receives no updates of that traveller`() {
    let stream = listen("anna")
    take("anna", for: .empty)
    broadcast.publish([present("anna", 1)])
    #expect(stream.pendingCount == 0)
  }

  @Test func `an update of an unknown traveller is neither published nor kept`() {
    broadcast.publish([present("anna", 1)])
    take("anna", for: .of(["ben"]))
    #expect(listen("ben").takeAll().isEmpty)
  }

  @Test func `viewers in the audience receive updates and others don't`() {
    let (ben, eve) = (listen("ben"), listen("eve"))
    take("anna", for: .of(["ben"]))
    broadcast.publish([present("anna", 1)])
    #expect(ben.takeAll() == [present("anna", 1)])
    #expect(eve.takeAll().isEmpty)
  }

  @Test func `a new listener first receives the latest update of each visible traveller`() {
    take("anna", for: .of(["ben"]))
    take("carl", for: .of(["dora"]))
    broadcast.publish([present("anna", 1), present("carl", 1), present("anna", 2)])
    #expect(listen("ben").takeAll() == [present("anna", 2)])
  }

  @Test func `members of a group see travellers who share with it while they are members`() {
    let ben = listen("ben")
    take("anna", for: .of([], groups: ["family"]))
    broadcast.publish([present("anna", 1)])
    #expect(ben.pendingCount == 0)
    broadcast.add(ViewerID("ben"), to: GroupID("family"))
    #expect(ben.takeAll() == [present("anna", 1)])
    broadcast.publish([present("anna", 2)])
    broadcast.remove(ViewerID("ben"), from: GroupID("family"))
    broadcast.publish([present("anna", 3)])
    #expect(ben.takeAll() == [.left(TravellerID("anna"))])
  }

  @Test func `a viewer in the audience by name receives updates after leaving the group`() {
    let ben = listen("ben")
    take("anna", for: .of(["ben"], groups: ["family"]))
    broadcast.add(ViewerID("ben"), to: GroupID("family"))
    broadcast.publish([present("anna", 1)])
    broadcast.remove(ViewerID("ben"), from: GroupID("family"))
    #expect(ben.takeAll() == [present("anna", 1)])
  }

  @Test func `a removed traveller is removed from every mailbox at once`() {
    let ben = listen("ben")
    take("anna", for: .of(["ben"]))
    broadcast.publish([present("anna", 1)])
    broadcast.remove(TravellerID("anna"))
    #expect(ben.takeAll().isEmpty)
    broadcast.publish([present("anna", 2)])
    #expect(ben.takeAll().isEmpty)
    #expect(broadcast.latest(visibleTo: ViewerID("ben")).isEmpty)
    #expect(broadcast.counts == (0, 1))
  }

  @Test func `narrowing an audience withdraws the pending updates of the viewers removed`() {
    let (ben, dora) = (listen("ben"), listen("dora"))
    take("anna", for: .of(["ben", "dora"]))
    broadcast.publish([present("anna", 1)])
    #expect(dora.takeAll().count == 1)
    take("anna", for: .empty)
    #expect(ben.takeAll().isEmpty)
    #expect(dora.takeAll() == [.left(TravellerID("anna"))])
  }

  @Test func `a released stream is removed with its mailbox`() {
    weak var mailbox: TravellerMailbox?
    take("anna", for: .of(["ben"]))
    do {
      let stream = listen("ben")
      broadcast.publish([present("anna", 1)])
      #expect(stream.pendingCount == 1)
      mailbox = stream.subscription.mailbox
      #expect(broadcast.counts.listeners == 1)
    }
    #expect(broadcast.counts.listeners == 0)
    #expect(mailbox == nil)
  }

  @Test func `a cancelled stream ends and has no pending updates`() async {
    let ben = listen("ben")
    take("anna", for: .of(["ben"]))
    broadcast.publish([present("anna", 1)])
    ben.cancel()
    #expect(ben.pendingCount == 0)
    #expect(broadcast.counts.listeners == 0)
    var iterator = ben.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test func `a finished broadcast ends its streams and those created later`() async {
    let ben = listen("ben")
    broadcast.finish()
    var early = ben.makeAsyncIterator()
    #expect(await early.next() == nil)
    var late = listen("ben").makeAsyncIterator()
    #expect(await late.next() == nil)
  }

  @Test func `after random operations each listener has the visible positions and no others`() {
    for seed in UInt64(1)...60 { RandomSharing(seed: seed).check(steps: 400) }
  }
}

/// Random operations on travellers, viewers and groups, compared with plain sets.
private struct RandomSharing {
  let seed: UInt64

  func check(steps: Int) {
    var random = SeededGenerator(seed: seed)
    let broadcast = TravellerBroadcast()
    let viewers = (0..<5).map { "v\($0)" }
    var streams = viewers.map { TravellerStream(broadcast, viewer: ViewerID($0)) }
    var pictures = viewers.map { _ in Picture() }
    var audiences: [String: TravellerAudience] = [:]
    var latest: [String: TravellerUpdate] = [:]
    var members: [GroupID: Set<ViewerID>] = [:]
    for step in 1...steps {
      let traveller = "t\(Int.random(in: 0..<8, using: &random))"
      let viewer = Int.random(in: 0..<viewers.count, using: &random)
      let group = GroupID("g\(Int.random(in: 0..<3, using: &random))")
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<3:
        let audience = audience(viewers, &random)
        audiences[traveller] = audience
        broadcast.setAudience(audience, of: TravellerID(traveller))
      case 3:
        audiences[traveller] = nil
        latest[traveller] = nil
        broadcast.remove(TravellerID(traveller))
      case 4, 5:
        members[group, default: []].insert(ViewerID(viewers[viewer]))
        broadcast.add(ViewerID(viewers[viewer]), to: group)
      case 6, 7:
        members[group]?.remove(ViewerID(viewers[viewer]))
        broadcast.remove(ViewerID(viewers[viewer]), from: group)
      case 8:
        streams[viewer] = TravellerStream(broadcast, viewer: ViewerID(viewers[viewer]))
        pictures[viewer] = Picture()
      case 9..<12: pictures[viewer].apply(streams[viewer].takeAll(limit: 2))
      default:
        let update = present(traveller, UInt64(step))
        if audiences[traveller] != nil { latest[traveller] = update }
        broadcast.publish([update])
      }
      #expect(streams.allSatisfy { $0.pendingCount <= 8 }, "seed \(seed), step \(step)")
    }
    for (index, viewer) in viewers.enumerated() {
      pictures[index].apply(streams[index].takeAll())
      let truth = latest.filter { name, _ in
        let audience = audiences[name] ?? .empty
        return audience.viewers.contains(ViewerID(viewer))
          || audience.groups.contains { members[$0]?.contains(ViewerID(viewer)) ?? false }
      }
      let believed = Dictionary(
        uniqueKeysWithValues: pictures[index].positions.map { ($0.key.rawValue, $0.value) })
      #expect(believed == truth, "seed \(seed), viewer \(viewer)")
      #expect(pictures[index].isOrdered, "seed \(seed), viewer \(viewer)")
    }
    #expect(broadcast.counts == (audiences.count, viewers.count), "seed \(seed)")
  }

  private func audience(_ viewers: [String], _ random: inout SeededGenerator) -> TravellerAudience {
    .of(
      viewers.filter { _ in random.happens(0.3) },
      groups: ["g0", "g1", "g2"].filter { _ in random.happens(0.3) })
  }
}
