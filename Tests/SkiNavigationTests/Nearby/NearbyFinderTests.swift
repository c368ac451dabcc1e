import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiNavigation
@testable import SkiTracks

struct NearbyFinderTests {
  /// Two lifts side by side from the village B; only a run from S leads to the top of the other valley.
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T-----S-----U

      B-----C-----D
      """, cellMetres: 100, heights: ["T": 2000, "S": 1990, "U": 1950, "B": 1500, "C": 1500, "D": 1480],
      [
        .lift("BT", .chairLift, name: "Home"), .lift("DU", .chairLift, name: "Far"),
        .run("TSU", .easy, name: "Ridge"),
        .run("TB", .intermediate, name: "Face"), .run("UD", .intermediate, name: "Bowl"),
        .run("SC", .expert, name: "Couloir"),
      ])
  }

  private func finder(
    _ world: DrawnWorld, _ options: NearbyOptions = NearbyOptions(), profile: SkierProfile = .anyGrade
  ) -> NearbyFinder { NearbyFinder(router: world.router, profile: profile, options: options) }

  private func names(_ finder: NearbyFinder) throws -> [String] {
    _ = try finder.refresh()
    return finder.list.entries.map { entry in
      if case .person(let traveller) = entry.id { return traveller.rawValue }
      return entry.place?.name ?? "?"
    }
  }

  private func at(_ world: DrawnWorld, _ letter: Character) -> NearbyPosition {
    NearbyPosition(place: nil, coordinate: world.place(letter))
  }

  private func on(_ world: DrawnWorld, _ spelling: String, metres: Double, waiting: Bool = false) throws
    -> NearbyPosition
  {
    let feature = try #require(world.feature(spelling))
    let link = LinkIndex(world.graph.links(of: feature).lowerBound)
    let edge = try #require(world.graph.edge(of: link, reversed: false))
    return NearbyPosition(
      place: EdgePlace(edge: edge, metresAlong: metres),
      coordinate: world.graph.point(world.graph.tail(edge)).coordinate,
      isWaiting: waiting)
  }

  private func id(_ world: DrawnWorld, _ spelling: String) throws -> NearbyID {
    .place(try #require(world.feature(spelling)))
  }

  @Test func `the list is empty before a position is set`() throws {
    #expect(try names(finder(try world())).isEmpty)
  }

  @Test func `entries are ordered by ski time or by metres`() throws {
    let world = try world()
    let finder = finder(world)
    finder.move(to: at(world, "B"))
    // From the village everything begins with the lift: ridge and face at its top, then down along the ridge.
    #expect(try names(finder) == ["Home", "Ridge", "Face", "Couloir", "Bowl", "Far"])
    var options = NearbyOptions()
    options.measure = .metres
    finder.change(options: options)
    #expect(try names(finder) == ["Home", "Ridge", "Face", "Couloir", "Far", "Bowl"])
  }

  @Test func `unreachable entries are last and marked, or left out by an option`() throws {
    let world = try world()
    var options = NearbyOptions()
    let timid = SkierProfile(ceiling: .colour(.blue))
    let finder = finder(world, options, profile: timid)
    finder.move(to: at(world, "B"))
    #expect(try names(finder) == ["Home", "Ridge", "Face", "Couloir", "Far", "Bowl"])
    #expect(finder.list.entries.map(\.isReachable) == [true, true, false, false, false, false])
    options.unreachable = .leftOut
    finder.change(options: options)
    #expect(try names(finder) == ["Home", "Ridge"])
  }

  @Test func `no entry is reachable when the only lift is closed`() throws {
    let world = try world()
    let home = try #require(world.feature("BT"))
    let finder = finder(world, profile: SkierProfile(closedFeatures: [home]))
    finder.move(to: at(world, "B"))
    _ = try finder.refresh()
    #expect(finder.list.entries.allSatisfy { !$0.isReachable })
  }

  @Test func `favourites are marked, and pinned unless an option turns it off`() throws {
    let world = try world()
    var options = NearbyOptions()
    let finder = finder(world, options)
    finder.move(to: at(world, "B"))
    let far = try id(world, "DU")
    finder.setFavourites([far])
    #expect(try names(finder).first == "Far")
    #expect(finder.list.entries.filter(\.isFavourite).map(\.id) == [far])
    options.pinsFavourites = false
    finder.change(options: options)
    #expect(try names(finder).last == "Far")
    #expect(finder.list.entries.last?.isFavourite == true)
  }

  @Test func `a person on a lift is reached at its top, and one who waits at its bottom`() throws {
    let world = try world()
    var options = NearbyOptions()
    options.kinds = [.person]
    let finder = finder(world, options)
    finder.move(to: at(world, "B"))
    finder.set(try on(world, "BT", metres: 5), of: TravellerID("rider"))
    finder.set(try on(world, "BT", metres: 5, waiting: true), of: TravellerID("waiter"))
    #expect(try names(finder) == ["waiter", "rider"])
    #expect(finder.list.entries[0].milliseconds == 0)
    #expect(finder.list.entries[1].milliseconds ?? 0 > 60_000)
  }

  @Test func `the lift being ridden is at distance zero, and others follow after the ride`() throws {
    let world = try world()
    let finder = finder(world)
    finder.move(to: try on(world, "BT", metres: 190))
    #expect(try names(finder).first == "Home")
    #expect(finder.list.entries[0].milliseconds == 0 && finder.list.entries[0].metres == 0)
    #expect(finder.list.entries[1].milliseconds ?? .max < 12_000)
  }

  @Test func `a person's movement changes only their entry and makes no search`() throws {
    let world = try world()
    let finder = finder(world)
    finder.move(to: at(world, "B"))
    finder.set(at(world, "C"), of: TravellerID("anna"))
    _ = try finder.refresh()
    finder.set(try on(world, "BT", metres: 0, waiting: true), of: TravellerID("anna"))
    let changes = try finder.refresh()
    #expect(changes.moves.map(\.entry.id) == [.person(TravellerID("anna"))])
    #expect(changes.removals.isEmpty && changes.insertions.isEmpty && changes.alterations.isEmpty)
    finder.set(nil, of: TravellerID("anna"))
    #expect(try finder.refresh().removals == [.person(TravellerID("anna"))])
    #expect(finder.searchCount == 1)
  }

  @Test func `a small movement of the traveller makes no search`() throws {
    let world = try world()
    let finder = finder(world)
    var spot = at(world, "B")
    finder.move(to: spot)
    _ = try finder.refresh()
    spot.coordinate.latitude += 0.0001
    finder.move(to: spot)
    #expect(try finder.refresh().isEmpty)
    spot.coordinate.latitude += 0.0003
    finder.move(to: spot)
    #expect(try !finder.refresh().isEmpty)
    #expect(finder.searchCount == 2)
  }

  @Test func `a run in pieces is one entry, and unnamed runs are listed only by an option`() throws {
    let world = try DrawnWorld(
      "T-M-B", heights: ["T": 1200, "M": 1100, "B": 1000],
      [
        .run("TM", .easy, name: "Long Run"), .run("MB", .easy, name: "Long run"),
        .run("TB", .easy) { $0.name = nil },
      ])
    let finder = finder(world)
    finder.move(to: at(world, "T"))
    #expect(try names(finder) == ["Long Run"])
    #expect(finder.list.entries[0].place?.features.count == 2)
    var options = NearbyOptions()
    options.listsNamelessRuns = true
    finder.change(options: options)
    #expect(try names(finder).count == 2)
  }

  @Test func `far from the network all entries are unreachable and ordered by metres`() throws {
    let world = try world()
    let finder = finder(world)
    finder.move(to: NearbyPosition(place: nil, coordinate: Coordinate(latitude: 46, longitude: 6.9)))
    #expect(try names(finder).count == 6)
    #expect(finder.list.entries.allSatisfy { !$0.isReachable })
    let metres = finder.list.entries.map(\.metres)
    #expect(metres == metres.sorted())
    finder.move(to: NearbyPosition(place: nil, coordinate: Coordinate(latitude: .nan, longitude: 500)))
    #expect(try names(finder).count == 6)
  }
}
