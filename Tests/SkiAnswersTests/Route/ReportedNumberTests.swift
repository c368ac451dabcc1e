import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiRouting

/// The precision, the thresholds and the placement of reported numbers.
@Suite struct ReportedNumberTests {
  private static func slope(_ drop: Double, metres: Double = 600) throws -> (DrawnWorld, Route) {
    let world = try DrawnWorld(
      "A---B", cellMetres: metres / 4, heights: ["A": 1000 + drop, "B": 1000],
      [.run("AB", .easy, name: "Slope")])
    return (world, try #require(try world.route(.node(world.node("A")), .node(world.node("B")))))
  }

  @Test func `gradients are reported to four places in JSON`() throws {
    let (_, route) = try Self.slope(200)
    let json = RouteDocument(result: .answer(route), from: "A", to: "B", sources: []).json().string
    let number = try #require(json.firstMatch(of: /"maxGradient":([0-9.]+)/)?.1)
    #expect(abs((Double(number) ?? 0) - 1.0 / 3) < 1e-4 && number.count == 6, "\(number)")
  }

  @Test func `a run is reported as steep from 5 per cent on`() throws {
    for (drop, isReported) in [(24.0, false), (29, false), (31, true), (54, true), (120, true)] {
      let (world, route) = try Self.slope(drop)
      let sentence = Directions(route, graph: world.graph).sentences()[0]
      #expect(sentence.contains("steepest") == isReported, "\(sentence)")
    }
  }

  @Test func `distances from a kilometre on are reported in kilometres`() {
    for (metres, words) in [(0.0, "0 m"), (999, "999 m"), (1000, "1 km"), (1500, "1.5 km")] {
      var reason = NoAnswer(.notNearAnything)
      reason.nearestMetres = metres
      #expect(reason.message().contains(" is \(words) away"), "\(reason.message())")
    }
  }

  @Test func `the length below a profile is aligned with its right edge`() throws {
    let (_, route) = try Self.slope(200)
    var document = RouteDocument(result: .answer(route), from: "A", to: "B", sources: [])
    document.hasProfile = true
    for width in [30, 60, 100] {
      let lines = document.text(columns: width).string.split(separator: "\n")
      let signs = try #require(lines.firstIndex { $0.contains("└") })
      #expect(lines[signs + 1].count == lines[signs].count && lines[signs].count == width)
      #expect(lines[signs + 1].contains(/└? +0 m +\d+ m$/), "\(lines[signs + 1])")
    }
  }

  @Test(arguments: [400.0, 2000, 9000, 30_000, 60_000, 120_000])
  func `the grid lines of a chart are at the distances of their labels`(metres: Double) throws {
    let (_, route) = try Self.slope(300, metres: metres)
    var document = RouteDocument(result: .answer(route), from: "A", to: "B", sources: [])
    document.hasProfile = true
    let svg = RoutePicture(heightsOf: document).svg().string
    let words = svg.matches(of: /<text x="([0-9.]+)"[^>]*>([0-9.]+) (k?m)<\/text>/)
    let labels = words.compactMap { match -> (x: Double, metres: Double)? in
      guard match.0.contains("middle"), let x = Double(match.1), let number = Double(match.2) else {
        return nil
      }
      return (x, number * (match.3 == "km" ? 1000 : 1))
    }
    #expect((4...15).contains(labels.count), "\(labels.count)")
    let length = try #require(document.profile).lengthMetres()
    // From the first line, at the start, to the right edge.
    let start = try #require(labels.first).x
    for label in labels {
      let x = start + label.metres / length * (1184 - start)
      #expect(abs(label.x - x) < 0.06, "\(label)")
    }
  }

  @Test func `harder runs are reported up to the colour of the first of the hardest`() throws {
    let world = try DrawnWorld(
      "A---B---C---D---E", heights: ["A": 1400, "B": 1300, "C": 1200, "D": 1100, "E": 1000],
      [
        .run("AB", .intermediate) { $0.convention = .europe },
        .run("BC", .intermediate) { $0.convention = .northAmerica }, .run("CD", .intermediate),
        .run("DE", .easy),
      ])
    let route = try #require(try world.route(.node(world.node("A")), .node(world.node("E"))))
    let runs = ["AB", "BC", "CD"].compactMap(world.feature)
    let concessions = runs.map { RelaxedLimit.harder($0, .intermediate, metres: 400) }
    let easier = RelaxedLimit.harder(world.feature("DE"), .easy, metres: 400)
    for (list, colour) in [
      (concessions + [easier], "red"),
      ([easier] + [concessions[1]] + [concessions[0], concessions[2]], "blue"),
    ] {
      let relaxation = Relaxation(concessions: list, gradesOver: 1, route: route, weights: [])
      let sentence = NamedRelaxation(relaxation, graph: world.graph).sentence()
      #expect(sentence.hasPrefix("1.6 km of harder runs, up to \(colour)"), "\(sentence)")
    }
  }
}
