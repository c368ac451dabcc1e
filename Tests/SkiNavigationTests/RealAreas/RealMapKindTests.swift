import SkiBase
import SkiGraph
import SkiNavigation
import SkiTestSupport
import Testing

/// Mountain or street at labelled places of real areas; the labels come from the raw files alone.
@Suite(.enabled(if: RealData.isNamed), .serialized)
struct RealMapKindTests {
  /// Cities, the sea and poles, more than 20 km from the ski areas of these maps.
  private static let farAway = [
    (41.3851, 2.1734), (43.6047, 1.4442), (47.6062, -122.3321), (47.2529, -122.4443),
    (48.8566, 2.3522),
    (40.7128, -74.0060), (-33.8688, 151.2093), (-54.8019, -68.3030), (35.6762, 139.6503),
    (64.1466, -21.9426),
    (0, 0), (0, 180), (0, -180), (89.9, 20), (-90, 0), (46.8523, -121.7603), (42.6986, 2.8956),
    (-17.7134, 178.065),
  ].map { Coordinate(latitude: $0.0, longitude: $0.1) }

  @Test(arguments: ["andorra", "crystal-mountain"])
  func `99 of 100 labelled places more than 100 m from a boundary are classified correctly`(
    _ name: String
  )
    async throws
  {
    let labels = try KindLabels(of: RealArea.named(name))
    for withStreets in [true, false] {
      let (graph, _) = try await MapMaking.graph(of: RealArea.named(name), withStreets: withStreets)
      let index = MapKindIndex(graph: graph)
      var table = ConfusionTable()
      for place in Self.farAway {
        try table.add(index.mapKind(at: place), label: "far away", truth: .street)
      }
      for label in labels.places {
        try table.add(index.mapKind(at: label.place), label: label.name, truth: label.truth)
      }
      print("\(name), streets in the map: \(withStreets)\n\(table)")
      #expect(table.count(beyondBoundary: true) > 1500)
      #expect(table.shareRight(beyondBoundary: true) >= 0.99)
      for kind in MapKind.allCases {
        #expect(table.shareRight(of: kind, beyondBoundary: true) >= 0.99)
      }
      // Near the boundary too, where the map knows the streets.
      if withStreets { #expect(table.shareRight(beyondBoundary: false) >= 0.98) }
    }
  }

  @Test(arguments: ["andorra", "crystal-mountain"])
  func `five minutes at the foot of any lift are mountain`(_ name: String) async throws {
    let (graph, _) = try await MapMaking.graph(of: RealArea.named(name), withStreets: true)
    let index = MapKindIndex(graph: graph)
    let lifts = (0..<graph.edgeCount).map { EdgeIndex($0) }
      .filter { graph.link(graph.link(of: $0)).kind == .lift }
    let feet = Set(lifts.map(graph.tail)).sorted()
    #expect(feet.count > 10)
    for (number, foot) in feet.enumerated() {
      let place = graph.point(foot).coordinate
      let kinds = try LiftQueueTests.kinds(
        { _ in place }, seconds: 300, sigmaMetres: 8, seed: UInt64(number), index: index)
      #expect(kinds.last == .mountain, "\(name), \(place)")
    }
  }

  @Test func `99 of 100 places on the runs and lifts of every area are mountain`() async throws {
    for area in try RealArea.all {
      let labels = try KindLabels(of: area)
      let (graph, _) = try await MapMaking.graph(of: area)
      let index = MapKindIndex(graph: graph)
      var table = ConfusionTable()
      for label in labels.places where label.truth == .mountain {
        try table.add(index.mapKind(at: label.place), label: label.name, truth: .mountain)
      }
      print("\(area.name)\n\(table)")
      #expect(table.shareRight(beyondBoundary: false) >= 0.99, "\(area.name)")
    }
  }
}
