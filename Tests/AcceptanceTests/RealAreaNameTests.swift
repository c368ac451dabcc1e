import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// Ends of named runs on real maps without elevations compared with surveyed elevations, and lifts of the
/// same name.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaNameTests {
  /// The distance in metres from the highest or lowest end beyond which an end is wrong.
  private static let wrongMetres = 15.0

  /// The number of ends of runs of several features, and the wrong ones with their distance from the true end
  /// in metres.
  private struct Ends {
    var count = 0
    var wrong: [(name: String, metres: Double)] = []
  }

  @Test func `at most one of eight ends of runs of several features is not the highest or lowest`()
    async throws
  {
    var ends = Ends()
    for name in RealArea.names where name.hasPrefix("us/") {
      let area = try RealArea.named(name)
      let map = try await MapMaking.map(of: area)
      let surveyed = try #require(try SurveyedHeights(of: area)).lines
      try check(map, surveyed, &ends)
    }
    let far = ends.wrong.map(\.metres).max() ?? 0
    print(
      "\(ends.count) ends of runs in several features: \(ends.wrong.count) wrong, by up to \(Int(far)) m: "
        + ends.wrong.map { "\($0.name) \(Int($0.metres)) m" }.joined(separator: ", "))
    #expect(ends.count >= 30)
    #expect(ends.wrong.count * 8 <= ends.count, "\(ends.wrong)")
  }

  private func check(_ map: SkiMap, _ surveyed: [String: Polyline], _ ends: inout Ends) throws {
    let graph = try map.graph(at: 0)
    for place in graph.places(ofKinds: [.run]) where place.features.count > 1 {
      let lines = place.features.compactMap { surveyed[graph.feature($0).id.rawValue] }
      guard lines.count == place.features.count, let name = place.name else { continue }
      let places = lines.flatMap { line in
        [0, line.count - 1].compactMap { at in
          line.elevationMetres(at: at).map { (place: line.coordinates[at], metres: $0) }
        }
      }
      guard let high = places.max(by: { $0.metres < $1.metres }),
        let low = places.min(by: { $0.metres < $1.metres })
      else { continue }
      for (suffix, truth) in [("@top", high), ("@bottom", low)] {
        guard let found = try? PlaceFinder(map: map).place("run:\(name)\(suffix)").point.coordinate else {
          continue
        }
        let nearest = places.min { $0.place.distanceMetres(to: found) < $1.place.distanceMetres(to: found) }
        ends.count += 1
        guard let nearest, abs(nearest.metres - truth.metres) > Self.wrongMetres else { continue }
        ends.wrong.append((name + suffix, found.distanceMetres(to: truth.place)))
      }
    }
  }

  @Test func `the chair and the drag lift la Serra are both found by name`() async throws {
    let map = try await MapMaking.map(of: try RealArea.named("andorra"))
    let finder = PlaceFinder(map: map)
    let graph = try map.graph(at: 0)
    for (text, id) in [
      ("la Serra (chair lift)", "way/52008767"), ("la Serra (drag lift)", "way/52112646"),
      ("la Serra 2", "way/52009565"),
    ] {
      let place = try finder.place(text)
      #expect(graph.feature(place.feature).id.rawValue == id && place.features.count == 1, "\(text)")
    }
    let error = try #require(#expect(throws: SkiError.self) { try finder.place("lift:la Serra") })
    #expect(error.message.contains("la Serra (chair lift)") && error.message.contains("la Serra (drag lift)"))
  }
}
