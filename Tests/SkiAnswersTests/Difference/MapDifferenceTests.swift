import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct MapDifferenceTests {
  /// A run or lift by its ends in metres north and east of a common place.
  private struct Line {
    var kind = FeatureKind.run
    var id: String
    var name: String?
    var from: (Double, Double) = (1000, 0)
    var to: (Double, Double) = (0, 0)
    var difficulty: Difficulty? = .easy
    var status = Lifecycle.operating
    var isTwoWay = false
  }

  private func map(_ lines: [Line]) throws -> SkiMap {
    var builder = RoutingGraphBuilder()
    for line in lines {
      let points = [line.from, line.to].map { north, east in
        GraphPoint(
          position: FixedCoordinate(
            Coordinate(latitude: 46 + north / 111_195, longitude: 7 + east / 77_240)),
          elevationCentimetres: nil)
      }
      var feature = GraphFeature(
        kind: line.kind, id: SourceID(line.id), name: line.name, status: line.status, start: points[0],
        end: points[1])
      if line.kind == .run { feature.difficulty = line.difficulty }
      if line.status == .operating {
        let nodes = points.map { builder.addNode($0) }
        let added = builder.addFeature(feature, from: nodes[0], to: nodes[1])
        let metres = points[0].coordinate.distanceMetres(to: points[1].coordinate)
        builder.links.append(
          BuilderLink(
            kind: line.kind == .lift ? .lift : .run, feature: added,
            tail: nodes[0], head: nodes[1], allowsForward: true, allowsBackward: line.isTwoWay,
            points: points,
            distancesCentimetres: [0, UInt32(metres * 100)]))
      } else {
        builder.addFeature(feature)
      }
    }
    return try MapContents(regions: [builder]).map()
  }

  /// The comparison of the first feature of a map.
  private func comparison(_ old: [Line], _ new: [Line]) throws -> FeatureComparison {
    try MapDifference(old: map(old), new: map(new)).comparisons[0]
  }

  private func successors(_ comparison: FeatureComparison) -> [String] {
    comparison.successors.map(\.feature.id.rawValue)
  }

  @Test func `an unchanged feature is the same`() throws {
    let comparison = try comparison([Line(id: "way/1", name: "Red")], [Line(id: "way/1", name: "Red")])
    #expect(comparison.outcome == .same && comparison.changes.isEmpty && successors(comparison) == ["way/1"])
  }

  @Test func `a feature of the same id is matched, and each change to it is reported`() throws {
    let old = [Line(id: "way/1", name: "Red")]
    for (line, outcome, words) in [
      (Line(id: "way/1", name: "Blue"), FeatureComparison.Outcome.renamed, "name Red → Blue"),
      (Line(id: "way/1"), .renamed, "name Red → none"),
      (Line(id: "way/1", name: "Red", difficulty: .advanced), .changed, "difficulty easy → advanced"),
      (Line(id: "way/1", name: "Red", from: (1200, 0)), .moved, "length 1000 → 1200 m"),
      (Line(id: "way/1", name: "Red", to: (0, 200)), .moved, "moved by 201 m"),
      (Line(id: "way/1", name: "Red", status: .abandoned), .notOperating, "status operating → abandoned"),
      (Line(id: "way/1", name: "Red", isTwoWay: true), .changed, "direction one way → both"),
      (
        Line(id: "way/1", name: "Red", from: (0, 0), to: (1000, 0)), .changed,
        "direction one way → the other way"
      ),
    ] {
      let comparison = try comparison(old, [line])
      #expect(
        comparison.outcome == outcome && comparison.changes.contains { $0.words == words },
        "\(comparison.text().string)")
    }
  }

  @Test func `a run that was split is replaced by its parts, the larger first`() throws {
    let comparison = try comparison(
      [Line(id: "way/1", name: "Red")],
      [
        Line(id: "way/3", name: "Red", from: (300, 0)), Line(id: "way/2", name: "Red", to: (300, 0)),
        Line(id: "way/4", name: "Red", from: (9000, 0), to: (8000, 0)),
      ])
    #expect(
      comparison.outcome == .replaced && successors(comparison) == ["way/2", "way/3"],
      "\(comparison.text().string)")
  }

  @Test func `a run with another name and id is matched by its geometry`() throws {
    let comparison = try comparison(
      [Line(id: "way/1", name: "Red")],
      [
        Line(id: "way/9", name: "Other", from: (1000, 12), to: (0, 12)),
        Line(id: "way/8", from: (1000, 400), to: (0, 400)),
      ])
    #expect(
      comparison.outcome == .replaced && successors(comparison) == ["way/9"], "\(comparison.text().string)")
  }

  @Test func `a rebuilt lift replaces the old one at its place, and a run never replaces a lift`() throws {
    let old = [Line(kind: .lift, id: "way/1", name: "Old Chair", from: (0, 0), to: (1000, 0))]
    let new = [
      Line(kind: .run, id: "way/2", name: "Old Chair"),
      Line(kind: .lift, id: "way/3", name: "New Gondola", from: (30, 30), to: (1040, 0)),
      Line(kind: .lift, id: "way/4", name: "Other", from: (30, 30), to: (2000, 0)),
    ]
    #expect(successors(try comparison(old, new)) == ["way/3"])
    #expect(try comparison(old, [new[0], new[2]]).outcome == .gone)
  }

  @Test func `features with file positions as ids are matched by kind, name and place`() throws {
    let old = [
      Line(id: "runs.geojson#1", name: "Red"),
      Line(id: "runs.geojson#2", name: "Blue", from: (0, 900), to: (0, 0)),
    ]
    var new = [
      Line(id: "runs.geojson#1", name: "Blue", from: (0, 900), to: (0, 0)),
      Line(id: "runs.geojson#2", name: "Red", from: (1010, 0), difficulty: .advanced),
    ]
    let difference = try MapDifference(old: map(old), new: map(new))
    #expect(difference.comparisons.map(\.outcome) == [.changed, .same])
    #expect(difference.comparisons.map { successors($0) } == [["runs.geojson#2"], ["runs.geojson#1"]])
    new[1].from = (9000, 9000)
    new[1].to = (8000, 9000)
    #expect(try MapDifference(old: map(old), new: map(new)).comparisons.map(\.outcome) == [.gone, .same])
  }

  @Test func `a feature of the new map alone is added unless it replaces another`() throws {
    let difference = try MapDifference(
      old: map([Line(id: "way/1", name: "Red")]),
      new: map([
        Line(id: "way/2", name: "Red"), Line(id: "way/3", name: "Far", from: (0, 9000), to: (0, 8000)),
      ]))
    #expect(difference.added.map(\.feature.id.rawValue) == ["way/3"])
    let counts = difference.counts().filter { $0.count > 0 }
    #expect(counts.map(\.outcome) == [.replaced] && counts.map(\.count) == [1])
  }

  @Test func `a feature found by name has its comparison`() throws {
    let old = try map([Line(id: "way/1", name: "Red"), Line(id: "way/2", name: "Blue", from: (0, 900))])
    let difference = try MapDifference(old: old, new: map([Line(id: "way/2", name: "Azul", from: (0, 900))]))
    let comparison = try #require(try difference.fate(of: PlaceFinder(map: old).place("blue")))
    #expect(comparison.text().string == "renamed: run Blue [way/2]: name Blue → Azul")
  }

  @Test(arguments: 0..<40)
  func `a random map equals itself, and every feature is compared with another map`(seed: Int) throws {
    let (one, other) = (RandomMap(seed: UInt64(seed)).contents, RandomMap(seed: UInt64(seed) + 1000).contents)
    let itself = try MapDifference(old: one.map(), new: one.map())
    #expect(itself.isEmpty(), "seed \(seed): \(itself.text().string)")
    let there = try MapDifference(old: one.map(), new: other.map())
    #expect(there.comparisons.count == one.regions[0].features.count, "seed \(seed)")
    for comparison in there.comparisons {
      #expect((comparison.outcome == .gone) == comparison.successors.isEmpty, "seed \(seed)")
    }
  }
}
