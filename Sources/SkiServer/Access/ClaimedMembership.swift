package import SkiAPI
package import SkiBase
import SkiPeople

/// Memberships of trips as tokens claim them: a trip has the members whose tokens this process has seen.
///
/// For installations without trip services of their own. Several servers of one installation know only the members whose
/// requests they got. At most ``memberLimit`` memberships are held; the ones that end first are dropped.
package final class ClaimedMembership: TripMembership {
  private struct State {
    var trips: [TripID: [UserID: Principal.Place]] = [:]
    var count = 0
  }

  private let state = Locked(State())
  private static let memberLimit = 200_000

  /// Creates memberships without any trip.
  package init() {}

  /// Notes the memberships of a token.
  /// - Returns: The trips whose people changed.
  /// - Complexity: O(1) for each trip of the token.
  package func note(_ principal: Principal, now: UniversalTime) -> [TripID] {
    state.withLock { state in
      principal.trips.compactMap { trip, place in
        if state.trips[trip]?[principal.user] == place { return nil }
        if state.count >= Self.memberLimit { Self.sweep(&state, now: now) }
        guard state.count < Self.memberLimit else { return nil }
        if state.trips[trip, default: [:]].updateValue(place, forKey: principal.user) == nil {
          state.count += 1
        }
        return trip
      }
    }
  }

  /// Forgets a person.
  package func forget(_ user: UserID) {
    state.withLock { state in
      for trip in Array(state.trips.keys) where state.trips[trip]?.removeValue(forKey: user) != nil {
        state.count -= 1
        if state.trips[trip]?.isEmpty == true { state.trips[trip] = nil }
      }
    }
  }

  /// Removes the trips that have ended.
  private static func sweep(_ state: inout State, now: UniversalTime) {
    state.trips = state.trips.filter { $0.value.values.contains { $0.until > now } }
    state.count = state.trips.values.reduce(0) { $0 + $1.count }
  }

  package func roster(of trip: TripID) async throws -> TripRoster? {
    state.withLock { state in
      guard let people = state.trips[trip], let until = people.values.map(\.until).max() else { return nil }
      return TripRoster(
        members: Set(people.keys), hosts: Set(people.filter { $0.value.isHost }.keys), until: until)
    }
  }
}
