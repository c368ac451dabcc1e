import SkiAPI
import SkiBase
import SkiPeople

/// `ChatServing`: chats, messages and live deliveries, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of chats.
  static let chatChecks: [ConformanceCheck] = [
    ConformanceCheck("a chat is the same for all its members") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      let ofTrip = try await world.chats.open(trip, as: anna)
      try expectEqual(ofTrip.subject, .trip(trip))
      try expectEqual(try await world.chats.open(trip, as: ben).id, ofTrip.id)
      let ofEvent = try await world.chats.open(event, as: ben)
      try expectEqual(ofEvent.subject, .event(event, trip))
      let pair = try await world.chats.open(with: anna, as: ben)
      try expectEqual(pair.subject, .person(anna))
      try expectEqual(try await world.chats.open(with: ben, as: anna).id, pair.id)
      try expectEqual(try await world.chats.get(pair.id, as: ben), pair)
      try expectEqual(Set(try await world.chats.list(as: anna).map(\.id)), [ofTrip.id, ofEvent.id, pair.id])
      try await expectRefused(.invalidArgument) { _ = try await world.chats.open(with: anna, as: anna) }
    },
    ConformanceCheck("messages keep one order, sending again is harmless, and a deletion leaves a gap") {
      world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let chat = try await world.chats.open(try await world.trip(host: anna, ben), as: anna).id
      let first = try await world.chats.send(.text("one\ntwo"), id: MessageID("m1"), to: chat, as: anna)
      try expectEqual(first.position, 1)
      try expectEqual(
        try await world.chats.send(.text("one\ntwo"), id: MessageID("m1"), to: chat, as: anna), first)
      for number in 2...5 {
        try await world.chats.send(.text("m\(number)"), id: MessageID("m\(number)"), to: chat, as: ben)
      }
      try expectEqual(try await world.chats.get(chat, as: anna).unread, 4)
      try await world.chats.send(.place(#"{"source":"node/1"}"#), id: MessageID("m6"), to: chat, as: anna)
      let last = try await world.chats.page(of: chat, .before(nil), count: 2, as: ben)
      try expectEqual(last.messages.map(\.position), [5, 6])
      try expectEqual(last.messages.last?.content, .place(#"{"source":"node/1"}"#))
      try expectEqual(last.lastPosition, 6)
      try expectEqual(
        try await world.chats.page(of: chat, .before(5), count: 2, as: ben).messages.map(\.position), [3, 4])
      try expectEqual(
        try await world.chats.page(of: chat, .after(4), count: 9, as: ben).messages.map(\.position), [5, 6])
      try await world.chats.markRead(upTo: 5, of: chat, as: anna)
      try expectEqual(try await world.chats.get(chat, as: anna).unread, 0)
      try await expectRefused(.notPermitted) { try await world.chats.delete(1, of: chat, as: ben) }
      try await world.chats.delete(1, of: chat, as: anna)
      let gap = try await world.chats.page(of: chat, .after(0), count: 1, as: ben).messages
      try expectEqual(gap.map(\.position), [1])
      try expectEqual(gap.map(\.content), [nil])
      try expectEqual(gap.map(\.author), [nil])
      for position in [Int64(1), 99] {
        try await expectRefused(.notFound) { try await world.chats.delete(position, of: chat, as: anna) }
      }
    },
    ConformanceCheck("contents, positions and numbers that are not allowed are refused") { world in
      let anna = try await world.logIn("anna")
      let trip = try await world.trip(host: anna)
      let chat = try await world.chats.open(trip, as: anna).id
      func send(_ content: ChatContent) async throws {
        _ = try await world.chats.send(content, id: MessageID("m1"), to: chat, as: anna)
      }
      try await expectRefused(.invalidArgument) { try await send(.text("")) }
      try await expectRefused(.limitExceeded) { try await send(.text(String(repeating: "x", count: 4001))) }
      try await expectRefused(.invalidArgument) { try await send(.route("no card")) }
      try await expectRefused(.limitExceeded) {
        try await send(.place("{\"x\":\"\(String(repeating: "x", count: 9000))\"}"))
      }
      for count in [0, 101] {
        try await expectRefused(.invalidArgument) {
          _ = try await world.chats.page(of: chat, .before(nil), count: count, as: anna)
        }
      }
      try await expectRefused(.invalidArgument) {
        _ = try await world.chats.page(of: chat, .after(-1), count: 5, as: anna)
      }
      for position in [Int64(-1), 1] {
        try await expectRefused(.invalidArgument) {
          try await world.chats.markRead(upTo: position, of: chat, as: anna)
        }
      }
      try await expectRefused(.invalidArgument) {
        _ = try await world.chats.deliveries(after: [chat: -1], as: anna)
      }
      try await world.trips.end(trip, as: anna)
      try await expectRefused(.conflict) { try await send(.text("late")) }
    },
    ConformanceCheck("strangers find no chat") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      let event = try await world.events.create(world.draft(), in: trip, as: anna).id
      try await expectRefused(.notFound) { _ = try await world.chats.open(trip, as: cleo) }
      try await expectRefused(.notFound) { _ = try await world.chats.open(event, as: cleo) }
      try await expectRefused(.notFound) { _ = try await world.chats.open(with: anna, as: cleo) }
      for id in [try await world.chats.open(with: ben, as: anna).id, try ChatID("unknown")] {
        try await expectRefused(.notFound) { _ = try await world.chats.get(id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.chats.page(of: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.chats.markRead(upTo: 0, of: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.chats.delete(1, of: id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.chats.send(.text("x"), id: MessageID("m1"), to: id, as: cleo)
        }
        try await expectRefused(.notFound) {
          _ = try await world.chats.deliveries(of: id, after: nil, as: cleo)
        }
      }
      try expectEqual(try await world.chats.list(as: cleo), [])
    },
    ConformanceCheck("a listener receives each message once, from the position it gives") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let chat = try await world.chats.open(try await world.trip(host: anna, ben), as: anna).id
      func send(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers {
          try await world.chats.send(.text("m\(number)"), id: MessageID("m\(number)"), to: chat, as: ben)
        }
      }
      try await send(1...3)
      let all = try await world.chats.deliveries(after: [chat: 1], as: anna)
      let one = try await world.chats.deliveries(of: chat, after: nil, as: anna)
      async let fromAll = ConformanceCheck.positions(all, upTo: 6)
      async let fromOne = ConformanceCheck.positions(one, upTo: 6)
      try await send(4...6)
      try expectEqual(try await fromAll, Array(2...6))
      try expectEqual(try await fromOne, Array(4...6))
    },
  ]

  /// Returns the positions of messages as they come, up to the last one.
  private static func positions(_ deliveries: ChatDeliveries, upTo last: Int64) async throws -> [Int64] {
    var positions: [Int64] = []
    for try await delivery in deliveries {
      positions += delivery.messages.map(\.position)
      if positions.last == last { break }
    }
    return positions
  }
}
