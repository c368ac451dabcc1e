import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Drawn worlds of areas that are skied across; the ground rises to the north.
struct AreaCrossingTests {
  private static let square: [(Double, Double)] = [(-100, 400), (100, 400), (100, 0), (-100, 0)]

  private static func climb(_ link: BuilderLink) -> Double {
    let heights = link.points.compactMap(\.elevationMetres)
    return zip(heights, heights.dropFirst()).reduce(0) { $0 + max(0, $1.1 - $1.0) }
  }

  private static func metres(_ link: BuilderLink) -> Double {
    Double(link.distancesCentimetres.last ?? 0) / 100
  }

  @Test func `an L-shaped area is crossed around its corner`() throws {
    var world = MetricWorld()
    world.run("top", [(10, 500), (10, 300)])
    world.area("bend", [(0, 310), (20, 310), (20, 20), (300, 20), (300, 0), (0, 0)])
    world.run("bottom", [(290, 10), (290, -200)])
    let built = try world.build()
    #expect(built.hasPath("top", "bottom"))
    let across = try #require(built.links("bend").max { Self.metres($0) < Self.metres($1) })
    #expect(Self.metres(across) < 590 && !across.allowsBackward)
    #expect(
      across.points.allSatisfy { point in
        let (x, y) = MetricWorld.metres(point.coordinate)
        return x < 22 || y < 22
      })
  }

  @Test func `a crossing goes around a hole`() throws {
    var world = MetricWorld()
    world.run("top", [(0, 600), (0, 390)])
    world.areas("ring", [[Self.square, [(-60, 300), (60, 300), (60, 100), (-60, 100)]]])
    world.run("bottom", [(0, 10), (0, -200)])
    let built = try world.build()
    #expect(built.hasPath("top", "bottom"))
    for link in built.links("ring") {
      for (a, b) in zip(link.points, link.points.dropFirst()) {
        for piece in 0...10 {
          let (from, to) = (MetricWorld.metres(a.coordinate), MetricWorld.metres(b.coordinate))
          let share = Double(piece) / 10
          let (x, y) = (from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
          #expect(abs(x) > 58.9 || y > 298.9 || y < 101.1, "in the hole at \(x), \(y)")
        }
      }
    }
  }

  @Test func `separate parts of one area are not joined`() throws {
    var world = MetricWorld()
    world.run("top", [(0, 900), (0, 790)])
    let upper: [(Double, Double)] = [(-100, 800), (100, 800), (100, 500), (-100, 500)]
    world.areas("parts", [[upper], [Self.square]])
    world.run("bottom", [(0, 10), (0, -200)])
    world.run("between", [(80, 510), (80, 600), (80, 700)], heights: [2102, 2120, 2140], oneway: .oneway)
    #expect(!(try world.build().hasPath("top", "bottom")))
  }

  @Test func `a run and a station inside an area, far from its edge, are connected to it`() throws {
    var world = MetricWorld()
    world.area("bowl", [(-300, 600), (300, 600), (300, 0), (-300, 0)])
    world.run("top", [(0, 800), (0, 590)])
    world.run("inside", [(-150, 400), (-150, 300)])
    world.lift("lift", [(100, 150), (100, 1200)])
    let built = try world.build()
    #expect(built.hasPath("top", "inside"))
    #expect(built.hasPath("inside", "lift"))
    #expect(built.hasPath("top", "lift"))
    #expect(!built.hasPath("inside", "top"))
  }

  @Test func `a flat crossing goes in both directions, and a one-way crossing does not climb`() throws {
    var world = MetricWorld()
    world.run("west", [(-200, 350), (-90, 200)])
    world.area("ledge", Self.square)
    world.run("east", [(90, 200), (200, 50)])
    world.run("south", [(0, 20), (0, -200)])
    let built = try world.build()
    #expect(built.hasPath("west", "east") && built.hasPath("west", "south") && built.hasPath("east", "south"))
    #expect(built.links("ledge").contains { $0.allowsBackward })
    for link in built.links("ledge") where !link.allowsBackward {
      #expect(Self.climb(link) <= 5 + 0.02 * Self.metres(link))
    }
    #expect(!built.hasPath("south", "west"))
  }

  @Test func `an area is not crossed over a ridge`() throws {
    var world = MetricWorld()
    let ridge = FunctionElevation { place in
      let (_, y) = MetricWorld.metres(place)
      return 2000 + 0.1 * y + max(0, 60 - abs(y - 200))
    }
    world.run("top", [(0, 700), (0, 395)], heights: [2200, 2040])
    world.area("saddle", Self.square)
    world.run("bottom", [(0, 5), (0, -300)], heights: [2000, 1900])
    #expect(!(try world.build(ridge).hasPath("top", "bottom")))
  }

  @Test func `a lone run that ends 79 m from an area is connected to it`() throws {
    var world = MetricWorld()
    world.run("lonely", [(0, 800), (0, 480)])
    world.area("bowl", Self.square)
    world.lift("lift", [(0, 30), (300, 900)])
    let built = try world.build()
    #expect(built.hasPath("lonely", "lift"))
    #expect(built.connectors.contains { Self.metres($0) > 75 && Self.metres($0) < 90 })
  }

  @Test func `adjacent areas are connected to each other down the slope`() throws {
    var world = MetricWorld()
    world.area("west", [(-200, 600), (0, 600), (0, 0), (-200, 0)])
    world.area("east", [(0, 600), (200, 600), (200, 0), (0, 0)])
    world.run("into west", [(-100, 800), (-100, 350)])
    world.run("out of east", [(100, 250), (100, -200)])
    #expect(try world.build().hasPath("into west", "out of east"))
  }

  @Test func `without elevations an area is crossed in both directions, marked as estimated`() throws {
    var world = MetricWorld()
    world.area("bowl", Self.square)
    world.run("through", [(0, 600), (0, 200), (0, -200)], oneway: .oneway)
    world.run("west", [(-300, 500), (-90, 390)], oneway: .oneway)
    world.run("east", [(90, 10), (300, -100)], oneway: .oneway)
    let built = try world.build(nil)
    #expect(built.hasPath("west", "east"))
    let links = built.links("bowl")
    #expect(!links.isEmpty)
    for link in links {
      #expect(link.allowsBackward && link.flags.contains(.directionEstimated) && link.confidencePercent == 40)
    }
    let known = try world.build().links("bowl")
    #expect(known.contains { !$0.allowsBackward && $0.confidencePercent == 70 })
  }

  @Test func `an area met by 200 runs has fewer than an eighth of all possible crossings`() throws {
    var world = MetricWorld()
    world.area("broad", [(-1000, 400), (1000, 400), (1000, 0), (-1000, 0)])
    for number in 0..<200 {
      let x = -995.0 + Double(number) * 9.95
      if number.isMultiple(of: 2) {
        world.run("in \(number)", [(x, 500), (x, 395)])
      } else {
        world.run("out \(number)", [(x, 5), (x, -100)])
      }
    }
    let built = try world.build()
    #expect(built.links("broad").count < 200 * 200 / 8)
    #expect(built.hasPath("in 0", "out 1") && built.hasPath("in 198", "out 199"))
  }

  @Test(arguments: 1...8)
  func `the links do not depend on the order of the features`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var world = MetricWorld()
    world.area("west", [(-200, 600), (0, 600), (0, 0), (-200, 0)], nil)
    world.areas(
      "east", [[[(-20, 500), (200, 500), (200, 0), (-20, 0)], [(60, 300), (100, 300), (80, 200)]]])
    for number in 0..<6 {
      let (x, y) = (
        Double.random(in: -180...180, using: &random), Double.random(in: 50...550, using: &random)
      )
      world.run("run \(number)", [(x, y + 200), (x / 2, y), (x, y - 260)])
    }
    world.lift("lift", [(0, 40), (50, 800)])
    let built = try world.build()
    var other = world
    other.data.runs.shuffle(using: &random)
    let again = try other.build()
    #expect(built.builder.links == again.builder.links, "seed \(seed)")
  }
}
