import SkiBase
import SkiGraph

@testable import SkiNavigation

extension LiveWorld {
  typealias Core = LiveMatcherCore<NearestLinkMatcher>

  /// A core with one traveller, "anna", who joined at second 0, and a place on each region.
  static func started(
    options: LiveMatcherOptions = LiveMatcherOptions()
  ) throws -> (core: Core, places: [Coordinate], world: LiveWorld) {
    var world = try LiveWorld(seed: 5)
    var core = Core(map: world.map, options: options)
    core.join(TravellerID("anna"), now: second(0))
    let places = (0..<3).map { world.place($0) }
    return (core, places, world)
  }
}

extension LiveMatcherCore.Outcome {
  /// The positions in the order of their reports.
  var positions: [TravellerPosition] { matched.sorted { $0.index < $1.index }.map(\.position) }
}

extension LiveMatcherCore {
  /// Opens regions immediately; the actor does so asynchronously.
  mutating func open(_ regions: Set<RegionIndex>) {
    for region in regions {
      put(
        Result {
          let graph = try map.graph(region)
          return Regions.OpenRegion(graph: graph, index: Matcher.makeIndex(graph))
        }.mapError { SkiError(.malformedData, "\($0)") }, for: region)
    }
  }

  /// Returns the positions of the reports of an outcome that waited.
  mutating func resumed(_ outcome: Outcome) -> [TravellerPosition] {
    var rest = outcome
    rest.matched = []
    resume(&rest)
    return rest.positions
  }

  /// Takes reports, opens the missing regions, and returns the complete outcome.
  mutating func update(_ reports: [TravellerReport], now: UniversalTime) -> Outcome {
    var outcome = take(reports, now: now)
    open(outcome.missing)
    resume(&outcome)
    return outcome
  }
}
