import SkiAPI

/// The deliveries that are due in a server, by trip.
struct DueDeliveries {
  /// The people whose positions are looked at for a listener.
  enum People: Equatable {
    case all
    case some(Set<UserID>)
  }

  /// The deliveries that are due in one trip.
  struct Trip {
    /// The people to be looked at for all listeners.
    fileprivate(set) var people: People = .some([])
    /// The listeners, by their names in the audit, for whom all people are looked at.
    fileprivate(set) var viewers: Set<String> = []

    /// All people for all listeners.
    static let all = Trip(people: .all)

    /// Returns the people to be looked at for a listener; nil for none.
    func people(for viewer: String) -> People? {
      if viewers.contains(viewer) { return .all }
      return people == .some([]) ? nil : people
    }
  }

  private var trips: [TripID: Trip] = [:]

  /// Adds people of a trip for all its listeners.
  mutating func add(_ people: some Sequence<UserID>, of trip: TripID) {
    guard case .some(let known) = trips[trip]?.people ?? .some([]) else { return }
    trips[trip, default: Trip()].people = .some(known.union(people))
  }

  /// Adds a listener of a trip, whose audit records became durable.
  mutating func add(_ viewer: String, in trip: TripID) { trips[trip, default: Trip()].viewers.insert(viewer) }

  /// Adds all people of a trip for all its listeners.
  mutating func addAll(of trip: TripID) { trips[trip] = .all }

  /// Returns what is due, after which nothing is.
  mutating func take() -> [TripID: Trip] {
    defer { trips = [:] }
    return trips
  }
}
