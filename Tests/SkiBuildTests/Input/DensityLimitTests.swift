import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Limits on the density of features in one place.
struct DensityLimitTests {
  @Test func `a square accepts lines up to its limit`() {
    var squares = DensityLimit(.lines)
    let line = [PlanePoint(x: 10, y: 10), PlanePoint(x: 10, y: 90)]  // 80 m of 4,000
    let added = (0..<60).filter { _ in squares.add([line]) }
    #expect(added == Array(0..<50))
    let beside = squares.add([[PlanePoint(x: 110, y: 10), PlanePoint(x: 110, y: 90)]])
    #expect(beside, "the next square is empty")
    let into = squares.add([[PlanePoint(x: 110, y: 10), PlanePoint(x: 50, y: 10)]])
    #expect(!into, "a line into the full one")
  }

  @Test func `the limit of a large square is reached before those of its small squares`() {
    var squares = DensityLimit(.lines)
    var added = 0
    for row in 0..<5 {
      for column in 0..<5 {
        let (x, y) = (Double(column) * 100, Double(row) * 100)
        let line = [PlanePoint(x: x + 10, y: y + 10), PlanePoint(x: x + 90, y: y + 10)]
        for _ in 0..<40 where squares.add([line]) { added += 1 }
      }
    }
    #expect(added == 500, "40 km of 80 m each")
  }

  @Test func `a line that alone exceeds the limit is left out and uses none of it`() {
    let zigzag = (0..<200).map { PlanePoint(x: Double($0) * 0.4, y: $0 % 2 == 0 ? 5 : 95) }
    var lines = DensityLimit(.lines)
    var edges = DensityLimit(.edges)
    let (asLine, asEdge) = (lines.add([zigzag]), edges.add([zigzag]))
    #expect(!asLine && !asEdge)
    let short = lines.add([Array(zigzag.prefix(40))])
    #expect(short)
  }

  @Test func `squares on both sides of the origin have separate limits`() {
    var squares = DensityLimit(.lines)
    for (x, y) in [(10.0, 10.0), (-90, 10), (10, -90), (-90, -90)] {
      let line = [PlanePoint(x: x, y: y), PlanePoint(x: x, y: y + 80)]
      let added = (0..<60).filter { _ in squares.add([line]) }
      #expect(added.count == 50)
    }
  }

  @Test func `identical runs are used in the order of their ids up to the limit`() throws {
    func world(_ count: Int) -> MetricWorld {
      var world = MetricWorld()
      world.lift("lift", [(-50, 0), (-50, 900)])
      for number in (0..<count).reversed() { world.run("r\(100 + number)", [(0, 900), (0, 0)]) }
      return world
    }
    let few = try world(30).build()
    #expect(few.report.count(of: "runInCrowd") == 0)
    #expect(few.report.usedCounts["runs"] == 30)
    let many = try world(80).build()
    let used = try #require(many.report.usedCounts["runs"])
    #expect(30...55 ~= used, "4 km of pieces of 25 m, three to five of them in a square")
    #expect(many.report.count(of: "runInCrowd") == 80 - used)
    #expect(many.feature("r\(99 + used)") != nil && many.feature("r\(100 + used)") == nil)
    let more = try world(160).build()
    #expect(more.builder.links.count == many.builder.links.count, "what is left out leaves no trace")
  }

  @Test func `a run loses only its parts in the crowded place`() throws {
    var world = MetricWorld()
    world.lift("lift", [(-50, 0), (-50, 900)])
    world.run("alone", [(400, 900), (400, 0)])
    guard case .lines(let far) = world.data.runs[0].geometry else { return }
    world.run("crowd", [(0, 900), (0, 0)])
    guard case .lines(let near) = world.data.runs[1].geometry else { return }
    world.data.runs[1].geometry = .lines(Array(repeating: near[0], count: 60) + far)
    let report = try world.build().report
    #expect(report.usedCounts["runs"] == 2)
    #expect(report.count(of: "runPartInCrowd") == 1)
    #expect(report.entries.first { $0.code == "runPartInCrowd" }?.outcome == .mended)
  }

  @Test func `an area with too much edge is left out and the rest is built`() throws {
    var world = MetricWorld()
    world.lift("lift", [(-50, 0), (-50, 500)])
    world.run("line", [(0, 500), (0, 0)])
    let star = (0..<2000).map { number in
      let turn = Double(number) * 2 * .pi / 2000
      return (600 + radius(number) * cos(turn), 300 + radius(number) * sin(turn))
    }
    world.area("star", star)
    let report = try world.build().report
    #expect(report.count(of: "runInCrowd") == 1)
    #expect(report.usedCounts["runs"] == 1)
  }

  private func radius(_ number: Int) -> Double { number % 2 == 0 ? 250 : 100 }

  @Test(arguments: [(256, 0), (300, 1)])
  func `only the largest 256 holes of an area are cut out`(count: Int, noted: Int) throws {
    var world = MetricWorld()
    world.lift("lift", [(-50, 0), (-50, 400)])
    world.run("line", [(-10, 400), (10, 200)])
    let holes = (0..<count).map { number in
      let (x, y) = (10 + Double(number % 20) * 18, 10 + Double(number / 20) * 18)
      let side = number < 44 ? 3.0 : 6.0
      return [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    }
    world.areas("holes", [[[(0.0, 0.0), (380, 0), (380, 380), (0, 380)]] + holes])
    let report = try world.build().report
    #expect(report.count(of: "areaHolesFilled") == noted)
    #expect(report.usedCounts["runs"] == 2)
    let detail = report.entries.first { $0.code == "areaHolesFilled" }?.examples.first?.detail
    #expect(detail == (noted == 0 ? nil : "44 of 300"))
  }

  @Test func `a lift has 64 stations at most`() throws {
    var world = MetricWorld()
    world.lift("long", [(0, 0), (0, 3000)], .gondola, stations: (0..<90).map { (0, 100 + 30 * Double($0)) })
    let built = try world.build()
    #expect(built.report.count(of: "liftStationsCut") == 28)
    #expect(built.links("long").count == 64 * 63 / 2)
  }

  @Test func `identical lifts are used up to the limit`() throws {
    var world = MetricWorld()
    world.run("run", [(30, 900), (30, 0)])
    for number in 0..<80 { world.lift("l\(100 + number)", [(0, 0), (0, 900)], .tBar) }
    let report = try world.build().report
    let used = try #require(report.usedCounts["lifts"])
    #expect(30...55 ~= used, "4 km of pieces of 25 m, three to five of them in a square")
    #expect(report.count(of: "liftInCrowd") == 80 - used)
  }
}
