import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiNavigation

struct NearbyOracleTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 401, by: 100)))
  func `the list equals that of the slow reference on random worlds`(first: UInt64) throws {
    var reached = 0
    for seed in first..<first + 100 {
      var world = try NearbyWorld(seed: seed)
      let (profile, options) = (world.world.profile(), world.options())
      let finder = NearbyFinder(router: Router(graph: world.graph), profile: profile, options: options)
      let here = world.spot()
      var people: [TravellerID: NearbyPosition] = [:]
      for number in 0..<4 { people[TravellerID("p\(number)")] = world.spot() }
      finder.move(to: here)
      for (person, spot) in people { finder.set(spot, of: person) }
      let favourites = world.favourites()
      finder.setFavourites(favourites)
      _ = try finder.refresh()
      let slow = ReferenceNearby(
        graph: world.graph, profile: profile, options: options, favourites: favourites, here: here)
      let truth = slow.list(people)
      #expect(
        finder.list.entries.map(Line.init) == truth, "seed \(seed): \(options) from \(here)")
      reached += truth.count { $0.milliseconds ?? 0 > 0 }
    }
    #expect(reached > 100, "seeds from \(first): \(reached) things reached")
  }

  @Test(arguments: [UInt64(1), 51, 101])
  func `an updated list equals one computed from scratch`(first: UInt64) throws {
    for seed in first..<first + 50 {
      var world = try NearbyWorld(seed: seed)
      var (profile, options) = (world.world.profile(), world.options())
      options.leastMoveMetres = 0
      let router = Router(graph: world.graph)
      let finder = NearbyFinder(router: router, profile: profile, options: options)
      var (here, people) = (Optional<NearbyPosition>.none, [TravellerID: NearbyPosition]())
      var favourites: Set<NearbyID> = []
      var updated = NearbyList()
      for step in 0..<40 {
        let person = TravellerID("p\(Int.random(in: 0..<5, using: &world.random))")
        switch Int.random(in: 0..<12, using: &world.random) {
        case 0..<4:
          here = world.random.happens(0.9) ? world.spot() : nil
          finder.move(to: here)
        case 4..<8:
          people[person] = world.random.happens(0.8) ? world.spot() : nil
          finder.set(people[person], of: person)
        case 8:
          favourites = world.favourites()
          finder.setFavourites(favourites)
        case 9:
          options = world.options()
          options.leastMoveMetres = 0
          finder.change(options: options)
        case 10:
          profile = world.world.profile()
          finder.change(profile: profile)
        default: break
        }
        updated.apply(try finder.refresh())
        let fresh = NearbyFinder(router: router, profile: profile, options: options)
        fresh.move(to: here)
        for (person, spot) in people { fresh.set(spot, of: person) }
        fresh.setFavourites(favourites)
        _ = try fresh.refresh()
        #expect(finder.list == fresh.list, "seed \(seed), step \(step)")
        #expect(updated == finder.list, "seed \(seed), step \(step)")
        #expect(try finder.refresh().isEmpty, "seed \(seed), step \(step)")
      }
    }
  }
}

/// The compared properties of an entry.
struct Line: Hashable {
  var id: NearbyID
  var milliseconds: Int?
  var metres: Double
  var isFavourite: Bool

  init(id: NearbyID, milliseconds: Int?, metres: Double, isFavourite: Bool) {
    self.id = id
    self.milliseconds = milliseconds
    self.metres = metres
    self.isFavourite = isFavourite
  }

  init(_ entry: NearbyEntry) {
    self.init(
      id: entry.id, milliseconds: entry.milliseconds.map(Int.init), metres: entry.metres,
      isFavourite: entry.isFavourite)
  }
}
