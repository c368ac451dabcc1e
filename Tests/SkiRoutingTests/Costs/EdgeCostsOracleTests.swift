import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The costs that a router restricts to a profile, compared with costs computed for that profile alone.
struct EdgeCostsOracleTests {
  @Test(arguments: UInt64(1)...300)
  func `costs of a router equal those computed for the profile alone`(seed: UInt64) throws {
    var world = try RandomWorld.tagged(seed: seed)
    let router = Router(graph: world.graph)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      var profile = world.profile()
      if random.happens(0.3) { profile.avoidedTerrain = [random.pick(TerrainKind.allCases)] }
      profile.needsLight = random.happens(0.1)
      for objective in RouteObjective.allCases {
        let costs = router.costs(
          CostModel(graph: world.graph, profile: profile, objective: objective))
        let reference = ReferenceRouting(graph: world.graph, profile: profile, objective: objective)
        let milliseconds = costs.milliseconds
        for edge in 0..<world.graph.edgeCount {
          let index = EdgeIndex(edge)
          let link = world.graph.link(world.graph.link(of: index))
          let expected =
            reference.isAllowed(link) ? UInt32(reference.whole(link, world.graph.isReversed(index))) : nil
          #expect(costs[index] == expected, "seed \(seed), \(profile), edge \(edge)")
          #expect(milliseconds[edge] == expected ?? EdgeCosts.notAllowed, "seed \(seed), edge \(edge)")
        }
        #expect(costs.greatestSpeed >= router.flat.greatestSpeed(milliseconds: milliseconds), "seed \(seed)")
      }
    }
  }

  @Test func `base costs are computed once for each pace in use, within a bound`() throws {
    let world = try RandomWorld(seed: 3)
    let (cache, classes) = (BaseCostsCache(), AdmissionClasses(world.graph))
    let flat = FlatGraph(world.graph)
    let model = { (ability: SkierAbility, equipment: SkierEquipment, objective: RouteObjective) in
      CostModel(
        graph: world.graph, profile: SkierProfile(ability: ability, equipment: equipment),
        objective: objective)
    }
    let first = cache.costs(model(.beginner, .skis, .fastest), classes: classes, flat: flat)
    #expect(cache.costs(model(.beginner, .skis, .fastest), classes: classes, flat: flat) === first)
    // Advanced skiers and experts have one speed.
    let fast = cache.costs(model(.advanced, .skis, .fastest), classes: classes, flat: flat)
    #expect(cache.costs(model(.expert, .skis, .fastest), classes: classes, flat: flat) === fast)
    for objective in RouteObjective.allCases {
      for equipment in SkierEquipment.allCases {
        for ability in [SkierAbility.beginner, .intermediate, .advanced] {
          _ = cache.costs(model(ability, equipment, objective), classes: classes, flat: flat)
        }
      }
    }
    #expect(cache.count == BaseCostsCache.greatestCount)
    #expect(cache.costs(model(.beginner, .skis, .fastest), classes: classes, flat: flat) !== first)
  }
}
