import SkiAPI
import SkiBase
import SkiPeople

/// `FriendServing`: companions, friends and blocks, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of friends.
  static let friendChecks: [ConformanceCheck] = [
    ConformanceCheck("a request waits for consent, and both are friends then") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: anna, ben)
      try expectEqual(try await world.friends.companions(in: trip, as: anna).map(\.user), [ben])
      try expectEqual(try await world.friends.ask(ben, as: anna), .asked)
      try expectEqual(try await world.friends.ask(ben, as: anna), .asked)
      try expectEqual(try await world.friends.friends(as: ben).map(\.state), [.asking])
      try expectEqual(try await world.friends.companions(in: trip, as: anna).map(\.state), [.asked])
      try await expectRefused(.notFound) { try await world.friends.consent(to: ben, as: anna) }
      try await world.friends.consent(to: anna, as: ben)
      try expectEqual(try await world.friends.friends(as: anna).map(\.user), [ben])
      try expectEqual(try await world.friends.friends(as: anna).map(\.state), [.friend])
      try expectEqual(try await world.friends.ask(ben, as: anna), .friend)
    },
    ConformanceCheck("refusal, withdrawal and removal end what there is") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      _ = try await world.trip(host: anna, ben)
      try await expectRefused(.notFound) { try await world.friends.refuse(anna, as: ben) }
      try await expectRefused(.notFound) { try await world.friends.remove(anna, as: ben) }
      try await world.friends.ask(ben, as: anna)
      try await expectRefused(.notFound) { try await world.friends.refuse(ben, as: anna) }
      try await expectRefused(.notFound) { try await world.friends.remove(anna, as: ben) }
      try await world.friends.refuse(anna, as: ben)
      try await world.friends.ask(ben, as: anna)
      try await world.friends.remove(ben, as: anna)
      try expectEqual(try await world.friends.friends(as: ben), [])
      try await world.friends.ask(ben, as: anna)
      try await world.friends.consent(to: anna, as: ben)
      try await expectRefused(.notFound) { try await world.friends.refuse(anna, as: ben) }
      try await world.friends.remove(anna, as: ben)
      try expectEqual(try await world.friends.friends(as: anna), [])
    },
    ConformanceCheck("a person without a common trip is not found, and oneself is refused") { world in
      let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
      let trip = try await world.trip(host: ben)
      for person in [ben, try UserID("unknown")] {
        try await expectRefused(.notFound) { try await world.friends.ask(person, as: anna) }
        try await expectRefused(.notFound) { try await world.friends.consent(to: person, as: anna) }
        try await expectRefused(.notFound) { try await world.friends.block(person, as: anna) }
        try await expectRefused(.notFound) { try await world.friends.unblock(person, as: anna) }
      }
      try await expectRefused(.invalidArgument) { try await world.friends.ask(anna, as: anna) }
      try await expectRefused(.invalidArgument) { try await world.friends.block(anna, as: anna) }
      try await expectRefused(.notFound) { _ = try await world.friends.companions(in: trip, as: anna) }
    },
    ConformanceCheck("a block hides both until it ends") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try await world.friends.block(ben, as: anna)
      try expectEqual(try await world.friends.blocked(as: anna).map(\.user), [ben])
      try expectEqual(try await world.friends.blocked(as: ben), [])
      try expectEqual(try await world.friends.companions(in: trip, as: anna).map(\.user), [cleo])
      try expectEqual(try await world.friends.companions(in: trip, as: ben).map(\.user), [cleo])
      try expectEqual(try await world.trips.members(of: trip, as: ben).map(\.user), [ben, cleo])
      try await expectRefused(.notFound) { try await world.friends.ask(anna, as: ben) }
      try await world.friends.unblock(ben, as: anna)
      try await expectRefused(.notFound) { try await world.friends.unblock(ben, as: anna) }
      try expectEqual(try await world.friends.companions(in: trip, as: ben).count, 2)
    },
  ]
}
