package import SkiAPI
import SkiAnswers
package import SkiBase
import SkiGraph
import SkiPeople
package import SkiRouting

/// The search for a place at which people meet, over the routers of one day.
package struct MeetingSearch {
  /// A person with a position.
  package struct Person: Sendable {
    /// The person.
    package var user: UserID
    /// The position, as the asker may know it.
    package var coordinate: Coordinate
    /// The limits.
    package var profile: SkierProfile

    /// Creates a person.
    package init(user: UserID, coordinate: Coordinate, profile: SkierProfile) {
      (self.user, self.coordinate, self.profile) = (user, coordinate, profile)
    }
  }

  private let router: MapRouter
  private let departure: DayTime
  private let latest: DayTime?

  /// The greatest distance of a position from the network, in metres: people in cells of a grid count as at their centres.
  package static let snapLimitMetres = 1000.0
  /// The time by which a place with a name may be later than the earliest one, in milliseconds.
  private static let namedMilliseconds = 600_000
  private static let nameScalars = 100

  /// Creates a search.
  /// - Parameters:
  ///   - router: The router of the day.
  ///   - departure: The time from which people are on the way.
  ///   - latest: The time by which all are to be there; nil for any.
  package init(router: MapRouter, departure: DayTime, latest: DayTime?) {
    (self.router, self.departure, self.latest) = (router, departure, latest)
  }

  /// Returns the place at which most of some people are together first; nil when two of them can't meet.
  ///
  /// People in another region than most, and those who reach no place, are left out. Of places with and without a name,
  /// one with a name may be up to 10 min later.
  /// - Returns: The place, and the people who can come.
  /// - Throws: ``SkiError`` as ``MapRouter/meet(_:)``.
  /// - Complexity: A search for each person, repeated when some reach no place.
  package func place(for people: [Person]) throws -> (place: MeetingPoint, people: Set<UserID>)? {
    guard let (region, near) = try gathered(people) else { return nil }
    return try router.withDay(in: region) { session -> (place: MeetingPoint, people: Set<UserID>)? in
      var kept = near
      while kept.count > 1 {
        let request = MeetRequest(
          people: kept.map { person in
            MeetRequest.Person(
              name: "", from: .coordinate(person.coordinate), departure: departure,
              profile: router.profile(person.profile, in: region))
          }, back: .nowhere, snapLimitMetres: Self.snapLimitMetres)
        guard let meeting = try session.meet(request).value else { return nil }
        if let place = Self.best(meeting, by: latest, session.router.graph) {
          return (place, Set(kept.map(\.user)))
        }
        let away = Set(meeting.unableToReach)
        guard !away.isEmpty else { return nil }
        kept = kept.indices.filter { !away.contains($0) }.map { kept[$0] }
      }
      return nil
    }
  }

  /// Returns the region near which most of the people are, with those who are near it; nil for fewer than two.
  private func gathered(_ people: [Person]) throws -> (RegionIndex, [Person])? {
    var regions: [RegionIndex: [Int]] = [:]
    for (index, person) in people.enumerated() {
      if let region = try commonRegion(of: [person]) { regions[region, default: []].append(index) }
    }
    // Of equal numbers that of the first person counts.
    let most = regions.max { a, b in (a.value.count, b.value[0]) < (b.value.count, a.value[0]) }
    guard let (chosen, members) = most else { return nil }
    // A position may be near several regions.
    let others = try people.indices.filter { index in
      try !members.contains(index) && commonRegion(of: [people[members[0]], people[index]]) == chosen
    }
    let all = (members + others).sorted().map { people[$0] }
    return all.count > 1 ? (chosen, all) : nil
  }

  private func commonRegion(of people: [Person]) throws -> RegionIndex? {
    guard let first = people.first else { return nil }
    return try router.region(
      of: people.map { .coordinate($0.coordinate) }, profile: first.profile,
      snapLimitMetres: Self.snapLimitMetres
    ).value
  }

  private static func best(_ meeting: Meeting, by latest: DayTime?, _ graph: RoutingGraph) -> MeetingPoint? {
    let places = meeting.places.filter { place in
      place.feature != nil && (latest.map { place.lastArrival <= $0 } ?? true)
    }
    guard let first = places.first else { return nil }
    let end = first.lastArrival.milliseconds + namedMilliseconds
    let named = places.first { place in
      place.lastArrival.milliseconds <= end && place.feature.flatMap { graph.feature($0).label } != nil
    }
    let chosen = named ?? first
    guard let feature = chosen.feature.map({ graph.feature($0) }) else { return nil }
    return MeetingPoint(
      source: feature.id,
      name: (feature.label ?? graph.word(feature)).shortened(toScalars: nameScalars),
      coordinate: graph.point(of: chosen.place).coordinate)
  }
}
